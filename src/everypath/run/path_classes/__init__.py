"""The rows of ``paths``: equivalence classes with their members, execution contexts, overflows and steps.

`classes_of` makes the classes of an exploration; ``with_members`` and others add parts to them. The package may import
``engine``, ``findings`` and ``results``.
"""

from everypath.run.path_classes.classes import (
    classes_of,
    predicates_of,
    tally_of,
    with_contexts,
    with_members,
    with_scripts,
    with_shares,
    with_steps,
    with_wraps,
)
from everypath.run.path_classes.free_fields import FreeFields, on_free_fields
from everypath.run.path_classes.members import RANDOM, Preference, build_member, preferences

__all__ = [
    "RANDOM",
    "FreeFields",
    "Preference",
    "build_member",
    "classes_of",
    "on_free_fields",
    "predicates_of",
    "preferences",
    "tally_of",
    "with_contexts",
    "with_members",
    "with_scripts",
    "with_shares",
    "with_steps",
    "with_wraps",
]
