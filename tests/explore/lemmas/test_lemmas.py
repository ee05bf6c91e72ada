"""Calls answered by lemmas give the same classes as calls that are inlined; havocked ones are partial."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration
from everypath.explore.search import Overflows
from everypath.library import CallRules
from everypath.library.dispatch import CallRule
from everypath.solver import Limits, Solver
from everypath.state import Bounds, StackTrace

EVERYTHING = {"seconds": 300.0, "idle_effort_limit": float("inf"), "idle_path_limit": 10**9, "paths": 10**6}


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("explore")


@pytest.fixture(scope="module")
def inlining(classes: Path) -> Iterator[Lab]:
    lab = Lab(classes)
    yield lab
    lab.bridge.close()


@pytest.fixture(scope="module")
def by_lemma(classes: Path) -> Iterator[Lab]:
    lab = Lab(classes, CallRules.of(["explored.Calls*#*=lemma"]))
    yield lab
    lab.bridge.close()


@pytest.fixture(scope="module")
def choosing(classes: Path) -> Iterator[Lab]:
    lab = Lab(classes, CallRules.of(["auto"]))
    yield lab
    lab.bridge.close()


def summary_rows(lab: Lab, result: Exploration) -> list[tuple[object, ...]]:
    """The classes: condition, how it ends and where, its effect as the case states it, what it covers."""
    rows = []
    for path in result.paths:
        thrown = path.state.object(path.state.thrown) if path.thrown is not None else None
        trace = thrown.extra.places if thrown is not None and isinstance(thrown.extra, StackTrace) else ()
        covered = sorted(
            lab.machine.blocks[number][0].name + str(lab.machine.blocks[number][1:]) for number in path.covered
        )
        case = lab.builder.build(path)
        rows.append(
            (
                sorted(map(str, path.constraints)),
                path.ending.value,
                path.thrown,
                path.message,
                [str(place) for place in trace],
                str(path.returned) if path.entry.returns in "IJZBSCFD" else "",
                case.effect if hasattr(case, "effect") else case.outcome.value,
                covered,
            )
        )
    return sorted(rows, key=str)


SUBJECTS = [
    "throwing",
    "caught",
    "flags",
    "loop",
    "cubes",
    "twice",
    "reads",
    "cells",
    "makes",
    "stores",
    "fibonacciUpTo",
    "texts",
    "counts",
    "swaps",
    "aliases",
    "links",
    "virtuals",
]


@pytest.mark.parametrize("name", SUBJECTS)
def test_lemmas_give_the_classes_that_inlining_gives(inlining: Lab, by_lemma: Lab, name: str) -> None:
    expected = inlining.explore("explored/Calls", name, **EVERYTHING)
    found = by_lemma.explore("explored/Calls", name, **EVERYTHING)
    assert found.status == expected.status
    assert summary_rows(by_lemma, found) == summary_rows(inlining, expected)
    assert by_lemma.outcomes(found) == inlining.outcomes(expected)
    assert set(by_lemma.outcomes(found)) == {"confirmed"}


@pytest.mark.parametrize("name", ["throwing", "flags", "loop", "cubes", "twice", "cells", "makes", "stores"])
def test_lemmas_answer_most_calls(by_lemma: Lab, name: str) -> None:
    counts = by_lemma.explore("explored/Calls", name, **EVERYTHING).lemmas
    assert counts.used > counts.inlined.total()


@pytest.mark.parametrize(("name", "depth"), [("fibonacci", 3), ("fibonacci", 6), ("sum", 2), ("sign", 2), ("built", 8)])
def test_recursion_up_to_the_bound(inlining: Lab, by_lemma: Lab, name: str, depth: int) -> None:
    bounds = replace(Bounds(steps=200_000), calls=depth)
    given = EVERYTHING | {"bounds": bounds, "fixed": frozenset({"calls"})}
    expected = inlining.explore("explored/Calls", name, **given)
    found = by_lemma.explore("explored/Calls", name, **given)
    returned = [row for row in summary_rows(inlining, expected) if row[1] == "returned"]
    assert returned
    assert [row for row in summary_rows(by_lemma, found) if row[1] == "returned"] == returned
    assert {cut.bound for cut in found.cuts} == {cut.bound for cut in expected.cuts}
    assert set(by_lemma.outcomes(found)) == {"confirmed"}


BELOW = [
    ("sum", 4),
    ("height", 3),
    ("heights", 3),
    ("length", 5),
    ("contains", 4),
    ("insert", 3),
    ("heavier", 3),
    ("raisedTwice", 3),
    ("after", 4),
    ("compared", 4),
    ("swapped", 4),
]


def explored_below(lab: Lab, name: str, depth: int) -> Exploration:
    """A method of `CallsBelow` with small stacks, as its lists and trees may be cyclic."""
    bounds = replace(Bounds(steps=200_000, frames=60), calls=depth)
    return lab.explore("explored/CallsBelow", name, **EVERYTHING, bounds=bounds, fixed=frozenset({"calls"}))


def within(lab: Lab, result: Exploration) -> list[tuple[object, ...]]:
    """The classes that no stack's end cut: where that lies, bounds of the exploration decide."""
    return [row for row in summary_rows(lab, result) if row[2] != "java/lang/StackOverflowError"]


