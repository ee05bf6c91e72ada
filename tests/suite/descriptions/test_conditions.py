"""Shown conditions are short, have readable names, and are equivalent to the path condition."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from tests.suite.support import Lab

from everypath.inputs import Answer, InputShape, Node, Slot, Stub, TextInput
from everypath.solver import Solver
from everypath.suite.descriptions import ConditionPrinter, readable
from everypath.term import (
    BV16,
    BV32,
    Model,
    Term,
    Value,
    add,
    array_sort,
    conj,
    disj,
    eq,
    evaluate,
    ge,
    gt,
    i2l,
    is_null,
    le,
    lt,
    ne,
    not_,
    ref_var,
    select,
    sub,
    var,
    zext,
)

N, M = var("n", BV32), var("m", BV32)
LENGTH = var("this.new.code.length", BV32)
CHARS = var("this.new.code.chars", array_sort(BV16))
CODE = ref_var("this.new.code")
SHAPE = InputShape(
    roots=(Slot("n", "I", N),),
    nodes={"this.new.code": Node("this.new.code", "Ljava/lang/String;", TextInput(LENGTH, CHARS))},
)


def shown(*conditions: Value, assumed: Sequence[Term] = ()) -> str:
    terms = [each for each in conditions if isinstance(each, Term)]
    shown = readable(terms, [LENGTH], assumed, Solver())
    return ConditionPrinter(SHAPE, shown).condition(shown)


def char(at: int) -> Value:
    return zext(select(CHARS, at), 32)


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        ((gt(N, 0), ne(N, 0), gt(N, 1), le(N, 3)), "n > 1 && n <= 3"),
        ((gt(N, 0), ne(N, 0), gt(N, 1), le(N, 2)), "n == 2"),
        ((ge(add(N, 1, 32), 0), ge(add(N, 1, 32), M)), "n + 1 >= 0 && m <= n + 1"),
        ((gt(N, 0), ge(M, 0), ge(N, M), eq(N, M)), "n > 0 && n == m"),
        ((eq(i2l(sub(N, M, 32)), 0),), "n == m"),
        ((not_(is_null(CODE)), le(LENGTH, 0)), "code.isEmpty()"),
        ((not_(is_null(CODE)), ne(LENGTH, 0)), "!code.isEmpty()"),
        ((not_(is_null(CODE)),), "code != null"),
        ((ge(sub(LENGTH, 4, 32), 0), eq(char(0), ord("S"))), "code.length() >= 4 && code.charAt(0) == 'S'"),
        ((conj(ge(char(0), ord("0")), le(char(0), ord("9"))),), "code.charAt(0) >= '0' && code.charAt(0) <= '9'"),
        ((gt(N, 0), disj(lt(M, 0), gt(M, 5))), "n > 0 && (m < 0 || m > 5)"),
        ((), "true"),
    ],
)
def test_conditions_are_short(conditions: tuple[Value, ...], text: str) -> None:
    assert shown(*conditions) == text


def test_limits_of_the_exploration_are_not_shown() -> None:
    limit = le(N, 1 << 26)
    assert isinstance(limit, Term)
    assert shown(limit, le(N, 0), assumed=[limit]) == "n <= 0"
    assert shown(limit, assumed=[limit]) == "true"


def test_a_name_that_another_symbol_has_stays_long() -> None:
    outer, inner = var("n", BV32), var("this.new.n", BV32)
    shown = readable([each for each in (gt(outer, 0), gt(inner, 0)) if isinstance(each, Term)])
    assert ConditionPrinter(SHAPE, shown).condition(shown) == "n > 0 && this.n > 0"


@pytest.mark.parametrize(
    ("names", "texts"),
    [
        (("this.new.limit", "this.add#0.amount"), ["limit", "amount"]),
        (("n", "this.add#0.n"), ["n", "n1"]),
        (("this.add#0.amount", "this.add#1.amount"), ["amount1", "amount2"]),
        (("this.add#2.amount", "this.add#10.amount"), ["amount1", "amount2"]),
        (("this.add#0.amount", "this.take#1.amount", "this.take#1.fee"), ["amount1", "amount2", "fee"]),
        (("purse.new.limit", "purse.new.inner.new.limit"), ["purse.limit", "purse.inner.limit"]),
        (("purse.add#0.text.length", "purse.add#0.text.size"), ["text.length", "text.size"]),
        (("f.apply#0",), ["f.apply()"]),
        (("f.apply#0", "f.apply#1"), ["f.apply()#1", "f.apply()#2"]),
        (("f.name#0.size", "size"), ["f.name().size", "size"]),
    ],
)
def test_arguments_of_the_setup_have_names_of_their_own(names: Sequence[str], texts: Sequence[str]) -> None:
    symbols = [var(name, BV32) for name in names]
    answers = tuple(
        Answer("F", name.partition(".")[2].partition("#")[0], "()I", Slot(".".join(name.split(".")[:2]), "I"))
        for name in names
        if name.startswith("f.")
    )
    printer = ConditionPrinter(SHAPE.with_node(Node("f", "LF;", Stub("F", answers))), symbols)
    assert [printer.java(each) for each in symbols] == texts


def test_enum_constants_are_shown_if_the_code_compares_them(lab: Lab) -> None:
    shown = {(each.method, each.condition) for each in lab.cases("sample/Tiers", "given", "fee")}
    assert shown == {
        ("given", "tier == null"),
        ("given", "tier != null"),
        ("fee", "tier == null"),
        ("fee", "tier == Tiers.Tier.BASIC"),
        ("fee", "code == null && tier == Tiers.Tier.GOLD"),
        ("fee", "!code.isEmpty() && code.charAt(0) == 'B' && tier == Tiers.Tier.GOLD"),
        ("fee", "(code.length() < 1 || code.charAt(0) != 'B') && tier == Tiers.Tier.GOLD"),
    }


def test_what_nobody_reads_is_left_out() -> None:
    shown = [each for at in range(2_000) if isinstance(each := ne(N, at), Term)]
    text = ConditionPrinter(SHAPE, shown).condition(shown)
    assert text.startswith("n != 0 && n != 1 && ")
    assert text.endswith(" && …")
    assert len(text) < 5_000


_SIMPLE = [
    lt(N, 0),
    ge(N, 0),
    gt(N, 1),
    ne(N, 2),
    le(N, 2),
    eq(N, 1),
    ge(add(N, 1, 32), 1),
    lt(N, M),
    eq(N, M),
    ne(M, 0),
]
_EDGES = (-(1 << 31), -1, 0, 1, 2, 3, (1 << 31) - 1)


@pytest.mark.parametrize("count", [2, 3])
def test_shortening_changes_no_truth(count: int) -> None:
    solver = Solver()
    models = [Model({N: n, M: m}) for n, m in itertools.product(_EDGES, _EDGES)]
    for chosen in itertools.combinations([each for each in _SIMPLE if isinstance(each, Term)], count):
        shown = readable(chosen, solver=solver)
        for model in models:
            before = all(evaluate(each, model) for each in chosen)
            assert before == all(evaluate(each, model) for each in shown), (chosen, shown)
