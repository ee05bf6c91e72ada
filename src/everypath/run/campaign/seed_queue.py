"""The call sequences whose decisions are still to be flipped."""

from __future__ import annotations

import heapq
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from everypath.dataclass import replace
from everypath.run.campaign.sequence_queue import entry_of, goals_of
from everypath.run.entries import EntryName
from everypath.run.results import Flips
from everypath.run.workload import FlipTask, Seed, Unit

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence

MOST_TOGETHER = 64
"""The most sequences that a unit has. The worker begins with those that pass most decisions with open sides, and names
those that pass none.
"""


class _Stage(NamedTuple):
    """What is done with a sequence: see `FlipTask`."""

    seconds: float
    extends: bool = False


STAGES = (_Stage(0.5), _Stage(0.5, extends=True), _Stage(2.0), _Stage(8.0))
"""What is done with a sequence in turn. All sequences are extended; the stages after that are for those whose search
was cut.
"""

_EXTENDED = 1
_NOWHERE = EntryName("", "", "()V")


class SeedQueue:
    """The kept sequences of the sweep by their stages; within a stage, those that passed most goals first."""

    def __init__(self) -> None:
        self._passed: dict[str, int] = {}
        self._heap: list[tuple[int, int, int, Seed]] = []
        self._order = count()
        self._out: dict[int, int] = {}
        """The stages of the tasks that workers have, by their identity."""

    def add(self, sequence: KeptSequence) -> None:
        """Add a sequence of the sweep."""
        for name, bits in goals_of(sequence).items():
            self._passed[name] = self._passed.get(name, 0) | bits
        self._push(0, Seed(replace(sequence, passed={})))  # it waits for long, and these are large

    def _push(self, stage: int, seed: Seed) -> None:
        if stage < len(STAGES):
            gained = sum(len(numbers) for _, numbers in seed.sequence.hits)
            heapq.heappush(self._heap, (stage, -gained, next(self._order), seed))

    @property
    def waits(self) -> bool:
        """True if sequences wait, or a worker has some."""
        return bool(self._heap or self._out)

    @property
    def is_late(self) -> bool:
        """True if each sequence was flipped and extended: what waits was cut before."""
        stages = [*self._out.values(), *(self._heap[0][0] for _ in self._heap[:1])]
        return min(stages, default=0) > _EXTENDED

    def next_unit(self, seconds: float, deadline: float) -> Unit | None:
        """The next unit; None if no sequence waits.

        Sides that only paths have covered are open to it: a sequence that takes one is the beginning of others.
        """
        taken: list[Seed] = []
        if not self._heap:
            return None
        stage = self._heap[0][0]
        while self._heap and len(taken) < MOST_TOGETHER and self._heap[0][0] == stage:
            taken.append(heapq.heappop(self._heap)[3])
        task = FlipTask(tuple(taken), dict(self._passed), *STAGES[stage])
        self._out[id(task)] = stage
        entry = next((found for each in taken if (found := entry_of(each.sequence)) is not None), _NOWHERE)
        return Unit(entry, seconds, deadline, flips=task)

    def done(self, task: FlipTask, flips: Flips | None) -> None:
        """Take note of what came of a unit; None if it was lost. Sequences that were not run wait again."""
        stage = self._out.pop(id(task))
        if flips is None:
            return
        ends = {each.number: each for each in flips.seeds}
        for number, seed in enumerate(task.seeds):
            end = ends.get(number)
            if end is None:
                self._push(stage, seed)
            elif stage == _EXTENDED:
                self._push(stage + 1 if seed.left else len(STAGES), seed)
            elif end.left or stage < _EXTENDED:
                self._push(stage + 1, Seed(seed.sequence, end.tried, end.left))
