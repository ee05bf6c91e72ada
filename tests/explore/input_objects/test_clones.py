"""Clones of input arrays, and new arrays of unknown length: no path per length, and each element as it was."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab, is_explored

CLONES = "explored/Clones"

PATHS = {"size": 2, "before": 8, "after": 4, "made": 5, "given": 2, "returned": 8}

BOUNDED = ("made", "given")
"""Longer arrays than there is memory for are not tried."""


@pytest.mark.parametrize("name", PATHS)
def test_clones_are_predicted(lab: Lab, name: str) -> None:
    result = lab.explore(CLONES, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert is_explored(result) is (name not in BOUNDED)
    assert len(result.paths) <= PATHS[name]
