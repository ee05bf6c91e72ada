"""The hidden part of a map or set that is an input (`Obj.extra`): the keys that code looked up in it."""

from __future__ import annotations

from everypath.dataclass import dataclass

__all__ = ["OpenMap"]


@dataclass(frozen=True, slots=True)
class OpenMap:
    """A map of the JDK, a set, or the map inside the set, which is the input ``name``. Whether it has a key is decided
    when code looks that up.

    ``entries`` is the address of an array with one element: the first of the entries for the keys looked up, which may
    be present or absent. They are linked as in a bucket. ``order`` are the addresses of the first entries in the order
    of iteration, as far as code has seen it.
    """

    name: str
    entries: int
    order: tuple[int, ...] = ()
