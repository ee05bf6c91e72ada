"""The plan of a run: which classes and entry methods are analysed, and by how many workers."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from everypath import plugins
from everypath.classfile import ClassFile, dotted, package_of
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, UsageError
from everypath.run.entries import Entry, entries_of
from everypath.run.option_values import EntryPattern
from everypath.run.options import Options
from everypath.run.scheduling.memory import free_memory, memory_of_run, workers_that_fit
from everypath.run.workload import ClassFinder, Workload

if TYPE_CHECKING:
    from everypath.run.entries import ChangedFile
    from everypath.run.results import MethodReport

CODE_PER_WORKER = 4000
"""With ``--jobs auto``, each further worker process is started for this many bytes of code."""

MOST_NAMED = 5
"""The most damaged classes that are named one by one."""

MOST_SEARCHED = 1000
"""The most classes whose methods are compared with a name that matches none."""


class Listener(Protocol):
    """Is notified of the progress of a run."""

    def started(self, plan: AnalysisPlan) -> None:
        """The plan is made, and the analysis begins."""

    def method_done(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""

    def message(self, text: str) -> None:
        """A problem that does not stop the run."""


@dataclass(frozen=True)
class AnalysisPlan:
    """The number of selected classes, the entry methods, and the number of workers."""

    classes: int
    entries: tuple[Entry, ...]
    workers: int

    @property
    def methods(self) -> int:
        """The number of methods that will be analysed or skipped."""
        return len(self.entries)


def prepare(workload: Workload, listener: Listener) -> AnalysisPlan:
    """The plan, after plug-ins are loaded and conditions are checked. Raises `UsageError`, as `plan` does."""
    _check_plugins()
    made = plan(workload, listener)
    _check_conditions(workload, made)
    return made


def plan(workload: Workload, listener: Listener) -> AnalysisPlan:
    """Read the selected classes and list their entries. The listener gets a message for a damaged class.

    Raises `UsageError` if no entry is left.
    """
    options = workload.options
    patterns = [EntryPattern.parse(text) for text in options.only]
    names = [name for name in workload.classes if not patterns or any(each.matches_class(name) for each in patterns)]
    finder = ClassFinder(workload)
    names = _nameable(names, finder)
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
        entries = _affected(finder, entries, workload.changes)
        classes = len({entry.name.class_name for entry in entries})
        if not entries:
            listener.message(f"no method changed since {options.changed}")
    workers = _useful_workers(workload, entries)
    fitting = workers_that_fit(workers, memory_of_run(options.memory, free_memory())) if workers > 1 else 1
    if fitting < workers and options.jobs:
        listener.message(f"--jobs {options.jobs}: there is memory for {fitting} only")
    return AnalysisPlan(classes, tuple(entries), fitting)


def _nameable(names: Sequence[str], finder: ClassFinder) -> list[str]:
    """The classes without those of the JDK that tests cannot name, in packages of which there are some that they can:
    their code is analysed where others call it.
    """
    open_packages: set[str] = set()
    closed: set[str] = set()
    for name in names:
        data = finder.image.find(name)
        if data is None or not finder.is_of_the_jdk(name):
            continue
        if finder.image.is_exported(package_of(name)) and ClassFile(data).is_open:
            open_packages.add(package_of(name))
        else:
            closed.add(name)
    return [name for name in names if name not in closed or package_of(name) not in open_packages]


def _check_plugins() -> None:
    """Load the rules and models of plug-ins, since they change the results. Raises `UsageError`, naming the plug-in."""
    if plugins.installed(plugins.FINDINGS):
        from everypath.run.rules import all_rules

        all_rules()
    if plugins.installed(plugins.MODELS):
        from everypath.library.dispatch import plugged_models

        plugged_models()


def _check_conditions(workload: Workload, plan: AnalysisPlan) -> None:
    """Raise `UsageError` for a condition that has no meaning in a method that it is given for."""
    options = workload.options
    if not (options.assume or options.ensure):
        return
    from everypath.classfile import ClassPath
    from everypath.program import Program
    from everypath.run.contracts import validate

    classpath = ClassPath(workload.classpath, workload.jdk.feature)
    program = Program(classpath, workload.jdk.image(), workload.classes)
    validate(program, [entry.name for entry in plan.entries if not entry.native], options.assume, options.ensure)


def _affected(finder: ClassFinder, entries: Sequence[Entry], changes: Sequence[ChangedFile]) -> list[Entry]:
    """The entries that changes affect."""
    from everypath.run.entries import affected_methods

    names = dict.fromkeys(entry.name.class_name for entry in entries)
    found = affected_methods((ClassFile(data) for name in names if (data := finder.find(name)) is not None), changes)
    return [entry for entry in entries if (entry.name.class_name, entry.name.method, entry.name.descriptor) in found]


def _entries(finder: ClassFinder, name: str, options: Options) -> tuple[ClassFile, list[Entry]]:
    """A class and its entries. Raises `ClassFormatError` if its class file is damaged or holds another class."""
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
    """``; did you mean #fee?`` if a method has nearly the name of the wanted one, else empty."""
    finder = ClassFinder(workload)
    known: set[str] = set()
    for name in workload.classes[:MOST_SEARCHED]:
        with suppress(ClassFormatError):
            data = finder.find(name)
            known.update(method.name for method in ClassFile(data).methods) if data is not None else ()
    wanted = EntryPattern.parse(workload.options.only[0]).methods
    close = difflib.get_close_matches(wanted, sorted(known), n=1)
    return f"; did you mean #{close[0]}?" if close and close[0] != wanted else ""


def _useful_workers(workload: Workload, entries: Sequence[Entry]) -> int:
    if workload.options.jobs:
        return workload.options.jobs
    useful = 1 + sum(entry.size for entry in entries) // CODE_PER_WORKER
    return max(1, min(os.cpu_count() or 1, useful))
