"""Which method is analysed when, where, and for how long.

The budget is wall time for the whole run. In the first round each method gets a part of its equal share of what is
left, so that all have their turn; time that one method does not use flows on to the others. Methods that a bound cut
come back in further rounds until nothing is cut or the time is over. Where the time cannot do for all methods, the
cheap ones go first, so that many are done, and each ends for now where it has shown what it was to show; methods with
branches that nothing covered come first in further rounds.

One method that hangs or kills its worker costs that worker's current unit and nothing else.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field, replace
from everypath.run.entries import EntryName
from everypath.run.results import MethodReport, Reason, Status
from everypath.run.scheduling.workers import Lane, WorkerDiedError
from everypath.run.workload import Unit

#: Shares never get smaller than this, in seconds: below it nothing can be found.
LEAST_SHARE = 0.25
#: One method takes at most this part of the budget in the first round, and in a later one: a hard method must not keep
#: the user waiting for the whole budget when it has nothing more to show.
FIRST_SHARE, LATER_SHARE = 0.1, 0.2
#: The part of its equal share that a method gets in the first round.
FIRST_PART = 0.5
#: Seconds a worker may go on after the deadline before it is stopped from outside.
GRACE = 0.5
#: The shortest time after which a unit is taken for stuck, in seconds: more than what follows exploring takes.
PATIENCE = 30.0
#: Seconds that the start of a worker may take, which count against no unit, and those of them after the deadline.
STARTING, LATE_START = 60.0, 5.0
#: Seconds that methods have to tell what they found when the user stops the run.
LAST_WORDS = 5.0
#: Rounds after which a method has had its chance even where time is left.
ROUNDS = 4


@dataclass(frozen=True)
class Task:
    """One method on the agenda. `weight` says how long it may take (`Entry.weight`): heavy classes go first."""

    entry: EntryName
    weight: int = 0


@dataclass
class _Lane:
    """A lane, and what it is doing."""

    lane: Lane
    number: int
    unit: Unit | None = None
    group: deque[Unit] = field(default_factory=deque)
    submitted: float = 0.0
    share: float = 0.0

    def kill_at(self, deadline: float, now: float) -> float:
        """When the unit is taken for stuck: the time that its worker takes to start is not the unit's."""
        ready = self.lane.ready_at
        began = max(self.submitted, now if ready is None else ready)
        end = min(began + 2 * self.share + PATIENCE, max(deadline, began) + GRACE)
        return min(end, self.submitted + STARTING, deadline + LATE_START) if ready is None else end


