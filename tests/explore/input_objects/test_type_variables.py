"""Objects of one type variable are of one class first; other classes come late, and come where a goal needs them."""

from __future__ import annotations

from tests.explore.lab import Lab

from everypath.inputs.shapes import BoxInput, Build, TextInput


def built(lab: Lab, name: str) -> list[set[type[Build]]]:
    """How the values of each path were built."""
    result = lab.explore("explored/Between", name)
    assert not result.unreached
    builds = ({type(node.build) for node in path.shape.reachable() if node.variable} for path in result.paths)
    return [each & {TextInput, BoxInput} for each in builds]


def test_what_is_compared_is_of_one_class(lab: Lab) -> None:
    found = built(lab, "holds")
    assert {TextInput} in found
    assert {TextInput, BoxInput} not in found


def test_classes_are_mixed_where_code_asks_for_it(lab: Lab) -> None:
    assert {TextInput, BoxInput} in built(lab, "mixes")
