"""Opens targets under options, for programs and for the command line; ``check`` and ``paths``."""

from __future__ import annotations

import difflib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from everypath.errors import UsageError
from everypath.project import Target, framework_of, open_target
from everypath.run import Analysis, MethodReport, Options
from everypath.run.options import Origin, settings
from everypath.run.scheduling import AnalysisPlan, Listener, Saver, nothing_reserved, resources
from everypath.run.scheduling import analyse as analyse_workload
from everypath.run.workload import Workload

if TYPE_CHECKING:
    from everypath.api.extensions import Extensions, PartFunction
    from everypath.run.entries import ChangedFile
    from everypath.run.results import Existing

Criteria: TypeAlias = "str | PartFunction | Sequence[str | PartFunction]"

__all__ = ["Job", "Silent", "analyse", "check", "method_target", "options_of", "parted", "paths", "with_methods"]

_WRITTEN = frozenset(
    {
        "json",
        "sarif",
        "profile",
        "goals",
        "markdown",
        "svg",
        "html",
        "export",
        "smtlib",
        "java",
        "metrics",
        "verbose",
        "output",
    }
)
"""Options that affect only what the command line prints and writes."""


class Silent:
    """A listener that prints nothing and keeps the messages."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def started(self, plan: AnalysisPlan) -> None:
        """The analysis begins."""

    def method_done(self, report: MethodReport) -> None:
        """A method has a report."""

    def message(self, text: str) -> None:
        """A problem that does not stop the run."""
        self.messages.append(text)


class Job:
    """Targets opened under options, ready to be analysed or explored.

    ``say`` gets a line if opening takes a second. ``log`` is the file for traces of engine errors. ``every_path``: the
    exploration does not stop when nothing new is found. ``writes``: tests are written. ``reads_cases``: cases that
    become neither tests nor findings are read, too. Raises `UsageError` if there is nothing to analyse.
    """

    def __init__(
        self,
        targets: tuple[str, ...],
        options: Options,
        say: Callable[[str], None] | None = None,
        log: Path | None = None,
        *,
        every_path: bool = False,
        writes: bool = False,
        reads_cases: bool = True,
    ) -> None:

        def opening(line: str) -> None:
            if say is not None:
                say(line)
            if options.jobs <= 1:  # the analysis is loaded while a compiler works
                import_module("everypath.run.method_analysis.session")

        self.target = open_target(targets, options.classpath, options.jdk, opening)
        found = self.target
        changes = _changes(found, options)
        self.framework_is_of = ""
        """The reason why tests are not written for JUnit 5; empty if they are."""
        if writes and not self.target.tests.has_parameters:
            options = replace(options, separate=True)
        if options.framework == "auto" and (writes or options.findings or options.verbose or options.html is not None):
            options = self._with_framework(options)
        self.workload = Workload(
            found.names,
            found.classes,
            found.classpath,
            found.jdk,
            options,
            log,
            every_path,
            changes,
            writes,
            reads_cases=reads_cases,
            assertions=found.tests.assertions,
        )

    def _with_framework(self, options: Options) -> Options:
        """The options with the framework of the target's own tests."""
        name, why = framework_of(self.target.tests) or ("junit5", "")
        self.framework_is_of = why if name != "junit5" else ""
        return replace(options, framework=name)

    def run_existing(self, until: float) -> Existing:
        """Run the tests that the target has, until a time of `time.time`. What they cover is no goal of new tests."""
        from everypath.run.coverage import measure

        existing = measure(self.workload, self.target.tests, until)
        self.workload = replace(self.workload, existing=existing if existing.tests else None)
        return existing

    def analyse(
        self,
        listener: Listener,
        started: float | None = None,
        *,
        reserve: Callable[[int], float] = nothing_reserved,
        savers: Sequence[Saver] = (),
    ) -> Analysis:
        """Analyse within the budget, which counts from ``started``.

        ``reserve`` maps the number of tests found so far to the seconds of the budget that the caller needs afterwards.
        ``savers`` save results while others are awaited.
        """
        return analyse_workload(self.workload, listener, started, reserve=reserve, savers=savers)


def _changes(target: Target, options: Options) -> tuple[ChangedFile, ...] | None:
    """The changed files in the repository of the target; None if all methods are analysed."""
    if options.changed is None:
        return None
    from everypath.project import changed_files

    there = [Path(name) for name in target.names if Path(name).exists()]
    return changed_files(options.changed, there[0] if there else Path.cwd())


def method_target(method: str, targets: tuple[str, ...] = ()) -> tuple[tuple[str, ...], str]:
    """The targets and the method pattern of ``Fee.java#fee``; with further targets, the method is one of theirs.

    Raises `UsageError` if no method is named.
    """
    left, sign, name = method.rpartition("#")
    if not (left and sign and name):
        raise UsageError(f"'{method}' names no method; write TARGET#METHOD, such as Fee.java#fee")
    if not targets and os.path.exists(left):
        return (left,), f"*#{name}"
    return targets or (left,), method


