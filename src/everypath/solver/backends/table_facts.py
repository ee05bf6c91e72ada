"""Describes tables to solvers: an application is a fresh symbol, and facts about it are added as needed.

A table has hundreds of rows, a query needs a few. Solvers start with the rows of ASCII. Each model that violates a
table shows a missing row (counterexample-guided refinement). A contradiction found with some of the facts is one with
all of them.
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
"""The facts about smaller numbers are known from the start."""

_BOUNDS = -(1 << 32)
"""The key of the fact that bounds the values."""


class TableFacts:
    """The facts about applications of tables (``lookup`` terms) that a solver is given with every query."""

    def __init__(self) -> None:
        self._applications: dict[Term, tuple[Term, ...]] = {}
        self._facts: dict[Term, dict[int, Term]] = {}

    def applications(self, conditions: Sequence[Term]) -> list[Term]:
        """Return the applications in the conditions, each once."""
        found: dict[Term, None] = {}
        for condition in conditions:
            known = self._applications.get(condition)
            if known is None:
                known = self._applications[condition] = tuple(t for t in walk(condition) if t.op == "lookup")
            found.update(dict.fromkeys(known))
        return list(found)

    def facts(self, application: Term) -> Sequence[Term]:
        """Return the known facts about an application, at least one."""
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
        """Return conditions that limit the arguments to ASCII, about which all facts are known."""
        parts = [conj(ge(each.args[0], 0), lt(each.args[0], _FIRST)) for each in applications]
        return [part for part in parts if type(part) is Term]

    def learn(self, applications: Sequence[Term], model: Model) -> bool:
        """Add the facts about the arguments that a model has; return whether any is new."""
        learned = False
        for application in applications:
            number = evaluate(application.args[0], model)
            assert isinstance(number, int)
            known = self._facts[application]
            before = len(known)
            self._add(application, known, number)
            learned |= len(known) > before
        return learned

    def _add(self, application: Term, known: dict[int, Term], number: int) -> int:
        """Add the fact about the range of the table that contains a number; return the last number of the range."""
        low, high, row = table_of(application).part_of(number)
        if low not in known:
            argument = application.args[0]
            fact = disj(lt(argument, low), gt(argument, high), _value_condition(application, argument, row))
            known[low] = fact if type(fact) is Term else make("eq", (application, application), BOOL)
        return high


def _bounds(application: Term) -> Term:
    """Return the bounds of the values as a condition; the constructors would fold it, for they know the bounds."""
    low, high = interval(application)
    below, above = make("lt", (application, low), BOOL), make("lt", (high, application), BOOL)
    bounds = conj(make("not", (below,), BOOL), make("not", (above,), BOOL))
    assert type(bounds) is Term
    return bounds


def _value_condition(application: Term, number: Value, row: Row | None) -> Value:
    """Return the condition that the application has the value of the row, or the default, at the number."""
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
