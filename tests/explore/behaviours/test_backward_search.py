"""The parts of the search backwards: symbols of fields, conditions without remainders, invariants, one step back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everypath.classfile import ClassPath, Jdk
from everypath.explore.behaviours import (
    SummaryCase,
    infer,
    is_guarded,
    is_long,
    linear,
    name_of,
    renamed,
    symbols_of,
    taken_back,
    with_name,
    writers,
)
from everypath.inputs.construction import Api
from everypath.program import Class, Field, Method, Program
from everypath.solver import Solver, Unsat
from everypath.state import Ending
from everypath.term import (
    BV32,
    EMPTY,
    Model,
    Term,
    Value,
    add,
    conj,
    disj,
    eq,
    evaluate,
    ge,
    is_null,
    le,
    lt,
    mul,
    ne,
    not_,
    ref_var,
    sdiv,
    srem,
    sub,
    var,
    variables,
    walk,
)

SIZE, LENGTH, X, Y = (var(name, BV32) for name in ("this.size", "this.items.length", "x", "y"))
NULL_ITEMS = is_null(ref_var("this.items"))
INTS = st.integers(-(1 << 31), (1 << 31) - 1)
SMALL = st.one_of(st.integers(-9, 9), INTS)


@pytest.fixture(scope="module")
def program(java_classes: Callable[..., Path]) -> Program:
    return Program(ClassPath([java_classes("pool"), java_classes("calls")]), Jdk.find().image())


# ---- fields and writers


def test_fields_are_known_by_symbols(program: Program) -> None:
    plain = program.klass("enclosed/Enclosed$Plain")
    known = {of.name: [name_of(each) for each in symbols] for of, symbols in symbols_of(plain).items()}
    assert known == {"size": ["this.size"], "items": ["this.items", "this.items.length", "this.items"]}
    assert [is_long(of) for of in symbols_of(plain)] == [False, True]


@given(st.text("abc.#0", min_size=1), st.sampled_from([SIZE, NULL_ITEMS, LENGTH]))
def test_a_symbol_of_another_place_is_of_the_same_kind(name: str, symbol: Term) -> None:
    there = with_name(symbol, name)
    assert (name_of(there), there.sort, there.op) == (name, symbol.sort, symbol.op)
    assert with_name(there, name_of(symbol)) is symbol
    assert name_of(renamed(symbol, "call0:")) == f"call0:{name_of(symbol)}"


def test_writers_are_what_a_test_may_call_and_that_writes(program: Program) -> None:
    def names(cls: Class, package: str) -> list[str]:
        return [each.name for each in writers(program, Api(program, package), cls)]

    assert names(program.klass("enclosed/Enclosed$Plain"), "enclosed") == ["push"]  # no static method
    assert names(program.klass("enclosed/Enclosed$Open"), "elsewhere") == ["add"]
    guarded = {each.name: is_guarded(each) for each in program.klass("enclosed/Enclosed$Base").fields}
    assert guarded == {"size": False, "own": True}


# ---- conditions without remainders


def conditions() -> st.SearchStrategy[Value]:
    numbers = st.recursive(
        st.sampled_from([X, Y, SIZE, 3, 0, -2]),
        lambda inner: st.builds(lambda f, a, b: f(a, b), st.sampled_from([_add, _rem, _div, _mul]), inner, inner),
        max_leaves=5,
    )
    return st.builds(lambda f, a, b: f(a, b), st.sampled_from([eq, lt, le, ne]), numbers, numbers)


def _add(a: Value, b: Value) -> Value:
    return add(a, b, 32)


def _mul(a: Value, b: Value) -> Value:
    return mul(a, b, 32)


def _rem(a: Value, b: Value) -> Value:
    return srem(a, b, 32) if isinstance(b, Term) or b else a


def _div(a: Value, b: Value) -> Value:
    return sdiv(a, b, 32) if isinstance(b, Term) or b else a


@given(st.lists(conditions(), min_size=1, max_size=3), SMALL, SMALL, SMALL)
def test_what_holds_still_holds_without_remainders(conditions: list[Value], x: int, y: int, size: int) -> None:
    model = Model({X: x, Y: y, SIZE: size})
    terms = [each for each in conditions if isinstance(each, Term)]
    if not all(_divides(each, model) for each in terms):
        return  # no path takes a remainder by zero
    plain = linear(terms)
    results = {each: _result(each, terms, model) for each in _symbols(plain)}
    if all(evaluate(each, model) for each in terms):
        assert all(evaluate(each, model.with_(results)) for each in plain)


def _divides(condition: Term, model: Model) -> bool:
    return all(evaluate(each.args[1], model) for each in walk(condition) if each.op in ("srem", "sdiv"))


def _symbols(plain: list[Term]) -> set[Term]:
    return {each for condition in plain for each in variables(condition) if ":" in str(each.payload)}


def _result(symbol: Term, terms: list[Term], model: Model) -> int:
    """What a symbol that stands for a remainder or quotient is: they are numbered in the order of the conditions."""
    found: dict[Term, None] = {}
    for condition in terms:
        for each in walk(condition):
            if each.op in ("srem", "sdiv") and isinstance(each.args[1], Term):
                found.setdefault(each)
    number = int(str(symbol.payload).split(":")[1])
    return int(evaluate(list(found)[number], model))


# ---- changes made by hand


def method_of(program: Program, name: str) -> Method:
    return next(each for each in program.klass("enclosed/Enclosed$Plain").methods if each.name == name)


def change(
    method: Method, conditions: tuple[Value, ...], after: Mapping[Term, Value | None], *, made: bool = False
) -> SummaryCase:
    terms = tuple(each for each in conditions if isinstance(each, Term))
    return SummaryCase(method, terms, after, Ending.RETURNED, "", None, frozenset(), EMPTY, made)


def new(program: Program, size: Value = 0, length: Value = 3) -> SummaryCase:
    after = {SIZE: size, NULL_ITEMS: False, LENGTH: length}
    return change(method_of(program, "<init>"), (ge(length, 0),), after, made=True)


def push(program: Program, *guards: Value) -> SummaryCase:
    return change(method_of(program, "push"), guards, {SIZE: add(SIZE, 1, 32)})


def fields(program: Program) -> dict[Field, tuple[Term, ...]]:
    return symbols_of(program.klass("enclosed/Enclosed$Plain"))


def implied(known: tuple[Term, ...], wanted: Value) -> bool:
    return isinstance(Solver().check([*known, not_(wanted)]), Unsat)


def test_invariants_are_what_every_change_keeps(program: Program) -> None:
    guarded = [new(program), push(program, lt(SIZE, LENGTH))]
    known = infer(fields(program), guarded, Solver())
    assert implied(known, conj(ge(SIZE, 0), le(SIZE, LENGTH), not_(NULL_ITEMS), eq(LENGTH, 3)))
    unguarded = infer(fields(program), [new(program), push(program)], Solver())
    assert not implied(unguarded, le(SIZE, LENGTH))
    assert not implied(unguarded, ge(SIZE, 0))  # it overflows
    assert implied(unguarded, eq(LENGTH, 3))


def test_invariants_know_the_numbers_that_guards_name(program: Program) -> None:
    known = infer(fields(program), [new(program), push(program, ne(SIZE, 17))], Solver())
    assert implied(known, conj(ge(SIZE, 0), le(SIZE, 17)))


def test_what_is_not_known_afterwards_keeps_nothing(program: Program) -> None:
    lost = change(method_of(program, "push"), (), {SIZE: None})
    known = infer(fields(program), [new(program), lost], Solver())
    assert not any(SIZE in variables(each) for each in known)


def test_an_object_that_is_made_elsewhere_breaks_what_constructors_keep(program: Program) -> None:
    known = infer(fields(program), [new(program), new(program, size=-4)], Solver())
    assert implied(known, le(SIZE, 0))
    assert not implied(known, ge(SIZE, 0))


def test_one_step_back(program: Program) -> None:
    symbols = {SIZE, LENGTH}
    before = taken_back([eq(SIZE, 2)], push(program, lt(SIZE, LENGTH)), 0, symbols)
    assert before is not None
    assert set(before) == {eq(add(SIZE, 1, 32), 2), lt(SIZE, LENGTH)}
    assert taken_back([eq(SIZE, 2)], new(program), 0, symbols) is None
    given_size = taken_back([eq(SIZE, 2)], new(program, size=X), 3, symbols)
    assert given_size == (eq(var("call3:x", BV32), 2),)


@given(SMALL, SMALL, SMALL, st.integers(-3, 3))
def test_a_step_back_is_a_weakest_precondition(program: Program, size: int, length: int, x: int, wanted: int) -> None:
    after = {SIZE: sub(add(SIZE, X, 32), LENGTH, 32)}
    step = change(method_of(program, "push"), (lt(X, SIZE),), after)
    goal = disj(eq(SIZE, wanted), lt(SIZE, LENGTH))
    assert isinstance(goal, Term)
    before = taken_back([goal], step, 1, {SIZE, LENGTH})
    assert before is not None
    at = {SIZE: size, LENGTH: length}
    then = Model(at | {SIZE: evaluate(after[SIZE], Model(at | {X: x}))})
    holds = all(evaluate(each, Model(at | {var("call1:x", BV32): x})) for each in before)
    assert holds == (x < size and bool(evaluate(goal, then)))


def test_symbols_of_two_calls_are_distinct(program: Program) -> None:
    step = change(method_of(program, "push"), (), {SIZE: add(SIZE, X, 32)})
    once = taken_back([eq(SIZE, 2)], step, 0, {SIZE})
    assert once is not None
    twice = taken_back(once, step, 1, {SIZE})
    assert twice is not None
    assert {name_of(each) for condition in twice for each in variables(condition)} == {
        "this.size",
        "call0:x",
        "call1:x",
    }
