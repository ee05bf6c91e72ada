"""One program, every strategy and criterion: which goals there are, which are met, and which nothing can meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration
from everypath.explore.criteria import BOUNDED, CRITERIA, is_criterion
from everypath.explore.search import STRATEGIES, RandomPath, worklist
from everypath.run.options import CRITERIA as OWN_CRITERIA
from everypath.run.options import STRATEGIES as OWN_STRATEGIES
from everypath.run.options import settings

STUDENT = "ctb/Student"
GOALS = {
    # criterion: how many goals `grade` has, and those that no input meets
    "statement": (15, ["line 23: is executed"]),
    "branch": (10, ["line 22: goes T, to line 23"]),
    "condition": (18, ["line 22: the branch at 94 falls through, to line 23"]),
    "mcdc": (
        7,
        [
            "line 22: the condition at 88 decides the outcome by itself",
            "line 22: the condition at 94 decides the outcome by itself",
        ],
    ),
    "def-use": (18, ["line 24: uses mark as assigned in line 23"]),
}


@pytest.fixture(scope="module")
def bench(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("ctb"))
    yield made
    made.bridge.close()


def explore(bench: Lab, name: str, *criteria: str, **options: object) -> Exploration:
    return bench.explore(STUDENT, name, criteria=criteria, **options)


def classes(result: Exploration) -> list[tuple[str, str, str, str]]:
    return sorted((each.descriptor, each.ending.value, each.thrown or "", repr(each.returned)) for each in result.paths)


@pytest.mark.parametrize("name", GOALS)
def test_goals_that_nothing_meets_are_proved(bench: Lab, name: str) -> None:
    result = explore(bench, "grade", name)
    count, left = GOALS[name]
    (one,) = result.criteria
    assert (one.goals, [str(each) for each in one.left]) == (count, left)
    assert (one.met, one.why, result.status) == (False, "proved", "complete")


@pytest.mark.parametrize("strategy", STRATEGIES.own)
@pytest.mark.parametrize("name", GOALS)
def test_exploring_stops_when_a_criterion_is_met(bench: Lab, name: str, strategy: str) -> None:
    options = {"strategy": strategy, "states": 2000, "paths": 400}
    result = explore(bench, "reachable", name, **options)
    (one,) = result.criteria
    assert (one.met, one.left, one.why) == (True, (), ""), [str(each) for each in one.left]
    assert result.stop == "criterion"
    assert len(result.paths) < 100


def test_criteria_combine(bench: Lab) -> None:
    branch, exceptions, both = (
        explore(bench, "reachable", *names) for names in (("branch",), ("exceptions",), ("branch", "exceptions"))
    )
    assert [each.name for each in both.criteria] == ["branch", "exceptions"]
    assert all(each.met for each in both.criteria)
    assert len(both.paths) >= max(len(branch.paths), len(exceptions.paths))
    assert set(bench.outcomes(both)) == {"confirmed"}


def test_every_path_within_a_bound(bench: Lab) -> None:
    for criterion, bound in (("loop-2", "loop"), ("block-3", "block"), ("depth-12", "depth")):
        result = explore(bench, "reachable", criterion)
        assert {cut.bound for cut in result.cuts} == {bound}
        (one,) = result.criteria
        assert (one.met, one.why) == (False, bound)
    result = explore(bench, "grade", "path")
    (one,) = result.criteria
    assert (one.met, result.status) == (True, "complete")


@pytest.mark.parametrize("strategy", STRATEGIES.own)
def test_every_strategy_finds_the_same_classes(bench: Lab, strategy: str) -> None:
    for name, criterion in (("grade", "path"), ("reachable", "loop-2")):
        result = explore(bench, name, criterion, strategy=strategy, seed=7)
        assert classes(result) == classes(explore(bench, name, criterion))


def test_a_random_strategy_repeats_with_its_seed(bench: Lab) -> None:
    orders = [
        [path.descriptor for path in explore(bench, "grade", "path", strategy="random", seed=seed).paths]
        for seed in (1, 1, 2, 3)
    ]
    assert orders[0] == orders[1]
    assert len({tuple(each) for each in orders}) > 1
    assert len({tuple(sorted(each)) for each in orders}) == 1
    drawn = RandomPath[int](3)
    for each in range(40):
        drawn.push(each)
    assert sorted(drawn.pop() or 0 for _ in range(40)) == list(range(40))
    assert drawn.pop() is None


def test_interleaved_takes_every_item_once() -> None:
    mixed = worklist("interleaved", lambda fork: lambda: (0,), 5)
    items = [object() for _ in range(30)]
    for each in items:
        mixed.push(each)
    taken = [mixed.pop() for _ in range(30)]
    assert len(mixed) == 0
    assert mixed.pop() is None
    assert {id(each) for each in taken} == {id(each) for each in items}
    with pytest.raises(ValueError, match="no strategy"):
        worklist("sideways", lambda fork: lambda: (0,))


def test_names_on_the_command_line_are_those_there_are() -> None:
    assert tuple(STRATEGIES.own) == OWN_STRATEGIES
    assert (*CRITERIA.own, *(f"{bound}-K" for bound in BOUNDED)) == OWN_CRITERIA
    text = settings()["criterion"].help
    assert all(name in text for name in OWN_CRITERIA)
    assert is_criterion("loop-0")
    assert not is_criterion("loop-")
    assert not is_criterion("lines")
    with pytest.raises(ValueError, match="lines"):
        settings()["criterion"].parse("branch,lines")
