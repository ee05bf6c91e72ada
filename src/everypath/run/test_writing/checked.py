"""Test classes that were checked while a run went on: `ClassChecker` checks them, in a process of its own, and the end
of the run takes them as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field
from everypath.run.coverage import goals_of
from everypath.run.process import OutOfTimeError, alarm, begin_child, packed, unpacked, used_memory
from everypath.run.results import Goals
from everypath.run.test_writing.preparing import Names, Preparing
from everypath.run.workload import ErrorLog, Workload
from everypath.suite import (
    Checker,
    Dropped,
    Hits,
    KnownTests,
    ManyFailuresError,
    PassedClass,
    TestCase,
    TestClass,
    TestSource,
)

MOST_FAILURES = 10
"""A class in which more tests fail takes long: each of their assertions is tried alone."""


@dataclass(frozen=True)
class CheckedClass:
    """A test class as it was prepared, and what is left of it.

    ``cases`` are the ids of all its cases. ``source`` has the tests that pass; None if there are none. ``goals`` are
    those that these tests reach. ``passed`` are the tests that run together with all others in the end.
    """

    cases: tuple[str, ...]
    source: TestSource | None
    dropped: tuple[Dropped, ...]
    goals: Goals
    passed: PassedClass | None = None


Tested: TypeAlias = "tuple[str, str]"
"""A class under test, with the package of its tests."""


@dataclass(frozen=True)
class CheckedGroup:
    """The test classes of a class under test, and the cases that no test can show."""

    classes: tuple[CheckedClass, ...]
    unwritable: tuple[Dropped, ...]


@dataclass
class CheckedTests:
    """The tests that were checked, by their classes under test."""

    classes: list[CheckedClass] = field(default_factory=list)
    """All test classes, also those that later ones replace."""
    known: KnownTests = field(default_factory=KnownTests)
    """The single tests that need not run alone again."""
    goals: dict[str, Goals] = field(default_factory=dict)
    """What these reach, by their keys."""
    _groups: dict[Tested, tuple[list[TestCase], CheckedGroup]] = field(default_factory=dict)
    """The last check of each class under test, with its cases."""

    def add(self, answer: Answer, cases: Sequence[TestCase]) -> None:
        """Add what a check of these cases has found."""
        given = by_tested(cases)
        for tested, found in answer.found.items():
            self._groups[tested] = given[tested], found
            self.classes += found.classes
        self.known.add(answer.known)
        self.goals |= answer.goals

    def of(self, tested: Tested, cases: Sequence[TestCase]) -> CheckedGroup | None:
        """What is left of the tests of a class under test; None if the last check of it had other cases."""
        before, found = self._groups.get(tested, (None, None))
        return found if before == list(cases) else None

    def within(self, cases: Collection[str], saved: Collection[TestSource]) -> list[CheckedClass]:
        """The classes that are saved like this and whose cases are all among these; no case is in two of them."""
        found: list[CheckedClass] = []
        taken: set[str] = set()
        for each in reversed(self.classes):
            if each.source in saved and taken.isdisjoint(each.cases) and all(case in cases for case in each.cases):
                found.append(each)
                taken.update(each.cases)
        return found


def by_tested(cases: Sequence[TestCase]) -> dict[Tested, list[TestCase]]:
    """The cases of each class under test, in their order."""
    found: dict[Tested, list[TestCase]] = {}
    for each in cases:
        found.setdefault((each.package, each.class_name), []).append(each)
    return found


@dataclass(frozen=True)
class Answer:
    """What a `ClassChecker` found: the tests of classes under test, and the cases (ids) of those in which many fail.
    ``is_late``: the time was up. ``known`` and ``goals`` are what was learnt of single tests, as in `CheckedTests`.
    ``held`` are the bytes that the process and its JVMs hold now; 0 if it was not asked.
    """

    found: Mapping[Tested, CheckedGroup]
    hard: frozenset[str] = frozenset()
    is_late: bool = False
    known: KnownTests = field(default_factory=KnownTests)
    goals: Mapping[str, Goals] = field(default_factory=dict)
    held: int = 0


class ClassChecker:
    """Prepares and checks the tests of classes."""

    def __init__(self, workload: Workload, folder: Path) -> None:
        self._preparing = Preparing(workload, Names.of(workload, folder))
        self._log = ErrorLog(workload)
        self._tables = not workload.options.separate
        self._hits: Hits = {}
        engine = self._preparing.engine
        self._checker = Checker(engine.builder, engine.bridge, self._hits, assertions=workload.assertions)
        self._sent = KnownTests()
        """What earlier answers have had of single tests."""

    def check(self, cases: Sequence[TestCase], seconds: float, *, hard: bool = False) -> Answer:
        """What is left of the tests of some cases. Classes in which many tests fail are left out, unless they are
        known to be ``hard``. Nothing is left of all if it takes longer than so many seconds.
        """
        late: set[str] = set()
        try:
            with alarm(seconds):
                prepared = self._prepared(cases)
                while True:
                    chosen = [
                        each for classes, _ in prepared.values() for each in classes if each.qualified not in late
                    ]
                    try:
                        sources, dropped = self._checker.check(
                            chosen, tables=self._tables, most=None if hard else MOST_FAILURES
                        )
                        break
                    except ManyFailuresError as problem:
                        late |= problem.names
        except BaseException as problem:
            self._preparing.engine.bridge.close()  # it may be in the middle of an answer
            if isinstance(problem, OutOfTimeError):
                return Answer({}, is_late=True)
            raise
        self._run_first([each.qualified for each in sources], seconds)
        left = {each.qualified: each for each in sources}
        found: dict[Tested, CheckedGroup] = {}
        hard_cases: set[str] = set()
        for tested, (classes, unwritable) in prepared.items():
            if any(each.qualified in late for each in classes):
                hard_cases.update(method.case for each in classes for method in each.methods)
            else:
                done = tuple(self._checked(each, left.get(each.qualified), dropped) for each in classes)
                found[tested] = CheckedGroup(done, tuple(unwritable))
        known, goals = self._learnt()
        return Answer(found, frozenset(hard_cases), known=known, goals=goals, held=used_memory())

    def _run_first(self, names: Collection[str], seconds: float) -> None:
        """Run the tests of classes before all others, so that the end of the run need not. An error says nothing about
        the tests.
        """
        try:
            with alarm(seconds):
                self._checker.run_first(names)
        except OutOfTimeError:
            self._preparing.engine.bridge.close()
        except Exception:  # noqa: BLE001 - they run so in the end
            self._preparing.engine.bridge.close()
            self._log.note_current(doing="running tests before all others")

    def _prepared(self, cases: Sequence[TestCase]) -> dict[Tested, tuple[list[TestClass], list[Dropped]]]:
        """The test classes of each class under test. Where two have the same name, the second is left to the end."""
        found: dict[Tested, tuple[list[TestClass], list[Dropped]]] = {}
        taken: set[str] = set()
        for tested, own in by_tested(cases).items():
            classes, unwritable = self._preparing.prepare(own, None, ())
            names = {each.qualified for each in classes}
            if taken.isdisjoint(names):
                found[tested] = classes, unwritable
                taken |= names
        return found

    def _learnt(self) -> tuple[KnownTests, dict[str, Goals]]:
        """What no earlier answer has had of single tests."""
        known = self._checker.known
        passed = known.passed - self._sent.passed
        left = {case: each for case, each in known.left.items() if self._sent.left.get(case) != each}
        bridge = self._preparing.engine.bridge
        goals: dict[str, Goals] = {key: goals_of(self._checker.hits_of(key), bridge) for key in passed}
        new = KnownTests(passed, left, known.first - self._sent.first, known.timed)
        self._sent.add(new)
        return new, goals

    def _checked(self, tests: TestClass, source: TestSource | None, dropped: Iterable[Dropped]) -> CheckedClass:
        lost = tuple(each for each in dropped if each.test.rpartition(".")[0] == tests.qualified)
        ran = source.ran if source is not None else ()
        hits = {hit for name in ran for hit in self._hits.get((tests.qualified, name), ())}
        bridge = self._preparing.engine.bridge
        goals = goals_of(hits | bridge.initial_hits, bridge)
        passed = self._checker.passed.get(internal_name(tests.qualified)) if source is not None else None
        return CheckedClass(tuple(each.case for each in tests.methods), source, lost, goals, passed)


_checker: ClassChecker | None = None


def begin(workload: Workload, folder: Path) -> None:
    """The first call in the process that checks the test classes of a run, which are written below a folder."""
    begin_child()
    global _checker
    _checker = ClassChecker(workload, folder)


def check(cases: bytes, seconds: float, hard: bool) -> bytes:
    """What `ClassChecker.check` returns, in that process; cases and answer are packed."""
    assert _checker is not None
    return packed(_checker.check(cast("Sequence[TestCase]", unpacked(cases)), seconds, hard=hard))
