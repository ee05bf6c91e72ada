"""Applications of tables: a known function of an unknown int.

An application is one node. Evaluation, intervals and printing use its table;
`everypath.solver.backends.table_facts` describes it to solvers.
"""

from __future__ import annotations

from everypath.term.constructors.conditions import conj, disj, eq, ge, le, register_three_way
from everypath.term.core import Table, Term, Value, interval, make
from everypath.term.values import BOOL, BV32


def lookup(entries: Table, number: Value) -> Value:
    """Return the value of a table at an int, a BV32 or, for conditions, a BOOL term."""
    if type(number) is not Term:
        value = entries.value_of(int(number))
        return bool(value) if entries.condition else value
    low, high = interval(number)
    if entries.relative and entries.default == 0 and not entries.rows_over(low, high):
        return number
    least, most = entries.range_over(low, high)
    if least == most:
        return bool(least) if entries.condition else least
    return make("lookup", (number,), BOOL if entries.condition else BV32, entries)


_FEW = 4
"""An equation of a table with a constant is expanded if at most this many ranges of numbers solve it."""


def _compare_with_constant(comparison: str, term: Term, constant: int) -> Value:
    """Return ``table(x) == c`` as a condition on ``x`` if few numbers have that value."""
    if comparison == "eq":
        number = term.args[0]
        ranges = table_of(term).ranges_of(constant, *interval(number), _FEW)
        if ranges is not None:
            return disj(*(eq(number, a) if a == b else conj(ge(number, a), le(number, b)) for a, b in ranges))
        return make("eq", (term, constant), BOOL)
    return make("lt", (term, constant) if comparison == "lt" else (constant, term), BOOL)


register_three_way("lookup", _compare_with_constant)


def table_of(term: Term) -> Table:
    """Return the table that a ``lookup`` term applies."""
    assert isinstance(term.payload, Table)
    return term.payload
