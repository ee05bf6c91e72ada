"""The schedule of a run with a budget of counted work: it gives the same with any number of workers.

As in `everypath.run.scheduling.scheduler`, there are rounds, and methods that were cut return in further rounds. Each
round is divided into waves of a few methods. The shares of a wave follow from the plan and from the work that earlier
waves took, never from who finished first: the next wave begins when all reports of this one are there. If the budget is
too small for all methods, short methods go first, and those that get no turn are left out.

A sweep has a part of the budget that is counted in calls; then its sequences are replayed, in waves, too. It comes
first if the budget is small, else last, and only if methods are not covered then.

The clock ends a unit only if it hangs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from everypath.dataclass import replace
from everypath.run.entries import EntryName
from everypath.run.results import MethodReport
from everypath.run.scheduling.crew import Crew, Results, Slot, Task
from everypath.run.scheduling.scheduler import (
    FIRST_PART,
    FIRST_SHARE,
    LATER_SHARE,
    LEAST_SHARE,
    MOST_ROUNDS,
    STARTING,
)
from everypath.run.scheduling.workers import Worker
from everypath.run.workload import ErrorLog, Unit
from everypath.work import STEP

WAVE = 32
"""The most methods of one wave: what they leave of their shares goes to the next ones."""

HANGING, FACTOR = 600.0, 60.0
"""Seconds by the clock after which a unit hangs, and those for each second of effort of its share."""


SWEEP_PART = 0.25
"""The part of the budget that is left for the calls of the sweep."""


class SequenceSource(Protocol):
    """Finds call sequences by counted work, and hands them out (`everypath.run.campaign.CountedSweep`)."""

    effort: float

    def run(self, effort: float) -> None:
        """Sweep for so many seconds of effort."""

    def next_units(self, most: int, share: float) -> list[Unit]:
        """The next units, of different methods; empty if no sequence covers an open goal."""


class WorkSchedule:
    """The schedule of one run within a ``budget``, in seconds of effort: `run` analyses all tasks; `reports` holds the
    latest report of each method.

    ``sequences`` finds call sequences, which are replayed before methods are explored. ``late``: after that, if some
    are not covered.
    ``reserve`` returns how much of the budget is reserved for what the run has found so far. ``meanwhile``,
    ``on_unit`` and ``whole`` are as for `Schedule`.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        workers: Sequence[Worker],
        budget: float,
        on_report: Callable[[MethodReport], None],
        on_message: Callable[[str], None],
        meanwhile: Callable[[], object] = lambda: None,
        reserve: Callable[[], float] = lambda: 0.0,
        *,
        whole: bool = False,
        log: ErrorLog | None = None,
        sequences: SequenceSource | None = None,
        late: bool = False,
        on_unit: Callable[[Unit, MethodReport], None] = lambda unit, report: None,
    ) -> None:
        self._sequences = sequences
        self._sweeps_late = late
        self._results = Results(on_report, on_message, log, on_unit)
        self.reports = self._results.reports
        self._crew = Crew(workers, self._results, meanwhile)
        self._tasks = list(tasks)
        self._budget = budget
        self._reserve = reserve
        self._whole = whole
        self._homes: dict[str, int] = {}
        self._holders: dict[EntryName, int] = {}
        self._earlier: dict[EntryName, tuple[Unit, ...]] = {}

    def run(self) -> None:
        """Analyse every task, in rounds.

        Raises `KeyboardInterrupt` where the user stops the run; `reports` holds what was found until then.
        """
        entries = [task.entry for task in self._ordered()]
        try:
            if self._sequences is not None and not self._sweeps_late:
                self._sweep(self._sequences)
                entries = sorted(entries, key=self._is_swept)
            for round_number in range(MOST_ROUNDS):
                self._round(entries, round_number)
                entries = self._left_of(entries)
            if self._sequences is not None and self._sweeps_late and not all(map(_is_whole, self.reports.values())):
                self._sweep(self._sequences)
        except KeyboardInterrupt:
            self._crew.wind_up()
            raise

    def _sweep(self, sequences: SequenceSource) -> None:
        """Call methods in sequences, and replay what that finds."""
        if (left := self._left()) > 0:
            sequences.run(SWEEP_PART * left)
        while (left := self._left()) > 0:
            share = min(LEAST_SHARE, left)
            units = sequences.next_units(min(WAVE, int(left / share)), share)
            if not units:
                return
            self._wave(units)

    def _is_swept(self, entry: EntryName) -> bool:
        """True if call sequences have covered all of a method: then it is explored last if the budget is small."""
        report = self.reports.get(entry)
        if report is None or len(self._tasks) * LEAST_SHARE <= self._budget:
            return False
        return self._is_covered(entry) and report.instructions.percent == 100.0

    def unfinished(self) -> Iterable[EntryName]:
        """The methods that have no report."""
        return (task.entry for task in self._tasks if task.entry not in self.reports)

    def _ordered(self) -> list[Task]:
        """As `Schedule` orders them, with the work that one worker could do."""
        if len(self._tasks) * LEAST_SHARE <= self._budget:
            return sorted(self._tasks, key=lambda task: -task.weight)
        return sorted(self._tasks, key=lambda task: (task.weight.bit_length(), task.entry.class_name))

    def _left(self) -> float:
        """The effort that is left for the analysis of methods."""
        spent = STEP * sum(report.work for report in self.reports.values())
        swept = self._sequences.effort if self._sequences is not None else 0.0
        return self._budget - spent - swept - self._reserve()

    def _round(self, entries: Sequence[EntryName], round_number: int) -> None:
        waiting = list(entries)
        while waiting and (left := self._left()) > 0:
            share = self._share(left, len(waiting), round_number)
            chosen = waiting[: min(WAVE, max(int(left / share), 1))]
            del waiting[: len(chosen)]
            short = (len(waiting) + len(chosen)) * LEAST_SHARE > left
            last = round_number > 0 or short
            low_budget = short and not (round_number or self._whole)
            units = [
                Unit(
                    entry,
                    share,
                    round=round_number,
                    last_round=last,
                    low_budget=low_budget,
                    counted=True,
                    earlier=self._earlier.get(entry, ()),
                )
                for entry in chosen
            ]
            self._wave(units)
            for unit in units:
                self._earlier[unit.entry] = (*unit.earlier, replace(unit, earlier=()))

    def _share(self, left: float, methods: int, round_number: int) -> float:
        share = left / methods
        if self._whole:
            pass
        elif round_number == 0:
            share = min(share * FIRST_PART, self._budget * FIRST_SHARE)
        else:
            share = min(share, self._budget * LATER_SHARE)
        return min(max(share, LEAST_SHARE), left)

    def _left_of(self, entries: Sequence[EntryName]) -> list[EntryName]:
        """The methods for a further round: those with uncovered branches first, then those with the most work (if the
        budget is small: the least) first. Empty if some method had no turn yet.
        """
        if not all(map(self._results.is_explored, entries)):
            return []
        left = [entry for entry in entries if self.reports[entry].resumable]
        sign = 1 if len(left) * LEAST_SHARE > self._left() else -1
        return sorted(left, key=lambda entry: (self._is_covered(entry), sign * self.reports[entry].work))

    def _is_covered(self, entry: EntryName) -> bool:
        branches = self.reports[entry].branches
        return branches.covered == branches.total

    def _wave(self, units: Sequence[Unit]) -> None:
        """Run units until all have ended."""
        waiting = deque(units)
        while waiting or self._crew.running:
            for slot in self._crew.slots:
                unit = self._next(slot, waiting) if slot.unit is None else None
                if unit is not None:
                    waiting.remove(unit)
                    if not unit.sequences:
                        self._holders[unit.entry] = slot.number
                    self._homes.setdefault(unit.entry.class_name, slot.number)
                    self._crew.submit(slot, unit)
            for slot, unit, again in self._crew.collect(_kill_at):
                if again:
                    waiting.append(unit)
                if again or unit.entry not in self.reports or slot.worker.ready_at is None:
                    self._forget(slot)

    def _next(self, slot: Slot, waiting: Iterable[Unit]) -> Unit | None:
        """The next unit for a worker: one whose states it holds, one of a class that it knows, or another one that no
        worker holds.
        """
        free = [unit for unit in waiting if self._holders.get(unit.entry, slot.number) == slot.number]
        for rank in (self._is_held_by, self._is_home_of, self._is_nobodys):
            found = next((unit for unit in free if rank(unit, slot)), None)
            if found is not None:
                return found
        return free[0] if free else None

    def _is_held_by(self, unit: Unit, slot: Slot) -> bool:
        return self._holders.get(unit.entry) == slot.number

    def _is_home_of(self, unit: Unit, slot: Slot) -> bool:
        return self._homes.get(unit.entry.class_name) == slot.number

    def _is_nobodys(self, unit: Unit, slot: Slot) -> bool:
        return unit.entry.class_name not in self._homes

    def _forget(self, slot: Slot) -> None:
        """The process of a worker was lost, with the states that it held."""
        self._holders = {entry: number for entry, number in self._holders.items() if number != slot.number}


def _is_whole(report: MethodReport) -> bool:
    """True if all of a method is covered."""
    return all(each.covered == each.total for each in (report.instructions, report.branches))


def _kill_at(slot: Slot, now: float) -> float:
    """The time at which the unit of a slot counts as hanging. The start of its worker does not count."""
    ready = slot.worker.ready_at
    if ready is None:
        return slot.submitted + 2 * STARTING
    shares = slot.unit.seconds + sum(each.seconds for each in slot.unit.earlier) if slot.unit is not None else 0.0
    return max(slot.submitted, ready) + HANGING + FACTOR * shares
