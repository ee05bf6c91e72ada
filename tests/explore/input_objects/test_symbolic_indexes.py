"""Elements of arrays of references at symbolic indexes: no path for each position, and each element once."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab, is_explored

from everypath.state import Ending

ELEMENTS = "explored/Elements"

PATHS = {
    "swap": (7, 2),
    "swapped": (7, 2),
    "rotate": (14, 5),
    "cell": (8, 2),
    "rows": (13, 4),
    "length": (6, 2),
    "either": (6, 2),
    "move": (10, 4),
    "indirect": (10, 4),
    "link": (17, 7),
    "chain": (11, 3),
    "shift": (5, 1),
    "missing": (14, 11),
}
"""The most paths, and how many of them return."""

BOUNDED = "mark", "kind", "copy"
"""Other classes of arrays are left out where the class matters."""


@pytest.mark.parametrize("name", PATHS)
def test_a_position_is_no_path(lab: Lab, name: str) -> None:
    result = lab.explore(ELEMENTS, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert result.status == "complete"
    returned = sum(path.ending is Ending.RETURNED for path in result.paths)
    assert (len(result.paths), returned) == PATHS[name]


@pytest.mark.parametrize("name", BOUNDED)
def test_the_class_of_an_array_is_decided_where_it_matters(lab: Lab, name: str) -> None:
    result = lab.explore(ELEMENTS, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert is_explored(result)
    assert {bound for path in result.paths for bound in path.left_out} == {"candidates"}
