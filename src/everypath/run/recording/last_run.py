"""The cases of the last run in a folder, so that one of them can be run again by its id.

They lie in the user's cache, which holds nothing that counts: what is there is replayed, not believed.
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
"""What a case consists of; nothing else is made when one is read."""


@dataclass(frozen=True)
class LastRun:
    """What is known of a run: its targets and what opened them, its cases by id, and the cases of its findings."""

    targets: tuple[str, ...]
    classpath: tuple[str, ...]
    jdk: str | None
    cases: Mapping[str, TestCase]
    findings: Mapping[str, str]

    def case(self, named: str) -> TestCase | None:
        """The case of an id, or of the id of a finding."""
        return self.cases.get(self.findings.get(named, named))


def save_last_run(analysis: Analysis, targets: tuple[str, ...], options: Options, folder: Path) -> None:
    """Remember the cases that are worth a test, and those of findings, as the last run in a folder."""
    found = {case.id: replace(case, block_trace=None) for method in analysis.methods for case in method.tests}
    findings = {each.id: each.case for each in (*analysis.findings, *analysis.suppressed)}
    classpath = tuple(str(path.absolute()) for path in options.classpath)
    content = pickle.dumps((targets, classpath, options.jdk, found, findings), protocol=5)
    usercache.save(KIND, key_of(folder), content)


def load_last_run(folder: Path) -> LastRun:
    """The last run in a folder. Raises `UsageError` where none is known."""
    content = usercache.load(KIND, key_of(folder))
    if content is None:
        raise UsageError("no run in this folder is remembered; run `everypath check` here first")
    try:
        return LastRun(*_Reader(io.BytesIO(content)).load())
    except (pickle.UnpicklingError, TypeError, AttributeError, ValueError, EOFError) as problem:
        raise UsageError(f"the last run in this folder cannot be read: {problem}") from problem


def key_of(folder: Path) -> str:
    """What the last run in a folder is kept under."""
    return f"{__version__} {usercache.version_of('suite')} {folder.resolve()}"


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        found = _ALLOWED.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a case")
        return found
