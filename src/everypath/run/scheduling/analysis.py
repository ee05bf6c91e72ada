"""One run from the target to the result: `analyse`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from everypath.errors import BridgeError, UsageError
from everypath.run.campaign import Campaign, SweepStart, counted_sweep_of, sweep_of, sweep_start
from everypath.run.results import Analysis, MethodReport
from everypath.run.scheduling.assembling import analysis_of, complete, with_goals
from everypath.run.scheduling.memory import free_memory, memory_of_run, memory_of_worker, with_held
from everypath.run.scheduling.merging import ResultMerger
from everypath.run.scheduling.plan import AnalysisPlan, Listener, prepare
from everypath.run.workload import ErrorLog, Workload, error_text
from everypath.work import TEST, Steps, end_of, in_tests, seconds_of

if TYPE_CHECKING:
    from everypath.run.results import Finding
    from everypath.run.scheduling.scheduler import Schedule
    from everypath.run.scheduling.work_schedule import WorkSchedule
    from everypath.run.scheduling.workers import Worker

CONFIRMING_PART, MOST_CONFIRMING_SECONDS = 0.1, 1.5
"""The part of the budget that is reserved for confirming findings, and the most of it in seconds."""

LEAST_WRITING_PART, MOST_WRITING_PART = 0.1, 0.5
"""The least and the most part of the budget that is reserved for writing tests."""

MOST_BUSY, OWN_LOAD, START_IN_TESTS = 4.0, 3.0, 100
"""The factor by which a busy machine may raise the time that is reserved for tests, the load of the run itself, and the
number of tests that the start takes as long as.
"""

MOST_BUSY_MEASURED = 1.5
"""The same factor for what was measured: that was on the busy machine, only the run itself leaves it."""


def nothing_reserved(tests: int) -> float:
    """Reserve nothing: all of the budget is for the analysis."""
    return 0.0


def time_for_writing(budget: float | Steps, tests: int, needed: float | None = None) -> float:
    """Seconds of a budget that are reserved for writing so many tests. ``needed`` are those that checks until now say,
    if there were any, with the machine to the run itself. It is more if the machine is busy, unless the budget is one
    of work.
    """
    if isinstance(budget, Steps):
        return min(max(LEAST_WRITING_PART * budget.effort, TEST * tests), MOST_WRITING_PART * budget.effort)
    busy = min(max(1.0, (os.getloadavg()[0] - OWN_LOAD) / (os.cpu_count() or 1)), MOST_BUSY)
    seconds = TEST * (tests + START_IN_TESTS) * busy if needed is None else needed * min(busy, MOST_BUSY_MEASURED)
    return min(max(LEAST_WRITING_PART * budget, seconds), MOST_WRITING_PART * budget)


class Saver(Protocol):
    """Saves results while a run goes on."""

    def started(self, plan: AnalysisPlan) -> None:
        """The plan is made, and the analysis begins."""

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""

    def save(self) -> None:
        """Save what is finished, if there is time for that."""

    def finished(self) -> None:
        """The last method has its report; what follows may take a while."""


class _Budget:
    """The times at which the analysis must end. They move forward when tests are found that the caller will write,
    and back when it has.

    With a budget of work there are none: what is reserved of it does not depend on the clock.
    """

    def __init__(self, beginning: float, budget: float | Steps, reserve: Callable[[int], float]) -> None:
        self._beginning = beginning
        self._budget = budget
        self._seconds = end_of(0.0, budget)
        self._reserve = reserve
        self._tests: dict[tuple[str, str, str], int] = {}

    def note(self, report: MethodReport) -> None:
        """Count the tests of a report; a later one of the same method replaces it."""
        tests = in_tests(each.observed for each in report.tests)
        self._tests[report.class_name, report.method, report.descriptor] = tests

    def reserved(self) -> float:
        """The part of the budget that is reserved: seconds, or seconds of effort."""
        later = self._later
        return later + min(MOST_CONFIRMING_SECONDS, CONFIRMING_PART * (seconds_of(self._budget) - later))

    @property
    def _later(self) -> float:
        """What the caller needs afterwards."""
        return self._reserve(sum(self._tests.values()))

    @property
    def _left(self) -> float:
        return self._seconds - self._later

    @property
    def end(self) -> float:
        """The end of the whole run, in seconds of `time.time`."""
        return self._beginning + self._seconds

    @property
    def end_of_confirming(self) -> float:
        """The end of confirming findings."""
        return self._beginning + self._left

    @property
    def end_of_exploring(self) -> float:
        """The end of the analysis of methods."""
        return self.end_of_confirming - min(MOST_CONFIRMING_SECONDS, CONFIRMING_PART * self._left)


def analyse(
    workload: Workload,
    listener: Listener,
    started: float | None = None,
    *,
    reserve: Callable[[int], float] = nothing_reserved,
    savers: Sequence[Saver] = (),
) -> Analysis:
    """Analyse the target within its budget, which counts from ``started`` (seconds of `time.time`; default: now).

    ``reserve`` maps the number of tests found so far to the seconds of the budget that the caller needs afterwards. The
    ``savers`` save results while others are awaited. An interrupt keeps what was found. Raises `UsageError` if nothing
    is selected, and `NoJdkError` without a JDK.
    """
    beginning = time.time() if started is None else started
    plan = prepare(workload, listener)
    listener.started(plan)
    for saver in savers:
        saver.started(plan)
    merger = ResultMerger(workload)
    budget = _Budget(beginning, workload.options.budget, reserve)
    campaign = Campaign(beginning)
    workers = _workers(workload, plan)
    schedule = _schedule(workload, plan, workers, budget, merger, campaign, listener, savers)
    interrupted = True
    log = ErrorLog(workload)
    error = ""
    try:
        with suppress(KeyboardInterrupt):
            try:
                schedule.run()
                for saver in savers:
                    saver.finished()
                campaign.close()
                for worker in workers:
                    worker.release()
            except Exception as problem:  # noqa: BLE001 - what was analysed until now must not be lost
                log.note_current(doing="scheduling the methods")
                error = error_text(problem)
            interrupted = False
        reports, findings, interrupted = _merged(merger, plan, schedule, budget, interrupted, error)
        if merger.has_hung:
            listener.message("a limit by the clock ended the confirming of findings, as something hung")
    finally:
        campaign.close()
        merger.close()
        for worker in workers:
            try:
                worker.close(now=interrupted)
            except Exception:  # noqa: BLE001 - its caches may be lost; the results are there
                log.note_current(doing="ending a worker")
    seconds = time.time() - beginning
    spent = {"seconds": seconds, "effort": merger.effort + campaign.effort}
    analysis = analysis_of(workload, reports, findings, **spent, interrupted=interrupted, campaign=campaign)
    return with_goals(analysis, workload, campaign) if workload.options.goals is not None else analysis


def _schedule(
    workload: Workload,
    plan: AnalysisPlan,
    workers: Sequence[Worker],
    budget: _Budget,
    merger: ResultMerger,
    campaign: Campaign,
    listener: Listener,
    savers: Sequence[Saver],
) -> Schedule | WorkSchedule:
    """The schedule of all methods that have code."""
    from everypath.run.scheduling.crew import Task
    from everypath.run.scheduling.scheduler import Schedule

    def on_report(report: MethodReport) -> None:
        merger.expect(report)
        campaign.note(report)
        listener.method_done(report)
        budget.note(report)
        for saver in savers:
            saver.note(report)
        if schedule is not None:
            schedule.end_by(budget.end_of_exploring)

    def meanwhile() -> None:
        merger.load()
        for saver in savers:
            saver.save()

    schedule: Schedule | None = None

    tasks = [Task(entry.name, entry.weight) for entry in plan.entries if not entry.native]
    whole = workload.every_path and workload.options.loop is not None
    log, on_unit = ErrorLog(workload), campaign.note_unit
    if isinstance(workload.options.budget, Steps):
        from everypath.run.scheduling.work_schedule import WorkSchedule

        effort, notify = workload.options.budget.effort, (on_report, listener.message)
        sequences, start = None, sweep_start(workload, len(tasks), effort)
        if start is not SweepStart.NEVER:
            sequences = counted_sweep_of(workload, campaign, [task.entry for task in tasks])
        late = start is SweepStart.LATER
        given = tasks, workers, effort, *notify, meanwhile, budget.reserved
        return WorkSchedule(*given, whole=whole, log=log, sequences=sequences, late=late, on_unit=on_unit)
    end, notify = budget.end_of_exploring, (on_report, listener.message)
    start = sweep_start(workload, len(tasks), (end - time.time()) * len(workers))
    if start is not SweepStart.NEVER:
        campaign.plan_sweep(sweep_of(workload, start), [task.entry for task in tasks], len(workers))
    if start is SweepStart.FIRST:
        campaign.begin_sweep()
    schedule = Schedule(
        tasks, workers, end, *notify, meanwhile, whole=whole, log=log, sequences=campaign, on_unit=on_unit
    )
    return schedule


def _merged(
    merger: ResultMerger,
    plan: AnalysisPlan,
    schedule: Schedule | WorkSchedule,
    budget: _Budget,
    interrupted: bool,
    error: str,
) -> tuple[list[MethodReport], tuple[Finding, ...], bool]:
    """The reports and findings, and whether the user has interrupted the run. ``error`` ended the schedule early."""
    reports = complete(plan, schedule.reports, interrupted, error)
    try:
        return *merger.finalise(reports, budget.end_of_confirming, budget.end, interrupted), interrupted
    except KeyboardInterrupt:
        return *merger.finalise(reports, 0.0, 0.0, True), True


def _workers(workload: Workload, plan: AnalysisPlan) -> list[Worker]:
    """The workers of the run: one in this process, or several processes."""
    from everypath.bridge import java_side
    from everypath.run.scheduling.workers import InProcessWorker, ProcessWorker

    memory = memory_of_worker(plan.workers, memory_of_run(workload.options.memory, free_memory()))
    if plan.workers == 1:
        return [InProcessWorker(workload, with_held(memory, workload.options.memory))]
    _check_extensions(workload, plan.workers)
    with suppress(BridgeError):  # the workers will report it
        java_side(workload.jdk)  # one for all: otherwise each of them would compile it
    return [ProcessWorker(workload, memory) for _ in range(plan.workers)]


def _check_extensions(workload: Workload, workers: int) -> None:
    """Raise `UsageError` if the parts that a caller supplies cannot be pickled for worker processes."""
    import pickle

    try:
        pickle.dumps(workload.extensions)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        text = f"hooks, strategies, criteria and models cannot be given to {workers} worker processes ({problem})"
        raise UsageError(f"{text}; define it in a module, or use jobs=1") from None
