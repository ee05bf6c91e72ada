"""Tables for solvers: an application is a fresh symbol, of which only what matters is told.

A table has hundreds of rows, a query needs a few. Solvers start with the rows of ASCII; each model that does not fit a
table shows a row that is missing (counterexample-guided refinement). A contradiction found with some of the facts is
one of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.term import (
    BOOL,
    Model,
    Row,
    Term,
    Value,
    add,
    and_,
    conj,
    disj,
    eq,
    evaluate,
    ge,
    gt,
    interval,
    ite,
    lt,
    not_,
    table_of,
    walk,
)
from everypath.term.core import make

_FIRST = 128
"""What a table says of smaller numbers is told from the start."""

_BOUNDS = -(1 << 32)
"""The key of the fact that bounds the values."""


class TableFacts:
    """What a solver was told, and is to be told again, about the applications of tables (``lookup`` terms)."""

    def __init__(self) -> None:
        self._applications: dict[Term, tuple[Term, ...]] = {}
        self._facts: dict[Term, dict[int, Term]] = {}

    def applications(self, conditions: Sequence[Term]) -> list[Term]:
        """The applications in the conditions, each once."""
        found: dict[Term, None] = {}
        for condition in conditions:
            known = self._applications.get(condition)
            if known is None:
                known = self._applications[condition] = tuple(t for t in walk(condition) if t.op == "lookup")
            found.update(dict.fromkeys(known))
        return list(found)

    def facts(self, application: Term) -> Sequence[Term]:
        """What is known of an application; at least one condition."""
        known = self._facts.get(application)
        if known is None:
            known = self._facts[application] = {}
            if not table_of(application).condition:
                known[_BOUNDS] = _bounds(application)
            number = 0
            while number < _FIRST:
                number = self._add(application, known, number) + 1
        return list(known.values())

    def familiar(self, applications: Sequence[Term]) -> list[Term]:
        """That all numbers are among the first, about which everything is told."""
        parts = [conj(ge(each.args[0], 0), lt(each.args[0], _FIRST)) for each in applications]
        return [part for part in parts if type(part) is Term]

    def learn(self, applications: Sequence[Term], model: Model) -> bool:
        """Add what the tables say where the model applies them; whether anything was new."""
        learnt = False
        for application in applications:
            number = evaluate(application.args[0], model)
            assert isinstance(number, int)
            known = self._facts[application]
            before = len(known)
            self._add(application, known, number)
            learnt |= len(known) > before
        return learnt

    def _add(self, application: Term, known: dict[int, Term], number: int) -> int:
        """Note the fact about the part of the table that has the number; returns that part's last number."""
        low, high, row = table_of(application).part_of(number)
        if low not in known:
            argument = application.args[0]
            fact = disj(lt(argument, low), gt(argument, high), _says(application, argument, row))
            known[low] = fact if type(fact) is Term else make("eq", (application, application), BOOL)
        return high


def _bounds(application: Term) -> Term:
    """The least and the greatest value, which the constructors of terms know and leave out."""
    low, high = interval(application)
    below, above = make("lt", (application, low), BOOL), make("lt", (high, application), BOOL)
    bounds = conj(make("not", (below,), BOOL), make("not", (above,), BOOL))
    assert type(bounds) is Term
    return bounds


def _says(application: Term, number: Value, row: Row | None) -> Value:
    """That the application has the value that the row, or the default, gives the number."""
    entries = table_of(application)
    default: Value = add(number, entries.default, 32) if entries.relative else entries.default
    value = default
    if row is not None:
        value = add(number, row.value, 32) if row.slope else row.value
        if row.step == 2:
            value = ite(eq(and_(number, 1, 32), row.low & 1), value, default)
    if not entries.condition:
        return make("eq", (application, value), BOOL)
    if type(value) is Term:
        return make("eq", (application, eq(value, 1)), BOOL)
    return application if value else not_(application)


__all__ = ["TableFacts"]
