"""The state of a campaign: what all methods of the target have shown together so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from everypath.classfile import internal_name
from everypath.run.campaign.counted_sweep import CountedSweep
from everypath.run.campaign.curve import Curve
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.campaign.seed_queue import SeedQueue
from everypath.run.campaign.sequence_queue import SequenceQueue
from everypath.run.campaign.sweep import Sweep
from everypath.run.campaign.tries import Tries
from everypath.run.entries import EntryName
from everypath.run.results import CurvePoint, MethodReport, Part, PartTally
from everypath.run.workload import Unit

if TYPE_CHECKING:
    from everypath.bridge import SweepProcess

FLIP_PART = 0.5
"""The part of the workers' time that flips may take while there is something else to do."""

FLIP_SECONDS = 4.0
"""The seconds of a unit of flips."""

MORE_TIME_SECONDS = 20.0
"""The seconds of a unit with a sequence whose replay took too long before."""

LATEST_PART = 0.25
"""The part of the time after which a planned sweep begins, also if exploring still covers more."""

LEAST_LEFT = 2.0
"""The least seconds before the deadline in which a sweep still begins."""

NOT_REPLAYED = 0.05
"""The sweep rests while this part of its goals, or more of them, were not replayed yet and many sequences wait."""


class Campaign:
    """The goals that are covered, and the curve, from ``began`` on, in seconds of `time.time`."""

    def __init__(self, began: float) -> None:
        self.goals = GoalTable()
        self._planned: Sweep | None = None
        self._open: set[EntryName] = set()
        """The methods that a planned sweep may cover: those that are not covered, also if their rest is proved to be
        unreachable.
        """
        self._entries: tuple[EntryName, ...] = ()
        self._is_late = False
        """True if methods were explored before the sweep began."""
        self._sweep: Sweep | None = None
        self._queue: SequenceQueue | None = None
        self._counted: CountedSweep | None = None
        self._seeds = SeedQueue()
        self._workers = 1
        self._began = began
        self._flipping = 0.0
        """Seconds that workers have spent on flips, and that they were given for those that they are at."""
        self._curve = Curve(began)
        self._findings: set[object] = set()
        self._tries = Tries(began)

    def note(self, report: MethodReport) -> None:
        """Take note of what the report of a method shows."""
        for part, goals in report.covers.items():
            self.goals.add(part, goals)
        for part, goals in report.untestable.items():
            self.goals.add(part, goals, testable=False)
        if _is_covered(report):
            self._open.discard(EntryName(internal_name(report.class_name), report.method, report.descriptor))
        self._findings.update(each.key for each in report.findings)
        self._curve.note(self.goals.covered, len(self._findings))

    def note_unit(self, unit: Unit, report: MethodReport) -> None:
        """A unit has ended. The sweep runs the new sequences of one that flips decisions. Sequences whose replays had
        too little time are tried once more.
        """
        self._tries.note(unit, report, self.goals.covered)
        if self._queue is not None and not unit.more_time:
            for number in report.unfinished:
                self._queue.add_again(unit.sequences[number])
        if unit.flips is None:
            return
        self._flipping += report.seconds - unit.seconds
        self._seeds.done(unit.flips, report.flips)
        if report.flips is not None and report.flips.made and self._sweep is not None:
            self._sweep.give(report.flips.made)

    # ---- the sweep

    def plan_sweep(self, sweep: Sweep, entries: Iterable[EntryName], workers: int = 1) -> None:
        """Keep a sweep ready. It begins where the run stagnates, nothing is left to explore, or `LATEST_PART` of the
        time has passed, and methods are not covered. Its sequences that end with a call of one of these methods are
        handed out.
        """
        self._planned, self._entries, self._workers = sweep, tuple(entries), workers
        self._open = set(self._entries)

    def begin_sweep(self) -> None:
        """Begin the planned sweep now."""
        assert self._planned is not None
        self._sweep, self._queue, self._planned = self._planned, SequenceQueue(self.goals, self._entries), None
        self._sweep.start()

    def _begin_late(self, deadline: float, *, nothing_else: bool) -> None:
        is_late = time.time() - self._began >= LATEST_PART * (deadline - self._began)
        is_due = self._planned is not None and (nothing_else or is_late or self._stagnates)
        if is_due and self._open and deadline - time.time() >= LEAST_LEFT:
            self._is_late = True
            self.begin_sweep()

    @property
    def _stagnates(self) -> bool:
        return self._tries.stagnates(self._workers)

    def counted_sweep(
        self, opening: Callable[[], SweepProcess], on_error: Callable[[str], object], entries: Iterable[EntryName]
    ) -> CountedSweep:
        """A sweep for a run with a budget of work; the campaign counts its work."""
        self._counted = CountedSweep(opening, on_error, self.goals, entries)
        return self._counted

    @property
    def effort(self) -> float:
        """The counted work of the sweep, in seconds of effort."""
        return self._counted.effort if self._counted is not None else 0.0

    def next_unit(self, seconds: float, deadline: float, *, nothing_else: bool = False) -> Unit | None:
        """The next call sequences to replay, with a share of so many seconds; else sequences whose decisions are to be
        flipped. None if none waits.

        Flips get `FLIP_PART` of the time of the workers, and all of it if there is ``nothing_else`` to do.
        """
        self._begin_late(deadline, nothing_else=nothing_else)
        self._collect()
        if self._queue is not None and (found := self._queue.next()) is not None:
            entry, sequences = found
            return Unit(entry, seconds, deadline, sequences=sequences, low_budget=self._queue.is_long)
        if not nothing_else and self._flipping > FLIP_PART * self._workers * (time.time() - self._began):
            return None
        unit = self._seeds.next_unit(min(FLIP_SECONDS, deadline - time.time()), deadline)
        if unit is not None:
            self._flipping += unit.seconds
            return unit
        again = self._queue.next_again() if self._queue is not None and nothing_else else None
        if again is None:
            return None
        seconds = min(MORE_TIME_SECONDS, deadline - time.time())
        return Unit(again[0], seconds, deadline, sequences=(again[1],), more_time=True)

    @property
    def gains_much(self) -> bool:
        """True while the sweep passes so many new goals that sequences are better replayed later."""
        return self._sweep is not None and self._sweep.gains_much

    def may_have_more(self, deadline: float) -> bool:
        """True if sequences wait, or more may be found until then. As nothing else is left, a planned sweep begins."""
        self._begin_late(deadline, nothing_else=True)
        self._collect()
        if self._sweep is None or self._queue is None:
            return False
        flips = self._seeds.waits and not (self._is_late and self._seeds.is_late and self._stagnates)
        return not self._sweep.is_idle or self._queue.waits or flips

    def _collect(self) -> None:
        if self._sweep is not None and self._queue is not None:
            for each in self._sweep.take():
                self._queue.add(each)
                self._seeds.add(each)
            passed = self._sweep.progress.covered
            self._sweep.rests = self._queue.is_long and passed - self.goals.covered > NOT_REPLAYED * passed

    def close(self) -> None:
        """End the sweep, and forget its sequences: no unit follows."""
        if self._sweep is not None:
            self._sweep.close()
        self._queue, self._seeds = None, SeedQueue()

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """The curve so far."""
        return self._curve.points

    @property
    def parts(self) -> Mapping[Part, PartTally]:
        """What each part has done. The tries of inputs without a prediction are among those of paths."""
        return self._tries.of_each_part(self.goals.by_part)


def _is_covered(report: MethodReport) -> bool:
    """True if a method has code, and all of it was covered."""
    return report.instructions.total > 0 and all(
        each.covered == each.total for each in (report.instructions, report.branches)
    )
