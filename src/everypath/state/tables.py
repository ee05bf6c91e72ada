"""What states of one origin share of large tables, and of the conditions that they know.

A state that runs has plain dictionaries, which it reads and writes at full speed. What waits for its turn (a fork not
taken, a path that has ended) is one of thousands, and differs from its relatives in a few entries.
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

SMALL = 32
"""Tables of at most so many entries are copied: a copy takes less time than looking for what differs, and 2 kB."""

FEW, MANY = 8, 2
"""A table is taken as a new base where more than one in so many of its entries differ from the last one: of a state
that runs on and leaves further forks, and of one that does not.
"""

RECENT = 16
"""So many conditions a state keeps for itself."""


@dataclass(frozen=True, slots=True)
class Folded(Generic[K, V]):
    """A table: ``changes`` laid over ``base``, which others share. Neither is ever written."""

    base: dict[K, V]
    changes: dict[K, V]

    def unfolded(self) -> dict[K, V]:
        """The table, to be written; its entries have the order that they had."""
        table = self.base.copy()
        table.update(self.changes)
        return table


def fold(table: dict[K, V], base: dict[K, V] | None, part: int = FEW) -> Folded[K, V]:
    """A table as it is now, over ``base`` unless more than a ``part`` th of it differs, else over a copy of its own."""
    changes = difference(table, base) if base is not None else None
    if base is None or changes is None or len(changes) > max(RECENT, len(base) // part):
        return Folded(table.copy(), {})
    return Folded(base, changes)


def difference(table: dict[K, V], base: dict[K, V]) -> dict[K, V] | None:
    """The entries of ``table`` that another object stands for in ``base``, and those that are new, in their order.

    None where the keys of ``base`` are not the first ones of ``table``: something was removed.
    """
    fresh = len(table) - len(base)
    if fresh < 0 or any(map(is_not, table, base)):
        return None
    changes = dict(compress(table.items(), map(is_not, table.values(), base.values())))
    if fresh:
        changes.update(reversed(list(islice(reversed(table.items()), fresh))))
    return changes


class Facts:
    """Conditions that a path knows to hold. Copies share all but the youngest."""

    __slots__ = ("_older", "_recent")

    def __init__(self, conditions: Iterable[Term] = ()) -> None:
        self._older = frozenset(conditions)
        self._recent: set[Term] = set()

    def __contains__(self, condition: object) -> bool:
        return condition in self._recent or condition in self._older

    def __len__(self) -> int:
        return len(self._older) + len(self._recent)

    def add(self, condition: Term) -> None:
        """Learn a condition."""
        if condition not in self._older:
            self._recent.add(condition)

    def copy(self) -> Facts:
        """An independent copy."""
        recent = self._recent
        if len(recent) > RECENT:
            self._older |= recent
            self._recent = recent = set()
        twin = Facts.__new__(Facts)
        twin._older = self._older
        twin._recent = recent.copy()
        return twin

    def __getstate__(self) -> tuple[frozenset[Term], set[Term]]:
        return self._older, self._recent

    def __setstate__(self, held: tuple[frozenset[Term], set[Term]]) -> None:
        self._older, self._recent = held
