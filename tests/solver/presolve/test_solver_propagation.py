"""Propagation refutes nothing that holds, its cores contradict themselves, and it finds the contradictions of loops."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.term.constructors.test_term_tables import DIGIT, LETTER, UPPER
from tests.term.random_expressions import MODELS, B, C, L, X, Y, among, conditions

from everypath import term as t
from everypath.solver import Solver, Unsat
from everypath.solver.backends.z3 import Z3Backend
from everypath.solver.presolve import Ranges, all_values, ends, refuted, values_of
from everypath.term import BOOL, BV16, BV32, Model, Term, evaluate, not_, var

EXAMPLES = int(os.environ.get("EVERYPATH_EXAMPLES", "300"))
SETTINGS = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
Z = var("z", BV32)
FLAG = var("flag", BOOL)
CHAR = t.zext(C, 32)
OTHER = t.zext(var("other", BV16), 32)
Z3 = Z3Backend()

EDGES = st.one_of(st.integers(-4, 4), st.sampled_from([t.INT_MIN, t.INT_MIN + 1, t.INT_MAX, t.INT_MAX - 1, 1 << 30]))
NEAR = st.fixed_dictionaries({X: EDGES, Y: EDGES, Z: EDGES, L: EDGES, C: st.integers(40, 120), FLAG: st.booleans()})


def _number(draw, depth=3):
    """Ints built as loops and lengths build them: offsets, differences, halves, the larger of two."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(among(X, Y, Z, X, Y, CHAR, t.trunc(L, 32)))
    inner = _number(draw, depth - 1)
    match draw(st.integers(0, 10)):
        case 0 | 1:
            return t.add(inner, draw(EDGES), 32)
        case 2:
            return t.add(inner, _other(draw, depth - 1), 32)
        case 3:
            return t.sub(inner, _other(draw, depth - 1), 32)
        case 4:
            return t.sdiv(inner, draw(among(2, 3, 8, -2, -1)), 32)
        case 5:
            return draw(among(t.shr, t.ushr, t.shl))(inner, draw(st.integers(1, 9)), 32)
        case 6:
            return t.mul(inner, draw(among(2, -3, 8)), 32)
        case 7:
            other = _other(draw, depth - 1)
            arms = (other, inner) if draw(st.booleans()) else (inner, other)
            return t.ite(draw(among(t.lt, t.le, t.gt))(inner, other), *arms, BV32)
        case 8:
            return t.l2i(t.add(t.i2l(inner), t.i2l(_other(draw, depth - 1)), 64))
        case 9:
            return t.neg(inner, 32)
        case _:
            return t.and_(inner, draw(among(1, 7, -2, 255)), 32)


def _other(draw, depth=3):
    return _number(draw, depth) if draw(st.booleans()) else draw(EDGES)


def _comparison(draw, depth=2):
    """Conditions on such ints and on chars."""
    if depth and draw(st.integers(0, 3)) == 0:
        parts = [_comparison(draw, depth - 1) for _ in range(draw(st.integers(2, 3)))]
        return draw(among(t.conj, t.disj))(*parts)
    if draw(st.integers(0, 4)) == 0:
        table = draw(among(UPPER, DIGIT, LETTER))
        found = t.lookup(table, CHAR)
        if table is LETTER:
            return found
        return draw(among(t.eq, t.lt, t.gt))(found, draw(st.integers(-2, 100)))
    left = _number(draw)
    return draw(among(t.lt, t.le, t.eq, t.ne))(left, _other(draw))


COMPARISON = st.composite(_comparison)()


def made_true(some, model):
    """The conditions or their negations, whichever holds."""
    return [each if evaluate(each, model) else not_(each) for each in some if isinstance(each, Term)]


@SETTINGS
@given(st.lists(COMPARISON, min_size=1, max_size=9), NEAR.map(Model))
def test_what_holds_is_not_refuted(some, model):
    true = made_true(some, model)
    assert refuted(true) is None
    ranges = Ranges(true)
    ranges.propagate()
    for symbol in (X, Y, Z, L):
        low, high, _, _ = ranges.bounds(symbol)
        assert low <= model[symbol] <= high
    assert (ranges.domain(C) or all_values(C)) >> model[C] & 1


@SETTINGS
@given(st.lists(conditions(3), min_size=1, max_size=6), MODELS)
def test_nothing_that_holds_is_refuted_whatever_it_is_made_of(pairs, model):
    assert refuted(made_true([term for term, _ in pairs], model)) is None


@SETTINGS
@given(st.lists(COMPARISON, min_size=2, max_size=9))
def test_cores_contradict_themselves(some):
    asked = [each for each in some if isinstance(each, Term)]
    positions = refuted(asked)
    if positions is not None:
        core = [asked[at] for at in positions]
        assert Z3.check(core, 5.0).result in ("unsat", "unknown")


@SETTINGS
@given(COMPARISON, st.lists(st.integers(0, 65535), min_size=5, max_size=20))
def test_values_of_chars(condition, some):
    values = values_of(condition) if isinstance(condition, Term) else None
    for number in some if values is not None else ():
        signed = number - 65536 if number > 32767 else number
        assert bool(values >> number & 1) is evaluate(condition, Model({C: signed}))


