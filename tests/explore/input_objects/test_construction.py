"""Inputs that calls build: a part of all there are, and so no claim of what was not reached with them."""

from __future__ import annotations

from tests.explore.lab import Lab

CLASS = "explored/Filled"


def test_a_side_that_needs_a_longer_list_leaves_the_method_bounded(lab: Lab) -> None:
    result = lab.explore(CLASS, "nine")
    assert {path.returned for path in result.paths} == {0, None}
    assert result.status == "bounded"
    (cut,) = result.cuts
    assert (cut.bound, cut.paths) == ("inputs", 0)
    assert cut.place is not None
    assert (cut.place.method, cut.place.line) == ("nine", 11)
    assert not result.exhaustive


def test_where_all_was_reached_it_is_complete_and_proves_nothing(lab: Lab) -> None:
    result = lab.explore(CLASS, "some")
    assert result.status == "complete"
    assert not result.all_kinds
    assert not result.exhaustive


def test_a_record_is_built_by_each_of_its_creators(lab: Lab) -> None:
    result = lab.explore(CLASS, "above")
    assert result.all_kinds
    assert result.exhaustive


def test_sealed_types_have_no_other_subclasses_and_others_may(lab: Lab) -> None:
    assert lab.explore(CLASS, "corners").exhaustive
    open_ended = lab.explore(CLASS, "spokes")
    assert open_ended.status == "complete"
    assert not open_ended.exhaustive
