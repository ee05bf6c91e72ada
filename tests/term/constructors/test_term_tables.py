"""Tables: one node that evaluates, bounds and solves as the function it stands for."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from everypath.solver import Sat, Solver, Unsat
from everypath.term import (
    BV16,
    BV32,
    Model,
    Row,
    conj,
    digest,
    eq,
    evaluate,
    ge,
    interval,
    le,
    lookup,
    lt,
    ne,
    substitute,
    table,
    to_java,
    var,
    zext,
)

X = var("x", BV32)
CHAR = zext(var("c", BV16), 32)
UPPER = table("upper", (Row(97, 122, 1, -32, 1), Row(257, 305, 2, -1, 1)), relative=True)
DIGIT = table("digit", (Row(48, 57, 1, -48, 1), Row(65, 70, 1, -55, 1), Row(300, 300, 1, 7, 0)), default=-1)
LETTER = table("letter", (Row(65, 90, 1, 1, 0), Row(97, 122, 1, 1, 0), Row(256, 300, 2, 1, 0)), condition=True)
TABLES = (UPPER, DIGIT, LETTER)
NUMBERS = st.integers(0, 320)


def plain(entries, number):
    """The function, read off the rows one by one."""
    for low, high, step, value, slope in entries.rows:
        if number in range(low, high + 1, step):
            return value + slope * number
    return entries.default + number if entries.relative else entries.default


@given(st.sampled_from(TABLES), NUMBERS)
def test_values(entries, number):
    value = plain(entries, number)
    assert entries.value_of(number) == value
    assert evaluate(lookup(entries, X), Model({X: number})) == value
    assert lookup(entries, number) == value
    low, high, row = entries.part_of(number)
    assert low <= number <= high
    assert row is entries.row_of(number) or number % 2 != row.low % 2


@given(st.sampled_from(TABLES), st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_bounds(entries, numbers):
    low, number, high = sorted(numbers)
    least, most = entries.range_over(low, high)
    assert least <= plain(entries, number) <= most


@given(st.sampled_from(TABLES), NUMBERS, NUMBERS)
def test_preimages(entries, number, near):
    value = plain(entries, number)
    found = list(entries.preimages(value, near))
    assert found
    assert {plain(entries, each) for each in found} == {value}
    ranges = entries.ranges_of(value, 0, 320, 4)
    if ranges is not None:
        inside = {n for low, high in ranges for n in range(low, high + 1)}
        assert inside == {n for n in range(321) if plain(entries, n) == value}


@given(st.sampled_from((UPPER, DIGIT)), NUMBERS, st.sampled_from((eq, ne, lt, ge)))
def test_comparisons_with_constants(entries, number, relation):
    constant = plain(entries, number)
    for other in (number, 0, 65, 97, 258, 300):
        condition = relation(lookup(entries, X), constant)
        assert evaluate(condition, Model({X: other})) == relation(plain(entries, other), constant)


def test_terms_are_shared_and_printed():
    term = lookup(LETTER, CHAR)
    assert term is lookup(table("letter", LETTER.rows, condition=True), CHAR)
    assert pickle.loads(pickle.dumps(term)) is term
    assert to_java(term) == "letter(c)"
    assert digest(term) != digest(lookup(DIGIT, CHAR))
    assert substitute(lookup(UPPER, X), {X: 98}) == 66
    assert interval(lookup(DIGIT, CHAR)) == (-1, 15)


def test_an_equation_with_few_solutions_is_written_out():
    assert to_java(eq(lookup(DIGIT, CHAR), 3)) == "c == '3'"


def test_solvers_know_the_tables():
    solver = Solver()
    a, b = zext(var("a", BV16), 32), zext(var("b", BV16), 32)
    answer = solver.check([eq(lookup(UPPER, a), lookup(UPPER, b)), ne(a, b), ge(a, 200), le(b, 300)])
    assert isinstance(answer, Sat)
    first, second = (evaluate(each, answer.model) for each in (a, b))
    assert first != second
    assert plain(UPPER, first) == plain(UPPER, second)
    beyond = conj(ge(a, 123), le(a, 256))
    assert isinstance(solver.check([lookup(LETTER, a), beyond, ne(a, 256)]), Unsat)
    assert isinstance(solver.check([lookup(LETTER, a), beyond]), Sat)
    assert isinstance(solver.check([ge(lookup(DIGIT, a), 16)]), Unsat)
    assert isinstance(solver.check([lt(lookup(UPPER, a), lookup(DIGIT, b)), lookup(LETTER, a)]), Unsat)
