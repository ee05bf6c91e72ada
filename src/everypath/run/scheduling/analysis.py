"""One run from the target to the result: `analyse`."""

from __future__ import annotations

import difflib
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from everypath import plugins
from everypath.classfile import ClassFile, dotted
from everypath.dataclass import dataclass, replace
from everypath.errors import BridgeError, ClassFormatError, UsageError
from everypath.run.entries import Entry, EntryName, entries_of
from everypath.run.option_values import EntryPattern
from everypath.run.options import Options
from everypath.run.results import Analysis, MethodReport, Reason, Status, summarise
from everypath.run.scheduling.memory import free_memory, room_of_worker, workers_that_fit
from everypath.run.workload import ClassFinder, Workload

if TYPE_CHECKING:
    from everypath.run.entries import ChangedFile
    from everypath.run.results import Finding
    from everypath.run.scheduling.workers import Lane
    from everypath.run.test_writing import Confirmer

#: With ``--jobs auto``, one worker process more is started for this many bytes of code; small targets run in process.
CODE_PER_WORKER = 4000
#: Damaged classes that are named one by one.
MOST_NAMED = 5
#: Classes whose methods are compared with a name that fits none.
MOST_SEARCHED = 1000
#: The part of the budget that is kept for confirming what was found, and the most that is kept, in seconds.
RESERVED, MOST_RESERVED = 0.1, 1.5
#: The part of the budget that is kept for writing tests at first, and at most, as their number is known.
KEPT, MOST_KEPT = 0.1, 0.5
#: Seconds that are kept for each test where no other program runs, by how much that may grow where many do, and the
#: tests that the start counts as.
FOR_EACH, MOST_BUSY, FOR_START = 0.008, 4.0, 100


