"""The call sequences that wait until a worker replays them."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Container, Iterable
from itertools import count
from typing import TYPE_CHECKING

from everypath.bridge import Call, New, NewStub
from everypath.dataclass import dataclass, replace
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.entries import EntryName
from everypath.run.results import Goals, difference_of, union_of

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence

MOST_TOGETHER = 16
"""The most sequences of one method that a worker replays in one unit."""

MANY = 200
"""The number of sequences that are many: replaying them takes a while."""

LIKE = 0.5
"""The least part of the open goals of the best sequence that others in its unit cover."""

CANDIDATES = 16
"""The sequences among which the one is chosen that covers most beside those that are being replayed."""

UNDERWAY = 2
"""The number of units that count as being replayed."""


@dataclass(eq=False)
class _Waiting:
    """A sequence that waits, with its goals."""

    entry: EntryName
    sequence: KeptSequence
    goals: Goals


class SequenceQueue:
    """The kept sequences of the sweep. The next one covers most goals that no possible test has covered yet.

    A sequence whose goals others have covered meanwhile is dropped. Sequences are handed out by the method that their
    last call runs.
    """

    def __init__(self, goals: GoalTable, entries: Iterable[EntryName]) -> None:
        self._goals = goals
        self._methods: dict[EntryName, dict[_Waiting, None]] = {entry: {} for entry in entries}
        self._heap: list[tuple[int, int, _Waiting]] = []
        """By the open goals at some earlier time: they only become fewer."""
        self._order = count()
        self._underway: deque[Goals] = deque(maxlen=UNDERWAY)
        """The goals of the units handed out last: workers may still replay their sequences."""
        self._again: deque[_Waiting] = deque()
        """Sequences whose replays took too long."""
        self.foreign = 0
        """The number of sequences whose last call is not one of the methods of this run."""

    def add(self, sequence: KeptSequence) -> None:
        """Add a sequence of the sweep."""
        entry = entry_of(sequence)
        if entry is None or entry not in self._methods:
            self.foreign += 1
            return
        first, passed = goals_of(sequence), sequence.passed
        is_contained = all(bits & ~passed.get(name, 0) == 0 for name, bits in first.items())
        goals = passed if is_contained else union_of([first, passed])
        waiting = _Waiting(entry, replace(sequence, passed={}), goals)
        self._methods[entry][waiting] = None
        self._push(waiting)

    def next(self, without: Container[EntryName] = ()) -> tuple[EntryName, tuple[KeptSequence, ...]] | None:
        """The sequence that covers most open goals, with others of its method and part that cover nearly as many, and
        this method; None if no sequence covers one. Methods ``without`` a turn stay where they are.
        """
        best = self._best(without)
        if best is None:
            return None
        chosen = self._with_others(best)
        for each in chosen:
            del self._methods[best.entry][each]
        self._underway.append(union_of(each.goals for each in chosen))
        for each in chosen:  # the heap has them for a while
            each.goals = {}
        return best.entry, tuple(each.sequence for each in chosen)

    def add_again(self, sequence: KeptSequence) -> None:
        """Add a sequence whose replay took too long. It is handed out once more, by itself, after all others."""
        entry = entry_of(sequence)
        if entry in self._methods:
            self._again.append(_Waiting(entry, sequence, goals_of(sequence)))

    def next_again(self) -> tuple[EntryName, KeptSequence] | None:
        """A sequence whose replay took too long, which still covers an open goal."""
        if not self._waits_again:
            return None
        found = self._again.popleft()
        return found.entry, found.sequence

    @property
    def _waits_again(self) -> bool:
        while self._again and not self._value(self._again[0]):
            self._again.popleft()
        return bool(self._again)

    def _best(self, without: Container[EntryName]) -> _Waiting | None:
        """The sequence that covers most open goals beside those of sequences that are being replayed."""
        left_out: list[tuple[int, int, _Waiting]] = []
        first: list[tuple[int, int, _Waiting]] = []
        while len(first) < CANDIDATES and self._settle():
            item = heapq.heappop(self._heap)
            (left_out if item[2].entry in without else first).append(item)
        for item in (*left_out, *first):
            heapq.heappush(self._heap, item)
        underway = union_of(self._underway)
        return max((each for _, _, each in first), key=lambda each: self._value(each, underway), default=None)

    def _with_others(self, best: _Waiting) -> list[_Waiting]:
        """A sequence, with those of its method and part that cover nearly as many goals beside it and each other."""
        goals = union_of(self._underway)
        least = max(LIKE * self._value(best, goals), 1)
        others = self._methods[best.entry]
        values = {each: self._value(each) for each in others if each is not best}
        like = [each for each in values if values[each] >= least and each.sequence.given == best.sequence.given]
        chosen, goals = [best], union_of([goals, best.goals])
        for each in sorted(like, key=lambda each: -values[each]):
            if len(chosen) < MOST_TOGETHER and self._value(each, goals) >= least:
                chosen.append(each)
                goals = union_of([goals, each.goals])
        return chosen

    def _settle(self) -> bool:
        """Have the sequence that covers most open goals at the head of the heap. Those that cover none are dropped.
        False if none is left.
        """
        while self._heap:
            value, number, waiting = self._heap[0]
            if waiting not in self._methods[waiting.entry]:
                heapq.heappop(self._heap)
                continue
            now = self._value(waiting)
            if now == -value:
                return True
            heapq.heappop(self._heap)
            if now:
                heapq.heappush(self._heap, (-now, number, waiting))
            else:
                del self._methods[waiting.entry][waiting]
        return False

    @property
    def is_long(self) -> bool:
        """True if many sequences wait."""
        return len(self._heap) > MANY

    @property
    def waits(self) -> bool:
        """True if some sequence covers an open goal."""
        return self._settle() or self._waits_again

    def _push(self, waiting: _Waiting) -> None:
        value = self._value(waiting)
        if value:
            heapq.heappush(self._heap, (-value, next(self._order), waiting))
        else:
            del self._methods[waiting.entry][waiting]

    def _value(self, waiting: _Waiting, others: Goals | None = None) -> int:
        """The number of open goals that a sequence covers, without those of ``others``."""
        goals = difference_of(waiting.goals, others) if others else waiting.goals
        return self._goals.open_in(goals, for_tests=not waiting.sequence.changes_files)


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
