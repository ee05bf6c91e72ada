"""Models of ``Object``, of hash maps and of the order in which sets and maps are iterated.

`pinned_hash` is the identity hash code of an object. `note_order` marks a path that depends on an order which the
JDK does not fix. Imports `models` only.
"""

from everypath.library.collections import hash_maps, input_maps, iteration_order, objects
from everypath.library.collections.hash_maps import hashes_by_identity, is_hashed_by_identity
from everypath.library.collections.input_maps import PRESENT

MODEL_MODULES = (hash_maps, input_maps, iteration_order, objects)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "MODEL_MODULES",
    "PRESENT",
    "hashes_by_identity",
    "is_hashed_by_identity",
]
