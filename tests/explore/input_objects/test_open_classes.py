"""Objects whose class is open: a path per target of a call and per answer of a type test, not per class."""

from __future__ import annotations

import math

import pytest
from tests.explore.lab import Lab

from everypath.inputs import Alias
from everypath.state import Ending

FAMILIES = "explored/Families"

RETURNED = {
    "target": [1, 2, 3],
    "other": [10, 20],
    "field": [0, 1],
    "tested": [1, 2, 3, 20],
    "cast": [0, 1],
    "contradiction": [2, 3, 3],
    "both": [11, 12, 13, 21],
    "exactly": [0, 1],
    "narrowed": [0, 2, 3],
}


@pytest.mark.parametrize("name", RETURNED)
def test_one_path_per_answer(lab: Lab, name: str) -> None:
    result = lab.explore(FAMILIES, name)
    returned = [path.returned for path in result.paths if path.ending is Ending.RETURNED]
    assert sorted(returned) == RETURNED[name]
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_class_that_the_code_tests_for_is_distinguished(lab: Lab) -> None:
    result = lab.explore(FAMILIES, "named")
    assert len(result.paths) == 6
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(
    ("name", "thrown"), [("cast", "java/lang/ClassCastException"), ("stored", "java/lang/ArrayStoreException")]
)
def test_what_does_not_fit_is_thrown(lab: Lab, name: str, thrown: str) -> None:
    result = lab.explore(FAMILIES, name)
    assert thrown in {path.thrown for path in result.paths}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_class_of_functions_stands_nowhere(lab: Lab) -> None:
    result = lab.explore("explored/Functions", "compared")
    built = [node.build for path in result.paths for node in path.shape.reachable()]
    assert "explored/Functions" not in {getattr(build, "class_name", "") for build in built}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_private_helper_is_covered_by_who_calls_it(lab: Lab) -> None:
    """Only a class that nobody wrote goes the second way: a late candidate, as the entry's own blocks need none."""
    result = lab.explore(FAMILIES, "kind")
    assert {path.returned for path in result.paths} == {0, 1, 2}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_a_written_index_of_an_input_array_stays_symbolic(lab: Lab) -> None:
    result = lab.explore(FAMILIES, "store", idle_effort_limit=math.inf)
    assert result.stop is None
    assert {cut.bound for cut in result.cuts} == {"candidates"}
    assert len(result.paths) <= 14
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert {path.thrown for path in result.paths} > {None, "java/lang/ArrayIndexOutOfBoundsException"}


@pytest.mark.parametrize("name", ["returned", "subclassed", "pattern"])
def test_objects_are_of_the_plainest_class_that_is_left(lab: Lab, name: str) -> None:
    result = lab.explore(FAMILIES, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    built = {getattr(path.shape.node("a").build, "class_name", None) for path in result.paths}
    assert built - {None} == {f"{FAMILIES}$A"} | ({f"{FAMILIES}$C"} if name == "subclassed" else set()) | (
        {f"{FAMILIES}$E"} if name == "pattern" else set()
    )


def test_one_object_has_the_classes_that_both_places_allow(lab: Lab) -> None:
    result = lab.explore(FAMILIES, "narrowed")
    one = [path for path in result.paths if isinstance(path.shape.node("b").build, Alias)]
    assert sorted(path.returned for path in one) == [2, 3]
