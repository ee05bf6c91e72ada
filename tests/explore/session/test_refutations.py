"""Sides that no input takes: every one is listed, with conditions that contradict each other, none too many."""

from __future__ import annotations

import random
from pathlib import Path as FilePath

import pytest
from tests.conftest import compile_java
from tests.explore.lab import Lab

from everypath.explore import Exploration
from everypath.explore.paths import Refutation
from everypath.solver import Sat, Unsat
from everypath.state import Bounds, class_constraint
from everypath.suite import refuted_side
from everypath.term import Term

METHODS = 24
BRANCHES = 6

TESTS = (
    "x > 3",
    "x < 2",
    "x <= 3",
    "y == 5",
    "x == y",
    "x > y",
    "x + y > 10",
    "flag",
    "!flag",
    "o == null",
    "o instanceof Left",
    "o instanceof Right",
    "o instanceof LeftMost",
    "o instanceof Named",
    "(x & 1) == 0",
    "a[0] > x",
    "a[0] < 1",
)
"""Each is one conditional branch of bytecode."""


def source(drawn: random.Random) -> str:
    methods = []
    for number in range(METHODS):
        lines = [f"        if ({drawn.choice(TESTS)}) {{ r += {1 << at}; }}" for at in range(BRANCHES)]
        head = f"    static int m{number}(int x, int y, boolean flag, Top o, int[] a) {{\n        int r = o.n + a[0];"
        methods.append("\n".join([head, *lines, "        return r;", "    }"]))
    types = """    interface Named { }
    static class Top { int n; }
    static class Left extends Top { }
    static class LeftMost extends Left implements Named { }
    static class Right extends Top implements Named { }"""
    return "package refuted;\n\npublic class Drawn {\n" + "\n\n".join([types, *methods]) + "\n}\n"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    folder: FilePath = tmp_path_factory.mktemp("refuted")
    file = folder / "refuted" / "Drawn.java"
    file.parent.mkdir()
    file.write_text(source(random.Random(20)))
    return Lab(compile_java([file]))


def explored(lab: Lab, class_name: str, name: str, **options: object) -> Exploration:
    return lab.explore(class_name, name, refuted=True, idle_path_limit=2000, idle_effort_limit=1e9, **options)


@pytest.mark.parametrize("number", range(METHODS))
def test_each_combination_of_branches_is_a_path_or_ends_in_one_refuted_side(drawn: Lab, number: int) -> None:
    """The paths and what lies below the refuted sides are all that a reader of the code would count."""
    result = explored(drawn, "refuted/Drawn", f"m{number}")
    assert result.status == "complete"
    first = drawn.method("refuted/Drawn", f"m{number}").line(0) + 1
    below_refuted = sum(
        each.sides << (BRANCHES - 1 - (each.place.line - first))
        for each in result.refutations
        if each.place is not None and each.place.line >= first and each.kind in ("branch", "instanceof")
    )
    assert sum(not path.thrown for path in result.paths) + below_refuted == 1 << BRANCHES
    counted = result.statistics.refuted_by_solver + result.statistics.refuted_without_solver
    assert sum(each.sides for each in result.refutations) == counted


@pytest.mark.parametrize("number", range(METHODS))
def test_no_condition_of_a_core_can_be_left_out(drawn: Lab, number: int) -> None:
    for each in explored(drawn, "refuted/Drawn", f"m{number}").refutations:
        check_minimal(drawn, each)


def check_minimal(lab: Lab, refutation: Refutation) -> None:
    conditions = [*refutation.core, *refutation.decision]
    assert contradict(lab, refutation, conditions)
    for each in conditions:
        assert not contradict(lab, refutation, [other for other in conditions if other is not each])


def contradict(lab: Lab, refutation: Refutation, conditions: list[Term]) -> bool:
    """Whether the conditions contradict each other, among the candidate classes of the inputs."""
    left = {ref: set(names) for ref, names in refutation.candidates}
    numeric = []
    for condition in conditions:
        constraint = class_constraint(condition)
        if constraint is None:
            numeric.append(condition)
        elif constraint[2]:
            left[constraint[0]] &= constraint[1]
        else:
            left[constraint[0]] -= constraint[1]
    answer = lab.solver.check(numeric)
    assert isinstance(answer, Sat | Unsat)
    return isinstance(answer, Unsat) or not all(left.values())


def texts(lab: Lab, result: Exploration) -> set[str]:
    return {refuted_side(each, lab.program).text for each in result.refutations}


def test_no_object_is_a_sedan_and_a_pickup_truck(lab: Lab) -> None:
    """The patent: path (d) of four."""
    result = explored(lab, "seeds/Vehicles", "open")
    assert len(result.paths) == 1 + 3  # null, (a), (b) and (c)
    assert texts(lab, result) == {
        "obj instanceof Vehicles.Sedan and obj instanceof Vehicles.PickupTruck",
        "obj instanceof Vehicles.Sedan and !(obj instanceof Vehicles.Sedan)",  # the casts cannot fail
        "obj instanceof Vehicles.PickupTruck and !(obj instanceof Vehicles.PickupTruck)",
    }


def test_what_is_no_sedan_has_no_such_method(lab: Lab) -> None:
    """The patent: where ``instanceof sedan`` is false, no class is left for the call that only two sedans know."""
    found = texts(lab, explored(lab, "seeds/Vehicles", "seats"))
    assert found == {"!(obj instanceof Vehicles.Sedan) and obj instanceof Vehicles.Roomy"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("range", {"x > 3 and x < 2"}),
        ("twice", {"flag and !flag", "!flag and flag"}),
        ("sum", {"x <= 9 and y >= 0 and y <= 9 and x + y > 20"}),
        ("kinds", {"!(c instanceof Refuted.Circle) and c instanceof Refuted.Circle (calls area())"}),
        ("declared", {"c is declared as Refuted.Circle and !(c instanceof Refuted.Shape)"}),
        ("shared", {"a instanceof Refuted.Circle and b instanceof Refuted.Square and a == b"}),
        ("unlike", {"a is declared as Refuted.Circle and b is declared as Refuted.Square and a == b"}),
        ("written", {"a.side != b.side and a == b"}),
    ],
)
def test_contradictions_are_written_in_terms_of_the_parameters(lab: Lab, name: str, expected: set[str]) -> None:
    assert expected <= texts(lab, explored(lab, "explored/Refuted", name))


def test_a_question_that_is_asked_again_as_its_instruction_is_executed_again_is_no_refuted_side(lab: Lab) -> None:
    """An object that calls build is made between two executions of the instruction that looks at it."""
    result = explored(lab, "explored/Refuted", "built")
    assert texts(lab, result) == set()


def test_nothing_is_kept_unless_it_is_asked_for(lab: Lab) -> None:
    result = lab.explore("explored/Refuted", "range")
    assert result.statistics.refuted_by_solver + result.statistics.refuted_without_solver == 1
    assert not result.refutations


def test_the_sides_of_partition_that_nothing_takes(lab: Lab) -> None:
    """CTB, Fig. 4, with loops of one iteration that asks something new."""
    bounds = Bounds(loop=1, conditions=40, steps=100)
    fixed = frozenset({"loop", "conditions", "steps"})
    result = explored(lab, "seeds/Quicksort", "partition", bounds=bounds, fixed=fixed, seconds=100.0)
    assert "high > low + 1 and high < a.length and a.length <= low + 2" in texts(lab, result)
    for each in result.refutations:
        check_minimal(lab, each)
