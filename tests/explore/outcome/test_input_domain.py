"""Only what stands for all inputs is complete: the state and the class of an object matter where code looks at them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.explore.lab import Lab

INPUTS, COUNTER = "domain/Inputs", "domain/Inputs$Counter"


@pytest.fixture(scope="module")
def domain(java_classes: Callable[..., Path]) -> Lab:
    return Lab(java_classes("domain"))


@pytest.mark.parametrize(
    ("class_name", "name"),
    [
        (INPUTS, "isNull"),  # any class of object
        (INPUTS, "length"),  # any class of array
        (INPUTS, "storeText"),
        (INPUTS, "read"),
        (INPUTS, "shown"),  # a record has no state but what its constructor takes
        (INPUTS, "same"),
        (INPUTS, "ofKind"),
        (INPUTS, "filled"),  # any content
        (INPUTS, "sides"),  # all classes that there are
        (INPUTS, "of"),
        (INPUTS, "kept"),  # what is written is not read
        (COUNTER, "set"),
        (COUNTER, "twice"),
    ],
)
def test_what_does_not_depend_on_how_inputs_were_made_is_complete(domain: Lab, class_name: str, name: str) -> None:
    result = domain.explore(class_name, name)
    assert (result.status, result.cuts, result.exhaustive) == ("complete", (), True)
    assert not any(path.left_out for path in result.paths)


@pytest.mark.parametrize(
    ("class_name", "name", "bounds"),
    [
        (INPUTS, "empty", {"recipe"}),  # lists that are not empty
        (INPUTS, "present", {"recipe"}),
        (INPUTS, "counted", {"recipe"}),
        (INPUTS, "capacity", {"recipe"}),  # not any capacity
        (INPUTS, "reflected", {"recipe"}),
        (COUNTER, "up", {"recipe"}),
        (COUNTER, "raise", {"recipe"}),
        (COUNTER, "get", {"recipe"}),
        (COUNTER, "plus", {"candidates"}),  # `Odd` overrides what it calls
        (INPUTS, "runs", {"candidates"}),
        (INPUTS, "store", {"candidates"}),
        (INPUTS, "both", {"alias"}),  # what is written twice
        (INPUTS, "asked", {"stubs"}),
        (INPUTS, "corners", {"stubs"}),
        (INPUTS, "looked", {"recipe"}),
        (INPUTS, "named", {"unrealised"}),  # no object can be made
    ],
)
def test_what_depends_on_it_is_bounded(domain: Lab, class_name: str, name: str, bounds: set[str]) -> None:
    result = domain.explore(class_name, name)
    assert (result.status, result.exhaustive) == ("bounded", False)
    assert bounds <= {cut.bound for cut in result.cuts}
