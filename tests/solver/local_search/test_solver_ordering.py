"""Conditions that only compare are solved by order: indexes apart, then the elements that are read there."""

from __future__ import annotations

import pytest

from everypath import term as t
from everypath.solver import Solver, Unsat
from everypath.solver.local_search import ordered
from everypath.solver.presolve import Ranges
from everypath.term import BOOL, BV16, BV32, EMPTY, F64, Model, array_sort, evaluate, var

LOW, HIGH, LENGTH = (var(name, BV32) for name in ("low", "high", "a.length"))
ARRAY, TEXT = var("a.elements", array_sort(BV32)), var("s.chars", array_sort(BV16))
INSIDE = [t.ge(LOW, 0), t.lt(LOW, HIGH), t.lt(HIGH, LENGTH)]


def a(index, array=ARRAY):
    return t.select(array, index)


SWAPPED = t.store(t.store(ARRAY, LOW + 1, a(HIGH)), HIGH, a(LOW + 1))


def solved(conditions, start=EMPTY):
    ranges = Ranges(conditions)
    assert ranges.refuted() is None
    found = ordered(conditions, ranges.comparisons(), start)
    assert found is None or all(evaluate(each, found) for each in conditions)
    return found


@pytest.mark.parametrize(
    "conditions",
    [
        INSIDE,
        [*INSIDE, t.lt(a(LOW), a(HIGH)), t.lt(a(HIGH), a(LOW + 1))],
        [*INSIDE, t.lt(a(LOW), 0), t.lt(a(HIGH), a(LOW)), t.eq(a(LOW + 1), a(LOW))],
        [*INSIDE, t.eq(HIGH, LOW + 1), t.gt(a(HIGH), a(LOW)), t.eq(a(LOW), 7)],
        [*INSIDE, t.eq(HIGH, LOW + 2), t.lt(a(LOW), a(LOW + 2, SWAPPED)), t.lt(a(LOW + 1, SWAPPED), a(LOW))],
        [*INSIDE, t.lt(LOW + 1, HIGH), t.lt(a(LOW + 1, SWAPPED), a(HIGH - 1, SWAPPED)), t.lt(a(HIGH, SWAPPED), -5)],
        [t.lt(t.zext(a(LOW, TEXT), 32), t.zext(a(HIGH, TEXT), 32)), t.ge(t.zext(a(LOW, TEXT), 32), 48), *INSIDE],
    ],
)
def test_comparisons_are_solved_by_order(conditions):
    assert solved(conditions) is not None


def test_no_index_meets_another_without_need():
    found = solved([*INSIDE, t.lt(a(LOW + 3), a(HIGH - 3))])
    assert evaluate(t.lt(LOW + 3, HIGH - 3), found) is True


def test_what_is_not_compared_keeps_its_value():
    other = var("x", BV32)
    found = solved([*INSIDE, t.ne(t.mul(other, other, 32), 0)], Model({other: 42}))
    assert found.value_of(other) == 42


@pytest.mark.parametrize(
    "conditions",
    [
        [*INSIDE, t.lt(t.mul(a(LOW), a(HIGH), 32), -3)],
        [*INSIDE, t.lt(a(LOW), a(HIGH)), t.gt(t.mul(LOW, LOW, 32), 5)],
    ],
)
def test_what_is_more_than_comparisons_is_left_to_others(conditions):
    assert solved(conditions) is None


def test_no_solver_backend_is_asked():
    conditions = [*INSIDE, t.lt(LOW + 1, HIGH), t.ge(a(LOW + 1, SWAPPED), a(LOW)), t.lt(a(LOW), a(LOW + 1))]
    conditions += [t.lt(LOW + 1, HIGH - 2), t.lt(a(LOW), a(HIGH - 1, SWAPPED)), t.le(a(HIGH - 2, SWAPPED), a(LOW))]
    solver = Solver()
    assert not isinstance(solver.check(conditions), Unsat)
    assert not any(solver.statistics.answered[each] for each in ("z3", "bitwuzla"))


def test_floating_point_numbers_are_left_to_others():
    number, flag = var("f", F64), var("flag", BOOL)
    condition = t.eq(t.ite(flag, 0.0, number, F64), float("inf"))
    assert condition.op == "eq"
    assert ordered([condition], [(condition, True)], EMPTY) is None