class Schedule:
    """The agenda of one run: `run` works it off; `reports` holds the newest report of every method.

    `meanwhile` is called while lanes work, before their reports are waited for. ``whole``: methods get all of their
    equal share in the first round, as long as it may be, since all that they show is wanted.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        lanes: Sequence[Lane],
        deadline: float,
        on_report: Callable[[MethodReport], None],
        on_message: Callable[[str], None],
        meanwhile: Callable[[], object] = lambda: None,
        *,
        whole: bool = False,
    ) -> None:
        self.reports: dict[EntryName, MethodReport] = {}
        self._tasks = list(tasks)
        self._lanes = [_Lane(lane, number) for number, lane in enumerate(lanes)]
        self._deadline = deadline
        self._budget = max(deadline - time.time(), LEAST_SHARE)
        self._on_report = on_report
        self._on_message = on_message
        self._meanwhile = meanwhile
        self._whole = whole
        self._homes: dict[str, int] = {}
        self._holders: dict[EntryName, int] = {}
        self._left = 0
        self._running: dict[Future[MethodReport], _Lane] = {}
        self._deaths: dict[EntryName, int] = {}

    def run(self) -> None:
        """Analyse every task, in rounds.

        Raises `KeyboardInterrupt` where the user stops the run; `reports` holds what was found until then.
        """
        agenda = [task.entry for task in self._ordered()]
        try:
            for round_number in range(ROUNDS):
                if not agenda or time.time() >= self._deadline:
                    break
                self._round(agenda, round_number)
                agenda = self._left_of(agenda)
        except KeyboardInterrupt:
            self._wind_up()
            raise

    def end_by(self, deadline: float) -> None:
        """End earlier than was said, if that is earlier."""
        self._deadline = min(self._deadline, deadline)

    def _wind_up(self) -> None:
        """Keep what the methods that run have found so far."""
        for lane in self._running.values():
            lane.lane.interrupt()
        done, _ = wait(self._running, timeout=LAST_WORDS)
        for future in done:
            if future.exception() is None:
                self._keep(future.result())

    def _ordered(self) -> list[Task]:
        """Long ones first, so that no worker is left with one at the end; short ones first where time is too short,
        those of one class and about one length together.
        """
        if len(self._tasks) * LEAST_SHARE <= self._budget * len(self._lanes):
            return sorted(self._tasks, key=lambda task: -task.weight)
        return sorted(self._tasks, key=lambda task: (task.weight.bit_length(), task.entry.class_name))

    def unfinished(self) -> Iterable[EntryName]:
        """The methods no worker came to."""
        return (task.entry for task in self._tasks if task.entry not in self.reports)

    def _left_of(self, agenda: Sequence[EntryName]) -> list[EntryName]:
        """What may show more in a further round: methods with branches that nothing covered first, then those that took
        long, or little where time is scarce.
        """
        if any(entry not in self.reports for entry in agenda):
            return []
        left = [entry for entry in agenda if self.reports[entry].resumable]
        self._left = len(left)
        sign = 1 if self._is_scarce(time.time()) else -1
        return sorted(left, key=lambda entry: (self._is_covered(entry), sign * self.reports[entry].seconds))

    def _is_covered(self, entry: EntryName) -> bool:
        report = self.reports.get(entry)
        return report is not None and report.branches.covered == report.branches.total

    def _round(self, agenda: Sequence[EntryName], round_number: int) -> None:
        self._left = len(agenda)
        waiting = self._groups(agenda, round_number)
        running = self._running
        while waiting or running or any(lane.group for lane in self._lanes):
            if time.time() < self._deadline:
                self._feed(waiting, running)
            elif not running:
                for lane in self._lanes:
                    lane.group.clear()
                return
            self._collect(running)

    def _groups(self, agenda: Sequence[EntryName], round_number: int) -> deque[deque[Unit]]:
        """Methods that one lane works off together: those of one class, in later rounds those that wait with it."""
        weights = {task.entry: task.weight for task in self._tasks}
        scarce = self._is_scarce(time.time())
        groups: dict[object, deque[Unit]] = {}
        for entry in agenda:
            length = weights[entry].bit_length() if scarce else 0
            key = (entry.class_name, length) if not round_number else self._holders.get(entry)
            groups.setdefault(key, deque()).append(Unit(entry, 0.0, self._deadline, round_number))
        return deque(groups.values())

    def _is_scarce(self, now: float) -> bool:
        """Whether the time cannot do for all methods that are left in this round."""
        return self._left * LEAST_SHARE > (self._deadline - now) * len(self._lanes)

    def _feed(self, waiting: deque[deque[Unit]], running: dict[Future[MethodReport], _Lane]) -> None:
        for lane in self._lanes:
            if lane.unit is not None:
                continue
            if not lane.group:
                group = self._next_group(lane, waiting)
                if group is None:
                    continue
                lane.group = group
            planned = lane.group.popleft()
            now = time.time()
            share = self._share(now, planned.round)
            scarce, later = self._is_scarce(now), planned.round > 0
            last = later or now + share + LEAST_SHARE > self._deadline or scarce
            brief = scarce and not (later or self._whole)
            unit = Unit(planned.entry, share, self._deadline, planned.round, last, brief)
            lane.unit = unit
            self._holders[unit.entry] = lane.number
            lane.submitted, lane.share = now, share
            running[lane.lane.submit(unit)] = lane

    def _next_group(self, lane: _Lane, waiting: deque[deque[Unit]]) -> deque[Unit] | None:
        """The next group for a lane, or some of what another lane has before it.

        Where states of a method wait, the lane that holds them is to go on; else a lane that knows the class is best.
        """
        chosen: int | None = None
        for position, group in enumerate(waiting):
            entry = group[0].entry
            holder = self._holders.get(entry)
            if holder == lane.number or (holder is None and self._homes.get(entry.class_name) == lane.number):
                chosen = position
                break
            if holder is None and (chosen is None or entry.class_name not in self._homes):
                chosen = position
                if entry.class_name not in self._homes:
                    break
        if chosen is not None:
            group = waiting[chosen]
            del waiting[chosen]
            self._homes.setdefault(group[0].entry.class_name, lane.number)
            return group
        for other in self._lanes:
            if len(other.group) > 1 and other.group[0].round == 0:
                half = len(other.group) // 2
                return deque(reversed([other.group.pop() for _ in range(half)]))
        return self._one_of_another(waiting)

    def _one_of_another(self, waiting: deque[deque[Unit]]) -> deque[Unit] | None:
        """A method that would have to wait for a lane that is busy, to be begun anew where nothing else is to do."""
        busy = [lane for lane in self._lanes if lane.unit is not None]
        numbers = {lane.number for lane in busy}
        held = [group for group in waiting if self._holders.get(group[0].entry) in numbers]
        for group in (*reversed(held), *(lane.group for lane in busy)):
            if group:
                unit = group.pop()
                if not group and group in waiting:
                    waiting.remove(group)
                return deque([unit])
        return None

    def _share(self, now: float, round_number: int) -> float:
        left = max(self._deadline - now, 0.0)
        share = left * len(self._lanes) / max(self._left, 1)
        if self._whole:
            pass
        elif round_number == 0:
            share = min(share * FIRST_PART, self._budget * FIRST_SHARE)
        else:
            share = min(share, self._budget * LATER_SHARE)
        return min(max(share, LEAST_SHARE), left) if left > LEAST_SHARE else left

    def _collect(self, running: dict[Future[MethodReport], _Lane]) -> None:
        if not running:
            return
        self._meanwhile()
        now = time.time()
        until = min(lane.kill_at(self._deadline, now) for lane in running.values()) - now
        done, _ = wait(running, timeout=max(until, 0.05), return_when=FIRST_COMPLETED)
        for future in done:
            lane = running.pop(future)
            self._finished(lane, future)
            if lane.lane.interrupted:
                raise KeyboardInterrupt
        now = time.time()
        for future, lane in list(running.items()):
            if now >= lane.kill_at(self._deadline, now):
                del running[future]
                self._overdue(lane)

    def _finished(self, lane: _Lane, future: Future[MethodReport]) -> None:
        unit = lane.unit
        assert unit is not None
        lane.unit = None
        self._left -= 1
        try:
            report = future.result()
        except WorkerDiedError as problem:
            lane.lane.restart()
            name = f"{unit.entry.dotted}#{unit.entry.method}"
            deaths = self._deaths[unit.entry] = self._deaths.get(unit.entry, 0) + 1
            if deaths == 1:
                self._on_message(f"{name}: {problem}; trying once more")
                self._left += 1
                lane.group.appendleft(Unit(unit.entry, 0.0, self._deadline, 0))
                return
            self._on_message(f"{name}: {problem} again; given up")
            self._keep(_ended(unit, Status.FAILED, "worker-died", problem.how))
            return
        self._keep(report)

    def _overdue(self, lane: _Lane) -> None:
        unit = lane.unit
        assert unit is not None
        lane.unit = None
        self._left -= 1
        why = "took too long and was stopped" if lane.lane.ready_at is not None else "its worker did not start in time"
        lane.lane.restart()
        self._on_message(f"{unit.entry.dotted}#{unit.entry.method}: {why}")
        if unit.entry not in self.reports:
            self._keep(_ended(unit, Status.BOUNDED, "time"))

    def _keep(self, report: MethodReport) -> None:
        entry = EntryName(internal_name(report.class_name), report.method, report.descriptor)
        known = self.reports.get(entry)
        if known is not None and report.status is not Status.FAILED and len(report.cases) < len(known.cases):
            return  # it was begun anew, and had no time
        if entry in self._deaths:
            report = replace(report, deaths=self._deaths[entry])
        self.reports[entry] = report
        self._on_report(report)


def _ended(unit: Unit, status: Status, code: str, where: str = "") -> MethodReport:
    entry = unit.entry
    return MethodReport(entry.dotted, entry.method, entry.descriptor, status, (Reason(code, where),))
