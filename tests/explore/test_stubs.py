"""Stubs are plain objects of classes of their own: what code asks of them it is told alike by the machine, in replays
and by the anonymous classes and lambdas of written tests.
"""

from __future__ import annotations

import re

import pytest
from tests.conftest import TESTS
from tests.explore.lab import Lab

from everypath.inputs import Stub

SOURCE = (TESTS / "java" / "explore" / "explored" / "Stubs.java").read_text()
METHODS = re.findall(r"^    static \w+ (\w+)\(", SOURCE, re.MULTILINE)
NAMED = {"proxied", "named"}
"""These ask for the class of a stub, whose name no input decides."""
ENDLESS = {"compared"}


def test_all_methods_are_tried():
    assert len(METHODS) >= 15
    assert set(METHODS) >= NAMED | ENDLESS


@pytest.mark.parametrize("method", METHODS)
def test_predictions_hold_and_written_tests_pass(lab: Lab, method: str):
    result = lab.explore("explored/Stubs", method)
    status = "partial" if method in NAMED else "bounded" if method in ENDLESS else "complete"
    assert result.status == status, result.reasons
    assert any(isinstance(node.build, Stub) for path in result.paths for node in path.shape.reachable())
    assert lab.outcomes(result) == {"confirmed": len(result.paths)}
    assert lab.suite(result) == len(result.paths)


@pytest.mark.parametrize(
    ("method", "results"),
    [("serializable", {2}), ("kept", {3, 4}), ("kinds", {1, 2, 3, 4}), ("copied", {2, 3, 4}), ("onlyId", {1, 2})],
)
def test_every_way_that_stubs_can_go_is_found(lab: Lab, method: str, results: set[int]):
    paths = lab.explore("explored/Stubs", method).paths
    assert {path.returned for path in paths if isinstance(path.returned, int)} - {-9} >= results