def with_methods(targets: tuple[str, ...], given: Mapping[str, object]) -> tuple[tuple[str, ...], dict[str, object]]:
    """The targets, and the options with patterns for the methods that ``Fee.java#fee`` and ``shop.Fee#fee`` name.

    Raises `UsageError` if the meaning is unclear: beside a target without a method, and beside ``only``.
    """
    named = [target for target in targets if "#" in target and not os.path.exists(target)]
    if not named:
        return targets, dict(given)
    others = [target for target in targets if target not in named]
    if others:
        raise UsageError(
            f"'{named[0]}' names a method and '{others[0]}' does not; use --only for methods of several targets"
        )
    if given.get("only"):
        raise UsageError(f"'{named[0]}' names a method, and so does --only; use one of them")
    opened: dict[str, None] = {}
    patterns = []
    for target in named:
        (left,), pattern = method_target(target)
        opened[left] = None
        patterns.append(pattern)
    if len(opened) > 1 and any(os.path.exists(left) for left in opened):
        raise UsageError("methods of several files: name the files, and the methods with --only CLASS#METHOD")
    return tuple(opened), {**given, "only": tuple(patterns)}


def options_of(command: str, given: Mapping[str, object]) -> Options:
    """The options of a command by keyword; files and the environment are not read.

    Raises `UsageError` for a keyword that the command does not have, and for an unusable value.
    """
    known = settings(command)
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise UsageError(f"unknown option '{name}'{f'; did you mean {near[0]!r}?' if near else ''}")
        if name in _WRITTEN and value:
            raise UsageError(f"'{name}' only says what the command line writes; use the results instead")
        if value is None or value is False or value == ():
            continue
        try:
            values[name] = known[name].parse(value)
        except (ValueError, UsageError) as problem:
            raise UsageError(f"{name}: {problem}") from problem
    return replace(Options(), **values, origins=dict.fromkeys(values, Origin.COMMAND_LINE))


class _Collecting:
    """Gives the hooks of the caller what their copies in workers have collected, and notifies another listener."""

    def __init__(self, extensions: Extensions, listener: Listener) -> None:
        self._extensions = extensions
        self._listener = listener
        self.started = listener.started
        self.message = listener.message

    def method_done(self, report: MethodReport) -> None:
        """A method has a report."""
        self._extensions.add_collected(report.collected)
        self._listener.method_done(report)


def analyse(
    command: str,
    targets: tuple[str, ...],
    given: Mapping[str, object],
    listener: Listener | None = None,
    extensions: Extensions | None = None,
) -> Analysis:
    """The result of a command (``check``, ``paths``) on targets. Nothing is printed; ``extensions`` are used in each
    method.
    """
    options = options_of(command, given)
    listening = listener or Silent()
    with resources(options):
        started = time.time()
        job = Job(targets, options, every_path=command == "paths")
        if extensions is not None:
            job.workload = replace(job.workload, extensions=extensions)
            listening = _Collecting(extensions, listening)
        return job.analyse(listening, started)


def parted(
    strategy: str | PartFunction | None, criterion: Criteria
) -> tuple[list[str | PartFunction], dict[str, object]]:
    """The criteria, and the options for those criteria and the strategy that are given by name."""
    wanted = [criterion] if isinstance(criterion, str) or callable(criterion) else list(criterion)
    names = tuple(each for each in wanted if isinstance(each, str))
    return wanted, {"criterion": names, "strategy": strategy if isinstance(strategy, str) else None}


def _extensions(
    hooks: object, strategy: str | PartFunction | None, criterion: Criteria, models: Mapping[str, PartFunction] | None
) -> tuple[Extensions | None, dict[str, object]]:
    """The parts of a caller's own, None if it supplies none; and the options that name the others."""
    wanted, named = parted(strategy, criterion)
    if hooks == () and models is None and not callable(strategy) and all(isinstance(each, str) for each in wanted):
        return None, named
    from everypath.api.extensions import Extensions

    return Extensions(hooks, strategy, wanted, models, guards=True), named


def check(
    *targets: str | os.PathLike[str],
    listener: Listener | None = None,
    hooks: object = (),
    strategy: str | PartFunction | None = None,
    criterion: Criteria = (),
    models: Mapping[str, PartFunction] | None = None,
    **options: object,
) -> Analysis:
    """The findings of targets, each replayed on the JVM, as ``everypath check`` reports them. Options go by keyword.

    ``hooks``, ``strategy``, ``criterion`` and ``models`` are as for ``everypath.explore``. Each of several workers has
    a copy of them.
    """
    extensions, named = _extensions(hooks, strategy, criterion, models)
    opened, given = with_methods(tuple(os.fspath(each) for each in targets), options)
    return analyse("check", opened, {**given, **named}, listener, extensions)


def paths(
    method: str,
    *targets: str | os.PathLike[str],
    listener: Listener | None = None,
    hooks: object = (),
    strategy: str | PartFunction | None = None,
    criterion: Criteria = (),
    models: Mapping[str, PartFunction] | None = None,
    **options: object,
) -> Analysis:
    """The equivalence classes of a method, such as ``Fee.java#fee``, as ``everypath paths`` reports them. Keywords are
    those of `check`.
    """
    extensions, named = _extensions(hooks, strategy, criterion, models)
    opened, only = method_target(method, tuple(os.fspath(each) for each in targets))
    return analyse("paths", opened, {**options, **named, "only": only}, listener, extensions)
