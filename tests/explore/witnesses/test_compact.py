"""Witnesses whose numbers hang together become small together, and stay witnesses."""

from __future__ import annotations

from everypath import term as t
from everypath.explore.witnesses import compact, holds
from everypath.term import BV32, Model, array_sort, var

LOW, HIGH, LENGTH = var("low", BV32), var("high", BV32), var("a.length", BV32)
ARRAY = var("a.elements", array_sort(BV32))


def element(index: t.Value) -> t.Term:
    found = t.select(ARRAY, index)
    assert isinstance(found, t.Term)
    return found


def condition(value: object) -> t.Term:
    assert isinstance(value, t.Term)
    return value


WITHIN = [condition(t.ge(LOW, 0)), condition(t.lt(LOW, HIGH)), condition(t.lt(HIGH, LENGTH))]


def test_indexes_come_close_with_what_they_read() -> None:
    conditions = [
        *WITHIN,
        condition(t.eq(HIGH, LOW + 9)),
        condition(t.lt(element(LOW), element(HIGH))),
        condition(t.lt(element(HIGH), element(HIGH - 1))),
    ]
    start = Model({LOW: 26, HIGH: 35, LENGTH: 42, ARRAY: {26: -303263743, 35: 2084, 34: 1073743909, 7: 3}})
    assert holds(conditions, start)
    found = compact(conditions, start, [LENGTH])
    assert holds(conditions, found)
    assert [found.value_of(each) for each in (LOW, HIGH, LENGTH)] == [0, 9, 10]
    assert found.value_of(ARRAY) == {0: 0, 9: 1, 8: 2}


def test_what_conditions_fix_stays() -> None:
    conditions = [
        *WITHIN,
        condition(t.gt(LOW, 100)),
        condition(t.gt(element(LOW), 1_000_000)),
        condition(t.lt(element(HIGH), -5)),
    ]
    start = Model({LOW: 4000, HIGH: 9000, LENGTH: 9500, ARRAY: {4000: 2_000_000_000, 9000: -2_000_000_000}})
    found = compact(conditions, start, [LENGTH])
    assert holds(conditions, found)
    assert [found.value_of(each) for each in (LOW, HIGH, LENGTH)] == [101, 102, 103]
    assert found.value_of(ARRAY) == {101: 2_000_000_000, 102: -2_000_000_000}


def test_zero_keeps_its_place_where_it_has_to() -> None:
    conditions = [
        *WITHIN,
        condition(t.lt(element(LOW), 0)),
        condition(t.gt(element(HIGH), 0)),
        condition(t.eq(element(HIGH - 1), 0)),
    ]
    start = Model({LOW: 0, HIGH: 2, LENGTH: 3, ARRAY: {0: -2_000_000_000, 2: 2_000_000_000, 1: 0}})
    found = compact(conditions, start, [LENGTH])
    assert found.value_of(ARRAY) == {0: -1, 1: 0, 2: 1}
