"""Clones of input arrays, and new arrays of unknown length: no path per length, and each element as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.explore.lab import Lab, is_explored

import everypath

CLONES = "explored/Clones"

PATHS = {"size": 2, "before": 8, "after": 4, "made": 5, "given": 2, "returned": 8, "pair": 3}


@pytest.mark.parametrize("name", PATHS)
def test_clones_are_predicted(lab: Lab, name: str) -> None:
    result = lab.explore(CLONES, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert is_explored(result)
    assert len(result.paths) <= PATHS[name]


@pytest.mark.parametrize(
    ("method", "effect"),
    [
        ("Clones$Holder#all", "returns an array of the class of this.held with this.held.length elements"),
        ("Clones#pair", "returns an array of the class of items with items.length elements"),
    ],
)
def test_a_clone_has_the_class_of_its_original(java_classes: Callable[..., Path], method: str, effect: str) -> None:
    (report,) = everypath.paths(f"explored.{method}", str(java_classes("explore")), budget=20).methods
    assert effect in {each.effect for each in report.classes}
