"""Test sources from the result of a run: only tests that compiled and passed are written."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from everypath.run.alarm import OutOfTimeError, alarm
from everypath.run.engine import Engine
from everypath.run.goals import goals_of, kept_of
from everypath.run.results import Analysis
from everypath.run.work import Workload
from everypath.suite import (
    MARKED_LINES,
    Dropped,
    Hits,
    Suite,
    TestClass,
    TestSource,
    check_sources,
    framework_named,
    is_kept,
    prepare,
)

#: Tests that are compiled and run together at first, and at most; a class is never split.
FEW, MANY = 30, 250
#: Seconds beyond the end of the budget that tests may be compiled and run.
EXTRA = 0.3
#: Seconds for the tests of what was found, where the user stopped the run.
FAREWELL = 3.0
_OTHER_NAME = re.compile(r"Generated\d*Test\.java$")
OUT_OF_TIME = "no time was left to compile and run it"


@dataclass(frozen=True)
class Generated:
    """What was written, what was not and why, and the result with the tests counted. ``cases`` tells where the test of
    each case stands, by its id: the number of the file, and the line. ``beside`` are files that stayed as they are,
    since everypath did not write them, each with the one that was written instead.
    """

    files: tuple[Path, ...]
    dropped: tuple[Dropped, ...]
    analysis: Analysis
    cases: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    beside: tuple[tuple[Path, Path], ...] = ()


def generate(workload: Workload, analysis: Analysis, directory: Path, deadline: float) -> Generated:
    """Write the tests of a run below `directory`, a source root, until `deadline`, in seconds of `time.time`.

    An interrupt or the deadline ends the compiling and running: what was done by then is written. A file that everypath
    did not write stays as it is. Raises `OSError` where it cannot be written.
    """
    started = time.monotonic()
    cases = [test for method in analysis.methods for test in method.tests if test.id not in method.spare]
    sources: list[TestSource] = []
    hits: Hits = {}
    dropped: list[Dropped] = []
    interrupted = analysis.interrupted
    until = min(deadline + EXTRA, time.time() + FAREWELL) if interrupted else deadline + EXTRA
    engine = Engine(workload)
    try:
        options = workload.options
        framework = framework_named(options.framework)
        names = _Names(directory, workload.existing.classes if workload.existing is not None else ())
        classes, unwritable = prepare(
            cases, engine.builder, forced_states=options.forced_states, framework=framework, taken=names.taken
        )
        dropped += unwritable
        for batch in _batches(classes):
            try:
                with alarm(until - time.time()):
                    tables = not options.separate
                    done, lost = check_sources(batch, engine.builder, engine.bridge, hits, tables=tables)
            except OutOfTimeError:
                engine.bridge.close()
                done, lost = [], _left_out(batch)
            except KeyboardInterrupt:
                interrupted, until = True, 0.0
                engine.bridge.close()
                done, lost = [], _left_out(batch)
            sources += done
            dropped += lost
        written = {(source.qualified, name) for source in sources for name in source.ran}
        ran = goals_of({hit for test, passed in hits.items() if test in written for hit in passed}, engine.bridge)
    finally:
        engine.close()
    suite = Suite(tuple(sources), tuple(dropped))
    files = suite.save(directory)
    goals = kept_of((method.goals for method in analysis.methods if method.goals is not None), ran)
    summary = replace(analysis.summary, tests_written=suite.tests, tests_passed=suite.tests, goals=goals)
    analysis = replace(analysis, summary=summary, interrupted=interrupted, writing=time.monotonic() - started)
    places = {
        case: (number, line + MARKED_LINES) for number, each in enumerate(suite.sources) for case, line in each.cases
    }
    return Generated(tuple(files), suite.dropped, analysis, places, tuple(names.beside(files)))


class _Names:
    """The names that new test classes cannot have: those of existing tests, and of files that are not ours."""

    def __init__(self, directory: Path, existing: Collection[str]) -> None:
        self._directory = directory
        self._existing = frozenset(existing)
        self._kept: set[Path] = set()

    def taken(self, name: str) -> bool:
        """Whether a class has an internal name already."""
        path = self._directory / f"{name}.java"
        if is_kept(path):
            self._kept.add(path)
        return path in self._kept or name in self._existing

    def beside(self, written: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
        """The files that stayed as they are, each with the one that was written instead of it."""
        for path in written:
            plain = path.with_name(_OTHER_NAME.sub("Test.java", path.name))
            if plain in self._kept:
                yield plain, path


def _left_out(batch: Sequence[TestClass]) -> list[Dropped]:
    return [Dropped(f"{each.qualified}.{test.name}", OUT_OF_TIME) for each in batch for test in each.methods]


def _batches(classes: Sequence[TestClass]) -> Iterator[list[TestClass]]:
    """Classes to check together: few at first, so that there is something even where the time is short."""
    batch: list[TestClass] = []
    limit = FEW
    for each in classes:
        if batch and sum(len(one.methods) for one in batch) + len(each.methods) > limit:
            yield batch
            batch = []
            limit = min(2 * limit, MANY)
        batch.append(each)
    if batch:
        yield batch
