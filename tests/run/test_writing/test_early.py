"""Which tests are checked together while a run goes on, and what the end of the run takes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from everypath.run import MethodReport, Status
from everypath.run.test_writing.checked import Answer, CheckedClass, CheckedGroup, CheckedTests
from everypath.run.test_writing.early import MOST_GROWN, _CheckingProcess
from everypath.run.test_writing.waiting import ENOUGH, MOST, WAIT, Waiting
from everypath.suite import TestCase, TestSource
from everypath.suite.testcase import Invoke, Literal, Member, Recipe


def report(owner: str, method: str, tests: int, *, redundant: int = 0) -> MethodReport:
    call = Invoke(Member(owner, method, "()V", static=True), None, (Literal("I", 0),))
    cases = tuple(TestCase(owner, method, "()V", Recipe((), call), f"{owner}.{method}({at})") for at in range(tests))
    return MethodReport(
        owner,
        method,
        "()V",
        Status.COMPLETE,
        tests=cases,
        redundant_tests=tuple(each.id for each in cases[:redundant]),
    )


def test_tests_wait_for_others_but_not_for_long() -> None:
    waiting = Waiting({})
    assert waiting.seconds(0.0) is None
    waiting.note(report("A", "a", 3), 10.0)
    assert waiting.seconds(10.0) == WAIT
    assert waiting.seconds(10.0 + 2 * WAIT) == 0.0
    waiting.note(report("B", "b", ENOUGH), 10.0)
    assert waiting.seconds(10.0) == 0.0


def test_classes_that_waited_longest_come_first_and_not_too_many() -> None:
    waiting = Waiting({})
    for number, name in enumerate("ABC"):
        waiting.note(report(name, "a", MOST // 2), float(number))
    assert waiting.take() == ["A", "B"]
    waiting.note(report("A", "b", 1), 4.0)
    assert waiting.take() == ["C"]
    assert waiting.take() == ["A"], "a class with new tests is checked as a whole"
    assert waiting.is_empty


def test_a_class_with_more_tests_than_fit_is_checked_all_the_same() -> None:
    waiting = Waiting({})
    waiting.note(report("A", "a", 2 * MOST), 0.0)
    assert waiting.take() == ["A"]


def test_cases_are_in_the_order_of_the_plan_and_without_redundant_ones() -> None:
    waiting = Waiting({("A", "a", "()V"): 0, ("A", "b", "()V"): 1})
    waiting.note(report("A", "b", 1), 0.0)
    waiting.note(report("A", "a", 2, redundant=1), 0.0)
    assert [each.expression for each in waiting.cases(["A"])] == ["A.a(1)", "A.b(0)"]


def test_what_failed_is_tried_in_halves_and_given_up_alone() -> None:
    waiting = Waiting({})
    for name in "ABC":
        waiting.note(report(name, "a", 1), 0.0)
    waiting.failed(waiting.take())
    assert not waiting.is_empty
    assert waiting.take() == ["A"]
    waiting.failed(["A"])
    assert waiting.take() == ["B", "C"]
    waiting.done(waiting.cases(["B", "C"]))
    assert waiting.is_empty
    assert (waiting.all, waiting.unchecked) == (3, 1), "those of A are left to the end"


def test_what_was_checked_is_not_counted_again() -> None:
    waiting = Waiting({})
    waiting.note(report("A", "a", 3), 0.0)
    waiting.note(report("B", "a", 3), 0.0)
    cases = waiting.cases(["A", "B"])
    assert (waiting.all, waiting.unchecked, waiting.are_new(cases)) == (6, 6, 6)
    waiting.done(cases, hard=[waiting.cases(["B"])[0].id])
    assert waiting.unchecked == 3, "those of B are tried alone later"
    waiting.note(report("A", "a", 4), 1.0)
    waiting.note(report("A", "b", 1), 2.0)
    assert (waiting.all, waiting.unchecked) == (8, 5)
    waiting.note(report("A", "b", 1, redundant=1), 3.0)
    assert (waiting.all, waiting.unchecked) == (7, 4)


class Checking(_CheckingProcess):
    """Counts how often the process is ended."""

    ended = 0

    def end(self) -> None:
        super().end()
        self.ended += 1


def test_a_process_that_has_grown_since_its_first_check_is_ended() -> None:
    process = Checking(None, Path())
    for held in (MOST_GROWN * 3, MOST_GROWN * 4, MOST_GROWN * 2):
        process.end_if_grown(held)
    assert process.ended == 0, "a process that is large from the beginning is no better if it begins anew"
    process.end_if_grown(MOST_GROWN * 4 + 1)
    assert process.ended == 1
    process.end_if_grown(MOST_GROWN * 9)
    assert process.ended == 1, "it is the first check of a new one"


def source(name: str, *cases: str) -> TestSource:
    return TestSource(name, f"{name}.java", name, (), cases=tuple((each, 1) for each in cases))


def checked(*groups: tuple[Sequence[TestCase], CheckedClass]) -> CheckedTests:
    tests = CheckedTests()
    for cases, one in groups:
        tested = (cases[0].package, cases[0].class_name)
        tests.add(Answer({tested: CheckedGroup((one,), ())}), cases)
    return tests


def test_the_tests_of_a_class_are_known_by_its_cases() -> None:
    cases = report("A", "a", 3).tests
    one = CheckedClass(tuple(each.id for each in cases), source("ATest"), (), {})
    tested = (cases[0].package, "A")
    tests = checked((cases[:2], one))
    assert tests.of(tested, cases[:2]) == CheckedGroup((one,), ())
    assert tests.of(tested, cases) is None
    assert tests.of(("", "B"), ()) is None
    changed = [replace(each, drawing=("other",)) for each in cases[:2]]
    assert tests.of(tested, changed) is None
    tests.add(Answer({tested: CheckedGroup((one,), ())}), cases)
    assert tests.of(tested, cases) is not None
    assert tests.of(tested, cases[:2]) is None, "only the last check counts"


def test_saved_classes_are_taken_if_all_their_cases_are_still_there() -> None:
    old, new, other = source("A", "a"), source("A", "a", "b"), source("B", "c")
    classes = [CheckedClass(tuple(case for case, _ in each.cases), each, (), {}) for each in (old, new, other)]
    tests = checked(*((report("A", str(at), 1).tests, each) for at, each in enumerate(classes)))
    assert tests.within({"a", "b", "c", "d"}, [new, other]) == [classes[2], classes[1]]
    assert tests.within({"a", "c"}, [new, other]) == [classes[2]]
    assert tests.within({"a", "c"}, [old, other]) == [classes[2], classes[0]]
