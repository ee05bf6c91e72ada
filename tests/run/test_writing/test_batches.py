"""What is written where the time will not do for all tests: the most valuable, and all that was checked by then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Protocol, cast

import pytest

from everypath.run.process import OutOfTimeError
from everypath.run.test_writing import BatchWriter
from everypath.run.test_writing import batches as writing
from everypath.run.test_writing.checked import Answer, CheckedClass, CheckedGroup, CheckedTests, by_tested
from everypath.suite import OUT_OF_TIME, Dropped, Parts, TestCase, TestClass, TestSource
from everypath.suite.source import TestMethod
from everypath.suite.suites.known_tests import KnownTests, PassedClass, TimedRun
from everypath.suite.suites.stability import Failures
from everypath.suite.testcase import Invoke, Literal, Member, Recipe


@dataclass
class Slow:
    """A checker that takes its time for a batch, and for each test; where it is over, nothing comes out of it."""

    each: float
    batch: float = 0.5
    now: float = 1000.0
    until: float = 0.0
    batches: list[list[str]] = field(default_factory=list)
    fails_together: bool = False
    classes_mended: list[TestClass] = field(default_factory=list)
    passed: dict[str, PassedClass] = field(default_factory=dict)
    known: KnownTests = field(default_factory=KnownTests)

    def check(self, classes: Sequence[TestClass], *, tables: bool) -> tuple[list[TestSource], list[Dropped]]:
        names = [method.case for one in classes for method in one.methods]
        self.now += self.batch + self.each * len(names)
        if self.now > self.until:
            self.now = self.until
            raise OutOfTimeError
        self.batches.append(names)
        return [TestSource(one.qualified, one.path, "", (), len(one.methods)) for one in classes], []

    def rendered(self, classes: Sequence[TestClass]) -> list[TestSource]:
        return [source_of(each) for each in classes]

    def fail_together(
        self, names: Collection[str], seconds: float, most: float, found: Failures, on_ran: Callable[[], object]
    ) -> None:
        found |= {(name, "test"): "it fails" for name in names if self.fails_together}

    def mended(
        self, classes: Sequence[TestClass], failed: Failures, names: Collection[str], seconds: float, *, tables: bool
    ) -> tuple[list[TestSource], list[Dropped]]:
        self.classes_mended += classes
        return [TestSource(one.qualified, one.path, "", (), len(one.methods)) for one in classes], []

    def close(self) -> None:
        """The bridge is of no use after that."""


def source_of(tests: TestClass) -> TestSource:
    return TestSource(tests.qualified, tests.path, "", (), cases=tuple((each.case, 1) for each in tests.methods))


def case(owner: str, number: int) -> TestCase:
    call = Invoke(Member(owner, "of", "(I)V", static=True), None, (Literal("I", number),))
    return TestCase(owner, "of", "(I)V", Recipe((), call), f"{owner}.of({number})")


def prepared(cases: Sequence[TestCase], parts: Parts | None) -> tuple[list[TestClass], list[Dropped]]:
    found = []
    for owner in sorted({each.class_name for each in cases}):
        members = [each for each in cases if each.class_name == owner]
        divided: Iterable[list[TestCase]] = parts(members) if parts is not None else [members]
        for part in divided:
            tests = tuple(TestMethod(each.expression, each.recipe, case=each.id) for each in part)
            found.append(TestClass("", f"{owner}{len(found)}Test", tests))
    return found, []


class Run(Protocol):
    """Checks the tests of cases in so many seconds, and so many more for the most valuable."""

    def __call__(
        self,
        slow: Slow,
        seconds: float,
        cases: Sequence[TestCase],
        late: float = 0.0,
        known: CheckedTests | None = None,
    ) -> BatchWriter: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    def given(
        slow: Slow, seconds: float, cases: Sequence[TestCase], late: float = 0.0, known: CheckedTests | None = None
    ) -> BatchWriter:
        slow.until = slow.now + seconds + late
        monkeypatch.setattr(writing, "time", SimpleNamespace(time=lambda: slow.now, monotonic=lambda: slow.now))
        goals = {each.id: {"A": 1 << at // 4} for at, each in enumerate(cases)}  # each fourth one adds something
        found = BatchWriter(prepared, cast("Any", slow), cast("Any", slow), goals, slow.now + seconds, late=late)
        if known is not None:
            found.known = known
            found.saved = [each.source for each in known.classes if each.source is not None]
        found.write(cases)
        return found

    return given


CASES = [case(owner, number) for owner in ("A", "B") for number in range(100)]
VALUABLE = {each.id for at, each in enumerate(CASES) if at % 4 == 0}


def test_with_time_for_all_whole_classes_are_checked(run: Run) -> None:
    slow = Slow(each=0.001)
    done = run(slow, 60.0, CASES)
    assert [source.tests for source in done.sources] == [100, 100]
    assert (len(slow.batches), done.dropped) == (2, []), "the first batch is a small one"


def test_what_was_feared_to_be_slow_is_tried_and_then_checked_whole(run: Run) -> None:
    slow = Slow(each=0.001, fails_together=True)
    done = run(slow, 4.0, CASES)
    assert set(slow.batches[0]) < VALUABLE
    assert len(slow.batches[0]) == 25
    assert [source.tests for source in done.sources] == [100, 100], "what was tried is no class of its own"
    names = [source.qualified for source in done.sources]
    assert {each.qualified: len(each.methods) for each in slow.classes_mended} == dict.fromkeys(names, 100)
    assert len(slow.classes_mended) == 2


def test_the_most_valuable_come_first_where_there_is_no_time_for_all(run: Run) -> None:
    slow = Slow(each=0.05)
    done = run(slow, 6.0, CASES)
    kept = [each for batch in slow.batches for each in batch]
    assert len(kept) == len(set(kept)) == sum(source.tests for source in done.sources)
    assert set(kept[: len(VALUABLE)]) == VALUABLE
    assert len(VALUABLE) < len(kept) < len(CASES)
    assert {each.reason for each in done.dropped} == {OUT_OF_TIME}
    assert len(done.dropped) + len(kept) == len(CASES), "what is not checked is said"


def test_a_machine_that_becomes_slow_keeps_what_it_has(run: Run) -> None:
    class Tiring(Slow):
        def check(self, classes: Sequence[TestClass], *, tables: bool) -> tuple[list[TestSource], list[Dropped]]:
            self.each *= 4
            return super().check(classes, tables=tables)

    slow = Tiring(each=0.01)
    done = run(slow, 30.0, [case(owner, number) for owner in "ABCDEF" for number in range(50)])
    kept = sum(source.tests for source in done.sources)
    assert 50 < kept < 300
    assert kept + len(done.dropped) == 300


def test_what_no_other_test_covers_may_be_late(run: Run) -> None:
    slow = Slow(each=0.1, batch=1.0)
    done = run(slow, 2.0, CASES, late=20.0)
    kept = {each for batch in slow.batches for each in batch}
    assert kept >= VALUABLE
    assert slow.now < slow.until
    assert len(done.dropped) == len(CASES) - len(kept) > 0


def test_a_batch_that_was_begun_in_time_is_ended(run: Run) -> None:
    slow = Slow(each=0.2, batch=1.0)
    done = run(slow, 1.5, CASES[:10], late=5.0)
    assert sum(source.tests for source in done.sources) == 10


def known(cases: Sequence[TestCase]) -> CheckedTests:
    """The test classes of these cases, checked before."""
    tests = CheckedTests()
    for tested, own in by_tested(cases).items():
        rendered = map(source_of, prepared(own, None)[0])
        classes = tuple(CheckedClass(tuple(dict(each.cases)), each, (), {}) for each in rendered)
        tests.add(Answer({tested: CheckedGroup(classes, ())}), own)
    return tests


def test_what_was_checked_before_is_not_checked_again(run: Run) -> None:
    slow = Slow(each=0.001)
    done = run(slow, 60.0, CASES, known=known(CASES[:100]))
    assert sorted(each for batch in slow.batches for each in batch) == sorted(each.id for each in CASES[100:])
    assert [source.qualified for source in done.sources] == ["A0Test", "B0Test"]
    assert [each.source for each in done.taken] == done.sources[:1]


def test_a_class_with_new_tests_is_checked_again_if_there_is_time(run: Run) -> None:
    slow = Slow(each=0.001)
    done = run(slow, 60.0, CASES[:100], known=known(CASES[:90]))
    assert [source.tests for source in done.sources] == [100]
    assert done.taken == []


def test_without_time_for_that_it_stays_as_it_was_saved(run: Run) -> None:
    slow = Slow(each=0.1)
    done = run(slow, 3.0, CASES[:100], known=known(CASES[:90]))
    assert sorted(each for batch in slow.batches for each in batch) == sorted(each.id for each in CASES[90:100])
    assert {case for each in done.taken for case in each.cases} == {each.id for each in CASES[:90]}


def test_time_is_kept_for_running_all_together_as_one_run_of_them_took() -> None:
    quick, slow = TimedRun(100, 0.1), TimedRun(100, 2.0)
    assert writing.seconds_together(400) == writing.seconds_together(400, TimedRun())
    assert writing.seconds_together(400, slow) > 4.0 * writing.AS_ONE_RUN
    assert writing.seconds_together(400) <= writing.seconds_together(400, quick) < writing.seconds_together(400, slow)
