"""PET's coverage criteria: block-k and depth-k as bounds of an exploration."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration
from everypath.state import Bounds
from everypath.vm.core import derivation_steps

C = "explored/Criteria"
BOTH = frozenset({"block", "depth"})


def merge(lab: Lab, *, block: int | None = None, depth: int | None = None, fixed: frozenset[str] = BOTH) -> Exploration:
    bounds = Bounds(loop=1000, calls=1000, block=block, depth=depth)
    return lab.explore("lists/SortedList", "merge", aliasing="off", bounds=bounds, fixed=fixed | {"loop", "calls"})


def shown(result: Exploration) -> set[str]:
    return {f"{path.condition} {path.thrown}" for path in result.paths}


#: Of PET's Fig. 2: the first block counts 1 + 4 reads of fields, each with its check, + 1 comparison; the shorter way
#: to the loop 3; the read of `first` before the loop 3; a test for null 1, twice; the block that ends the list 3, the
#: last one 1.
FIRST, SHORTEST = 10, 10 + 3 + 3 + 1 + 1 + 3 + 1


@pytest.mark.parametrize(
    ("depth", "threw", "returned"), [(FIRST - 1, 0, 0), (FIRST, 3, 0), (SHORTEST - 1, 3, 0), (SHORTEST, 3, 1)]
)
def test_depth_counts_the_steps_of_the_decompiled_program(
    conditions: Lab, depth: int, threw: int, returned: int
) -> None:
    result = merge(conditions, depth=depth)
    assert [bool(path.thrown) for path in result.paths].count(True) == threw
    assert len(result.paths) - threw == returned
    assert {cut.bound for cut in result.cuts} == {"depth"}
    assert result.status == "bounded"


def test_a_larger_depth_keeps_the_paths_and_adds_others(conditions: Lab) -> None:
    found = [shown(merge(conditions, depth=depth)) for depth in (FIRST, SHORTEST, 30, 40)]
    assert all(less < more for less, more in pairwise(found))


def test_every_path_within_a_depth_is_confirmed(conditions: Lab) -> None:
    result = merge(conditions, depth=50)
    assert set(conditions.outcomes(result)) == {"confirmed"}
    assert len(shown(result)) == len(result.paths)


def test_the_tighter_of_two_criteria_cuts(conditions: Lab) -> None:
    two = merge(conditions, block=2)
    assert shown(merge(conditions, block=2, depth=1000)) == shown(two)
    assert {cut.bound for cut in merge(conditions, block=2, depth=1000).cuts} == {"block"}
    both = merge(conditions, block=2, depth=SHORTEST)
    assert shown(both) == shown(merge(conditions, depth=SHORTEST))
    assert {cut.bound for cut in both.cuts} <= {"block", "depth"}


def test_a_loop_bound_cuts_beside_a_depth(conditions: Lab) -> None:
    bounds = Bounds(loop=1, depth=60)
    result = conditions.explore(
        "lists/SortedList", "merge", aliasing="off", bounds=bounds, fixed=frozenset({"loop", "depth"})
    )
    assert {cut.bound for cut in result.cuts} == {"loop"}


def test_a_depth_that_is_not_fixed_grows_while_goals_are_unmet(conditions: Lab) -> None:
    fixed = merge(conditions, depth=FIRST)
    free = merge(conditions, depth=FIRST, fixed=frozenset())
    assert {line.reason for line in fixed.unreached} == {"depth"}
    assert not free.unreached
    assert {path.thrown for path in fixed.paths} < {path.thrown for path in free.paths}


@pytest.mark.parametrize(("name", "block", "lengths"), [("length", 2, 2), ("length", 3, 3), ("even", 2, 4)])
def test_a_recursion_enters_its_blocks_again(lab: Lab, name: str, block: int, lengths: int) -> None:
    """PET's ancestor stack: so many calls of one method stand above each other, and no more."""
    bounds = Bounds(calls=1000, block=block)
    result = lab.explore(C, name, bounds=bounds, fixed=frozenset({"calls", "block"}))
    assert len(result.paths) == lengths
    assert {cut.bound for cut in result.cuts} == {"block"}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_call_that_has_returned_is_no_ancestor(lab: Lab) -> None:
    result = lab.explore(C, "twice", bounds=Bounds(block=1), fixed=frozenset({"block"}))
    assert result.status == "complete"
    assert len(result.paths) == 3


def test_what_builds_an_input_counts_against_no_criterion(lab: Lab) -> None:
    bounds = Bounds(block=1, depth=derivation_steps(lab.method(C, "isLarge").instructions) + 2)
    result = lab.explore(C, "isLarge", bounds=bounds, fixed=BOTH)
    assert {path.returned for path in result.paths if not path.thrown} == {0, 1}
    assert {cut.bound for cut in result.cuts} == {"recipe"}
