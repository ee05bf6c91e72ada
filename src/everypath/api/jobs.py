"""What every use begins with: targets opened under options. The command line goes through here, too."""

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
from everypath.run.process import temporary_folder
from everypath.run.scheduling import AnalysisPlan, Listener, nothing_reserved
from everypath.run.scheduling import analyse as analyse_workload
from everypath.run.workload import Workload

if TYPE_CHECKING:
    from everypath.api.extensions import Extensions, Making
    from everypath.run.entries import ChangedFile
    from everypath.run.results import Existing

Criteria: TypeAlias = "str | Making | Sequence[str | Making]"

__all__ = ["Job", "Silent", "analyse", "check", "method_target", "options_of", "parted", "paths", "with_methods"]

_WRITTEN = frozenset(
    {"json", "sarif", "profile", "markdown", "svg", "html", "export", "smtlib", "metrics", "verbose", "output"}
)
"""Options that only say what the command line shows and writes."""


class Silent:
    """Hears of an analysis and says nothing; what went wrong is kept."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def started(self, agenda: AnalysisPlan) -> None:
        """What will be analysed is known."""

    def method_done(self, report: MethodReport) -> None:
        """A method has a report."""

    def message(self, text: str) -> None:
        """Something went wrong that does not stop the run."""
        self.messages.append(text)


class Job:
    """Targets opened under options, ready to be analysed or explored.

    ``say`` gets a line where opening takes a second, ``log`` is the file for traces of engine errors; ``every_path``
    explores on where nothing new shows; ``writes``: its tests are wanted; ``reads_cases``: so are cases that become
    neither tests nor findings. Raises `UsageError` where there is nothing to analyse.
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
            if options.jobs <= 1:  # what analyses is loaded while a compiler works
                import_module("everypath.run.method_analysis.session")

        self.target = open_target(targets, options.classpath, options.jdk, opening)
        found = self.target
        changes = _changes(found, options)
        self.framework_is_of = ""
        """By what it is known that new tests are not to be written for JUnit 5."""
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
        )

    def _with_framework(self, options: Options) -> Options:
        """The options with the framework of the target's own tests."""
        name, why = framework_of(self.target.tests) or ("junit5", "")
        self.framework_is_of = why if name != "junit5" else ""
        return replace(options, framework=name)

    def run_existing(self, until: float) -> Existing:
        """Run the tests that the target has, until a time of `time.time`; what they show is no goal any more."""
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
    ) -> Analysis:
        """Analyse within the budget, which counts from ``started``, but for so many seconds that are ``kept`` for a
        number of tests.
        """
        return analyse_workload(self.workload, listener, started, reserve=reserve)


def _changes(target: Target, options: Options) -> tuple[ChangedFile, ...] | None:
    """What changed in the repository of the target, where only that is to be analysed."""
    if options.changed is None:
        return None
    from everypath.project import changed_files

    there = [Path(name) for name in target.names if Path(name).exists()]
    return changed_files(options.changed, there[0] if there else Path.cwd())


def method_target(method: str, targets: tuple[str, ...] = ()) -> tuple[tuple[str, ...], str]:
    """The targets and the pattern of methods that ``Fee.java#fee`` means; with further targets, one of their methods.

    Raises `UsageError` where no method is named.
    """
    left, sign, name = method.rpartition("#")
    if not (left and sign and name):
        raise UsageError(f"'{method}' names no method; write TARGET#METHOD, such as Fee.java#fee")
    if not targets and os.path.exists(left):
        return (left,), f"*#{name}"
    return targets or (left,), method


def with_methods(targets: tuple[str, ...], given: Mapping[str, object]) -> tuple[tuple[str, ...], dict[str, object]]:
    """The targets, and the options with patterns of the methods that ``Fee.java#fee`` and ``shop.Fee#fee`` name.

    Raises `UsageError` where that is unclear: beside a target that means all of its methods, and beside ``only``.
    """
    named = [target for target in targets if "#" in target and not os.path.exists(target)]
    if not named:
        return targets, dict(given)
    whole = [target for target in targets if target not in named]
    if whole:
        raise UsageError(
            f"'{named[0]}' names a method and '{whole[0]}' does not; use --only for methods of several targets"
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
    """The options of a command by keyword; neither files nor the environment are asked.

    Raises `UsageError` for a keyword that the command does not have, and for a value that cannot be used.
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
    """Hands what the hooks of workers have collected to those of the caller, and tells somebody else all there is."""

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
    with temporary_folder(options.no_cache):
        started = time.time()
        job = Job(targets, options, every_path=command == "paths")
        if extensions is not None:
            job.workload = replace(job.workload, extensions=extensions)
            listening = _Collecting(extensions, listening)
        return job.analyse(listening, started)


def parted(strategy: str | Making | None, criterion: Criteria) -> tuple[list[str | Making], dict[str, object]]:
    """The criteria that are wanted, and what of them and of the strategy options name."""
    wanted = [criterion] if isinstance(criterion, str) or callable(criterion) else list(criterion)
    names = tuple(each for each in wanted if isinstance(each, str))
    return wanted, {"criterion": names, "strategy": strategy if isinstance(strategy, str) else None}


def _extensions(
    hooks: object, strategy: str | Making | None, criterion: Criteria, models: Mapping[str, Making] | None
) -> tuple[Extensions | None, dict[str, object]]:
    """The parts of a caller's own, None if it supplies none; and the options that name the others."""
    wanted, named = parted(strategy, criterion)
    if hooks == () and models is None and not callable(strategy) and all(isinstance(each, str) for each in wanted):
        return None, named
    from everypath.api.extensions import Extensions

    return Extensions(hooks, strategy, wanted, models, guards=True), named


def check(
    *targets: str,
    listener: Listener | None = None,
    hooks: object = (),
    strategy: str | Making | None = None,
    criterion: Criteria = (),
    models: Mapping[str, Making] | None = None,
    **options: object,
) -> Analysis:
    """The findings of targets, each replayed on the JVM: what ``everypath check`` shows. Options go by keyword.

    ``hooks``, ``strategy``, ``criterion`` and ``models`` are as for ``everypath.explore``; where there are several
    workers, each has a copy of them.
    """
    extensions, named = _extensions(hooks, strategy, criterion, models)
    opened, given = with_methods(targets, options)
    return analyse("check", opened, {**given, **named}, listener, extensions)


def paths(
    method: str,
    *targets: str,
    listener: Listener | None = None,
    hooks: object = (),
    strategy: str | Making | None = None,
    criterion: Criteria = (),
    models: Mapping[str, Making] | None = None,
    **options: object,
) -> Analysis:
    """The equivalence classes of a method, such as ``Fee.java#fee``: what ``everypath paths`` shows. Keywords are those
    of `check`.
    """
    extensions, named = _extensions(hooks, strategy, criterion, models)
    opened, only = method_target(method, targets)
    return analyse("paths", opened, {**options, **named, "only": only}, listener, extensions)
