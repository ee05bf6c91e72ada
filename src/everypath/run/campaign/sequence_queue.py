"""The call sequences that wait until a worker replays them in a fresh class loader."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

from everypath.bridge import Call, New
from everypath.dataclass import dataclass, field
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.entries import EntryName
from everypath.run.results import Goals

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence

MOST_TOGETHER = 16
"""The most sequences of one method that a worker replays in one unit."""


@dataclass
class _Waiting:
    """The sequences of one method that wait, each with its goals."""

    entry: EntryName
    left: list[tuple[KeptSequence, Goals]] = field(default_factory=list)


class SequenceQueue:
    """The kept sequences of the sweep by the method that their last call runs.

    Which method is next depends on how many goals its sequences cover that no replay has covered yet. A sequence whose
    goals others have covered meanwhile is dropped.
    """

    def __init__(self, goals: GoalTable, entries: Iterable[EntryName]) -> None:
        self._goals = goals
        self._methods = {entry: _Waiting(entry) for entry in entries}
        self._heap: list[tuple[int, int, EntryName]] = []
        self._order = count()
        self.foreign = 0
        """The number of sequences whose last call is not one of the methods of this run."""

    def add(self, sequence: KeptSequence) -> None:
        """Add a sequence of the sweep."""
        entry = entry_of(sequence)
        waiting = self._methods.get(entry) if entry is not None else None
        if waiting is None:
            self.foreign += 1
            return
        waiting.left.append((sequence, goals_of(sequence)))
        self._push(waiting)

    def next(self) -> tuple[EntryName, tuple[KeptSequence, ...]] | None:
        """The method whose sequences cover most open goals, with these sequences; None if no sequence covers one."""
        while self._heap:
            value, _, entry = heapq.heappop(self._heap)
            waiting = self._methods[entry]
            now = self._value(waiting)
            if not now:
                waiting.left.clear()
            elif now < -value:
                self._push(waiting)
            else:
                return entry, self._taken(waiting)
        return None

    @property
    def waits(self) -> bool:
        """True if some sequence may cover an open goal."""
        return bool(self._heap)

    def _push(self, waiting: _Waiting) -> None:
        value = self._value(waiting)
        if value:
            heapq.heappush(self._heap, (-value, next(self._order), waiting.entry))

    def _value(self, waiting: _Waiting) -> int:
        return sum(self._goals.open_in(goals) for _, goals in waiting.left)

    def _taken(self, waiting: _Waiting) -> tuple[KeptSequence, ...]:
        """Take the most valuable sequences of a method, all from one part of the run. Those without an open goal are
        dropped.
        """
        worth = sorted(waiting.left, key=lambda each: -self._goals.open_in(each[1]))
        worth = [each for each in worth if self._goals.open_in(each[1])]
        taken = [each for each in worth if each[0].given == worth[0][0].given][:MOST_TOGETHER]
        given = {id(sequence) for sequence, _ in taken}
        waiting.left = [each for each in worth if id(each[0]) not in given]
        self._push(waiting)
        return tuple(sequence for sequence, _ in taken)


def entry_of(sequence: KeptSequence) -> EntryName | None:
    """The method or constructor that the last step calls; None if it is no call."""
    last = sequence.steps[-1]
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
