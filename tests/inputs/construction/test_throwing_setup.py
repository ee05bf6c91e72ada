"""Calls that build an input and throw end the path: the code that needed the input does not catch what they throw."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

DRAIN = "catching/Drain"


def test_a_receiver_is_not_built_twice(lab: Lab) -> None:
    result = lab.explore(DRAIN, "consume", seconds=5.0)
    assert {0, 1, 2} <= {path.returned for path in result.paths}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(("name", "is_called"), [("half", True), ("length", False)])
def test_a_handler_of_the_entry_is_not_covered_by_calls_before_it(lab: Lab, name: str, is_called: bool) -> None:
    result = lab.explore(DRAIN, name)
    assert bool(result.statistics.discarded) is is_called
    assert -1 not in {path.returned for path in result.paths}
    assert result.unreached
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_handler_of_an_outer_call_is_not_covered_by_an_inner_one(lab: Lab) -> None:
    result = lab.explore(DRAIN, "opened")
    assert result.statistics.discarded
    assert -1 not in {path.returned for path in result.paths}
    assert {each.bound for each in result.cuts} == {"recipe"}
    assert set(lab.outcomes(result)) == {"confirmed"}
