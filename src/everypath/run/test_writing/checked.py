"""Test classes that were checked while a run went on: `ClassChecker` checks them, in a process of its own, and the end
of the run takes them as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from everypath.classfile import internal_name
from everypath.dataclass import dataclass, field
from everypath.run.coverage import goals_of
from everypath.run.process import OutOfTimeError, alarm, begin_child
from everypath.run.results import Goals
from everypath.run.test_writing.preparing import Names, Preparing
from everypath.run.workload import Workload
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

MOST_BESIDE = 150
"""The most tests of earlier checks that run beside those of one check. In the end, all tests run beside all others."""


@dataclass(frozen=True)
class CheckedClass:
    """A test class as it was prepared, and what is left of it.

    ``cases`` are the ids of all its cases. ``source`` has the tests that pass; None if there are none. ``goals`` are
    those that these tests reach. ``passed`` is there if they run code with static state: later tests are checked beside
    them.
    """

    cases: tuple[str, ...]
    source: TestSource | None
    dropped: tuple[Dropped, ...]
    goals: Goals
    passed: PassedClass | None = None


@dataclass
class CheckedTests:
    """The test classes that were checked, by a key for what was checked."""

    classes: dict[str, CheckedClass] = field(default_factory=dict)
    known: KnownTests = field(default_factory=KnownTests)
    """The single tests that need not run alone again."""
    goals: dict[str, Goals] = field(default_factory=dict)
    """What these reach, by their keys."""

    def add(self, answer: Answer) -> None:
        """Add what a check has found."""
        self.classes |= answer.found
        self.known.add(answer.known)
        self.goals |= answer.goals

    def of(self, source: TestSource) -> CheckedClass | None:
        """What is left of a test class that is rendered like this; None if it was not checked."""
        return self.classes.get(key_of(source))

    def within(self, cases: Collection[str], saved: Collection[TestSource]) -> list[CheckedClass]:
        """The classes that are saved like this and whose cases are all among these; no case is in two of them."""
        found: list[CheckedClass] = []
        taken: set[str] = set()
        for each in reversed(self.classes.values()):
            if each.source in saved and taken.isdisjoint(each.cases) and all(case in cases for case in each.cases):
                found.append(each)
                taken.update(each.cases)
        return found


def key_of(source: TestSource) -> str:
    """The key of a test class that was rendered before it is checked: its text and its cases."""
    text = "\n".join((source.qualified, source.text, *(case for case, _ in source.cases)))
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Answer:
    """What a `ClassChecker` found: checked test classes by key, and the cases (ids) of those in which many tests fail.
    ``is_late``: the time was up. ``known`` and ``goals`` are what was learnt of single tests, as in `CheckedTests`.
    """

    found: Mapping[str, CheckedClass]
    hard: frozenset[str] = frozenset()
    is_late: bool = False
    known: KnownTests = field(default_factory=KnownTests)
    goals: Mapping[str, Goals] = field(default_factory=dict)


class ClassChecker:
    """Prepares and checks test classes, those that it has not checked before."""

    def __init__(self, workload: Workload, folder: Path) -> None:
        self._preparing = Preparing(workload, Names.of(workload, folder))
        self._tables = not workload.options.separate
        self._hits: Hits = {}
        engine = self._preparing.engine
        self._checker = Checker(
            engine.builder, engine.bridge, self._hits, assertions=workload.assertions, most_beside=MOST_BESIDE
        )
        self._known: set[str] = set()
        self._told = KnownTests()
        """What earlier answers have told of single tests."""

    def check(self, cases: Sequence[TestCase], seconds: float, *, hard: bool = False) -> Answer:
        """What is left of the test classes of some cases. Those in which many tests fail are left out, unless they are
        known to be ``hard``. Nothing is left of all if it takes longer than so many seconds.
        """
        new: dict[str, TestClass] = {}
        late: set[str] = set()
        try:
            with alarm(seconds):
                classes, _ = self._preparing.prepare(cases, None, ())
                rendered = zip(classes, self._checker.rendered(classes), strict=True)
                new |= {key: each for each, source in rendered if (key := key_of(source)) not in self._known}
                while True:
                    chosen = [each for each in new.values() if each.qualified not in late]
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
        left = {each.qualified: each for each in sources}
        done = {key: each for key, each in new.items() if each.qualified not in late}
        self._known.update(done)
        found = {key: self._checked(each, left.get(each.qualified), dropped) for key, each in done.items()}
        hard_cases = frozenset(m.case for each in new.values() if each.qualified in late for m in each.methods)
        known, goals = self._learnt()
        return Answer(found, hard_cases, known=known, goals=goals)

    def _learnt(self) -> tuple[KnownTests, dict[str, Goals]]:
        """What no earlier answer has told of single tests."""
        known = self._checker.known
        passed = known.passed - self._told.passed
        left = {case: each for case, each in known.left.items() if self._told.left.get(case) != each}
        bridge = self._preparing.engine.bridge
        goals: dict[str, Goals] = {key: goals_of(self._checker.hits_of(key), bridge) for key in passed}
        self._told.add(KnownTests(passed, left))
        return KnownTests(passed, left), goals

    def _checked(self, tests: TestClass, source: TestSource | None, dropped: Iterable[Dropped]) -> CheckedClass:
        lost = tuple(each for each in dropped if each.test.rpartition(".")[0] == tests.qualified)
        ran = source.ran if source is not None else ()
        hits = {hit for name in ran for hit in self._hits.get((tests.qualified, name), ())}
        goals = goals_of(hits, self._preparing.engine.bridge)
        passed = self._checker.earlier.classes.get(internal_name(tests.qualified)) if source is not None else None
        return CheckedClass(tuple(each.case for each in tests.methods), source, lost, goals, passed)


_checker: ClassChecker | None = None


def begin(workload: Workload, folder: Path) -> None:
    """The first call in the process that checks the test classes of a run, which are written below a folder."""
    begin_child()
    global _checker
    _checker = ClassChecker(workload, folder)


def check(cases: Sequence[TestCase], seconds: float, hard: bool) -> Answer:
    """What `ClassChecker.check` returns, in that process."""
    assert _checker is not None
    return _checker.check(cases, seconds, hard=hard)
