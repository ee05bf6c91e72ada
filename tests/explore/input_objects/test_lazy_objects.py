"""An object that nothing looks into is not made: a path for each answer, not for each class that it may be of."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab, is_explored

CLASS = "explored/Lazies"

RETURNED = {
    "nullObject": [1, 2],
    "nullList": [1, 2],
    "nullNumber": [1, 2],
    "nullComparable": [1, 2],
    "nullPurse": [1, 2],
    "tested": [1, 2, 3, 3],
    "cast": [3, 4],
    "kind": [3, 4],
    "twice": [6, 8],
    "weight": [1, 12],
}


@pytest.mark.parametrize("name", RETURNED)
def test_one_path_per_answer(lab: Lab, name: str) -> None:
    result = lab.explore(CLASS, name, idle_path_limit=2000)
    assert sorted(path.returned for path in result.paths if path.thrown is None) == RETURNED[name]
    assert is_explored(result)
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(
    ("name", "paths"), [("required", 2), ("stored", 4), ("listed", 2), ("same", 7), ("chosen", 2), ("length", 3)]
)
def test_what_is_passed_on_needs_no_object(lab: Lab, name: str, paths: int) -> None:
    result = lab.explore(CLASS, name, idle_path_limit=2000)
    assert len(result.paths) == paths
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_field_that_is_read_takes_an_object_of_each_class(lab: Lab) -> None:
    result = lab.explore(CLASS, "amount", idle_path_limit=2000)
    assert len(result.paths) == 4
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_an_object_that_is_made_last_has_arguments_that_its_constructor_takes(lab: Lab) -> None:
    (case,) = [each for each in lab.cases(lab.explore(CLASS, "nullPurse")) if not each.null_args]
    assert case.expression == "Lazies.nullPurse(new Lazies.Purse(1))"
    assert case.condition == "o != null"


def test_every_class_has_a_case_where_that_is_asked_for(lab: Lab) -> None:
    result = lab.explore(CLASS, "kind", per_class=True)
    built = {
        path.returned: {each.shape.node("purse").build.class_name.rpartition("$")[2] for each in (path, *path.others)}
        for path in result.paths
        if path.thrown is None
    }
    assert built == {3: {"Purse", "Wallet"}, 4: {"Bag"}}


@pytest.mark.parametrize(("name", "proved"), [("runs", False), ("textRuns", True)])
def test_a_class_that_no_candidate_has_is_only_ruled_out_where_there_are_no_others(
    lab: Lab, name: str, proved: bool
) -> None:
    result = lab.explore(CLASS, name, idle_path_limit=2000)
    assert [each.proved for each in result.unreached] == [proved]


def test_an_object_of_a_class_that_no_call_makes_is_a_forced_state_though_nothing_looks_into_it(lab: Lab) -> None:
    result = lab.explore(CLASS, "keyed", idle_path_limit=2000, forced_states=True)
    assert {path.returned for path in result.paths if path.forced} == {2, 3}
    assert set(lab.outcomes(result)) == {"confirmed"}
    without = lab.explore(CLASS, "keyed", idle_path_limit=2000)
    assert not any(path.forced for path in without.paths)
    assert set(lab.outcomes(without)) == {"confirmed", "no-test"}
