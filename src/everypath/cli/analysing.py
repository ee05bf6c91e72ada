"""The commands that analyse: they open targets, run, print and write the results, and compute the exit code."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from everypath.api import Job
from everypath.cli.early_json import EarlyJson, is_replaceable, write_whole
from everypath.cli.early_saving import LateSaver
from everypath.cli.progress import ProgressLine
from everypath.errors import UsageError
from everypath.project import Target
from everypath.run.options import Options
from everypath.run.scheduling import AnalysisPlan, Saver, nothing_reserved, resources, time_for_writing
from everypath.run.workload import Workload
from everypath.work import Steps, end_of, seconds_of

if TYPE_CHECKING:
    from everypath.report import View
    from everypath.run import Analysis, MethodReport
    from everypath.run.results import BaselineFinding
    from everypath.run.test_writing import Generated

CLEAN, FINDINGS, UNUSABLE, INCOMPLETE, INTERRUPTED = 0, 1, 2, 3, 130
#: The part of the budget that is kept for tests of what `check -v` shows, and the most that is kept, in seconds.
SHOWING, MOST_SHOWING = 0.1, 8.0
#: The part of the budget that running the tests of the project may take.
MEASURING = 0.4


class Screen:
    """Prints the lines of a run. With JSON on standard output, it prints to standard error."""

    def __init__(self, target: Target, options: Options, stream: TextIO) -> None:
        self._target = target
        self._options = options
        self._stream = stream
        self.workload: Workload
        self.saver: LateSaver | None = None
        self.failed = False
        """True if an error of everypath has cost a part of what is printed or written."""
        self._progress = ProgressLine(enabled=stream.isatty())

    @cached_property
    def view(self) -> View:
        """The view for results."""
        from everypath.report import Sources, View, plain

        paint = _coloured if _takes_colour(self._stream) else plain
        files = [Path(name) for name in self._target.names if name.endswith(".java")]
        notes = self._options.fail_on == "note"
        return View(Sources(self._target.source_roots, files), paint, self._options.verbose, notes)

    def say(self, line: str) -> None:
        """Print one line."""
        print_line(self._stream, line, self._options)

    def started(self, plan: AnalysisPlan) -> None:
        """Print the first line: the numbers of classes and methods, the budget and the workers."""
        classes = f"{plan.classes} class{'' if plan.classes == 1 else 'es'}"
        methods = f"{plan.methods} method{'' if plan.methods == 1 else 's'}"
        workers = f"{plan.workers} worker{'' if plan.workers == 1 else 's'}"
        given = self._options.budget
        budget = f"budget {given}" if isinstance(given, Steps) else f"budget {given:g} s"
        kind = f"[{self._target.kind}, Java {self._target.release}]"
        self.say(f"Analysing {classes}, {methods}   {kind}   {budget}, {workers}")
        self._progress.started(plan.methods)

    def method_done(self, report: MethodReport) -> None:
        """Moves the progress line."""
        self._progress.method_done(report)

    def message(self, text: str) -> None:
        """Print a message that does not stop the run."""
        self._progress.message(text)

    def finished(self) -> None:
        """Takes the progress line away."""
        self._progress.finished()

    def save_early(self, began: float, ending: ExitStack) -> None:
        """Save the tests of the run while it goes on, until that stack ends."""
        assert self._options.output is not None
        self.saver = LateSaver(self.workload, self._options.output, began)
        ending.callback(self.saver.close)

    def reserved(self, tests: int) -> float:
        """The seconds of the budget that are reserved for writing so many tests."""
        return time_for_writing(self._options.budget, tests, self.saver.seconds if self.saver is not None else None)

    def savers(self, began: float) -> list[Saver]:
        """What is saved while the run goes on: tests and the JSON file."""
        found: list[Saver] = [] if self.saver is None else [self.saver]
        path = self._options.json
        if path is not None and not _json_to_output(self._options) and is_replaceable(path):
            found.append(EarlyJson(self.workload, path, began, self.json_text))
        return found

    def json_text(self, analysis: Analysis) -> str:
        """The JSON of a result, without the findings that comments in the source suppress."""
        from everypath.report import json_document, json_paths, json_text

        analysis = without_commented(analysis, self)
        if self.workload.every_path:
            return json_text(analysis, lambda shown: json_paths(shown, self.view.sources))
        return json_text(analysis, json_document)

    @contextmanager
    def contained(self, doing: str) -> Iterator[None]:
        """An error of everypath in the block is logged and counted: it costs what the block prints or writes."""
        try:
            yield
        except (OSError, UsageError):
            raise
        except Exception as problem:  # noqa: BLE001 - one report must not cost the others
            from everypath.run.workload import ErrorLog, error_text

            ErrorLog(self.workload).note_current(doing=doing)
            self.failed = True
            self.message(f"an error of everypath itself in {doing}: {error_text(problem)}{self.where_traces_are}")

    @property
    def where_traces_are(self) -> str:
        """The end of a message that names the log; empty if there is none."""
        log = self.workload.log
        return f"; its trace is in {log}" if log is not None and log.exists() else ""


def run_check(targets: tuple[str, ...], options: Options) -> int:
    """Analyse, print and write the results; returns the exit code."""
    _check_writable(options.write_baseline)
    known: Sequence[BaselineFinding] = ()
    if options.baseline is not None:
        from everypath.run.findings import read_baseline

        known = read_baseline(options.baseline)
    kept = min(SHOWING * seconds_of(options.budget), MOST_SHOWING) if options.verbose or options.html else 0.0
    with resources(options, _say_to_errors) as outer:
        analysis, screen = _run(targets, options, outer, lambda _tests: kept)
    if options.baseline is not None or options.write_baseline is not None:
        analysis = _compared(analysis, options, known, screen)
    try:
        _write_files(analysis, options, screen)  # first: printing fails if the reader has closed the pipe
    finally:
        _print_results(analysis, screen)
    return exit_code(analysis, options) or (INCOMPLETE if screen.failed else CLEAN)


def _compared(analysis: Analysis, options: Options, known: Sequence[BaselineFinding], screen: Screen) -> Analysis:
    """Compare the result with the baseline, and write the baseline if the options say so."""
    from everypath.run.findings import compare_with_baseline, read_baseline, write_baseline

    selected = bool(options.only or options.entry or options.changed)
    if options.baseline is not None:
        analysis = compare_with_baseline(analysis, known, options.baseline, selected=selected)
    if options.write_baseline is not None:
        number = write_baseline(options.write_baseline, analysis, known, selected=selected)
        written = read_baseline(options.write_baseline)
        analysis = compare_with_baseline(analysis, written, options.write_baseline, selected=selected)
        screen.message(f"{options.write_baseline}: {number} finding{'' if number == 1 else 's'} written")
    return analysis


def run_why(targets: tuple[str, ...], options: Options) -> int:
    """Analyse one method and print everything about it."""
    with resources(options, _say_to_errors) as outer:
        analysis, screen = _run(targets, options, outer, why=True)
    _write_files(analysis, options, screen)
    from everypath.report import explanation_lines

    for report in analysis.methods:
        for line in explanation_lines(report, screen.view):
            screen.say(line)
    return INTERRUPTED if analysis.interrupted else CLEAN


def run_paths(targets: tuple[str, ...], options: Options) -> int:
    """Explore every path of some methods and print their classes."""
    with resources(options, _say_to_errors) as outer:
        analysis, screen = _run(targets, options, outer, every_path=True)
    from everypath.report import path_lines, proof_lines

    _check_case(analysis, options)
    _write_files(analysis, options, screen)
    _write_documents(analysis, options)
    if options.export is not None:
        from everypath.run.recording import write_patterns

        write_patterns(analysis, options.export)
    for report in analysis.methods:
        _say_all(screen, path_lines(report, screen.view))
    _say_all(screen, proof_lines(analysis.methods, screen.view, analysis.jdk.split(".")[0]))
    if options.metrics:
        from everypath.report import metric_lines

        _say_all(screen, metric_lines(analysis.methods))
    return INTERRUPTED if analysis.interrupted else CLEAN


def _check_case(analysis: Analysis, options: Options) -> None:
    """Raise `UsageError` if `--case` names a class that does not exist."""
    if options.case is None:
        return
    if len(analysis.methods) != 1:
        raise UsageError(f"--case shows a class of one method, and {len(analysis.methods)} match")
    classes = len(analysis.methods[0].classes)
    if options.case > classes:
        raise UsageError(f"--case {options.case}: there are only the cases 1 to {classes}")


def run_generate(targets: tuple[str, ...], options: Options) -> int:
    """Analyse and write tests. Tests that do not compile or pass are counted and not written."""
    assert options.output is not None
    _check_folder(options.output)
    if options.missing and (options.findings or options.keep_all):
        raise UsageError(f"--missing and --{'findings' if options.findings else 'keep-all'} exclude each other")
    if options.findings:
        return _run_failing(targets, options, options.output)
    with resources(options, _say_to_errors) as outer, ExitStack() as ending:
        started = time.time()
        analysis, screen = _run(targets, options, outer, writes=ending)
        from everypath.report import one_line, summary_line, tests_line
        from everypath.run.test_writing import generate

        end, early = end_of(started, options.budget), screen.saver.saving if screen.saver is not None else None
        written = generate(screen.workload, analysis, options.output, end, early)
    analysis = written.analysis
    for path in written.files if options.verbose else ():
        screen.say(str(path))
    screen.say(summary_line(analysis))
    screen.say(tests_line(len(written.files), analysis.summary.tests_written, written.dropped))
    for dropped in written.dropped if options.verbose else ():
        screen.say(f"    not written: {one_line(dropped.test)}: {one_line(dropped.reason)}")
    for kept, path in written.beside:
        screen.say(f"{kept} lacks everypath's first line and stays as it is: the tests are in {path.name}")
    for path in written.unneeded:
        screen.say(f"{path} is left of an earlier run: this one has no tests for it")
    for path, why in written.unwritten:
        screen.message(f"{path} could not be written: {why}")
    _say_where_traces_are(analysis, screen)
    _write_files(analysis, options, screen, written=written)
    if analysis.interrupted:
        return INTERRUPTED
    return UNUSABLE if written.unwritten else INCOMPLETE if screen.failed else CLEAN


def _run_failing(targets: tuple[str, ...], options: Options, folder: Path) -> int:
    """Analyse and write a failing test for each bug."""
    with resources(options, _say_to_errors) as outer:
        analysis, screen = _run(targets, options, outer, partial(time_for_writing, options.budget))
    from everypath.report import counted, one_line, summary_line
    from everypath.suite import is_kept, save_source

    tests = {folder / each.test.path: each.test.text for each in analysis.findings if each.test is not None}
    kept = [path for path in tests if is_kept(path)]
    made = [path for path in tests if path not in kept]
    for path in made:
        save_source(path, tests[path])
        screen.say(str(path))
    screen.say(summary_line(analysis))
    left = [finding for finding in analysis.findings if finding.untested]
    text = " Compiled and run: each fails as it is to." if made else ""
    text += f" Not written: {len(left)} (-v says why)." if left else ""
    screen.say(f"Wrote {counted(len(made), 'failing test')}.{text}")
    for finding in left if options.verbose else ():
        screen.say(f"    not written: {finding.id} {one_line(finding.expression)}: {finding.untested}")
    for path in kept:
        screen.say(f"{path} lacks everypath's first line and stays as it is")
    _write_files(analysis, options, screen)
    return INTERRUPTED if analysis.interrupted else CLEAN


def exit_code(analysis: Analysis, options: Options) -> int:
    """The exit code of `check`."""
    from everypath.run import Level, Status

    if analysis.interrupted:
        return INTERRUPTED
    least = Level(options.fail_on).rank if options.fail_on != "never" else None
    if least is not None and any(finding.level.rank >= least for finding in analysis.findings):
        return FINDINGS
    if any(proof.refutes for report in analysis.methods for proof in report.proofs):
        return FINDINGS
    if options.strict and any(report.status is not Status.COMPLETE for report in analysis.methods):
        return INCOMPLETE
    return CLEAN


def _run(
    targets: tuple[str, ...],
    options: Options,
    logs: Path,
    reserve: Callable[[int], float] = nothing_reserved,
    *,
    every_path: bool = False,
    writes: ExitStack | None = None,
    why: bool = False,
) -> tuple[Analysis, Screen]:
    """Open the targets and analyse them. ``reserve`` gives the seconds of the budget to keep for a number of tests. A
    run that ``writes`` tests saves them until that stack ends, and keeps what that needs.

    Traces of engine errors go to a file in the folder ``logs``.
    """
    started = time.time()
    for path in (options.json, options.sarif, options.junit, options.profile, options.goals, *_documents(options)):
        _check_writable(path)
    if options.dump_compiled is not None:
        _check_folder(options.dump_compiled)
    stream = sys.stderr if _json_to_output(options) else sys.stdout
    for folder in (options.smtlib, options.java):
        if folder is not None:
            _check_folder(folder)
    log = logs / f"everypath-{int(started)}-{os.getpid()}.log"
    job = Job(
        targets,
        options,
        lambda line: print_line(stream, line, options),
        log,
        every_path=every_path,
        writes=writes is not None,
        reads_cases=why or options.verbose or options.json is not None or options.html is not None,
    )
    screen = Screen(job.target, options, stream)
    _say_what_was_found(job, screen)
    if options.missing:
        existing = job.run_existing(_end_of_measuring(started, options))
        _say_all(screen, (f"    {note}" for note in existing.notes))
        if existing.tests:
            screen.say(existing.summary(job.workload.classes))
    screen.workload = job.workload
    if writes is not None:
        screen.save_early(started, writes)
    try:
        reserve = screen.reserved if writes is not None else reserve
        analysis = job.analyse(screen, started, reserve=reserve, savers=screen.savers(started))
    finally:
        screen.finished()
    if not options.no_cache:
        from everypath.run.recording import save_last_run

        with screen.contained("remembering the cases of this run"):
            save_last_run(analysis, targets, options, Path.cwd())
    return without_commented(analysis, screen), screen


def _say_what_was_found(job: Job, screen: Screen) -> None:
    """Print the notes on the targets, and the framework of the tests if the project has decided on it."""
    for note in job.target.notes:
        screen.message(note)
    if job.framework_is_of:
        from everypath.suite import framework_named

        title = framework_named(job.workload.options.framework).title
        screen.say(f"Tests are written for {title}, by {job.framework_is_of} (--framework)")


def _end_of_measuring(started: float, options: Options) -> float:
    """The time at which the tests of the project must have run; infinite with a budget of work."""
    return started + MEASURING * (end_of(started, options.budget) - started)


def without_commented(analysis: Analysis, screen: Screen) -> Analysis:
    """The result with the findings suppressed that a comment in the source suppresses."""
    if not analysis.findings:
        return analysis
    from everypath.run.findings import apply_suppressions, by_comment

    return apply_suppressions(analysis, by_comment(screen.view.sources.line))


def _say_to_errors(text: str) -> None:
    """Print a line to standard error."""
    print(text, file=sys.stderr, flush=True)


def print_line(stream: TextIO, line: str, options: Options) -> None:
    """Print one line. If the reader has closed the pipe, a run that has to write files goes on."""
    try:
        print(line, file=stream, flush=True)
    except BrokenPipeError:
        files = (options.json, options.sarif, options.junit, options.profile, options.html, options.output)
        if all(each is None for each in files):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _print_results(analysis: Analysis, screen: Screen) -> None:
    from everypath.report import (
        budget_hint,
        finding_lines,
        method_lines,
        outcome_counts,
        proof_lines,
        summary_line,
        suppression_lines,
        unreached_lines,
    )

    jdk = analysis.jdk.split(".")[0]
    parts: list[tuple[str, Callable[[], Iterable[str]]]] = [
        ("the findings", lambda: finding_lines(analysis.findings, screen.view, jdk)),
        ("the suppressed findings", lambda: suppression_lines(analysis, screen.view)),
        ("the lines not reached", lambda: unreached_lines(analysis.methods, screen.view)),
        ("the methods", lambda: method_lines(analysis.methods, screen.view)),
        ("the proofs", lambda: proof_lines(analysis.methods, screen.view, jdk)),
    ]
    for name, lines in parts:
        with screen.contained(f"printing {name}"):
            _say_all(screen, lines())
    _say_where_traces_are(analysis, screen)
    hint = budget_hint(analysis)
    if hint is not None:
        screen.message(hint)
    if screen.view.verbose:
        screen.say(outcome_counts(analysis.summary.outcomes))
    screen.say(summary_line(analysis, hidden_notes=not (screen.view.verbose or screen.view.notes)))


def _say_where_traces_are(analysis: Analysis, screen: Screen) -> None:
    from everypath.run import Status

    if analysis.summary.statuses.get(Status.FAILED) or screen.where_traces_are:
        screen.message(f"an error of everypath itself, please report it{screen.where_traces_are}")


def _say_all(screen: Screen, lines: Iterable[str]) -> None:
    for line in lines:
        screen.say(line)


def _check_writable(path: Path | None) -> None:
    """Raise `UsageError` before a long run if its result could not be written."""
    if path is None or str(path) == "-":
        return
    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"{path}: its folder does not exist")
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; name a file")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{path}: cannot be written: permission denied")


def _documents(options: Options) -> tuple[Path | None, ...]:
    return options.export, options.markdown, options.svg, options.html


def _write_documents(analysis: Analysis, options: Options) -> None:
    """Write the documents that only `paths` writes."""
    if options.markdown is not None:
        from everypath.report import markdown_text

        options.markdown.write_text(markdown_text(analysis.methods), encoding="utf-8")
    if options.smtlib is not None:
        from everypath.report import write_scripts

        write_scripts(analysis.methods, options.smtlib)
    if options.java is not None:
        from everypath.report import write_predicates

        write_predicates(analysis.methods, options.java)
    if options.svg is not None or options.html is not None:
        from everypath.report import tree_html, tree_svg

        if options.svg is not None:
            if len(analysis.methods) != 1:
                raise UsageError(f"--svg draws one method, and {len(analysis.methods)} match; --html takes several")
            options.svg.write_text(tree_svg(analysis.methods[0]), encoding="utf-8")
        if options.html is not None:
            options.html.write_text(tree_html(analysis.methods), encoding="utf-8")


def _check_folder(path: Path) -> None:
    """Raise `UsageError` if a folder, which need not exist yet, could not be written."""
    existing = path.absolute()
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not existing.is_dir():
        raise UsageError(f"{path}: {'is' if existing == path.absolute() else f'{existing} is'} no folder")
    if not os.access(existing, os.W_OK):
        raise UsageError(f"{path}: cannot be written: permission denied")


def _write_files(
    analysis: Analysis,
    options: Options,
    screen: Screen,
    written: Generated | None = None,
) -> None:
    """Write the files that the options name. One that cannot be made or written costs no other.

    Raises `OSError` at the end if one could not be written.
    """
    writers: list[tuple[Path | None, str, Callable[[Path], None]]] = [
        (options.json, "the JSON", lambda path: _write_json(analysis, path, screen)),
        (options.sarif, "the SARIF file", lambda path: _write_sarif(analysis, path, screen)),
        (options.junit, "the JUnit file", lambda path: _write_junit(analysis, path, options)),
        (
            options.html if screen.workload.wants_page else None,
            "the page",
            lambda path: _write_page(analysis, path, screen, written),
        ),
        (options.profile, "the profile", lambda path: _write_profile(analysis, path)),
        (options.goals, "the goals", lambda path: _write_goals(analysis, path)),
    ]
    problem: OSError | None = None
    for path, name, write in writers:
        if path is None:
            continue
        with screen.contained(f"writing {name}"):
            try:
                write(path)
            except OSError as lost:
                problem = problem or lost
    if problem is not None:
        raise problem


def _write_json(analysis: Analysis, path: Path, screen: Screen) -> None:
    text = screen.json_text(analysis)
    if str(path) == "-":
        sys.stdout.write(text)
    elif is_replaceable(path) and os.access(path.resolve().parent, os.W_OK):
        write_whole(path, text)
    else:
        path.write_text(text, encoding="utf-8")


def _write_sarif(analysis: Analysis, path: Path, screen: Screen) -> None:
    from everypath.report import sarif_text

    folder, sources = Path.cwd(), screen.view.sources
    path.write_text(
        sarif_text(analysis, lambda file: sources.relative(file, folder), sources.columns), encoding="utf-8"
    )


def _write_junit(analysis: Analysis, path: Path, options: Options) -> None:
    from everypath.report import junit_text
    from everypath.run import Level

    least = None if options.fail_on == "never" else Level(options.fail_on)
    path.write_text(junit_text(analysis, least), encoding="utf-8")


def _write_page(analysis: Analysis, path: Path, screen: Screen, written: Generated | None) -> None:
    from everypath.report import PageContent, html_page
    from everypath.run.coverage import coverage_by_line

    lines = coverage_by_line(screen.workload, analysis.methods)
    files = written.files if written is not None else ()
    tests = tuple((str(each), each.read_text(encoding="utf-8")) for each in files)
    places = written.cases if written is not None else {}
    page = html_page(PageContent(analysis, screen.view.sources, lines, tests, places))
    path.write_text(page, encoding="utf-8")


def _write_profile(analysis: Analysis, path: Path) -> None:
    from everypath.report import profile_text

    text = profile_text(analysis)
    if str(path) == "-":
        print(text, end="", file=sys.stderr)
    else:
        path.write_text(text, encoding="utf-8")


def _write_goals(analysis: Analysis, path: Path) -> None:
    from everypath.report import goals_text

    path.write_text(goals_text(analysis), encoding="utf-8")


def _json_to_output(options: Options) -> bool:
    return options.json is not None and str(options.json) == "-"


def _takes_colour(stream: TextIO) -> bool:
    """True on a terminal, unless it has no colour or the user wants none (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(text: str, style: str) -> str:
    if style in ("bold", "dim"):
        return click.style(text, bold=style == "bold", dim=style == "dim")
    return click.style(text, fg=style, bold=True)
