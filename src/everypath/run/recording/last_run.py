"""The cases of the last run in a folder, so that one of them can be run again by its id.

They are stored in the user's cache. A stored case is replayed; its recorded outcome is not trusted.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from pathlib import Path

from everypath import usercache
from everypath.dataclass import dataclass, replace
from everypath.errors import UsageError
from everypath.run.options import Options
from everypath.run.results import Analysis
from everypath.suite.testcase import NODES, TestCase
from everypath.version import __version__

__all__ = ["LastRun", "load_last_run", "save_last_run"]

KIND = "runs"
_ALLOWED = {(each.__module__, each.__qualname__): each for each in NODES.values()}
"""The classes that a case consists of. When a case is read, only objects of these are made."""


@dataclass(frozen=True)
class LastRun:
    """A run: its targets, class path and JDK, its cases by id, and the case of each finding."""

    targets: tuple[str, ...]
    classpath: tuple[str, ...]
    jdk: str | None
    cases: Mapping[str, TestCase]
    findings: Mapping[str, str]

    def case(self, named: str) -> TestCase | None:
        """The case of an id, or of the id of a finding; None if there is none."""
        return self.cases.get(self.findings.get(named, named))


def save_last_run(analysis: Analysis, targets: tuple[str, ...], options: Options, folder: Path) -> None:
    """Store the selected cases, and those of findings, as the last run in a folder."""
    found = {case.id: replace(case, block_trace=None) for method in analysis.methods for case in method.tests}
    findings = {each.id: each.case for each in (*analysis.findings, *analysis.suppressed)}
    classpath = tuple(str(path.absolute()) for path in options.classpath)
    content = pickle.dumps((targets, classpath, options.jdk, found, findings), protocol=5)
    usercache.save(KIND, key_of(folder), content)


def load_last_run(folder: Path) -> LastRun:
    """The last run in a folder. Raises `UsageError` if none is stored."""
    content = usercache.load(KIND, key_of(folder))
    if content is None:
        raise UsageError("no run in this folder is remembered; run `everypath check` here first")
    try:
        return LastRun(*_Reader(io.BytesIO(content)).load())
    except (pickle.UnpicklingError, TypeError, AttributeError, ValueError, EOFError) as problem:
        raise UsageError(f"the last run in this folder cannot be read: {problem}") from problem


def key_of(folder: Path) -> str:
    """The cache key of the last run in a folder."""
    return f"{__version__} {usercache.version_of('suite')} {folder.resolve()}"


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        found = _ALLOWED.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a case")
        return found