def test_ends_are_signed():
    assert ends(1 << 255 | 1 << 3, B) == (-1, 3)
    assert ends(1 << 128, B) == (-128, -128)
    assert ends(all_values(C), C) == (-32768, 32767)


def greater(a, b):
    """``Math.max``, as Java's collections choose their new size."""
    return t.ite(t.lt(a, b), b, a, BV32)


def smaller(a, b):
    """``Math.min``, as `Arrays.copyOf` chooses what it copies."""
    return t.ite(t.lt(a, b), a, b, BV32)


LENGTH_OF_BITS, NEEDED = t.shr(X - 1, 6, 32), t.shr(Y - 1, 6, 32) + 1
GROWN = greater(t.mul(LENGTH_OF_BITS, 2, 32) + 2, NEEDED)
"""The words of a `java.util.BitSet` of `X` bits after it grew for one at `Y - 1`."""
LENGTH = [t.ge(X, 0)]
LARGER = t.ite(t.lt(0, X), X, 0, BV32)


@pytest.mark.parametrize(
    "contradiction",
    [
        [*LENGTH, t.ge(X - 1, X)],
        [*LENGTH, t.lt(X - 1, 0), t.ne(X, 0)],
        [t.lt(X, Y), t.lt(Y, Z), t.lt(Z, X)],
        [*LENGTH, t.lt(X, 3), t.lt(t.mul(X, 2, 32), 0)],
        [*LENGTH, t.gt(X, 0), t.le(t.mul(X, 2, 32), 0), t.ge(t.mul(X, 2, 32), 0), t.lt(X, 100)],
        [*LENGTH, t.lt(t.shr(X, 6, 32), 0)],
        [*LENGTH, t.gt(X, 0), t.lt(X, LARGER - 4), t.ge(LARGER - 4, 0)],
        [t.eq(t.sdiv(X, 2, 32), 0), t.lt(0, t.neg(t.sdiv(X, 2, 32), 32))],
        [t.disj(t.eq(CHAR, 69), t.eq(CHAR, 101)), t.ne(CHAR, 69), t.ne(CHAR, 101)],
        [t.lookup(LETTER, CHAR), t.lt(CHAR, 65)],
        [t.disj(t.lt(X, 2), t.eq(OTHER, 5)), t.gt(X, 4), t.ne(OTHER, 5)],
        [*LENGTH, t.ge(Y, 0), t.lt(Y, X), t.lt(X - Y, 0)],
        [t.eq(X, 3), t.eq(Y, 3), t.ne(X, Y)],
        [*LENGTH, t.lt(X, t.ite(t.lt(X, 6), X, 6, BV32))],
        [t.lt(t.ite(t.lt(X, Y), Y, X, BV32), Y)],
        [t.eq(X, Y), t.lt(X, 3), t.gt(Y, 3)],
        [*LENGTH, t.ne(t.sub(t.i2l(X), 1, 64), t.i2l(X - 1))],
        [t.lt(X, Y), t.ne(t.add(t.i2l(X), 1, 64), t.i2l(X + 1))],
        [*LENGTH, t.lt(t.shr(X, 6, 32) - smaller(t.shr(X, 6, 32), GROWN), 0)],
        [t.ge(Z, 0), t.ne(Z, Y), t.ge(Y, Z), t.ge(t.shr(Z, 6, 32), GROWN)],
        [t.gt(Y, 0), t.eq(smaller(GROWN, LENGTH_OF_BITS + 1), GROWN)],
        [t.lt(t.shr(Z, 6, 32) + 1, NEEDED - 1), t.ge(t.shr(Z, 6, 32) + 2, GROWN)],
        [t.lt(greater(X, Y), smaller(X, Y))],
        [t.lt(X, 9), t.lt(Y, 9), t.gt(greater(X, Y), 9)],
    ],
)
def test_contradictions_that_need_no_solver(contradiction):
    unrelated = [t.gt(var("u", BV32), 3), t.lt(X, t.INT_MAX)]
    positions = refuted([*unrelated, *contradiction])
    assert positions is not None
    assert 0 not in positions
    solver = Solver()
    assert isinstance(solver.check([*unrelated, *contradiction]), Unsat)
    assert not solver.statistics.answered["z3"]


def test_a_contradiction_answers_all_that_contain_it():
    solver = Solver()
    contradiction = [t.ge(X, 0), t.lt(t.shr(X, 6, 32), 0)]
    assert set(solver.check([t.lt(X, Y), *contradiction]).core) == set(contradiction)
    answer = solver.check([t.lt(Y, Z), t.lt(X, Z), contradiction[0], t.ne(X, Y), contradiction[1]])
    assert isinstance(answer, Unsat)
    assert set(answer.core) == set(contradiction)
    assert solver.statistics.answered == {"ranges": 1, "core": 1}


def test_shared_conditionals_do_not_explode():
    value = X
    for _ in range(60):
        value = t.ite(t.lt(value, Y), t.add(value, 1, 32), t.sub(value, 3, 32), BV32)
    assert refuted([t.lt(value, 3), t.gt(value, 1), t.lt(Y, 5)]) is None
