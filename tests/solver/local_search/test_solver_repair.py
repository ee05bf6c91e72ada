"""The local search finds only true models, and finds the ones it is there for."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import MODELS, conditions

from everypath import term as t
from everypath.solver import Layout
from everypath.solver.local_search import rearrange, repair
from everypath.term import BV16, BV32, F32, F64, Model, Term, array_sort, evaluate, var

X, Y = var("x", BV32), var("y", BV32)
D, F = var("d", F64), var("f", F32)
CHARS = var("s.chars", array_sort(BV16))

FOUND = [
    [t.eq(X * 3 + 7, 40)],
    [t.gt(X, 3), t.lt(X + Y, 10), t.eq(X - Y, 100)],
    [t.eq(t.srem(X, 7, 32), 5), t.gt(X, 100)],
    [t.eq(t.sdiv(X, 10, 32), 12)],
    [t.eq(X & 0xF0, 0x30)],
    [t.eq(t.i2b(X), -3)],
    [t.eq(t.zext(t.select(CHARS, Y), 32), 97), t.eq(Y, 4)],
    [t.flt(t.fadd(D, 1.5, F64), -3.25)],
    [t.feq(t.fsqrt(D), 3.0)],
    [t.eq(t.d2i(D), 17), t.not_(t.feq(D, 17.0))],
    [t.feq(t.fdiv(t.i2d(X), 4.0, F64), 2.5)],
    [t.is_nan(D)],
    [t.eq(t.float_bits(F), 0x40490FDB)],
    [t.eq(t.shl(1, X, 32), 1 << 20), t.gt(X, 64)],
    [t.ge(t.ushr(t.INT_MIN, X, 32), 1 << 15), t.lt(t.ushr(t.INT_MIN, X, 32), 1 << 17), t.gt(X, 0)],
    [t.gt(t.shl(1, X, 32), 1 << 9), t.eq(t.shr(X, 5, 32), 3), t.lt(t.shl(1, X, 32), 1 << 12)],
    [t.eq(t.ite(t.gt(X, 5), 1, t.ite(t.lt(X, -5), 2, 3)), 2)],
]


@pytest.mark.parametrize("conditions", FOUND, ids=[" && ".join(map(t.to_java, each)) for each in FOUND])
def test_finds(conditions):
    model = repair(conditions, Model())
    assert model is not None
    assert all(evaluate(condition, model) for condition in conditions)


def test_what_is_shifted_out_stays():
    model = repair([t.eq(t.shl(1, X, 32), 1 << 7), t.eq(t.shr(X, 5, 32), 4)], Model({X: 7}))
    assert model is not None
    assert model[X] == 4 << 5 | 7


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(conditions(3), min_size=1, max_size=4), MODELS)
def test_what_it_finds_is_a_model_within_the_sorts(pairs, start):
    asked = [term for term, _ in pairs if isinstance(term, Term)]
    model = repair(asked, start)
    if model is None:
        return
    assert all(evaluate(condition, model) for condition in asked)
    assert all(meaning(model) for term, meaning in pairs if isinstance(term, Term))
    for symbol, value in model.items():
        if symbol.sort.is_vector:
            assert type(value) is int
            assert -(1 << (symbol.sort.width - 1)) <= value < 1 << (symbol.sort.width - 1)


def test_shared_subterms_do_not_explode():
    shared = X
    for step in range(200):
        shared = t.xor(t.add(shared, t.and_(shared, 3, 32), 32), step, 32)
    repair([t.eq(shared, 5)], Model())


ARRAY, LENGTH = var("a.elements", array_sort(BV32)), var("a.length", BV32)


def test_elements_move_with_the_indexes_that_read_them():
    """The loop of a partition goes on: no index can move alone, and none without what is read there."""
    read = [t.select(ARRAY, each) for each in (X, X + 1, Y, Y - 1)]
    known = [t.ge(X, 0), t.lt(X + 1, Y), t.lt(Y, LENGTH), t.ge(read[1], read[0]), t.lt(read[0], read[2])]
    known += [t.ge(read[0], read[3])]
    start = Model({LENGTH: 3, Y: 2, ARRAY: {2: 1}})
    assert all(evaluate(each, start) for each in known)
    for wanted in (t.lt(X + 1, Y - 1), t.lt(X + 4, Y), t.gt(t.select(t.store(ARRAY, X + 1, read[0]), Y - 1), read[0])):
        asked = [*known[:-1], wanted]
        assert repair(asked, start) is None
        model = rearrange(asked, start)
        assert model is not None, t.to_java(wanted)
        assert all(evaluate(each, model) for each in asked)


def test_layout_keeps_what_reads_found():
    layout = Layout([t.lt(t.select(ARRAY, X), t.select(ARRAY, Y - 1))])
    assert layout.symbols == {X, Y}
    start = Model({X: 40, Y: 51, ARRAY: {40: 7, 50: 9, 60: 1}})
    moved = layout.moved(start, {X: 0, Y: 2})
    assert [moved.value_of(ARRAY)[at] for at in (0, 1, 60)] == [7, 9, 1]
    assert layout.moved(start, {X: 0, Y: 2}, alone=True).value_of(ARRAY) == {0: 7, 1: 9}
    assert layout.moved(start, {X: 50}, alone=True).value_of(ARRAY) == {50: 9}  # the one that stays keeps its element
