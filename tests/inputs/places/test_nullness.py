"""Defaults of nullness: what annotations of a method, class, package or module say, and what says otherwise inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath.inputs.places import element_place, parameter_places

NULL = "java/lang/NullPointerException"

MARKED = {
    # method of `marked.Users`: whether it may throw a NullPointerException
    "length": False,
    "maybe": True,
    "open": True,
    "first": False,
    "firstOrNull": True,
    "noArray": True,
    "street": False,
    "note": True,
    "variable": True,  # nobody knows what stands for the variable
    "inner": True,
}
OTHERS = {
    ("marked/Users$Older", "length"): True,
    ("marked/Users$Older", "sure"): False,
    ("others/Plain", "length"): True,
    ("others/Jsr305", "length"): False,
    ("others/Jsr305", "maybe"): True,
    ("others/Eclipse", "length"): False,
    ("others/Eclipse", "maybe"): True,
    ("others/Checker", "length"): False,
    ("others/Checker", "maybe"): True,
    ("others/SpotBugs", "length"): False,
    ("others/SpotBugs", "maybe"): True,
    ("others/Fields", "length"): True,
    ("others/Nested$Inside", "length"): False,
    ("others/Nested$Cancelled", "length"): True,
    ("spring/Service", "length"): False,
    ("spring/Service", "maybe"): True,
    ("spring/Service", "named"): False,
}


@pytest.fixture(scope="module")
def nulls(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("nulls"))
    yield made
    made.bridge.close()


def throws_null(lab: Lab, owner: str, name: str) -> bool:
    result = lab.explore(owner, name)
    assert set(lab.outcomes(result)) == {"confirmed"}
    return any(path.thrown == NULL for path in result.paths)


@pytest.mark.parametrize("name", MARKED)
def test_a_package_that_is_null_marked(nulls: Lab, name: str) -> None:
    assert throws_null(nulls, "marked/Users", name) is MARKED[name]


@pytest.mark.parametrize(("owner", "name"), OTHERS)
def test_defaults_of_other_libraries(nulls: Lab, owner: str, name: str) -> None:
    assert throws_null(nulls, owner, name) is OTHERS[owner, name]


def test_elements_and_arrays_are_distinguished(nulls: Lab) -> None:
    (array,) = parameter_places(nulls.method("marked/Users", "firstOrNull"))
    assert (array.non_null, array.nullable) == (True, False)
    assert (element_place(array, 0).non_null, element_place(array, 0).nullable) == (False, True)
    (array,) = parameter_places(nulls.method("marked/Users", "noArray"))
    assert (array.non_null, array.nullable) == (False, True)
    assert (element_place(array, 0).non_null, element_place(array, 0).nullable) == (True, False)


def test_a_module_that_is_null_marked(java_classes: Callable[..., Path]) -> None:
    lab = Lab(java_classes("nullmodule"))
    try:
        assert not throws_null(lab, "inside/Service", "length")
    finally:
        lab.bridge.close()
