"""Preconditions: inputs that they exclude take no path, texts do not repeat them, and the JVM confirms the rest."""

from __future__ import annotations

from itertools import product

import pytest
from tests.explore.lab import Lab

from everypath.bridge import Literal, Primitive, static_call
from everypath.explore import Exploration
from everypath.explore import Path as Explored
from everypath.inputs import Alias, FieldsInput
from everypath.inputs.conditions import StateContext, check, holds
from everypath.state import Bounds, Ending


def explored(lab: Lab, class_name: str, name: str, *requires: str, **options: object) -> Exploration:
    method = lab.method(class_name, name)
    given = tuple(check(each, method, lab.program) for each in requires)
    return lab.explore(class_name, name, requires=given, **options)


def conditions_of(lab: Lab, result: Exploration) -> dict[str, str]:
    """The effect of each case by its condition; all of them confirmed by the JVM."""
    cases = lab.cases(result)
    assert lab.outcomes(result) == {"confirmed": len(result.paths)}
    return {case.condition: case.effect for case in cases}


@pytest.mark.parametrize(
    ("name", "requires", "expected"),
    [
        ("index", "a != null && i >= 0 && i < a.length", {"true": "returns a[i]"}),
        (
            "index",
            "a != null && a.length > 2 && a[2] == 7",
            {
                "i >= a.length": "throws ArrayIndexOutOfBoundsException",
                "i < 0": "throws ArrayIndexOutOfBoundsException",
                "i >= 0 && i < a.length": "returns a[i]",
            },
        ),
        (
            "fee",
            "age > 30 || member",
            {
                "age != 30 && !member": "returns 100 / (age - 30)",
                "age == 30": "throws ArithmeticException",
                "age != 30 && member": "returns 100 / (age - 30) / 2",
            },
        ),
        (
            "letter",
            's.equals("hello")',
            {
                "i >= 0 && i < s.length()": "returns s.charAt(i)",
                "i < 0 || i >= s.length()": "throws StringIndexOutOfBoundsException",
            },
        ),
        ("fee", "age > 40", {"!member": "returns 100 / (age - 30)", "member": "returns 100 / (age - 30) / 2"}),
        ("letter", "s == null", {"true": "throws NullPointerException"}),
    ],
)
def test_texts_do_not_repeat_the_precondition(
    conditions: Lab, name: str, requires: str, expected: dict[str, str]
) -> None:
    result = explored(conditions, "proving/Laws", name, requires)
    assert result.status == "complete"
    assert conditions_of(conditions, result) == expected


def test_inputs_satisfy_the_precondition(conditions: Lab) -> None:
    result = explored(conditions, "proving/Laws", "letter", "s != null && s.length() > 2 && s.charAt(1) == 'x'")
    inputs = [case.expression for case in conditions.cases(result)]
    assert inputs == ['Laws.letter("axa", 1)', 'Laws.letter("axa", -1)']


def test_a_precondition_that_admits_nothing(conditions: Lab) -> None:
    result = explored(conditions, "proving/Laws", "fee", "age > 30", "age < 20")
    assert result.status == "skipped"
    assert result.skipped == "the precondition 'age > 30 && age < 20' admits no input"
    assert not result.paths


def test_a_sorted_array(conditions: Lab) -> None:
    """The elements of the witness are in order, and arrays beyond the bound are cut, not refuted."""
    result = explored(conditions, "proving/Laws", "search", "a != null && sorted(a) && a.length == 4")
    assert result.paths
    for case in conditions.cases(result):
        elements = [int(each) for each in case.expression.split("{")[1].split("}")[0].split(",")]
        assert elements == sorted(elements)
        assert len(elements) == 4
    longer = explored(conditions, "proving/Laws", "index", "a != null && distinct(a) && i >= 0 && i < a.length")
    assert [cut.bound for cut in longer.cuts] == ["length"]


def test_what_is_proved_withstands_the_jvm(conditions: Lab) -> None:
    """Laws that hold for every input, tried on the JVM with the values where ints change sign and overflow."""
    laws = {
        "max": "result >= a && result >= b && (result == a || result == b)",
        "signum": "result * result <= 1 && (result > 0) == (x > 0) && (result < 0) == (x < 0)",
        "saturatingAdd": "result == ((long) a + b > Integer.MAX_VALUE ? Integer.MAX_VALUE"
        " : (long) a + b < Integer.MIN_VALUE ? Integer.MIN_VALUE : a + b)",
    }
    edges = [-(1 << 31), -(1 << 31) + 1, -(1 << 30), -2, -1, 0, 1, 2, 1 << 30, (1 << 31) - 2, (1 << 31) - 1]
    for name, law in laws.items():
        method = conditions.method("proving/Laws", name)
        condition = check(law, method, conditions.program, after=True)
        result = conditions.explore("proving/Laws", name, ensures=(condition,))
        assert result.exhaustive
        assert not result.claims[0].counterexamples
        assert not result.claims[0].unknown_reasons
        inputs = list(product(edges, repeat=len(method.parameters)))
        plans = [
            static_call("proving/Laws", name, method.descriptor, *(Literal.of("I", each) for each in values))
            for values in inputs
        ]
        for values, real in zip(inputs, conditions.bridge.replay_many(plans), strict=True):
            assert isinstance(real.returned, Primitive)
            context = StateContext(conditions.machine, conditions.machine.new_state(), values, real.returned.payload)
            assert all(holds(part, context) is True for part in condition.parts), (name, values)


