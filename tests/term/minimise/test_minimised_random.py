"""Random conjunctions at 8 bits: what is minimised holds for the same values, whatever wraps."""

import itertools
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everypath import term as t
from everypath.term import BV8, Model, Term, evaluate, minimised, var
from everypath.term.core import make

X, Y, Z = var("x", BV8), var("y", BV8), var("z", BV8)
NUMBERS = st.one_of(st.integers(-4, 4), st.sampled_from([-128, -127, -126, 125, 126, 127]), st.integers(-128, 127))
EDGES = sorted({-128, -127, -126, -125, -66, -64, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 63, 64, 66, 124, 125, 126, 127})
THIRD = (-128, -2, 0, 3, 127)


@st.composite
def values(draw):
    symbol = draw(st.sampled_from([X, Y, X, Y, Z]))
    form = draw(st.integers(0, 7))
    if form <= 2:
        return symbol
    if form <= 5:
        return make("add", (symbol, draw(NUMBERS)), BV8)
    if form == 6:
        return make("sub", (draw(NUMBERS), symbol), BV8)
    return make("sub", (symbol, draw(st.sampled_from([X, Y]))), BV8)


@st.composite
def comparisons(draw):
    one, other = draw(values()), draw(st.one_of(values(), NUMBERS))
    if draw(st.booleans()):
        one, other = other, one
    if type(one) is int and type(other) is int:
        one = X
    result = make(draw(st.sampled_from(["lt", "lt", "lt", "eq", "ult"])), (one, other), t.BOOL)
    return make("not", (result,), t.BOOL) if draw(st.booleans()) else result


@st.composite
def conditions(draw):
    if draw(st.integers(0, 5)):
        return draw(comparisons())
    return make("disj", tuple(draw(st.lists(comparisons(), min_size=2, max_size=3))), t.BOOL)


@settings(
    max_examples=int(os.environ.get("EVERYPATH_EXAMPLES", "250")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(conditions(), min_size=1, max_size=6), st.booleans())
def test_the_same_values_are_left(given_conditions, bounded):
    nonnegative = [X] if bounded else []
    result = minimised(given_conditions, nonnegative)
    assert all(type(each) is Term for each in result)
    before, after = make("conj", (t.eq(Z, Z) is True, *given_conditions), t.BOOL), t.conj(*result)
    for x, y in itertools.product(EDGES, EDGES):
        if bounded and x < 0:
            continue
        for z in THIRD:
            model = Model({X: x, Y: y, Z: z})
            assert evaluate(before, model) == evaluate(after, model), (given_conditions, result, x, y, z)


def test_conditions_that_contradict_an_equation_are_not_dropped():
    less = make("lt", (-2, make("add", (Y, -128), BV8)), t.BOOL)
    given = [t.eq(X, 0), make("eq", (make("add", (X, 127), BV8), Y), t.BOOL), make("not", (less,), t.BOOL)]
    assert minimised(given, [X]) == tuple(given)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(conditions(), min_size=1, max_size=4))
def test_nothing_is_made_longer(given_conditions):
    def comparisons_of(condition):
        return sum(1 for each in t.walk(condition) if each.op in ("eq", "lt", "ult"))

    result = minimised(given_conditions)
    again = minimised(result)
    assert sum(map(comparisons_of, again)) <= sum(map(comparisons_of, result))
