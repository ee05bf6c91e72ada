"""The interface of a `everypath.term.canonical.Canonicaliser` to the rules that it applies."""

from __future__ import annotations

from typing import Protocol

from everypath.term.canonical.polynomials import Order, Sum
from everypath.term.canonical.value_sets import Range
from everypath.term.core import Term, Value


class CanonicalForm(Protocol):
    """Computes canonical forms, remembers them and counts the rules used."""

    as_written: bool
    order: Order

    def use(self, rule: str) -> None:
        """Count one use of a rule."""

    def value(self, value: Value) -> Value:
        """Return the canonical form of a value or condition."""

    def range(self, term: Term) -> Range:
        """Return the least and the greatest value of a term."""

    def sum_of(self, value: Value) -> Sum:
        """Return a canonical value as a sum."""

    def term_of(self, summands: Sum, width: int) -> Value:
        """Return the canonical term of a sum."""

    def range_of_sum(self, summands: Sum) -> Range:
        """Return the least and the greatest number that a sum can be over the integers."""

    def fits(self, summands: Sum, width: int) -> bool:
        """Return whether a sum cannot wrap."""

    def renormalised(self, result: Value, op: str, args: tuple[Value, ...]) -> Value:
        """Return the canonical form of what a constructor returned for canonical arguments."""