# -- PET, Table 1 -------------------------------------------------------------------------------------------------

BLOCK_2 = {
    "bounds": Bounds(steps=200_000, block=2, loop=1 << 20, calls=1 << 20),
    "fixed": frozenset({"block", "loop", "calls"}),
    "idle_path_limit": 1 << 20,
    "idle_effort_limit": 1e9,
}


def merged(lab: Lab, *requires: str, aliasing: str = "eager") -> Exploration:
    return explored(lab, "lists/SortedList", "merge", *requires, aliasing=aliasing, **BLOCK_2)


def test_merge_gives_the_table_of_pet(conditions: Lab) -> None:
    """Nine cases without aliasing, three of them exceptional; seven more with: three where the two lists are one
    object, one of them exceptional, and four where nodes are shared.
    """
    unshared = merged(conditions, "noshare(this, l)")
    assert len(unshared.paths) == 9
    assert sum(path.ending is Ending.THREW for path in unshared.paths) == 3
    assert conditions.outcomes(unshared) == {"confirmed": 9}
    every = merged(conditions)
    assert len(every.paths) == 16
    assert conditions.outcomes(every) == {"confirmed": 16}
    ours = {case.expression for case in conditions.cases(unshared)}
    more = [case for case in conditions.cases(every) if case.expression not in ours]
    one = [case for case in more if case.expression.endswith("sortedList.merge(sortedList)")]
    assert (len(more), len(one), sum(case.throws is not None for case in one)) == (7, 3, 1)


def test_cycles_and_shared_objects(conditions: Lab) -> None:
    """A cycle is met where a list comes back to itself, sharing where two places of a tree hold one object."""

    def cases(name: str, *requires: str) -> int:
        result = explored(conditions, "lists/Walks", name, *requires, aliasing="eager")
        assert set(conditions.outcomes(result)) == {"confirmed"}
        return len(result.paths)

    assert (cases("third"), cases("third", "acyclic(n)"), cases("third", "tree(n)")) == (7, 4, 4)
    effects = {
        requires: set(
            conditions_of(conditions, explored(conditions, "lists/Walks", "shared", *requires.split())).values()
        )
        for requires in ("", "acyclic(f)", "tree(f)")
    }
    every = {"returns 0", "returns 1", "returns 2", "returns 3", "throws NullPointerException"}
    assert effects == {"": every, "acyclic(f)": every - {"returns 2"}, "tree(f)": every - {"returns 1", "returns 2"}}


def test_sorted_lists(conditions: Lab) -> None:
    """The nodes that a path looks at are in order before the call, shared ones too."""
    for requires in (["noshare(this, l)"], []):
        result = merged(conditions, *requires, "sorted(this)", "sorted(l)")
        assert result.paths
        assert set(conditions.outcomes(result)) == {"confirmed"}
        for path in result.paths:
            for root in ("this", "l"):
                data = values_of(path, root)
                assert data == sorted(data)


def values_of(path: Explored, root: str) -> list[int]:
    """The numbers of a list of a path's input, from its shape and its witness."""
    found: list[int] = []
    name, field = root, "first"
    while name in path.shape.nodes:
        build = path.shape.nodes[name].build
        if isinstance(build, Alias):
            name = build.of
            continue
        if not isinstance(build, FieldsInput):
            break
        found += [int(each.slot.concrete(path.witness)) for each in build.fields if each.name == "data"]
        following = [each.slot.name for each in build.fields if each.name == field]
        name, field = (following or [""])[0], "next"
    return found


# -- nullness -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "library",
    ["jSpecify", "jetBrains", "jakarta", "jakartaValidation", "javax", "spotBugs", "checker", "lombok", "none"],
)
def test_parameters_that_are_not_null(conditions: Lab, library: str) -> None:
    """The annotation of each library, declared as the library declares it, is a precondition."""
    result = conditions.explore("nullness/Marked", library)
    assert any(path.thrown is not None for path in result.paths) is (library == "none")
    assert len(result.paths) == (2 if library == "none" else 1)
