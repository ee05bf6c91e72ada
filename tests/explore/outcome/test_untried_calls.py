"""Objects that calls build: what throws only after more calls than are tried leaves a method bounded there."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

RING = "explored/Further$Ring"


@pytest.mark.parametrize(
    ("class_name", "name", "where", "line"),
    [
        (
            RING,
            "add",
            "add",
            10,
        ),  # ArrayIndexOutOfBoundsException of the seventh call, in a block that each call enters
        (RING, "held", "held", 14),
        (RING, "share", "share", 18),  # a division that is zero after six calls
        (RING, "checked", "limited", 35),  # a throw in a private method that the entry calls
        ("explored/Further", "of", "held", 14),  # the object is an argument
    ],
)
def test_an_exception_after_untried_calls_leaves_it_bounded(
    lab: Lab, class_name: str, name: str, where: str, line: int
) -> None:
    result = lab.explore(class_name, name)
    assert {path.thrown for path in result.paths} == {None}
    assert (result.status, result.exhaustive) == ("bounded", False)
    (cut,) = result.cuts
    assert (cut.bound, cut.paths) == ("inputs", 0)
    assert cut.place is not None
    assert (cut.place.method, cut.place.line) == (where, line)


@pytest.mark.parametrize("name", ["limit", "total"])
def test_what_no_call_leads_to_leaves_it_complete(lab: Lab, name: str) -> None:
    """A field that holds an array from the constructor on, a divisor that is a constant."""
    assert lab.explore(RING, name).status == "complete"


def test_a_field_that_a_call_clears_may_be_null(lab: Lab) -> None:
    assert lab.explore("explored/Further$Closing", "size").status == "bounded"
