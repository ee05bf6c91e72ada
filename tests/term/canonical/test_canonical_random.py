"""Random expressions: their canonical form means the same, is its own canonical form, and is shared by equal sums."""

import os
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.random_expressions import INTS, MODELS, X, Y, conditions, expressions

from everypath import term as t
from everypath.term import BV32, BV64, canonical, evaluate, var
from everypath.term.canonical import Canonicaliser
from everypath.term.values import same_float

SETTINGS = settings(
    max_examples=int(os.environ.get("EVERYPATH_EXAMPLES", "300")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
MANY_MODELS = st.lists(MODELS, min_size=3, max_size=3)
KINDS = st.sampled_from(["int", "long", "int", "long", "double"])


def agree(value, model, shown):
    expected, got = evaluate(value, model), evaluate(shown, model)
    assert same_float(got, expected) if isinstance(expected, float) else got == expected, (value, shown, model)


def is_same(one, other):
    return one is other or (not isinstance(one, t.Term) and repr(one) == repr(other))


@SETTINGS
@given(KINDS.flatmap(expressions), MANY_MODELS)
def test_values_mean_the_same(pair, models):
    value, _ = pair
    for shown in (canonical(value), Canonicaliser(as_written=True).value(value)):
        for model in models:
            agree(value, model, shown)


@SETTINGS
@given(conditions(), MANY_MODELS)
def test_conditions_mean_the_same(pair, models):
    value, _ = pair
    for shown in (canonical(value), Canonicaliser(as_written=True).value(value)):
        for model in models:
            agree(value, model, shown)


@SETTINGS
@given(st.one_of(KINDS.flatmap(expressions), conditions()))
def test_a_canonical_form_is_its_own(pair):
    value, _ = pair
    assert is_same(canonical(canonical(value)), canonical(value))
    shown = Canonicaliser(as_written=True).value(value)
    assert is_same(Canonicaliser(as_written=True).value(shown), shown)


ATOMS = {
    32: [X, Y, t.sext(var("b", t.BV8), 32), t.select(var("a", t.array_sort(BV32)), X)],
    64: [var("l", BV64), var("m", BV64), t.i2l(X), t.sdiv(var("l", BV64), 7, 64)],
}


@st.composite
def polynomials(draw, width):
    """A list of products: a coefficient and the numbers of its factors."""
    return draw(st.lists(st.tuples(INTS, st.lists(st.integers(0, 3), max_size=3)), min_size=1, max_size=6))


def written(summands, width, seed):
    """The sum with its summands and factors in any order, products taken apart at random."""
    order = random.Random(seed)
    summands = [(k, list(factors)) for k, factors in summands]
    order.shuffle(summands)
    total = 0
    for k, factors in summands:
        order.shuffle(factors)
        product = k
        for at in factors:
            product = t.mul(product, ATOMS[width][at], width)
        if order.random() < 0.3:  # as a difference, or as twice one half and one more
            extra = ATOMS[width][order.randrange(4)]
            product = t.sub(t.add(product, extra, width), extra, width)
        if order.random() < 0.3:
            total = t.sub(total, t.neg(product, width), width)
        else:
            total = t.add(total, product, width)
    return total


@SETTINGS
@given(st.sampled_from([32, 64]).flatmap(lambda w: st.tuples(st.just(w), polynomials(w))), st.integers(), st.integers())
def test_equal_polynomials_are_one_term(drawn, one, other):
    width, summands = drawn
    first, second = canonical(written(summands, width, one)), canonical(written(summands, width, other))
    assert is_same(first, second)


@SETTINGS
@given(polynomials(32), polynomials(32), polynomials(32), st.integers())
def test_products_of_sums_are_one_term(a, b, c, seed):
    a, b, c = (written(each[:3], 32, seed) for each in (a, b, c))
    expanded = t.add(t.mul(a, c, 32), t.mul(b, c, 32), 32)
    assert canonical(t.mul(t.add(a, b, 32), c, 32)) == canonical(expanded)
    assert canonical(t.mul(c, t.add(b, a, 32), 32)) == canonical(expanded)


def test_a_bound_of_a_widened_value_is_a_bound_of_the_narrow_one_at_once():
    x = var("x", BV32)
    shown = Canonicaliser(as_written=True).value(t.lt(0, t.shl(t.sext(x, 64), 1, 64)))
    assert is_same(shown, t.lt(0, x))
