"""Exceptional exits as goals: which there are, which inputs meet, and why exploring ends where none is met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab, is_explored

from everypath.library import CallRules
from everypath.suite import select, verify_many
from everypath.suite.selection import KnownCoverage

THROW, NULL = "what is thrown here leaves the method", "throws NullPointerException"
DIVIDES = "idiv throws ArithmeticException"
EXITS = {
    # method: the goals that inputs meet, and those that none meets
    "calls": ([f"ctb.Exits.share, line 26: {DIVIDES}", f"ctb.Exits.below, line 31: {THROW}"], []),
    "catches": ([f"line 49: arraylength {NULL}"], []),
    "rethrows": (
        [
            f"line 60: {THROW}",
            f"ctb.Exits.share, line 26: {DIVIDES}",
            f"ctb.Exits.below, line 31: {THROW}",
        ],
        [],
    ),
    "dispatches": (
        [f"ctb.Exits$Square.area, line 14: {THROW}", f"ctb.Exits$Strip.area, line 21: {DIVIDES}"],
        [f"line 65: invokeinterface {NULL}"],
    ),
    "lambdas": ([f"ctb.Exits.lambda$lambdas$0, line 69: {DIVIDES}"], [f"line 70: invokeinterface {NULL}"]),
    "constants": ([], []),
}


@pytest.fixture(scope="module")
def bench(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("ctb"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("name", EXITS)
def test_exits_of_callees_are_goals(bench: Lab, name: str) -> None:
    result = bench.explore("ctb/Exits", name, criteria=("exceptions",))
    met, left = EXITS[name]
    (one,) = result.criteria
    goals = [str(each) for each in bench.explorer.session.criteria["exceptions"].goals()]
    assert sorted(goals) == sorted((*met, *left))
    assert [str(each) for each in one.left] == left
    assert (one.why, one.proved) == ("proved" if left else "", one.left)
    assert set(bench.outcomes(result)) <= {"confirmed"}


def test_lemmas_name_the_method_that_threw(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("ctb"), CallRules.of(["*=lemma"]))
    try:
        for name in ("calls", "rethrows"):
            (one,) = lab.explore("ctb/Exits", name, criteria=("exceptions",)).criteria
            assert one.met, [str(each) for each in one.left]
            assert lab.explorer.lemmas.counts.used
    finally:
        lab.bridge.close()


def test_lemmas_name_the_call_that_threw(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("outside"), CallRules.of(["Outside#needed=lemma"]))
    try:
        (one,) = lab.explore("outside/Outside", "helped", criteria=("exceptions",)).criteria
        assert (one.met, one.goals) == (True, 1)
        assert lab.explorer.lemmas.counts.used
    finally:
        lab.bridge.close()


NONE = "Objects.requireNonNull throws NullPointerException"
OUTSIDE = {
    # method: the goals that inputs meet, those that none meets, and the number of paths
    "twice": ([*2 * ["line 15: Math.addExact throws ArithmeticException"]], [], 3),
    "rethrown": (
        ["line 28: Math.addExact throws ArithmeticException", f"line 31: {THROW}"],
        [*2 * [f"line 30: {NONE}"]],
        2,
    ),
    "helped": ([f"outside.Outside.needed, line 35: {NONE}"], [], 2),
    "at": (
        [f"line 43: invokevirtual {NULL}", "line 43: String.charAt throws StringIndexOutOfBoundsException"],
        [],
        3,
    ),
    "wrapped": ([f"line 79: {THROW}"], ["line 77: Math.negateExact throws ArithmeticException"], 2),
    "copied": (["line 84: List.of throws NullPointerException"], [], 2),
}


@pytest.fixture(scope="module")
def outside(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("outside"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("name", OUTSIDE)
def test_exceptions_of_the_jdk_are_goals_of_the_calls_that_they_come_out_of(outside: Lab, name: str) -> None:
    result = outside.explore("outside/Outside", name, criteria=("exceptions",))
    met, left, paths = OUTSIDE[name]
    (one,) = result.criteria
    goals = [str(each) for each in outside.explorer.session.criteria["exceptions"].goals()]
    assert sorted(goals) == sorted((*met, *left))
    assert [str(each) for each in one.left] == left
    assert is_explored(result)
    assert (one.why, one.goals) == ("proved" if left else "", len(goals))
    assert outside.outcomes(result) == {"confirmed": paths}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("element", "line 49: List.get throws IndexOutOfBoundsException"),
        ("removed", "line 55: Iterator.next throws ConcurrentModificationException"),
        ("supplied", "line 65: Optional.orElseThrow throws IllegalStateException"),
    ],
)
def test_an_exception_that_the_code_does_not_show_is_a_goal_once_a_path_shows_it(
    outside: Lab, name: str, shown: str
) -> None:
    result = outside.explore("outside/Outside", name, criteria=("exceptions",))
    (one,) = result.criteria
    assert shown in [str(each) for each in outside.explorer.session.criteria["exceptions"].goals()]
    assert shown not in [str(each) for each in one.left]
    assert set(outside.outcomes(result)) == {"confirmed"}


def test_what_analysed_code_throws_through_the_jdk_is_no_exit_of_the_call(outside: Lab) -> None:
    outside.explore("outside/Outside", "each", criteria=("exceptions",))
    goals = [str(each) for each in outside.explorer.session.criteria["exceptions"].goals()]
    assert f"outside.Outside.lambda$each$1, line 71: {THROW}" in goals
    assert not [each for each in goals if "forEach" in each]


def test_exploring_goes_on_while_calls_of_the_jdk_may_show_more(outside: Lab) -> None:
    result = outside.explore("outside/Outside", "parse", criteria=("exceptions",))
    (one,) = result.criteria
    assert (one.met, one.goals, result.stop) == (True, 1, "enough")
    assert len(result.paths) > 10


def test_tests_keep_each_call_of_a_line_that_throws(outside: Lab) -> None:
    cases = outside.cases(outside.explore("outside/Outside", "twice"))
    verdicts = verify_many(cases, outside.bridge, outside.program.is_target_name, outside.trace_comparator)
    kept = select(verdicts)
    assert [each.case.effect for each in kept].count("throws ArithmeticException") == 2
    known = KnownCoverage(
        threw=frozenset({(kept[0].case.entry, "java/lang/ArithmeticException", ("outside/Outside", "twice", 15))})
    )
    assert not [each for each in select(verdicts, known=known) if each.case.throws]


def test_what_is_caught_is_no_goal(outside: Lab) -> None:
    result = outside.explore("outside/Outside", "caught", criteria=("exceptions",))
    assert (result.criteria[0].goals, result.stop) == (0, "criterion")


def test_exploring_ends_where_nothing_new_comes(bench: Lab) -> None:
    result = bench.explore("ctb/Exits", "endless", criteria=("exceptions",), seconds=600.0)
    (one,) = result.criteria
    assert (result.stop, one.why, one.goals, len(one.left), one.proved) == ("enough", "enough", 3, 3, ())


def test_goals_that_no_pending_state_can_reach_are_proved(bench: Lab) -> None:
    """The division stands before the loop whose bound cuts everything: no path comes back to it."""
    result = bench.explore("ctb/Exits", "past", criteria=("exceptions",), seconds=600.0)
    (one,) = result.criteria
    assert result.status == "bounded"
    assert one.why != "proved"
    assert f"line 87: {DIVIDES}" in [str(each) for each in one.proved]
    assert all("iaload" in str(each) for each in one.left if each not in one.proved)


def test_exploring_ends_when_no_pending_state_can_reach_a_goal(bench: Lab) -> None:
    result = bench.explore("ctb/Exits", "loops", criteria=("exceptions",), seconds=600.0)
    (one,) = result.criteria
    assert (result.stop, one.why) == ("out-of-reach", "proved")
    assert [str(each) for each in one.left] == [f"line 94: {DIVIDES}"]


def test_nothing_is_proved_where_some_kinds_of_inputs_were_tried(bench: Lab) -> None:
    """A list of 41 elements takes more calls to build than are tried."""
    result = bench.explore("ctb/Exits", "lists", criteria=("exceptions",))
    (one,) = result.criteria
    assert f"line 102: {THROW}" in [str(each) for each in one.left]
    assert (one.proved, one.met) == ((), False)
    assert one.why == "recipe"
