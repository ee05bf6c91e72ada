"""The schedule of a run: when, by which worker and for how long each method is analysed.

The budget is wall time for the whole run. In the first round each method gets a part of its equal share of the time
left; time that one method does not use goes to the others. Methods that a bound cut return in further rounds until
nothing is cut or the time is over. If the time is too short for all methods, short methods go first, and each stops
when further paths are unlikely to show anything new. In further rounds, methods with uncovered branches go first.

If a method hangs or kills its worker, only the current unit of that worker is lost.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from everypath.run.entries import EntryName
from everypath.run.results import MethodReport
from everypath.run.scheduling.crew import Crew, Results, Slot, Task
from everypath.run.scheduling.workers import Worker
from everypath.run.workload import ErrorLog, Unit

LEAST_SHARE = 0.25
"""The smallest share of a method, in seconds: a shorter analysis finds nothing."""

FIRST_SHARE, LATER_SHARE = 0.1, 0.2
"""The most of the budget that one method gets in the first round, and in a later one: a hard method that shows nothing
more must not take the whole budget.
"""

FIRST_PART = 0.5
"""The part of its equal share that a method gets in the first round."""

GRACE = 0.5
"""The seconds that a worker may continue after the deadline before it is killed."""

STUCK_AFTER = 30.0
"""The least seconds after which a unit counts as stuck: more than a unit needs after exploring."""

STARTING, LATE_START = 60.0, 5.0
"""Seconds that a worker may take to start, and those of them after the deadline. They count against no unit."""

MOST_ROUNDS = 4
"""The most rounds."""

SEQUENCES_SHARE = 2.0
"""The seconds for replaying the call sequences of one method."""

HEAD_START = 0.1
"""The part of the budget in which nothing is replayed while the search for call sequences gains much, if the time is
too short for all methods: a few of its later sequences pass what many of its first ones do.
"""

WAITING = 0.05
"""Seconds between two looks for new call sequences where nothing else is left to do."""


def is_short(methods: int, seconds: float, workers: int) -> bool:
    """True if the time is too short to explore so many methods."""
    return methods * LEAST_SHARE > seconds * workers


class SequenceSource(Protocol):
    """Hands out call sequences that are to be replayed. They go before explorations: each covers new goals."""

    def next_unit(self, seconds: float, deadline: float, *, nothing_else: bool = False) -> Unit | None:
        """The next unit, with a share of so many seconds; None if there is none. ``nothing_else``: no method waits."""

    def may_have_more(self, deadline: float) -> bool:
        """True if sequences wait, or more may be found until then. Nothing else is left to do."""

    @property
    def gains_much(self) -> bool:
        """True while so many goals are passed that sequences are better replayed later."""


class Schedule:
    """The schedule of one run: `run` analyses all tasks; `reports` holds the latest report of each method.

    ``meanwhile`` is called while workers are busy, before their reports are awaited. ``sequences`` hands out call
    sequences to replay. ``on_unit`` is called with each unit that has ended, and its report. With ``whole``, methods
    get their full equal share in the first round, since all of their paths are wanted. An error of the engine costs the
    method at hand: it is failed, and the ``log`` has the trace.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        workers: Sequence[Worker],
        deadline: float,
        on_report: Callable[[MethodReport], None],
        on_message: Callable[[str], None],
        meanwhile: Callable[[], object] = lambda: None,
        *,
        whole: bool = False,
        log: ErrorLog | None = None,
        sequences: SequenceSource | None = None,
        on_unit: Callable[[Unit, MethodReport], None] = lambda unit, report: None,
    ) -> None:
        self._results = Results(on_report, on_message, log, on_unit)
        self.reports = self._results.reports
        self._crew = Crew(workers, self._results, meanwhile)
        self._tasks = list(tasks)
        self._slots = self._crew.slots
        self._deadline = deadline
        self._budget = max(deadline - time.time(), LEAST_SHARE)
        self._whole = whole
        self._sequences = sequences
        self._homes: dict[str, int] = {}
        self._holders: dict[EntryName, int] = {}
        self._left = 0
        self._put_off: set[EntryName] = set()

    def run(self) -> None:
        """Analyse every task, in rounds.

        Raises `KeyboardInterrupt` if the user stops the run; `reports` holds what was found until then.
        """
        entries = [task.entry for task in self._ordered()]
        try:
            self._wait_for_sequences()
            for round_number in range(MOST_ROUNDS):
                if not entries or time.time() >= self._deadline:
                    break
                self._round(entries, round_number)
                entries = self._left_of(entries)
            self._replay_the_rest()
        except KeyboardInterrupt:
            self._crew.wind_up()
            raise

    def _wait_for_sequences(self) -> None:
        """Leave the processors to the search for call sequences while it gains much. The workers start meanwhile."""
        until = time.time() + HEAD_START * self._budget
        if self._sequences is None or not is_short(len(self._tasks), self._budget, len(self._slots)):
            return
        self._crew.start()
        while self._sequences.gains_much and time.time() < until:
            time.sleep(WAITING)

    def end_by(self, deadline: float) -> None:
        """Move the deadline. What runs ends by the deadline that it was given."""
        self._deadline = deadline

    def _ordered(self) -> list[Task]:
        """Long methods first, so that none is left for the end. If the time is too short for all, short methods first,
        grouped by class and by similar length.
        """
        if not is_short(len(self._tasks), self._budget, len(self._slots)):
            return sorted(self._tasks, key=lambda task: -task.weight)
        return sorted(self._tasks, key=lambda task: (task.weight.bit_length(), task.entry.class_name))

    def unfinished(self) -> Iterable[EntryName]:
        """The methods that have no report."""
        return (task.entry for task in self._tasks if task.entry not in self.reports)

    def _left_of(self, entries: Sequence[EntryName]) -> list[EntryName]:
        """The methods for a further round: those with uncovered branches first, then the slowest (if the time is short:
        the fastest) first. Empty if some method had no turn yet.
        """
        if not all(map(self._results.is_explored, entries)):
            return []
        left = [entry for entry in entries if self.reports[entry].resumable]
        self._left = len(left)
        sign = 1 if self._is_short_of_time(time.time()) else -1
        return sorted(left, key=lambda entry: (self._is_covered(entry), sign * self.reports[entry].seconds))

    def _is_covered(self, entry: EntryName) -> bool:
        report = self.reports.get(entry)
        return report is not None and report.branches.covered == report.branches.total

    def _round(self, entries: Sequence[EntryName], round_number: int) -> None:
        self._left = len(entries)
        waiting = self._groups(entries, round_number)
        while waiting or self._crew.running or any(slot.group for slot in self._slots):
            if time.time() < self._deadline:
                self._feed(waiting)
            elif not self._crew.running:
                for slot in self._slots:
                    slot.group.clear()
                return
            for slot, unit, again in self._crew.collect(self._kill_at, lambda: time.time() >= self._deadline):
                if again:
                    slot.group.appendleft(Unit(unit.entry, 0.0, self._deadline, 0))
                elif unit.explores:
                    self._left -= 1

    def _replay_the_rest(self) -> None:
        """Replay call sequences after the last round, until the sweep finds nothing more or the time is over."""
        while self._crew.running or (
            self._sequences is not None
            and time.time() < self._deadline
            and self._sequences.may_have_more(self._deadline)
        ):
            for slot in self._slots:
                unit = self._unit_of_sequences(nothing_else=True) if slot.unit is None else None
                if unit is not None:
                    self._crew.submit(slot, unit)
            if not self._crew.running:
                time.sleep(WAITING)
            for _ in self._crew.collect(self._kill_at, lambda: time.time() >= self._deadline):
                pass

    def _unit_of_sequences(self, *, nothing_else: bool = False) -> Unit | None:
        """The next unit of call sequences; None if there is none, or no time for it."""
        left = self._deadline - time.time()
        if self._sequences is None or left <= LEAST_SHARE:
            return None
        return self._sequences.next_unit(min(SEQUENCES_SHARE, left), self._deadline, nothing_else=nothing_else)

    def _kill_at(self, slot: Slot, now: float) -> float:
        """The time at which the unit of a slot counts as stuck. The start of its worker does not count. A deadline that
        has moved since does not matter: the unit keeps to the one that it was given.
        """
        ready, unit = slot.worker.ready_at, slot.unit
        share, given = (unit.seconds, unit.deadline) if unit is not None else (0.0, self._deadline)
        began = max(slot.submitted, now if ready is None else ready)
        end = min(began + 2 * share + STUCK_AFTER, max(self._deadline, given, began) + GRACE)
        return min(end, slot.submitted + STARTING, self._deadline + LATE_START) if ready is None else end

    def _groups(self, entries: Sequence[EntryName], round_number: int) -> deque[deque[Unit]]:
        """Methods that one worker analyses in turn: those of a class; in later rounds, those whose states it holds."""
        weights = {task.entry: task.weight for task in self._tasks}
        short = self._is_short_of_time(time.time())
        groups: dict[object, deque[Unit]] = {}
        for entry in entries:
            length = weights[entry].bit_length() if short else 0
            key = (entry.class_name, length) if not round_number else self._holders.get(entry)
            groups.setdefault(key, deque()).append(Unit(entry, 0.0, self._deadline, round_number))
        return deque(groups.values())

    def _is_short_of_time(self, now: float) -> bool:
        """True if the time is too short for all methods left in this round."""
        return is_short(self._left, self._deadline - now, len(self._slots))

    def _feed(self, waiting: deque[deque[Unit]]) -> None:
        for slot in self._slots:
            if slot.unit is not None:
                continue
            found = self._unit_of_sequences()
            if found is not None:
                self._crew.submit(slot, found)
                continue
            if not slot.group:
                group = self._next_group(slot, waiting)
                if group is None:
                    continue
                slot.group = group
            planned = self._next_of(slot.group, waiting)
            if planned is None:
                continue
            now = time.time()
            share = self._share(now, planned.round)
            short, later = self._is_short_of_time(now), planned.round > 0
            last = later or now + share + LEAST_SHARE > self._deadline or short
            low_budget = short and not (later or self._whole)
            unit = Unit(planned.entry, share, self._deadline, planned.round, last, low_budget)
            self._holders[unit.entry] = slot.number
            self._crew.submit(slot, unit)

    def _next_of(self, group: deque[Unit], waiting: deque[deque[Unit]]) -> Unit | None:
        """The next unit of a group. If the time is short, methods that call sequences have covered go last."""
        while group:
            unit = group.popleft()
            covered = unit.round == 0 and unit.entry not in self._put_off and self._is_swept(unit.entry)
            if not covered or not self._is_short_of_time(time.time()):
                return unit
            self._put_off.add(unit.entry)
            waiting.append(deque([unit]))
        return None

    def _is_swept(self, entry: EntryName) -> bool:
        """True if call sequences have covered all of a method."""
        report = self.reports.get(entry)
        return report is not None and self._is_covered(entry) and report.instructions.percent == 100.0

    def _next_group(self, slot: Slot, waiting: deque[deque[Unit]]) -> deque[Unit] | None:
        """The next group for a worker; if none is left, a part of another worker's group. None if there is nothing.

        The worker that holds the states of a method continues it. Else a worker that has analysed the class is best.
        """
        chosen: int | None = None
        for position, group in enumerate(waiting):
            entry = group[0].entry
            holder = self._holders.get(entry)
            if holder == slot.number or (holder is None and self._homes.get(entry.class_name) == slot.number):
                chosen = position
                break
            if holder is None and (chosen is None or entry.class_name not in self._homes):
                chosen = position
                if entry.class_name not in self._homes:
                    break
        if chosen is not None:
            group = waiting[chosen]
            del waiting[chosen]
            self._homes.setdefault(group[0].entry.class_name, slot.number)
            return group
        for other in self._slots:
            if len(other.group) > 1 and other.group[0].round == 0:
                half = len(other.group) // 2
                return deque(reversed([other.group.pop() for _ in range(half)]))
        return self._one_of_another(waiting)

    def _one_of_another(self, waiting: deque[deque[Unit]]) -> deque[Unit] | None:
        """A method that waits for a busy worker: it begins anew here, since nothing else is left to do."""
        busy = [slot for slot in self._slots if slot.unit is not None]
        numbers = {slot.number for slot in busy}
        held = [group for group in waiting if self._holders.get(group[0].entry) in numbers]
        for group in (*reversed(held), *(slot.group for slot in busy)):
            if group:
                unit = group.pop()
                if not group and group in waiting:
                    waiting.remove(group)
                return deque([unit])
        return None

    def _share(self, now: float, round_number: int) -> float:
        left = max(self._deadline - now, 0.0)
        share = left * len(self._slots) / max(self._left, 1)
        if self._whole:
            pass
        elif round_number == 0:
            share = min(share * FIRST_PART, self._budget * FIRST_SHARE)
        else:
            share = min(share, self._budget * LATER_SHARE)
        return min(max(share, LEAST_SHARE), left) if left > LEAST_SHARE else left
