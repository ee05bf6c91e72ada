"""The language of conditions: what it reads, what it refuses and where, and that it means what Java means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.explore.lab import Lab

from everypath.bridge import Literal, Primitive, Status, static_call
from everypath.inputs.conditions import (
    ConditionError,
    EvaluationContext,
    Input,
    StateContext,
    UndefinedError,
    check,
    holds,
    parse,
)
from everypath.term import EMPTY, Term, Value, evaluate, primitive_symbol, variables

SOURCES = Path(__file__).resolve().parent.parent.parent / "java" / "conditions"
TYPES = "IIJBCDFZ"
EXPRESSIONS = dict(
    re.findall(r"static boolean (c\d)\(.*\n +return (.*);", (SOURCES / "proving" / "Expressions.java").read_text())
)


@pytest.fixture(scope="module")
def conditions(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("conditions"))
    yield made
    made.bridge.close()


class Given(StateContext):
    """Arguments that are there, and decisions under a model."""

    model = EMPTY

    def decide(self, condition: Value) -> bool:
        return bool(evaluate(condition, self.model))


def numbers(bits: int) -> st.SearchStrategy[int]:
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return st.one_of(st.integers(-4, 4), st.sampled_from([low, low + 1, high, high - 1]), st.integers(low, high))


ARGUMENTS = st.tuples(
    numbers(32),
    numbers(32),
    numbers(64),
    numbers(8),
    st.one_of(st.just(ord("x")), st.integers(0, 0xFFFF)),
    st.floats(),
    st.floats(width=32),
    st.booleans(),
)


def test_there_are_expressions() -> None:
    assert len(EXPRESSIONS) == 10


@settings(max_examples=25, deadline=None)
@given(arguments=ARGUMENTS)
def test_an_expression_means_what_java_means(conditions: Lab, arguments: tuple[float, ...]) -> None:
    """Every expression, of numbers and of symbols, against the method that javac made of it."""
    method = conditions.method("proving/Expressions", "c0")
    literals = [Literal.of(kind, value) for kind, value in zip(TYPES, arguments, strict=True)]
    plans = [static_call("proving/Expressions", name, "(IIJBCDFZ)Z", *literals) for name in EXPRESSIONS]
    symbols = [primitive_symbol(name, kind) for name, kind in zip("abcdefgh", TYPES, strict=True)]
    model = EMPTY.with_(
        {
            next(iter(variables(symbol))): bool(value) if kind == "Z" else value
            for symbol, kind, value in zip(symbols, TYPES, arguments, strict=True)
            if isinstance(symbol, Term)
        }
    )
    state = conditions.machine.new_state()
    concrete = Given(
        conditions.machine, state, [int(value) if isinstance(value, bool) else value for value in arguments]
    )
    symbolic = Given(conditions.machine, state, symbols)
    object.__setattr__(symbolic, "model", model)
    for (name, text), real in zip(EXPRESSIONS.items(), conditions.bridge.replay_many(plans), strict=True):
        assert real.status is Status.OK
        assert isinstance(real.returned, Primitive)
        condition = check(text, method, conditions.program)
        for context in (concrete, symbolic):
            assert all(evaluate(holds(part, context), model) for part in condition.parts) == real.returned.value, (
                name,
                text,
            )


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("", 0, "an empty condition"),
        ("a +", 3, "expected an operand"),
        ("a > 3 && (b", 11, "expected ')', not the end"),
        ("a = 3", 2, "cannot stand here"),
        ("a > 3 b", 6, "expected an operator"),
        ("a[1", 3, "expected ']'"),
        ("a.3", 1, "expected an operator"),
        ("a ? b", 5, "expected ':'"),
        ("3000000000 > a", 0, "too large for an int"),
        ("a > #", 4, "cannot stand here"),
        ("'", 0, "cannot stand here"),
        ("(" * 200 + "a", 40, "nested too deeply"),
        ("!" * 200 + "a", 40, "nested too deeply"),
        ("a" + " && a" * 200, 397, "too long a chain"),
        ("'\\q' == a", 0, "no escape"),
        ("09 == a", 0, "no number"),
        ("0.L == a", 0, "no number"),
        ("1e3L == a", 0, "no number"),
    ],
)
def test_unreadable_conditions_are_reported_with_their_place(text: str, at: int, message: str) -> None:
    with pytest.raises(ConditionError) as problem:
        parse(text)
    assert message in problem.value.problem
    assert problem.value.at == at
    message, shown, caret = str(problem.value).split("\n")
    assert shown == f"    {text}"
    assert caret == f"    {' ' * at}^"
    assert "\n" not in message


@given(st.text("ab(). &|!<>=+-?:[]'\"0x1fL,", max_size=30))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    places = [0]
    try:
        parse(text)
    except ConditionError as problem:
        places.append(problem.at)
    assert 0 <= places[-1] <= len(text)


@pytest.mark.parametrize(
    ("method", "text", "at", "message"),
    [
        ("index", "b > 3", 0, "no 'b' here (parameters: a, i)"),
        ("index", "a.size > 3", 2, "an array has no 'size', only 'length'"),
        ("index", "a.length", 0, "true or false, not of type int"),
        ("index", "i && true", 0, "expected boolean here, not int"),
        ("index", "a > 3", 2, "'>' cannot stand between int[] and int"),
        ("index", "i == null", 2, "'==' cannot stand between int and null"),
        ("index", "result > 3", 0, "no value before the call"),
        ("index", "old(i) > 3", 0, "old(…) is for postconditions"),
        ("index", "this != null", 0, "has no 'this' here"),
        ("index", "i instanceof String", 2, "asked of objects"),
        ("index", "i > Integer.MOST", 12, "Integer has no static field 'MOST'"),
        ("index", "a instanceof Nothing", 13, "no class 'Nothing'"),
        ("index", "sorted(i)", 7, "speaks of objects"),
        ("index", "noshare(a)", 0, "takes 2 arguments"),
        ("index", "i.foo() > 2", 2, "cannot be called here"),
        ("letter", "s.length > 2", 2, "write length()"),
        ("letter", "s == s.length()", 2, "cannot stand between String and int"),
    ],
)
def test_meaningless_conditions_are_reported_with_their_place(
    conditions: Lab, method: str, text: str, at: int, message: str
) -> None:
    with pytest.raises(ConditionError) as problem:
        check(text, conditions.method("proving/Laws", method), conditions.program)
    assert message in problem.value.problem
    assert problem.value.at == at


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("noshare(this, l) || l == null", "joined by anything but '&&'"),
        ("sorted(this.first.data)", "speaks of objects"),
        ("acyclic(l.first.next == null ? l : this)", "takes a parameter, or a field below one"),
        ("l.last == null", "has no field 'last' (fields: first)"),
    ],
)
def test_properties_of_the_heap_stand_alone(conditions: Lab, text: str, message: str) -> None:
    with pytest.raises(ConditionError) as problem:
        check(text, conditions.method("lists/SortedList", "merge"), conditions.program)
    assert message in problem.value.problem


def test_names_are_found(conditions: Lab) -> None:
    """Parameters by name and by number, fields of this, constants, nested and qualified names."""
    merge = conditions.method("lists/SortedList", "merge")
    for text in ("first == this.first", "arg0 != null", "l.first.next.next == null", "l instanceof lists.SortedList"):
        assert check(text, merge, conditions.program).parts
    index = conditions.method("proving/Laws", "index")
    for text in ("i < LIMIT", "i < Laws.LIMIT", "i < java.lang.Integer.MAX_VALUE", "arg1 < Long.MAX_VALUE"):
        assert check(text, index, conditions.program).parts


def test_where_java_would_throw_nothing_holds(conditions: Lab) -> None:
    fee = conditions.method("proving/Laws", "fee")
    context: EvaluationContext = Given(conditions.machine, conditions.machine.new_state(), [0, 1])
    with pytest.raises(UndefinedError, match="/ by zero"):
        holds(check("7 / age > 2", fee, conditions.program).parts[0], context)
    assert holds(check("member || 7 / age > 2", fee, conditions.program).parts[0], context) is True
    assert isinstance(check("member", fee, conditions.program).parts[0], Input)