class Listener(Protocol):
    """Hears of a run while it goes on."""

    def started(self, agenda: Agenda) -> None:
        """What will be analysed is known."""

    def method_done(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""

    def message(self, text: str) -> None:
        """Something went wrong that does not stop the run."""


@dataclass(frozen=True)
class Agenda:
    """What a run will do: the classes and entries it selected, and the number of workers."""

    classes: int
    entries: tuple[Entry, ...]
    workers: int

    @property
    def methods(self) -> int:
        """How many methods will be analysed or skipped."""
        return len(self.entries)


def nothing_kept(tests: int) -> float:
    """All of the budget is for the analysis."""
    return 0.0


def analyse(
    workload: Workload,
    listener: Listener,
    started: float | None = None,
    *,
    kept: Callable[[int], float] = nothing_kept,
) -> Analysis:
    """Analyse the target within its budget, which counts from `started` (seconds of `time.time`; default: now).

    So many seconds of it are `kept` for what the caller does afterwards with a number of tests.

    An interrupt keeps what was found. Raises `UsageError` where nothing is selected and `NoJdkError` without a JDK.
    """
    beginning = time.time() if started is None else started
    options = workload.options
    agenda = prepare(workload, listener)
    listener.started(agenda)
    # The first line is out: now everything that analyses may take its time to load.
    from everypath.run.scheduling.scheduler import Schedule, Task

    settling = _Settling(workload)
    tests: dict[tuple[str, str, str], int] = {}

    def on_report(report: MethodReport) -> None:
        settling.expect(report)
        listener.method_done(report)
        tests[report.class_name, report.method, report.descriptor] = len(report.tests)
        schedule.end_by(deadline())

    def budget() -> float:
        return options.budget - kept(sum(tests.values()))

    def deadline() -> float:
        return beginning + budget() - min(MOST_RESERVED, RESERVED * budget())

    lanes = _lanes(workload, agenda)
    tasks = [Task(entry.name, entry.weight) for entry in agenda.entries if not entry.native]
    whole = workload.every_path and options.loop is not None
    schedule = Schedule(tasks, lanes, deadline(), on_report, listener.message, settling.prepare, whole=whole)
    interrupted = True
    try:
        with suppress(KeyboardInterrupt):
            schedule.run()
            for lane in lanes:
                lane.release()
            interrupted = False
        reports = _complete(agenda, schedule.reports, interrupted)
        try:
            reports, findings = settling.settle(reports, beginning + budget(), beginning + options.budget, interrupted)
        except KeyboardInterrupt:
            interrupted = True
            reports, findings = settling.settle(reports, 0.0, 0.0, interrupted)
    finally:
        settling.close()
        for lane in lanes:
            lane.close(now=interrupted)
    analysis = Analysis(
        targets=workload.targets,
        jdk=workload.jdk.version,
        seconds=time.time() - beginning,
        methods=tuple(reports),
        findings=findings,
        summary=summarise(reports, findings),
        interrupted=interrupted,
    )
    return _sifted(analysis, options)


def _sifted(analysis: Analysis, options: Options) -> Analysis:
    """The result without the findings that annotations and the option suppress."""
    if not analysis.findings:
        return analysis
    from everypath.run.findings import apply_suppressions, by_option

    return apply_suppressions(analysis, by_option(options.suppress))


def time_for_writing(budget: float, tests: int) -> float:
    """Seconds of a budget that are kept for `generate` where so many tests are known: more on a busy machine."""
    busy = min(max(1.0, (os.getloadavg()[0] - 1) / (os.cpu_count() or 1)), MOST_BUSY)
    return min(max(KEPT * budget, FOR_EACH * (tests + FOR_START) * busy), MOST_KEPT * budget)


def prepare(workload: Workload, listener: Listener) -> Agenda:
    """What is to be done, when nothing speaks against it: plug-ins load, and conditions mean something.

    Raises `UsageError`, as `plan` does.
    """
    _check_plugins()
    agenda = plan(workload, listener)
    _check_conditions(workload, agenda)
    return agenda


def plan(workload: Workload, listener: Listener) -> Agenda:
    """Read the selected classes and list their entries; damaged classes are named and left out.

    Raises `UsageError` where nothing is left.
    """
    options = workload.options
    patterns = [EntryPattern.parse(text) for text in options.only]
    names = [name for name in workload.classes if not patterns or any(each.matches_class(name) for each in patterns)]
    finder = ClassFinder(workload)
    entries: list[Entry] = []
    damaged: list[str] = []
    classes = 0
    for name in names:
        try:
            file, found = _entries(finder, name, options)
            entries += found
            classes += not file.is_synthetic
        except ClassFormatError as problem:
            damaged.append(f"{dotted(name)}: skipped: {problem}")
    for text in damaged[:MOST_NAMED]:
        listener.message(text)
    if len(damaged) > MOST_NAMED:
        listener.message(f"{len(damaged) - MOST_NAMED} more classes cannot be read")
    if not entries:
        raise UsageError(_nothing(workload, classes))
    if patterns or options.entry:
        classes = len({entry.name.class_name for entry in entries})
    if workload.changes is not None:
        entries = _touched(finder, entries, workload.changes)
        classes = len({entry.name.class_name for entry in entries})
        if not entries:
            listener.message(f"no method changed since {options.changed}")
    workers = _workers(workload, entries)
    fitting = workers_that_fit(workers, free_memory()) if workers > 1 else 1
    if fitting < workers and options.jobs:
        listener.message(f"--jobs {options.jobs}: there is memory for {fitting} only")
    return Agenda(classes, tuple(entries), fitting)


def _check_plugins() -> None:
    """Load what plug-ins add to every run, which is another one without it. Raises `UsageError`, naming the plug-in."""
    if plugins.installed(plugins.FINDINGS):
        from everypath.run.rules import all_rules

        all_rules()
    if plugins.installed(plugins.MODELS):
        from everypath.library.dispatch import plugged_models

        plugged_models()


def _check_conditions(workload: Workload, agenda: Agenda) -> None:
    """Refuse conditions that mean nothing for a method they are told of, before any work is done."""
    options = workload.options
    if not (options.assume or options.ensure):
        return
    from everypath.classfile import ClassPath
    from everypath.program import Program
    from everypath.run.contracts import validate

    classpath = ClassPath(workload.classpath, workload.jdk.feature)
    program = Program(classpath, workload.jdk.image(), workload.classes)
    validate(program, [entry.name for entry in agenda.entries if not entry.native], options.assume, options.ensure)


def _touched(finder: ClassFinder, entries: Sequence[Entry], changes: Sequence[ChangedFile]) -> list[Entry]:
    """The entries that changes touch."""
    from everypath.run.entries import affected_methods

    names = dict.fromkeys(entry.name.class_name for entry in entries)
    found = affected_methods((ClassFile(data) for name in names if (data := finder.find(name)) is not None), changes)
    return [entry for entry in entries if (entry.name.class_name, entry.name.method, entry.name.descriptor) in found]


def _entries(finder: ClassFinder, name: str, options: Options) -> tuple[ClassFile, list[Entry]]:
    """A class and its entries. Raises `ClassFormatError` where its class file is damaged or holds another class."""
    data = finder.find(name)
    if data is None:
        raise ClassFormatError("not found on the class path")
    file = ClassFile(data)
    if file.name != name:
        raise ClassFormatError(f"its file holds the class {dotted(file.name)}")
    return file, entries_of(file, options, of_the_jdk=finder.is_of_the_jdk(name))


def _nothing(workload: Workload, classes: int) -> str:
    where = ", ".join(workload.targets)
    if workload.options.only:
        return f"no method in {where} matches {' '.join(workload.options.only)}{_near(workload)}"
    if workload.options.entry:
        return f"no method in {where} is named {workload.options.entry}"
    if not classes:
        return f"{where}: no class that can be analysed"
    return f"{where}: nothing to analyse, no method has code"


def _near(workload: Workload) -> str:
    """``; did you mean fee?`` where a method has nearly the name of the one that is wanted."""
    finder = ClassFinder(workload)
    known: set[str] = set()
    for name in workload.classes[:MOST_SEARCHED]:
        with suppress(ClassFormatError):
            data = finder.find(name)
            known.update(method.name for method in ClassFile(data).methods) if data is not None else ()
    wanted = EntryPattern.parse(workload.options.only[0]).methods
    close = difflib.get_close_matches(wanted, sorted(known), n=1)
    return f"; did you mean #{close[0]}?" if close and close[0] != wanted else ""


def _workers(workload: Workload, entries: Sequence[Entry]) -> int:
    if workload.options.jobs:
        return workload.options.jobs
    useful = 1 + sum(entry.size for entry in entries) // CODE_PER_WORKER
    return max(1, min(os.cpu_count() or 1, useful))


def _lanes(workload: Workload, agenda: Agenda) -> list[Lane]:
    from everypath.bridge import java_side
    from everypath.run.scheduling.workers import InProcessLane, ProcessLane

    if agenda.workers == 1:
        return [InProcessLane(workload)]
    _check_extensions(workload, agenda.workers)
    with suppress(BridgeError):  # the workers will tell
        java_side(workload.jdk)  # one for all: otherwise each of them would compile it
    room = room_of_worker(agenda.workers, free_memory())
    return [ProcessLane(workload, room) for _ in range(agenda.workers)]


def _check_extensions(workload: Workload, workers: int) -> None:
    """Refuse what a caller brings that cannot be given to worker processes. Raises `UsageError`."""
    import pickle

    try:
        pickle.dumps(workload.extensions)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        problem_text = f"what is brought cannot be given to {workers} worker processes ({problem})"
        raise UsageError(f"{problem_text}; define it in a module, or use jobs=1") from None


def _complete(agenda: Agenda, known: dict[EntryName, MethodReport], interrupted: bool) -> list[MethodReport]:
    """One report for every entry, in the order of the agenda."""
    reports = []
    for entry in agenda.entries:
        report = known.get(entry.name)
        if report is None:
            code = "native" if entry.native else "interrupted" if interrupted else "budget"
            name = entry.name
            report = MethodReport(name.dotted, name.method, name.descriptor, Status.SKIPPED, (Reason(code),))
        if not report.instructions.total:  # nothing was replayed: coverage must not look better than it is
            instructions, branches = entry.counts
            report = replace(report, instructions=instructions, branches=branches)
        reports.append(report)
    return reports


class _Settling:
    """Confirms the findings of a run again in a fresh JVM; one that does not come back is a case, no finding."""

    def __init__(self, workload: Workload) -> None:
        self._workload = workload
        self._confirmer: Confirmer | None = None

    def prepare(self) -> Confirmer:
        """Load what that takes, and what reports are made of; for a moment in which others work."""
        from everypath.run.test_writing import Confirmer

        if self._confirmer is None:
            self._confirmer = Confirmer(self._workload)
        return self._confirmer

    def expect(self, report: MethodReport) -> None:
        """A report has come: with findings, the JVM is needed, and boots while the run goes on."""
        if report.findings:
            self.prepare().start()

    def settle(
        self, reports: list[MethodReport], deadline: float, end: float, interrupted: bool
    ) -> tuple[list[MethodReport], tuple[Finding, ...]]:
        """The reports and the findings of the run, without what did not happen again and what no typed caller brings
        about; failing tests, where they are wanted, until the `end` of the run.
        """
        from everypath.run.findings import merge_findings

        findings = merge_findings(finding for report in reports for finding in report.findings)
        if not findings or interrupted:
            return reports, findings
        tests = {test.id: test for report in reports for test in report.tests}
        seen: set[str] = set()
        while new := [each for each in findings if each.case in tests and each.case not in seen]:
            seen.update(each.case for each in new)
            lost = self.prepare().confirm([tests[each.case] for each in new], deadline)
            lost |= self.prepare().ill_typed([each for each in new if each.case not in lost], tests, end)
            reports = [
                replace(report, findings=tuple(each for each in report.findings if each.case not in lost))
                for report in reports
            ]
            findings = merge_findings(finding for report in reports for finding in report.findings)
        options = self._workload.options
        if options.verbose or options.findings or self._workload.wants_page:
            findings = self.prepare().tests(findings, tests, end)
        return reports, findings

    def close(self) -> None:
        """End the JVM."""
        if self._confirmer is not None:
            self._confirmer.close()
