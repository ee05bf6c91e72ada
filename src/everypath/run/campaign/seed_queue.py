"""The call sequences whose decisions are still to be flipped."""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING

from everypath.run.campaign.sequence_queue import entry_of, goals_of
from everypath.run.entries import EntryName
from everypath.run.results import Flips, union_of
from everypath.run.workload import FlipTask, Seed, Unit

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence
    from everypath.run.results import Goals

MOST_TOGETHER = 64
"""The most sequences that a unit has. The worker begins with those that pass most decisions with open sides, and names
those that pass none.
"""

SECONDS = (0.5, 2.0, 8.0)
"""Seconds of the search from one sequence: at first, and where it was cut, for the second and for the third time."""


class SeedQueue:
    """The kept sequences of the sweep by how often they were searched from; those that passed most goals first."""

    def __init__(self) -> None:
        self._passed: dict[str, int] = {}
        self._heap: list[tuple[int, int, int, Seed]] = []
        self._order = count()
        self._out = 0

    def add(self, sequence: KeptSequence) -> None:
        """Add a sequence of the sweep."""
        for name, bits in goals_of(sequence).items():
            self._passed[name] = self._passed.get(name, 0) | bits
        self._push(0, Seed(sequence, SECONDS[0]))

    def _push(self, times: int, seed: Seed) -> None:
        gained = sum(len(numbers) for _, numbers in seed.sequence.hits)
        heapq.heappush(self._heap, (times, -gained, next(self._order), seed))

    @property
    def waits(self) -> bool:
        """True if sequences wait, or a worker has some."""
        return bool(self._heap or self._out)

    def next_unit(self, covered: Goals, seconds: float, deadline: float) -> Unit | None:
        """The next unit. ``covered`` are goals that others have covered. None if no sequence waits."""
        taken: list[Seed] = []
        if not self._heap:
            return None
        times = self._heap[0][0]
        while self._heap and len(taken) < MOST_TOGETHER and self._heap[0][0] == times:
            taken.append(heapq.heappop(self._heap)[3])
        self._out += 1
        entry = next((found for each in taken if (found := entry_of(each.sequence)) is not None), _NOWHERE)
        return Unit(entry, seconds, deadline, flips=FlipTask(tuple(taken), union_of((self._passed, covered))))

    def done(self, task: FlipTask, flips: Flips | None) -> None:
        """Take note of what came of a unit; None if it was lost. Sequences that were not run wait again."""
        self._out -= 1
        ends = {each.number: each for each in flips.seeds} if flips is not None else {}
        for number, seed in enumerate(task.seeds if flips is not None else ()):
            times, end = SECONDS.index(seed.seconds), ends.get(number)
            if end is None:
                self._push(times, seed)
            elif end.left and times + 1 < len(SECONDS):
                self._push(times + 1, Seed(seed.sequence, SECONDS[times + 1], end.tried))


_NOWHERE = EntryName("", "", "()V")
