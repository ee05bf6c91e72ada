"""Reads the features of conditions that select a solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from everypath.solver.backends import HARD_OPERATORS
from everypath.term import F64, Term, walk

_REMEMBERED = 20_000
_FLOAT_OPERATORS = frozenset({"fp2i", "fp2bits", "fcmp", "flt", "fle", "feq", "is_nan"})


class Features(NamedTuple):
    """``floats`` and ``hard`` are true if conditions contain floats or hard integer arithmetic.

    ``remainders`` are their remainders of doubles.
    """

    floats: bool
    hard: bool
    remainders: frozenset[Term]


class FeatureReader:
    """Reads the features of conditions and remembers them."""

    def __init__(self) -> None:
        self._known: dict[Term, Features] = {}

    def of(self, conditions: Iterable[Term]) -> Features:
        """Return the features of a conjunction."""
        floats = hard = False
        remainders: set[Term] = set()
        for condition in conditions:
            found = self._of_condition(condition)
            floats = floats or found.floats
            hard = hard or found.hard
            remainders |= found.remainders
        return Features(floats, hard, frozenset(remainders))

    def _of_condition(self, condition: Term) -> Features:
        known = self._known.get(condition)
        if known is None:
            floats = hard = False
            remainders: list[Term] = []
            for term in walk(condition):
                if term.sort.is_float or term.op in _FLOAT_OPERATORS or (term.sort.is_array and _holds_floats(term)):
                    floats = True
                    if term.op == "frem" and term.sort is F64:
                        remainders.append(term)
                elif term.op in HARD_OPERATORS and (term.op != "mul" or type(term.args[1]) is Term):
                    hard = True
            known = Features(floats, hard, frozenset(remainders))
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            self._known[condition] = known
        return known


def _holds_floats(array: Term) -> bool:
    return array.sort.element is not None and array.sort.element.is_float
