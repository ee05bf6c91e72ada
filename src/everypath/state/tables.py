"""Large tables and sets of conditions that the states forked from one state share.

A running state has plain dictionaries, which are fast to read and write. A waiting state (a fork not taken, a path that
has ended) is one of thousands and differs from the others in a few entries, so it stores the differences only.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, islice
from operator import is_not
from typing import Generic, TypeVar

from everypath.dataclass import dataclass
from everypath.term import Term

K = TypeVar("K")
V = TypeVar("V")

SMALL_TABLE = 32
"""The most entries of a table that is copied whole: that is faster than finding the differences, and takes 2 kB."""

FOLD_PART_RUNNING, FOLD_PART_ENDED = 8, 2
"""A table becomes a new base if the fraction of its entries that differ from the last base is more than
1/`FOLD_PART_RUNNING` (for a state that runs on and leaves further forks) or 1/`FOLD_PART_ENDED` (for one that does
not).
"""

MOST_UNSHARED = 16
"""The number of conditions that a state keeps unshared."""


@dataclass(frozen=True, slots=True)
class Folded(Generic[K, V]):
    """A table: the entries of ``base``, which is shared, overridden by ``changes``. Neither is ever written."""

    base: dict[K, V]
    changes: dict[K, V]

    def unfolded(self) -> dict[K, V]:
        """The table as a new dictionary, entries in their original order."""
        table = self.base.copy()
        table.update(self.changes)
        return table


def fold(table: dict[K, V], base: dict[K, V] | None, part: int = FOLD_PART_RUNNING) -> Folded[K, V]:
    """The current table as changes over ``base``, or over a copy of itself if more than 1/``part`` of it differs."""
    changes = difference(table, base) if base is not None else None
    if base is None or changes is None or len(changes) > max(MOST_UNSHARED, len(base) // part):
        return Folded(table.copy(), {})
    return Folded(base, changes)


def difference(table: dict[K, V], base: dict[K, V]) -> dict[K, V] | None:
    """The entries of ``table`` whose value is not the same object in ``base``, and the new ones, in their order.

    None if an entry was removed: the keys of ``base`` are not the first keys of ``table``.
    """
    fresh = len(table) - len(base)
    if fresh < 0 or any(map(is_not, table, base)):
        return None
    changes = dict(compress(table.items(), map(is_not, table.values(), base.values())))
    if fresh:
        changes.update(reversed(list(islice(reversed(table.items()), fresh))))
    return changes


class Facts:
    """Conditions that hold on a path. Copies share all but the most recent ones."""

    __slots__ = ("_older", "_recent")

    def __init__(self, conditions: Iterable[Term] = ()) -> None:
        self._older = frozenset(conditions)
        self._recent: set[Term] = set()

    def __contains__(self, condition: object) -> bool:
        return condition in self._recent or condition in self._older

    def __len__(self) -> int:
        return len(self._older) + len(self._recent)

    def add(self, condition: Term) -> None:
        """Add a condition."""
        if condition not in self._older:
            self._recent.add(condition)

    def copy(self) -> Facts:
        """An independent copy."""
        recent = self._recent
        if len(recent) > MOST_UNSHARED:
            self._older |= recent
            self._recent = recent = set()
        copied = Facts.__new__(Facts)
        copied._older = self._older
        copied._recent = recent.copy()
        return copied

    def __getstate__(self) -> tuple[frozenset[Term], set[Term]]:
        return self._older, self._recent

    def __setstate__(self, held: tuple[frozenset[Term], set[Term]]) -> None:
        self._older, self._recent = held
