"""Reads of written arrays are distinguished by what is known of the indexes, and never wrongly."""

import random

import pytest

from everypath import term as t
from everypath.solver.presolve import refuted
from everypath.term import BV32, Model, Term, array_sort, evaluate, var

X, Y, Z, LENGTH = (var(name, BV32) for name in ("i", "j", "k", "a.length"))
ARRAY = var("a.elements", array_sort(BV32))

SWAPPED = t.store(t.store(ARRAY, X + 1, t.select(ARRAY, Y)), Y, t.select(ARRAY, X + 1))

REFUTED = [
    [t.lt(X + 1, Y), t.ge(t.select(ARRAY, X), t.select(ARRAY, Y)), t.lt(t.select(ARRAY, X), t.select(SWAPPED, X + 1))],
    [t.lt(X + 1, Y), t.ge(X, 0), t.lt(X, LENGTH), t.lt(t.select(t.store(ARRAY, Y, 5), X), t.select(ARRAY, X))],
    [t.eq(Y, X + 3), t.ge(X, 0), t.lt(X, 100), t.ne(t.select(t.store(ARRAY, Y - 1, Z), X + 2), Z)],
    [t.ne(X, Y), t.eq(t.select(ARRAY, X), 3), t.eq(t.select(t.store(ARRAY, Y, Z), X), 4)],
]


@pytest.mark.parametrize("conditions", REFUTED, ids=[" && ".join(map(t.to_java, each)) for each in REFUTED])
def test_refuted(conditions):
    positions = refuted(conditions)
    assert positions is not None
    assert set(positions) <= set(range(len(conditions)))


def test_a_sum_that_may_wrap_gives_no_bound():
    """For the greatest int, ``i + 1`` is the least one and below ``j``; ``i`` itself is not."""
    conditions = [t.lt(X + 1, Y), t.eq(t.select(ARRAY, X), 3), t.eq(t.select(t.store(ARRAY, Y, Z), X), 4)]
    model = Model({X: (1 << 31) - 1, Y: (1 << 31) - 1, Z: 4, ARRAY: {(1 << 31) - 1: 3}})
    assert all(evaluate(each, model) for each in conditions)
    assert refuted(conditions) is None


def test_what_holds_for_some_input_is_not_refuted():
    rng = random.Random(5)
    bounds = [t.ge(X, 0), t.lt(X, LENGTH), t.ge(Y, 0), t.lt(Y, LENGTH), t.ge(Z, 0), t.lt(LENGTH, 9)]
    for _ in range(4000):
        indexes = [base + rng.randint(-2, 2) for base in (X, Y, Z)] + [X, Y, Z]
        arrays = [ARRAY]
        for _ in range(rng.randint(1, 3)):
            value = t.select(rng.choice(arrays), rng.choice(indexes))
            arrays.append(t.store(arrays[-1], rng.choice(indexes), rng.choice([value, X, 2])))
        reads = [t.select(array, index) for array in arrays for index in indexes]
        asked = [t.lt(*rng.sample(indexes, 2)) for _ in range(3)]
        asked += [rng.choice([t.lt, t.eq])(*rng.sample(reads, 2)) for _ in range(5)]
        wide = rng.random() < 0.2
        values = {
            each: rng.choice([(1 << 31) - 1, -(1 << 31), 1 - (1 << 31), 0, 1]) if wide else rng.randint(0, 4)
            for each in (X, Y, Z)
        }
        model = Model({**values, LENGTH: 5, ARRAY: {at: rng.randint(-1, 2) for at in range(-2, 7)}})
        known = [each for each in [*bounds, *asked] if isinstance(each, Term)]
        facts = [each if evaluate(each, model) else t.not_(each) for each in known]
        assert refuted(facts) is None, [t.to_java(each) for each in facts]
