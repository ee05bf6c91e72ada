"""The caches of the box classes: for which values ``valueOf`` returns the same object every time."""

from __future__ import annotations

from everypath.state import CachedBox
from everypath.term import Value

CACHED = {
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Short": "S",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
}
"""Box classes with a cache of numbers, and the descriptor of the primitive type that they hold."""


def cache_of(owner: str, number: Value = 0) -> CachedBox:
    """The range of values that a box class caches, together with the number that the box holds.

    The range is empty for ``Float`` and ``Double``, which cache nothing.
    """
    if owner in ("java/lang/Float", "java/lang/Double"):
        return CachedBox(0, -1, number)
    if owner == "java/lang/Boolean":
        return CachedBox(0, 1, number)
    return CachedBox(0 if owner == "java/lang/Character" else -128, 127, number)
