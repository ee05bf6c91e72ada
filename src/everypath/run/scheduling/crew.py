"""The workers of a run with the units that they run, and the reports that come back.

`Results` holds the latest report of each method. `Crew` submits units and collects what ended: with a report, by the
death of a worker, or since it took too long.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field, replace
from everypath.errors import BridgeError, EverypathError
from everypath.run.entries import EntryName
from everypath.run.results import MethodReport, Reason, Status, joined
from everypath.run.scheduling.workers import Worker, WorkerDiedError
from everypath.run.workload import ErrorLog, Unit, error_text

REPORTING = 5.0
"""Seconds in which running methods report when the user stops the run."""


@dataclass(frozen=True)
class Task:
    """One method of the run. ``weight`` estimates how long it takes (`Entry.weight`)."""

    entry: EntryName
    weight: int = 0


@dataclass
class Slot:
    """A worker, the unit that it is running, and the units that it runs next."""

    worker: Worker
    number: int
    unit: Unit | None = None
    group: deque[Unit] = field(default_factory=deque)
    submitted: float = 0.0


KillAt = Callable[[Slot, float], float]
"""The time at which the unit of a slot counts as stuck; it gets the present time. Both are of `time.time`."""


class Results:
    """The latest report of each method. ``on_report`` and ``on_message`` are called with news, ``on_unit`` with each
    unit that has ended, and its own report. The ``log`` gets the traces of errors that lose a report.
    """

    def __init__(
        self,
        on_report: Callable[[MethodReport], None],
        on_message: Callable[[str], None],
        log: ErrorLog | None = None,
        on_unit: Callable[[Unit, MethodReport], None] = lambda unit, report: None,
    ) -> None:
        self._log = log
        self._on_unit = on_unit
        self.reports: dict[EntryName, MethodReport] = {}
        self._on_report = on_report
        self._on_message = on_message
        self._deaths: dict[EntryName, int] = {}
        self._explored: dict[EntryName, MethodReport] = {}
        self._swept: dict[EntryName, MethodReport] = {}

    def keep(self, unit: Unit, report: MethodReport) -> None:
        """Keep the report of a unit; that of an exploration only if it shows no less than the one before."""
        if unit.sequences:
            self._keep_swept(unit.entry, report)
        elif unit.explores:
            self._keep_explored(report)
        self._on_unit(unit, report)

    def _keep_explored(self, report: MethodReport) -> None:
        entry = EntryName(internal_name(report.class_name), report.method, report.descriptor)
        known = self._explored.get(entry)
        if known is not None and report.status is not Status.FAILED and len(report.cases) < len(known.cases):
            return  # it began anew and had too little time
        if known is not None and report.status is Status.FAILED and len(report.cases) < len(known.cases):
            texts = report.messages or (each.code for each in report.reasons)
            report = replace(known.failed(*texts), resumable=False)
        if entry in self._deaths:
            report = replace(report, deaths=self._deaths[entry])
        self._explored[entry] = report
        self._publish(entry)

    def _keep_swept(self, entry: EntryName, report: MethodReport) -> None:
        known = self._swept.get(entry)
        self._swept[entry] = joined(known, report) if known is not None else report
        self._publish(entry)

    def is_explored(self, entry: EntryName) -> bool:
        """True if a method has the report of an exploration."""
        return entry in self._explored

    def _publish(self, entry: EntryName) -> None:
        explored, swept = self._explored.get(entry), self._swept.get(entry)
        report = joined(explored, swept) if explored is not None and swept is not None else explored or swept
        assert report is not None
        self.reports[entry] = report
        self._on_report(report)

    def died(self, unit: Unit, problem: WorkerDiedError) -> bool:
        """A worker died over a unit. True if the unit is to be tried once more, else the method has failed."""
        name = f"{unit.entry.dotted}#{unit.entry.method}"
        deaths = self._deaths[unit.entry] = self._deaths.get(unit.entry, 0) + 1
        if deaths == 1 and unit.explores:
            self._on_message(f"{name}: {problem}; trying once more")
            return True
        self._on_message(f"{name}: {problem} again; given up")
        self._note(unit, f"{problem}\n")
        self.keep(unit, _ended(unit, Status.FAILED, "worker-died", problem.how))
        return False

    def failed(self, unit: Unit, problem: Exception) -> None:
        """An error outside of the analysis of a method has lost the report of the unit."""
        self._note(unit, "".join(traceback.format_exception(problem)))
        self.keep(unit, _ended(unit, Status.FAILED, "error", error_text(problem)))

    def _note(self, unit: Unit, trace: str) -> None:
        if self._log is not None:
            self._log.note(trace, unit.entry)

    def overdue(self, unit: Unit, *, has_started: bool, is_late: bool) -> None:
        """A unit took too long, or its worker did not start. Unless the time of the run ``is_late``, it hung: then the
        method has failed.
        """
        why = "took too long and was stopped" if has_started else "its worker did not start in time"
        self._on_message(f"{unit.entry.dotted}#{unit.entry.method}: {why}")
        if not is_late:
            self._note(unit, f"the unit {why}\n")
            self.keep(unit, _ended(unit, Status.FAILED, "stuck"))
        elif unit.entry not in self.reports:
            self.keep(unit, _ended(unit, Status.BOUNDED, "time"))


class Crew:
    """The workers, each in a `Slot`. ``meanwhile`` is called while they are busy, before reports are awaited."""

    def __init__(self, workers: Sequence[Worker], results: Results, meanwhile: Callable[[], object]) -> None:
        self.slots = [Slot(worker, number) for number, worker in enumerate(workers)]
        self.running: dict[Future[MethodReport], Slot] = {}
        self._results = results
        self._meanwhile = meanwhile

    def start(self) -> None:
        """Have the workers get ready before there are units, and do what is to be done meanwhile."""
        for slot in self.slots:
            with suppress(OSError, EverypathError, MemoryError):  # the first unit will report it
                slot.worker.start()
        self._meanwhile()

    def submit(self, slot: Slot, unit: Unit) -> None:
        """Have an idle worker run a unit."""
        slot.unit, slot.submitted = unit, time.time()
        try:
            future = slot.worker.submit(unit)
        except (OSError, BridgeError) as problem:  # no process or no JVM starts any more
            future = Future()
            future.set_exception(problem)
        self.running[future] = slot

    def collect(
        self, kill_at: KillAt, is_late: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Slot, Unit, bool]]:
        """Wait until a unit has ended or counts as stuck. Yields each such unit with its slot, and True if it is to be
        tried once more. A unit that is stuck before the run ``is_late`` has hung. Raises `KeyboardInterrupt` where the
        user has stopped the run.
        """
        if not self.running:
            return
        self._meanwhile()
        now = time.time()
        until = min(kill_at(slot, now) for slot in self.running.values()) - now
        done, _ = wait(self.running, timeout=max(until, 0.05), return_when=FIRST_COMPLETED)
        for future in done:
            slot = self.running.pop(future)
            unit = self._idle(slot)
            yield slot, unit, self._finished(slot, unit, future)
            if slot.worker.interrupted:
                raise KeyboardInterrupt
        now = time.time()
        for future, slot in list(self.running.items()):
            if now >= kill_at(slot, now):
                del self.running[future]
                unit, has_started = self._idle(slot), slot.worker.ready_at is not None
                slot.worker.restart()
                self._results.overdue(unit, has_started=has_started, is_late=is_late())
                yield slot, unit, False

    def wind_up(self) -> None:
        """Collect the reports of running methods after the user stopped the run."""
        for slot in self.running.values():
            slot.worker.interrupt()
        done, _ = wait(self.running, timeout=REPORTING)
        for future in done:
            unit = self.running[future].unit
            if unit is not None and future.exception() is None:
                self._results.keep(unit, future.result())

    def _idle(self, slot: Slot) -> Unit:
        unit, slot.unit = slot.unit, None
        assert unit is not None
        return unit

    def _finished(self, slot: Slot, unit: Unit, future: Future[MethodReport]) -> bool:
        try:
            report = future.result()
        except WorkerDiedError as problem:
            slot.worker.restart()
            return self._results.died(unit, problem)
        except Exception as problem:  # noqa: BLE001 - such as a report that cannot be sent: it costs the method at hand
            self._results.failed(unit, problem)
            return False
        self._results.keep(unit, report)
        return False


def _ended(unit: Unit, status: Status, code: str, where: str = "") -> MethodReport:
    entry = unit.entry
    return MethodReport(entry.dotted, entry.method, entry.descriptor, status, (Reason(code, where),))
