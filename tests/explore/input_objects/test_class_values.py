"""The class of an input as a value: comparing it decides what is asked, and no more."""

from __future__ import annotations

import itertools
import random
from pathlib import Path as FilePath

import pytest
from tests.conftest import compile_java
from tests.explore.lab import Lab

from everypath.bridge import Call, New, Plan, Status
from everypath.state import class_constraint, kinship
from everypath.term import Term


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("isSquare", 2),
        ("isNot", 3),
        ("objectsEqual", 2),
        ("both", 2),
        ("itself", 1),
        ("above", 2),
        ("ofIts", 1),
        ("twice", 3),
        ("given", 1),
        ("held", 1),
        ("equal", 5),
    ],
)
def test_a_comparison_takes_a_fork_for_its_answers_and_none_for_each_class(lab: Lab, name: str, paths: int) -> None:
    result = lab.explore("explored/Kinds", name, idle_path_limit=2000)
    assert result.status == "complete"
    assert sum(1 for path in result.paths if path.thrown is None) == paths
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(("name", "paths"), [("named", 6), ("keyed", 6), ("cast", 6)])
def test_what_looks_into_the_class_decides_it(lab: Lab, name: str, paths: int) -> None:
    result = lab.explore("explored/Kinds", name, idle_path_limit=2000)
    assert sum(1 for path in result.paths if path.thrown is None) == paths
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_conditions_on_classes_are_written_as_java(lab: Lab) -> None:
    conditions = {case.condition for case in lab.cases(lab.explore("explored/Kinds", "both"))}
    present = "one != null && other != null"
    compared = {f"{present} && one.getClass() {operator} other.getClass()" for operator in ("==", "!=")}
    assert compared <= conditions


def test_a_class_that_was_left_open_is_returned_as_what_it_is(lab: Lab) -> None:
    cases = lab.cases(lab.explore("explored/Kinds", "given"))
    assert "returns shape.getClass()" in {case.effect for case in cases}
    assert lab.suite(lab.explore("explored/Kinds", "given")) == 2


METHODS = 30
CLASSES = ("Top", "Left", "Right", "LeftMost")
TESTS = (
    "{a}.getClass() == {b}.getClass()",
    "{a}.getClass() != {b}.getClass()",
    "{a}.getClass().equals({b}.getClass())",
    "{a}.getClass() == {c}.class",
    "{a}.getClass() != {c}.class",
    "{a} instanceof {c}",
    "{c}.class.isInstance({a})",
    "{a}.getClass().isInstance({b})",
    "{a}.kind() == 1",
    "{a}.getClass().getSimpleName().length() > 4",
)


def source(drawn: random.Random) -> str:
    methods = []
    for number in range(METHODS):
        lines = []
        for at in range(4):
            one, other = drawn.choice("xyz"), drawn.choice("xyz")
            test = drawn.choice(TESTS).format(a=one, b=other, c=drawn.choice(CLASSES))
            lines.append(f"        if ({test}) {{ r += {1 << at}; }}")
        methods.append(
            "\n".join([f"    static int m{number}(Top x, Top y, Top z) {{\n        int r = 0;", *lines])
            + "\n        return r;\n    }"
        )
    types = """    static class Top { int n; int kind() { return 0; } }
    static class Left extends Top { int kind() { return 1; } }
    static class Right extends Top { }
    static class LeftMost extends Left { }"""
    return "package kinds;\n\npublic class Drawn {\n" + "\n\n".join([types, *methods]) + "\n}\n"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder: FilePath = tmp_path_factory.mktemp("kinds")
    file = folder / "kinds" / "Drawn.java"
    file.parent.mkdir()
    file.write_text(source(random.Random(7)))
    return Lab(compile_java([file]))


def takes(constraints: tuple[Term, ...], classes: dict[str, str]) -> bool:
    """Whether objects of these classes take the path."""
    for condition in constraints:
        constraint, related = class_constraint(condition), kinship(condition)
        if constraint is not None:
            ref, names, holds = constraint
            found = f"kinds/Drawn${classes[str(ref.payload)]}" in names
        elif related is not None:
            one, other, holds = related
            found = classes[str(one.payload)] == classes[str(other.payload)]
        else:  # that it is not null
            found, holds = condition.op == "not", True
        if found is not holds:
            return False
    return True


def plan(name: str, classes: tuple[str, ...]) -> Plan:
    top = "Lkinds/Drawn$Top;"
    made = [New(f"kinds/Drawn${each}", "()V") for each in classes]
    return Plan((*made, Call("kinds/Drawn", name, f"({top * 3})I", None, (0, 1, 2))), 3)


@pytest.mark.parametrize("number", range(METHODS))
def test_each_combination_of_classes_takes_one_path_which_is_right(drawn: Lab, number: int) -> None:
    result = drawn.explore("kinds/Drawn", f"m{number}", idle_path_limit=5000, idle_effort_limit=1e9, aliasing="off")
    assert set(drawn.outcomes(result)) == {"confirmed"}
    whole = [path for path in result.paths if path.thrown is None]
    combinations = list(itertools.product(CLASSES, repeat=3))
    outcomes = drawn.bridge.replay_many([plan(f"m{number}", each) for each in combinations])
    for classes, outcome in zip(combinations, outcomes, strict=True):
        assert outcome.status is Status.OK
        taken = [each for each in whole if takes(each.constraints, dict(zip("xyz", classes, strict=True)))]
        assert [each.returned for each in taken] == [outcome.returned.value], classes
