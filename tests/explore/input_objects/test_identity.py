"""Identity of inputs: each way in which a caller can pass objects takes just the path that the JVM takes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import pytest
from tests.explore.lab import Lab

from everypath.bridge import Call, Literal, New, Plan, Status, Step
from everypath.explore import Path
from everypath.program import Method
from everypath.state import Ending
from everypath.term import BOOL, BV16, BV32, F64, ArrayValue, Model, array_sort, evaluate, is_null, ref_var, var

CLASS = "explored/Identities"
STRING = "Ljava/lang/String;"
BOXES = {"Ljava/lang/Integer;": "I", "Ljava/lang/Boolean;": "Z", "Ljava/lang/Double;": "D"}
SORTS = {"I": BV32, "Z": BOOL, "D": F64}

TEXTS = ["", "true", "x", "q", " x", "Xy", "long enough", "a\ud800b"]
POOLS = {
    STRING: [None, *itertools.product(TEXTS, (0, 1, 2))],
    "Ljava/lang/Integer;": [None, *itertools.product([0, 1, -129, 127, 128, 1000], (0, 1, 2))],
    "Ljava/lang/Boolean;": [None, (False, 0), (True, 0)],
    "Ljava/lang/Double;": [None, *itertools.product([0.0, -0.0, 1.5, float("nan")], (0, 1))],
}
SUBJECTS = ["literal", "two", "intern", "boxes", "flag", "doubles", "cased", "trimmed", "distant"]

Given = tuple[str | int | float | bool, int] | None


def plan(method: Method, given: Sequence[Given]) -> Plan:
    """The call on these values; a number other than 0 names one object of the value, 0 is what a literal gives."""
    steps: list[Step] = []
    made: dict[object, int] = {}
    arguments = []
    for kind, each in zip(method.parameters, given, strict=True):
        if each is None:
            steps.append(Literal.null())
            arguments.append(len(steps) - 1)
            continue
        value, number = each
        key = (kind, repr(value), number)
        if number == 0 or key not in made:
            if kind == STRING:
                steps.append(Literal.text(str(value)))
                if number:
                    steps.append(New("java/lang/String", f"({STRING})V", (len(steps) - 1,)))
            else:
                code = BOXES[kind]
                steps.append(Literal.of(code, value))
                steps.append(Call(kind[1:-1], "valueOf", f"({code}){kind}", None, (len(steps) - 1,)))
            made[key] = len(steps) - 1
            arguments.append(len(steps) - 1)
        else:
            arguments.append(made[key])
    call = Call(method.owner.name, method.name, method.descriptor, None, tuple(arguments))
    return Plan((*steps, call), len(steps))


def model(path: Path, given: Iterable[Given]) -> Model:
    """The symbols of these arguments."""
    found: dict = {}
    for slot, each in zip(path.shape.roots, given, strict=True):
        found[is_null(ref_var(slot.name))] = each is None
        if each is None:
            continue
        value, number = each
        found[var(f"{slot.name}.identity", BV32)] = number
        if isinstance(value, str):
            found[var(f"{slot.name}.length", BV32)] = len(value)
            found[var(f"{slot.name}.chars", array_sort(BV16))] = ArrayValue(dict(enumerate(map(ord, value))))
        else:
            found[var(f"{slot.name}.value", SORTS[BOXES[slot.descriptor]])] = value
    return Model(found)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_case_of_passing_objects_takes_its_path(lab: Lab, name: str) -> None:
    result = lab.explore(CLASS, name)
    paths = [path for path in result.paths if path.ending is Ending.RETURNED]
    method = lab.method(CLASS, name)
    inputs = list(itertools.product(*(POOLS[kind] for kind in method.parameters)))
    proved = not result.reasons
    for given, outcome in zip(inputs, lab.bridge.replay_many([plan(method, each) for each in inputs]), strict=True):
        assert outcome.status is Status.OK
        symbols = model(result.paths[0], given)
        taking = [path for path in paths if all(evaluate(each, symbols) is True for each in path.constraints)]
        assert len(taking) <= 1, given
        assert len(taking) == 1 or not proved, given
        for path in taking:
            assert (given, evaluate(path.returned, symbols)) == (given, outcome.returned.value)


ALL = {
    "literal": {1, 2, 3},
    "two": {0, 1, 2, 3, 4, 5},
    "intern": {0, 1, 2, 3},
    "boxes": {0, 1, 2, 3, 4, 5},
    "flag": {1, 2, 3},
    "doubles": {0, 1, 2, 3},
    "color": {1, 2, 3},
    "colors": {1, 2},
    "object": {1, 2, 3},
    "kind": {1, 2, 3},
    "trimmed": {-1, 1, 2, 3},
    "distant": {0, 1, 3, 4},
}


@pytest.mark.parametrize("name", ALL)
def test_tests_are_written_for_every_identity(lab: Lab, name: str) -> None:
    result = lab.explore(CLASS, name)
    assert {path.returned for path in result.paths if path.ending is Ending.RETURNED} == ALL[name]
    assert set(lab.outcomes(result)) <= {"confirmed", "no-test"}
    assert not any(row.proved for row in result.unreached)


@pytest.mark.parametrize("name", ["shared", "none", "zero"])
def test_an_input_may_be_an_object_of_the_static_state(lab: Lab, name: str) -> None:
    result = lab.explore(CLASS, name)
    assert result.status == "bounded"
    assert {reason.code for reason in result.reasons} == {"alias"}
    assert not any(row.proved for row in result.unreached)


def test_objects_distinguished_before_their_class_was_known_stay_distinct(lab: Lab) -> None:
    """Two equal literals, or cached boxes, are one object: they are no inputs of a path on which they are two."""
    result = lab.explore(CLASS, "wide")
    assert {evaluate(path.returned, path.witness) for path in result.paths} == {0, 1, 2, 3, 4, 5, 6, 7}
    assert set(lab.outcomes(result)) == {"confirmed"}


@pytest.mark.parametrize(
    ("name", "returned"),
    [("texts", {0, 1, 2}), ("boxes", {0, 1, 2}), ("flags", {2, 3}), ("constants", {2, 3})],
)
def test_objects_distinguished_before_they_were_materialised_stay_distinct(
    lab: Lab, name: str, returned: set[int]
) -> None:
    result = lab.explore("explored/Told", name, idle_path_limit=2000)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert {path.returned for path in result.paths if path.thrown is None} == returned


def test_what_no_call_makes_ends_without_an_input(lab: Lab) -> None:
    result = lab.explore("explored/Told", "providers")
    assert {path.returned for path in result.paths} == {0, 1}
    assert dict(lab.outcomes(result)) == {"confirmed": 1, "no-test": 1}
    assert set(lab.outcomes(lab.explore("explored/Told", "loaders"))) == {"confirmed"}
