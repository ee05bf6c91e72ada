"""Inputs that calls build: a part of all there are, and so no claim of what was not reached with them."""

from __future__ import annotations

from tests.explore.lab import Lab, is_explored

CLASS = "explored/Filled"


def test_a_side_that_needs_a_longer_list_leaves_the_method_bounded(lab: Lab) -> None:
    result = lab.explore(CLASS, "nine")
    assert {path.returned for path in result.paths} == {0, None}
    assert result.status == "bounded"
    (cut,) = result.cuts
    assert (cut.bound, cut.paths) == ("recipe", 0)
    assert not result.exhaustive


def test_where_all_was_reached_nothing_is_proved(lab: Lab) -> None:
    result = lab.explore(CLASS, "some")
    assert is_explored(result)
    assert not result.all_kinds
    assert not result.exhaustive


def test_a_record_is_built_by_each_of_its_creators(lab: Lab) -> None:
    result = lab.explore(CLASS, "above")
    assert result.all_kinds
    assert result.exhaustive


def test_classes_outside_the_analysed_code_are_not_considered(lab: Lab) -> None:
    assert lab.explore(CLASS, "corners").exhaustive
    assert lab.explore(CLASS, "spokes").exhaustive  # a class that it permits is not sealed
