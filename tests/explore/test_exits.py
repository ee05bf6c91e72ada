"""Exceptional exits as goals: which there are, which inputs meet, and why exploring ends where none is met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.library import CallRules

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
    goals = [str(each) for each in bench.explorer.criteria["exceptions"].goals()]
    assert sorted(goals) == sorted((*met, *left))
    assert [str(each) for each in one.left] == left
    assert (one.why, one.proved) == ("proved" if left else "", one.left)
    assert set(bench.outcomes(result)) <= {"confirmed"}


def test_lemmas_tell_who_threw(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("ctb"), CallRules.of(["*=lemma"]))
    try:
        for name in ("calls", "rethrows"):
            (one,) = lab.explore("ctb/Exits", name, criteria=("exceptions",)).criteria
            assert one.met, [str(each) for each in one.left]
            assert lab.explorer.lemmas.counts.used
    finally:
        lab.bridge.close()


def test_exploring_ends_where_nothing_new_comes(bench: Lab) -> None:
    result = bench.explore("ctb/Exits", "endless", criteria=("exceptions",), seconds=600.0)
    (one,) = result.criteria
    assert (result.stop, one.why, one.goals, len(one.left), one.proved) == ("enough", "enough", 3, 3, ())


def test_goals_that_lie_behind_all_that_waits_are_proved(bench: Lab) -> None:
    """The division stands before the loop whose bound cuts everything: no path comes back to it."""
    result = bench.explore("ctb/Exits", "past", criteria=("exceptions",), seconds=600.0)
    (one,) = result.criteria
    assert result.status == "bounded"
    assert one.why != "proved"
    assert f"line 87: {DIVIDES}" in [str(each) for each in one.proved]
    assert all("iaload" in str(each) for each in one.left if each not in one.proved)


def test_exploring_ends_where_all_that_is_left_lies_behind(bench: Lab) -> None:
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
    assert one.why == "inputs"