@pytest.fixture
def _no_overflows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing beyond the bound on calls is looked for."""
    monkeypatch.setattr(Overflows, "search", lambda self, state: iter(()))


@pytest.mark.usefixtures("_no_overflows")
@pytest.mark.parametrize(("name", "depth"), BELOW)
def test_lemmas_materialise_references_of_the_input(inlining: Lab, by_lemma: Lab, name: str, depth: int) -> None:
    expected = explored_below(inlining, name, depth)
    found = explored_below(by_lemma, name, depth)
    assert within(inlining, expected)
    assert within(by_lemma, found) == within(inlining, expected)
    assert found.status == expected.status
    assert {cut.bound for cut in found.cuts} == {cut.bound for cut in expected.cuts}
    assert found.lemmas.used > found.lemmas.inlined["a class to be run"]
    outcomes = by_lemma.outcomes(found)
    assert outcomes["confirmed"] >= len(within(by_lemma, found))
    assert not outcomes.keys() & {"diverged", "not-triggered", "other-exception"}


@pytest.mark.usefixtures("_no_overflows")
def test_effects_on_trees_of_which_parts_may_be_one(by_lemma: Lab) -> None:
    """Inlined, the cycles of a mirrored tree take hundreds of thousands of steps; the JVM judges the classes."""
    found = explored_below(by_lemma, "mirror", 2)
    assert len(within(by_lemma, found)) == 2
    assert found.lemmas.used > found.lemmas.inlined["a class to be run"]
    assert by_lemma.outcomes(found)["confirmed"] >= 2


@pytest.mark.usefixtures("_no_overflows")
def test_a_bound_on_calls_cuts_lemmas_no_later_than_code(inlining: Lab, by_lemma: Lab) -> None:
    """A frame that decides nothing, as the path knows the answers, counts where a lemma stands for it."""
    found = within(by_lemma, explored_below(by_lemma, "twoLists", 3))
    assert [row for row in found if row not in within(inlining, explored_below(inlining, "twoLists", 3))] == []
    assert [row for row in within(inlining, explored_below(inlining, "twoLists", 2)) if row not in found] == []


@pytest.mark.usefixtures("_no_overflows")
def test_effects_on_materialised_objects_take_a_third_of_the_work(inlining: Lab, by_lemma: Lab) -> None:
    inlined = work(inlining, explored_below(inlining, "raisedTwice", 3))
    assert 3 * work(by_lemma, explored_below(by_lemma, "raisedTwice", 3)) <= inlined


def work(lab: Lab, result: Exploration) -> int:
    """Steps of the machine and forks taken up, those for lemmas among them."""
    counts, taken = result.lemmas, result.statistics
    forks = taken.states + taken.refuted_by_solver + taken.refuted_without_solver
    return lab.explorer.session.effort.steps + forks + counts.steps + counts.forks


def test_dependent_arguments_take_a_fifth_of_the_steps(inlining: Lab, by_lemma: Lab) -> None:
    expected = inlining.explore("explored/Calls", "dependent", **EVERYTHING)
    inlined = work(inlining, expected)
    found = by_lemma.explore("explored/Calls", "dependent", **EVERYTHING)
    assert len(expected.paths) <= 500
    assert found.status == expected.status == "complete"
    assert summary_rows(by_lemma, found) == summary_rows(inlining, expected)
    assert 5 * work(by_lemma, found) <= inlined


@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_chosen_by_what_pays_changes_no_result(inlining: Lab, choosing: Lab, name: str) -> None:
    expected = inlining.explore("explored/Calls", name, **EVERYTHING)
    found = choosing.explore("explored/Calls", name, **EVERYTHING)
    assert found.status == expected.status
    assert summary_rows(choosing, found) == summary_rows(inlining, expected)


def test_six_calls_are_answered_by_lemmas_where_that_is_to_be_chosen(inlining: Lab, choosing: Lab) -> None:
    inlined = work(inlining, inlining.explore("explored/Calls", "dependent", **EVERYTHING))
    found = choosing.explore("explored/Calls", "dependent", **EVERYTHING)
    assert 5 * work(choosing, found) <= inlined
    assert found.lemmas.used > found.lemmas.inlined.total()


@pytest.mark.parametrize(("name", "depth"), [("fibonacci", 6), ("sum", 2), ("sign", 2)])
def test_recursion_where_that_is_to_be_chosen(inlining: Lab, choosing: Lab, name: str, depth: int) -> None:
    bounds = replace(Bounds(steps=200_000), calls=depth)
    given = EVERYTHING | {"bounds": bounds, "fixed": frozenset({"calls"})}
    expected = inlining.explore("explored/Calls", name, **given)
    found = choosing.explore("explored/Calls", name, **given)
    returned = [row for row in summary_rows(inlining, expected) if row[1] == "returned"]
    assert [row for row in summary_rows(choosing, found) if row[1] == "returned"] == returned
    assert found.lemmas.used or name == "sum"


def test_a_chain_of_small_methods_is_inlined(inlining: Lab, choosing: Lab) -> None:
    expected = inlining.explore("explored/Calls", "getters", **EVERYTHING)
    found = choosing.explore("explored/Calls", "getters", **EVERYTHING)
    assert summary_rows(choosing, found) == summary_rows(inlining, expected)
    assert (found.lemmas.built, found.lemmas.used, found.lemmas.inlined.total()) == (0, 0, 0)
    once = choosing.explore("explored/Calls", "once", **EVERYTHING)
    assert once.lemmas.built == 0
    assert set(once.lemmas.inlined) == {"called once"}


def test_independent_arguments_meet_their_goals_without_the_product(by_lemma: Lab) -> None:
    found = by_lemma.explore("explored/Calls", "independent")
    assert found.stop == "enough"
    assert len(found.paths) < 1000  # of 64 million
    assert not found.unreached
    helper = {(first, last) for method, first, last in by_lemma.machine.blocks if method.name == "grade"}
    reached = {
        by_lemma.machine.blocks[number][1:]
        for number in found.covered
        if by_lemma.machine.blocks[number][0].name == "grade"
    }
    assert reached == helper


def test_a_havocked_call_makes_the_path_partial(classes: Path) -> None:
    lab = Lab(classes, CallRules.of(["Calls#divide=havoc"]))
    try:
        result = lab.explore("explored/Calls", "throwing")
        assert result.status == "partial"
        assert [each.code for each in result.reasons] == ["havoc"]
        assert {path.ending.value for path in result.paths} == {"returned"}
    finally:
        lab.bridge.close()


def test_the_first_rule_that_matches_counts(inlining: Lab) -> None:
    rules = CallRules.of(["Calls#gra*=inline", "explored.*=lemma"], ["*#loops"])
    modes = {name: rules.mode(inlining.method("explored/Calls", name)) for name in ("grade", "divide", "loops")}
    assert modes == {"grade": "inline", "divide": "lemma", "loops": "source"}
    assert rules.mode(inlining.method("explored/Calls", "<init>")) == "inline"


@pytest.mark.parametrize("text", ["Calls#x=twice", "=lemma", "#=havoc"])
def test_what_is_no_rule(text: str) -> None:
    with pytest.raises(ValueError, match="'"):
        CallRule.parse(text)


def test_without_pruning_the_same_classes_take_more_work(inlining: Lab) -> None:
    """What Artemis measured: how much is refuted with no solver."""
    expected = inlining.explore("explored/Calls", "loop", **EVERYTHING)
    kept, inlining.solver = inlining.solver, Solver(Limits(prune=False))
    try:
        found = inlining.explore("explored/Calls", "loop", **EVERYTHING)
        answered = inlining.solver.statistics.answered
    finally:
        inlining.solver = kept
    assert summary_rows(inlining, found) == summary_rows(inlining, expected)
    assert found.status == expected.status == "complete"
    assert answered["contradiction"] == answered["ranges"] == answered["core"] == 0
    assert expected.statistics.refuted_without_solver > 0
    assert found.statistics.refuted_without_solver == 0
    assert (
        found.statistics.refuted_by_solver
        == expected.statistics.refuted_by_solver + expected.statistics.refuted_without_solver
    )
