"""The call sequences that wait until a worker replays them in a fresh class loader."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable
from itertools import count
from typing import TYPE_CHECKING

from everypath.bridge import Call, New, NewStub
from everypath.dataclass import dataclass
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.entries import EntryName
from everypath.run.results import Goals

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence

MOST_TOGETHER = 16
"""The most sequences of one method that a worker replays in one unit."""

MANY = 200
"""The number of sequences that are many: replaying them takes a while."""

LIKE = 0.5
"""The least part of the open goals of the best sequence that others in its unit cover."""


@dataclass(eq=False)
class _Waiting:
    """A sequence that waits, with its goals."""

    entry: EntryName
    sequence: KeptSequence
    goals: Goals


class SequenceQueue:
    """The kept sequences of the sweep. The next one is that which covers most goals that no replay has covered yet.

    A sequence whose goals others have covered meanwhile is dropped. Sequences are handed out by the method that their
    last call runs.
    """

    def __init__(self, goals: GoalTable, entries: Iterable[EntryName]) -> None:
        self._goals = goals
        self._methods: dict[EntryName, dict[_Waiting, None]] = {entry: {} for entry in entries}
        self._heap: list[tuple[int, int, _Waiting]] = []
        """By the open goals at some earlier time: they only become fewer."""
        self._order = count()
        self.foreign = 0
        """The number of sequences whose last call is not one of the methods of this run."""

    def add(self, sequence: KeptSequence) -> None:
        """Add a sequence of the sweep."""
        entry = entry_of(sequence)
        if entry is None or entry not in self._methods:
            self.foreign += 1
            return
        waiting = _Waiting(entry, sequence, goals_of(sequence))
        self._methods[entry][waiting] = None
        self._push(waiting)

    def next(self, without: Container[EntryName] = ()) -> tuple[EntryName, tuple[KeptSequence, ...]] | None:
        """The sequence that covers most open goals, with others of its method and part that cover nearly as many, and
        this method; None if no sequence covers one. Methods ``without`` a turn stay where they are.
        """
        left_out: list[tuple[int, int, _Waiting]] = []
        best = self._best(without, left_out)
        for item in left_out:
            heapq.heappush(self._heap, item)
        if best is None:
            return None
        others = self._methods[best.entry]
        least = LIKE * self._value(best)
        values = {each: self._value(each) for each in others}
        like = (each for each in others if values[each] >= least and each.sequence.given == best.sequence.given)
        chosen = sorted(like, key=lambda each: -values[each])
        for each in chosen[:MOST_TOGETHER]:
            del others[each]
        return best.entry, tuple(each.sequence for each in chosen[:MOST_TOGETHER])

    def _best(self, without: Container[EntryName], left_out: list[tuple[int, int, _Waiting]]) -> _Waiting | None:
        """The sequence that covers most open goals. Those that cover none are dropped, and those of methods without a
        turn are taken out of the heap.
        """
        while self._heap:
            value, number, waiting = self._heap[0]
            if waiting not in self._methods[waiting.entry]:
                heapq.heappop(self._heap)
                continue
            if waiting.entry in without:
                left_out.append(heapq.heappop(self._heap))
                continue
            now = self._value(waiting)
            if now == -value:
                return waiting
            heapq.heappop(self._heap)
            if now:
                heapq.heappush(self._heap, (-now, number, waiting))
            else:
                del self._methods[waiting.entry][waiting]
        return None

    @property
    def is_long(self) -> bool:
        """True if many sequences wait."""
        return len(self._heap) > MANY

    @property
    def waits(self) -> bool:
        """True if some sequence covers an open goal."""
        return self._best((), []) is not None

    def _push(self, waiting: _Waiting) -> None:
        value = self._value(waiting)
        if value:
            heapq.heappush(self._heap, (-value, next(self._order), waiting))
        else:
            del self._methods[waiting.entry][waiting]

    def _value(self, waiting: _Waiting) -> int:
        return self._goals.open_in(waiting.goals)


def entry_of(sequence: KeptSequence) -> EntryName | None:
    """The method or constructor that the last step calls, that of an abstract class included; None if it is no call."""
    last = sequence.steps[-1]
    if isinstance(last, NewStub) and last.constructor:
        return EntryName(last.owner, "<init>", last.constructor)
    if isinstance(last, Call):
        return EntryName(last.owner, last.name, last.descriptor)
    return EntryName(last.owner, "<init>", last.descriptor) if isinstance(last, New) else None


def goals_of(sequence: KeptSequence) -> Goals:
    """The goals that a sequence was the first to pass."""
    found: dict[str, int] = {}
    for name, numbers in sequence.hits:
        bits = 0
        for number in numbers:
            bits |= 1 << number
        found[name] = found.get(name, 0) | bits
    return found
