"""Terms that are evaluated often are compiled: they mean what they meant before, and what plain Java computes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import MODELS, D, X, Y, conditions, expressions

from everypath import term as t
from everypath.term import BOOL, BV16, BV32, F64, ArrayValue, Model, array_sort, evaluate, var
from everypath.term.operations import COMPILE_AFTER, compiled_evaluator
from everypath.term.values import same_float

SETTINGS = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
CHARS = var("chars", array_sort(BV16))
DOUBLES = var("doubles", array_sort(F64))
P = t.ref_var("p")


def agree(term, model, expected):
    evaluator = compiled_evaluator(term) if isinstance(term, t.Term) else None
    if evaluator is None:
        return
    got = evaluator(Model(model))
    assert type(got) is type(expected)
    assert same_float(got, expected) if isinstance(expected, float) else got == expected


@SETTINGS
@given(st.sampled_from(["int", "long", "float", "double"]).flatmap(expressions), MODELS)
def test_values_mean_what_java_computes(pair, model):
    term, meaning = pair
    agree(term, model, meaning(model))


@SETTINGS
@given(conditions(), MODELS)
def test_conditions_mean_what_java_decides(pair, model):
    term, meaning = pair
    agree(term, model, meaning(model))


WRITTEN = t.store(t.store(CHARS, X, 7), 1, t.trunc(Y, 16))
SWAPPED = t.store(t.store(CHARS, X, t.select(CHARS, Y)), Y, t.select(WRITTEN, X))
ZEROS = t.const_array(array_sort(BV32), 0)
ARRAYS = [
    t.select(t.store(t.store(SWAPPED, 1, t.select(SWAPPED, X)), X, t.select(SWAPPED, 1)), t.add(Y, 1, 32)),
    t.lt(t.zext(t.select(SWAPPED, 4), 32), t.zext(t.select(SWAPPED, X), 32)),
    t.select(t.store(ZEROS, X, Y), Y),
    t.select(t.store(t.array_ite(t.lt(X, Y), WRITTEN, CHARS), X, 3), Y),
    t.select(CHARS, X),
    t.eq(t.zext(t.select(CHARS, X), 32), t.zext(t.select(CHARS, 1), 32)),
    t.select(WRITTEN, Y),
    t.fadd(t.select(DOUBLES, X), D, F64),
    t.ite(t.lt(X, 3), t.zext(t.select(WRITTEN, X), 32), Y),
    t.conj(t.not_(t.is_null(P)), t.lt(X, Y)),
    t.disj(var("flag", BOOL), t.has_class(P, frozenset({"A"})), t.lt(Y, X)),
]
VALUES = [
    {},
    {X: 1, Y: 2},
    {X: 4, Y: 1, CHARS: {4: 65, 1: 66}},
    {X: 5, CHARS: ArrayValue((), 9), DOUBLES: ArrayValue({5: -0.0}, 1.5)},
]


@pytest.mark.parametrize("term", ARRAYS, ids=str)
@pytest.mark.parametrize("values", VALUES, ids=range(len(VALUES)))
def test_arrays_and_references_read_as_before(term, values):
    agree(term, values, evaluate(term, Model(values)))


def test_a_term_that_is_asked_for_often_is_compiled_once():
    term = t.lt(t.add(X, 41, 32), t.mul(Y, 43, 32))
    found = [evaluate(term, Model({X: each})) for each in range(-COMPILE_AFTER, COMPILE_AFTER)]
    assert found == [each + 41 < 0 for each in range(-COMPILE_AFTER, COMPILE_AFTER)]
    assert callable(term._evaluator)


def test_long_chains_compile():
    array = CHARS
    for number in range(90):
        array = t.store(array, t.add(X, number, 32), number)
    assert compiled_evaluator(t.select(array, Y)) is not None
    for y in (-1, 0, 40, 89, 90):
        agree(t.select(array, Y), {Y: y, CHARS: {-1: 7}}, y if 0 <= y < 90 else 7 if y == -1 else 0)
    term = X
    for number in range(120):
        term = t.add(t.xor(term, Y, 32), t.mul(term, number + 2, 32), 32)
    agree(term, {X: 5, Y: -3}, evaluate(term, Model({X: 5, Y: -3})))
    big = t.var("z", BV32)
    for number in range(400):
        big = t.xor(t.mul(big, 3, 32), number, 32)
    assert compiled_evaluator(big) is None
