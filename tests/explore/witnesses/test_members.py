"""One case for each class of an input that takes a path: each is confirmed, and none is missing."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, Path
from everypath.suite import TestCase, verify_many, write_tests

FAMILIES, KINDS = "explored/Families", "explored/Kinds"


def explored(lab: Lab, class_name: str, name: str) -> Exploration:
    return lab.explore(class_name, name, per_class=True, idle_path_limit=2000)


def classes(path: Path, name: str) -> list[str]:
    """The classes of the input in the cases of a path, the plainest first."""
    built = [each.shape.node(name).build for each in (path, *path.others)]
    return [getattr(each, "class_name", "null").rpartition("$")[2] for each in built]


def cases(lab: Lab, result: Exploration) -> list[TestCase]:
    built = [lab.builder.build(each) for path in result.paths for each in (path, *path.others)]
    assert all(isinstance(each, TestCase) for each in built)
    return built


def confirmed(lab: Lab, result: Exploration) -> bool:
    verdicts = verify_many(cases(lab, result), lab.bridge, lab.program.is_target_name)
    return {each.outcome.value for each in verdicts} == {"confirmed"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("target", {1: ["A", "D", "E"], 2: ["B"], 3: ["C"]}),
        ("other", {10: ["A", "B", "C"], 20: ["D", "E"]}),
        ("exactly", {0: ["A", "C", "D", "E"], 1: ["B"]}),
    ],
)
def test_each_class_that_takes_a_path_has_a_case(lab: Lab, name: str, expected: dict[int, list[str]]) -> None:
    result = explored(lab, FAMILIES, name)
    found = {path.returned: classes(path, "a") for path in result.paths if path.thrown is None}
    assert {key: sorted(value) for key, value in found.items()} == expected
    assert confirmed(lab, result)


def test_inputs_of_one_class_change_it_together(lab: Lab) -> None:
    result = explored(lab, KINDS, "both")
    (same,) = [path for path in result.paths if path.returned == 1]
    assert classes(same, "one") == classes(same, "other")
    assert set(classes(same, "one")) == {"Shape", "Square", "Cube", "Disc", "Ball", "Cone"}
    (unlike,) = [path for path in result.paths if path.returned == 2]
    pairs = list(zip(classes(unlike, "one"), classes(unlike, "other"), strict=True))
    assert all(one != other for one, other in pairs)
    assert {one for one, _ in pairs} == {other for _, other in pairs} == set(classes(same, "one"))
    assert confirmed(lab, result)


@pytest.mark.parametrize("name", ["given", "held", "equal"])
def test_what_a_path_returns_is_of_the_class_of_its_case(lab: Lab, name: str) -> None:
    result = explored(lab, KINDS, name)
    assert confirmed(lab, result)
    written = write_tests(cases(lab, result), lab.builder, lab.bridge)
    assert not written.dropped


def test_cases_of_a_path_say_so(lab: Lab) -> None:
    result = explored(lab, FAMILIES, "target")
    numbers = [each.path for each in cases(lab, result)]
    assert sorted(numbers) == [0, 1, 1, 1, 2, 3]
    assert len({each.id for each in cases(lab, result)}) == len(numbers)


def test_there_is_one_case_for_each_path_unless_more_is_asked_for(lab: Lab) -> None:
    assert not any(path.others for path in lab.explore(FAMILIES, "target").paths)
