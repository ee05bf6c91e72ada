"""Test sources from the result of a run: only tests that compiled and passed are written."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field, replace
from everypath.run.coverage import goals_of, kept_of
from everypath.run.engine import Engine
from everypath.run.findings import CUT_SHORT
from everypath.run.results import Analysis, Goals, summarise, union_of
from everypath.run.test_writing.batches import FAILED, BatchWriter, seconds_together
from everypath.run.test_writing.checked import CheckedTests
from everypath.run.test_writing.early import EarlySaving
from everypath.run.test_writing.preparing import Names, Preparing
from everypath.run.test_writing.saved import SavedTests
from everypath.run.workload import ErrorLog, Workload, error_text
from everypath.suite import (
    MARKED_LINES,
    OUT_OF_TIME,
    Checker,
    Dropped,
    Hits,
    Parts,
    Suite,
    TestCase,
    TestClass,
    TestSource,
    own_files,
)
from everypath.work import TEST, Steps, seconds_of, steps_of

#: The part of the budget that the most valuable tests may be late by, and the least of it, in seconds.
LATE_PART, LEAST_LATE_SECONDS = 0.02, 0.3
#: Seconds for the tests of what was found, where the user stopped the run.
INTERRUPTED_SECONDS = 3.0
#: The part of the time left that the process which checks tests early may take for what waits.
FINISHING_PART = 0.85


@dataclass(frozen=True)
class Generated:
    """The written files, the dropped tests with reasons, and the result with the tests counted. ``cases`` is the place
    of the test of each case, by its id: the number of the file, and the line. ``beside`` are unchanged files that
    everypath did not write, each with the one that was written instead; ``unneeded`` are files of earlier runs that
    hold tests of the analysed classes and would not be written now. ``unwritten`` are files that could not be written,
    each with the reason.
    """

    files: tuple[Path, ...]
    dropped: tuple[Dropped, ...]
    analysis: Analysis
    cases: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    beside: tuple[tuple[Path, Path], ...] = ()
    unneeded: tuple[Path, ...] = ()
    unwritten: tuple[tuple[Path, str], ...] = ()


def generate(
    workload: Workload, analysis: Analysis, directory: Path, deadline: float, early: EarlySaving | None = None
) -> Generated:
    """Write the tests of a run below `directory`, a source root, until `deadline`, in seconds of `time.time`
    (infinite: only what hangs is ended). Each batch is saved when it was checked. ``early`` has saved tests while the
    run went on, which it ends: what it checked is not checked again, unless the budget is one of work. Tests that it
    saved and that are not written now are removed, unless there was no time to check them again.

    An interrupt or the deadline ends the compiling and running: what was done by then is written, and where it is the
    time, what covers something that no other test does may take a little longer. A file that everypath
    did not write stays as it is. An error of the engine costs the tests of one class: its methods are failed then. An
    error outside of a class begins the writing anew once; after that, the tests that were saved stay.
    """
    saved = early.saved if early is not None else SavedTests(directory)
    cases = [test for method in analysis.methods for test in method.tests if test.id not in method.redundant_tests]
    error = ""
    for _ in range(2):
        try:
            return _generate(workload, analysis, cases, deadline, early, saved)
        except Exception as problem:  # noqa: BLE001 - what was found and saved until now must not be lost
            ErrorLog(workload).note_current(doing="writing the tests")
            error = error_text(problem)
    return _only_saved(analysis, cases, saved, error)


def _generate(
    workload: Workload,
    analysis: Analysis,
    cases: Sequence[TestCase],
    deadline: float,
    early: EarlySaving | None,
    saved: SavedTests,
) -> Generated:
    started, directory = time.monotonic(), saved.folder
    hits: Hits = {}
    until = min(deadline, time.time() + INTERRUPTED_SECONDS) if analysis.interrupted else deadline
    names = Names.of(workload, directory)
    ran: Goals = {}
    unneeded: tuple[Path, ...] = ()
    log = ErrorLog(workload)
    preparing = Preparing(workload, names)
    engine = preparing.engine
    try:
        writing = _writing(workload, preparing, analysis, hits, until, saved)
        timed = early.checked.known.timed if early is not None else None
        known = _known(workload, early, until - seconds_together(len(cases), timed))
        before = dict(saved.sources)
        writing.known, writing.saved = known, list(before.values())
        if known is not None:
            writing.checker.known.add(known.known)
        writing.write(cases)
        if writing.interrupted:
            _keep_early(writing, before, directory)
        saved.restore({directory / source.path for source in writing.sources})
        try:
            written = {(source.qualified, name) for source in writing.sources for name in source.ran}
            passed = {hit for test, passed in hits.items() if test in written for hit in passed}
            own = goals_of(passed | engine.bridge.initial_hits, engine.bridge)
            earlier = _known_goals(known, writing.checker, written - hits.keys()) if known is not None else ()
            names_left = {source.qualified for source in writing.sources}
            taken = [each.goals for each in writing.taken if each.source and each.source.qualified in names_left]
            ran = union_of([own, *earlier, *taken])
            unneeded = _unneeded(workload, engine, writing, directory) if _is_whole(workload, analysis, writing) else ()
        except Exception:  # noqa: BLE001 - the tests are made: only their counts are lost
            log.note_current(doing="counting what the tests cover")
    finally:
        engine.close()
    suite = Suite(tuple(writing.sources), tuple(writing.dropped))
    files, unwritten = saved.save(suite.sources)
    analysis = _counted(analysis, writing.failed, suite, ran)
    work = analysis.work + steps_of(TEST * (suite.tests + len(suite.dropped)))
    seconds = time.monotonic() - started
    analysis = replace(analysis, interrupted=writing.interrupted, writing=seconds, work=work)
    places = {
        case: (number, line + MARKED_LINES) for number, each in enumerate(suite.sources) for case, line in each.cases
    }
    beside = tuple(names.beside(files))
    return Generated(tuple(files), suite.dropped, analysis, places, beside, unneeded, tuple(unwritten))


def _known(workload: Workload, early: EarlySaving | None, until: float) -> CheckedTests | None:
    """The test classes that were checked early, which ends ``until`` then. With a budget of work, all tests are checked
    in the end: which ones the clock let be checked together must not matter.
    """
    if early is None:
        return None
    is_counted = isinstance(workload.options.budget, Steps)
    if not is_counted:
        early.finish(FINISHING_PART * max(until - time.time(), 0.0))
    early.close()
    return None if is_counted else early.checked


def _known_goals(known: CheckedTests, checker: Checker, tests: Iterable[tuple[str, str]]) -> list[Goals]:
    """What tests reach that did not run alone again."""
    keys = (checker.keys.get(each, "") for each in tests)
    return [known.goals[each] for each in keys if each in known.goals]


def _only_saved(analysis: Analysis, cases: Iterable[TestCase], saved: SavedTests, error: str) -> Generated:
    """The tests that were saved while the run went on, as an error of the engine has lost all others."""
    shown = {case for source in saved.sources.values() for case, _ in source.cases}
    lost = {each.id: error for each in cases if each.id not in shown}
    dropped = tuple(Dropped(each.expression, FAILED + error) for each in cases if each.id in lost)
    suite = Suite(tuple(saved.sources.values()), dropped)
    return Generated(tuple(saved.sources), dropped, _counted(analysis, lost, suite, {}))


def _counted(analysis: Analysis, lost: Mapping[str, str], suite: Suite, ran: Goals) -> Analysis:
    """The result with the tests counted, and the methods failed whose tests an error of the engine ``lost``: by the ids
    of their cases, what the error says.
    """
    texts = ([lost[each.id] for each in method.tests if each.id in lost] for method in analysis.methods)
    methods = tuple(
        method.failed(*found) if found else method for method, found in zip(analysis.methods, texts, strict=True)
    )
    summary = replace(
        analysis.summary,
        statuses=summarise(methods, ()).statuses,
        tests_written=suite.tests,
        tests_passed=suite.tests,
        tests_dropped=dict(Counter(each.reason for each in suite.dropped)),
        goals=kept_of((method.goals for method in methods if method.goals is not None), ran),
    )
    return replace(analysis, methods=methods, summary=summary)


def _keep_early(writing: BatchWriter, early: Mapping[Path, TestSource], directory: Path) -> None:
    """Add the test classes that passed while the run went on: the user has ended it, and not all were checked again."""
    written = {directory / source.path for source in writing.sources}
    shown = {case for source in writing.sources for case, _ in source.cases}
    for path, source in early.items():
        if path not in written and shown.isdisjoint(case for case, _ in source.cases):
            writing.sources.append(source)
            writing.dropped = [each for each in writing.dropped if each.test.rpartition(".")[0] != source.qualified]


def _is_whole(workload: Workload, analysis: Analysis, writing: BatchWriter) -> bool:
    """True if neither a selection of methods nor the time limited the tests."""
    options = workload.options
    chosen = bool(options.only) or workload.changes is not None or workload.existing is not None
    late = any(each.reason == OUT_OF_TIME for each in writing.dropped)
    late = late or any(reason.code in CUT_SHORT for method in analysis.methods for reason in method.reasons)
    return not (chosen or late or writing.interrupted)


def _unneeded(workload: Workload, engine: Engine, writing: BatchWriter, directory: Path) -> tuple[Path, ...]:
    """The files written by everypath that test the analysed classes and were not written now."""
    written = {directory / source.path for source in writing.sources}
    found = {path for name in workload.classes for path in own_files(directory, name, engine.builder)}
    return tuple(sorted(found - written))


def _writing(
    workload: Workload, preparing: Preparing, analysis: Analysis, hits: Hits, until: float, saved: SavedTests
) -> BatchWriter:
    """The writing of the tests of a run. What passes is saved at once."""
    options, engine = workload.options, preparing.engine
    found: BatchWriter

    def prepared(cases: Sequence[TestCase], parts: Parts | None) -> tuple[list[TestClass], list[Dropped]]:
        used = {*(internal_name(each.qualified) for each in found.sources), *map(internal_name, found.reserved)}
        return preparing.prepare(cases, parts, used)

    goals = {case: each for method in analysis.methods if method.goals for case, each in method.goals.tests.items()}
    checker = Checker(engine.builder, engine.bridge, hits, assertions=workload.assertions)
    found = BatchWriter(prepared, checker, engine.bridge, goals, until, not options.separate, analysis.interrupted)
    found.prepare_again = lambda cases: preparing.prepare(cases, None, ())[0]
    found.on_checked = saved.save
    found.log = ErrorLog(workload)
    if not analysis.interrupted:
        found.late = max(LATE_PART * seconds_of(options.budget), LEAST_LATE_SECONDS)
    return found
