"""Rounds of an exploration: what a round with a low budget leaves, the next round finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import CLOCK, Lab, is_explored

from everypath.explore import Exploration, ExploreOptions, Explorer
from everypath.explore.limits import RoundLimits
from everypath.inputs import InputOptions, SymbolicInputs
from everypath.solver import Solver

LOW_BUDGET = RoundLimits(low_budget=True)
LISTS = "structures/lists"


@pytest.fixture(scope="module")
def structures(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    lab = Lab(java_classes("structures"))
    yield lab
    lab.bridge.close()


def begun(lab: Lab, owner: str, name: str) -> Explorer:
    method = lab.method(owner, name)
    inputs = SymbolicInputs(lab.program, method, InputOptions(LISTS))
    return Explorer(lab.machine, method, ExploreOptions(), Solver(), CLOCK, inputs)


def shown(result: Exploration) -> tuple[str, str | None, list[str]]:
    return (
        result.status,
        result.stop,
        sorted(f"{path.constraints} {path.returned} {path.thrown}" for path in result.paths),
    )


def test_further_arguments_are_left_for_another_round(structures: Lab) -> None:
    explorer = begun(structures, f"{LISTS}/SinglyLinked", "size")
    first = explorer.run(20.0, round_limits=LOW_BUDGET)
    assert is_explored(first)
    assert first.cut_short
    assert [path.returned for path in first.paths] == [0]
    second = explorer.run(20.0)
    assert not second.cut_short
    assert {path.returned for path in second.paths} >= {0, 1}
    assert shown(second) == shown(begun(structures, f"{LISTS}/SinglyLinked", "size").run(20.0))


def test_a_round_with_a_low_budget_ends_when_nothing_new_comes(structures: Lab) -> None:
    owner, name = f"{LISTS}/DoubleNode", "isConsistent"
    whole = begun(structures, owner, name).run(20.0)
    assert whole.stop == "enough"
    explorer = begun(structures, owner, name)
    first = explorer.run(20.0, round_limits=LOW_BUDGET)
    assert first.stop == "time"
    assert explorer.session.progress.effort < 0.1 < ExploreOptions().idle_effort_limit
    assert not [line for line in first.unreached if line not in whole.unreached]
    assert explorer.waiting > 0
    assert 0 < len(first.paths) < len(whole.paths)
    assert shown(explorer.run(20.0)) == shown(whole)


@pytest.mark.parametrize(("owner", "name"), [("trees/AvlTree", "isBalanced"), ("graphs/UnionFind", "union")])
def test_rounds_with_a_low_budget_meet_their_goals(structures: Lab, owner: str, name: str) -> None:
    whole, low_budget = (begun(structures, f"structures/{owner}", name) for _ in range(2))
    whole.run(20.0)
    low_budget.run(20.0, round_limits=LOW_BUDGET)
    assert low_budget.goals.uncovered_lines() == whole.goals.uncovered_lines()
    assert low_budget.goals.open == whole.goals.open
    assert low_budget.session.progress.effort <= whole.session.progress.effort
