"""Test sources from the result of a run: only tests that compiled and passed are written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from everypath.run.engine import Engine
from everypath.run.results import Analysis
from everypath.run.work import Workload
from everypath.suite import Dropped, write_tests


@dataclass(frozen=True)
class Generated:
    """What was written, what was not and why, and the result with the tests counted."""

    files: tuple[Path, ...]
    dropped: tuple[Dropped, ...]
    analysis: Analysis


def generate(workload: Workload, analysis: Analysis, directory: Path) -> Generated:
    """Write the tests of a run below `directory`, a source root. Raises `OSError` where it cannot be written."""
    cases = [test for method in analysis.methods for test in method.tests]
    engine = Engine(workload)
    try:
        suite = write_tests(cases, engine.builder, engine.bridge, forced_states=workload.options.forced_states)
    finally:
        engine.close()
    files = suite.save(directory)
    summary = replace(analysis.summary, tests_written=suite.tests, tests_passed=suite.tests)
    return Generated(tuple(files), suite.dropped, replace(analysis, summary=summary))
