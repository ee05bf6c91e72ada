"""Clones of input arrays: no path per length, and each element as it was when the array was cloned."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

CLONES = "explored/Clones"

PATHS = {"size": 2, "before": 8, "after": 4, "returned": 8}


@pytest.mark.parametrize("name", PATHS)
def test_clones_are_predicted(lab: Lab, name: str) -> None:
    result = lab.explore(CLONES, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert result.status == "complete"
    assert len(result.paths) <= PATHS[name]
