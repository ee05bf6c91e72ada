"""The interface of a `everypath.term.canonical.Canonicaliser` to the rules that it applies."""

from __future__ import annotations

from typing import Protocol

from everypath.term.canonical.polynomials import Order, Sum
from everypath.term.canonical.value_sets import Range
from everypath.term.core import Term, Value


class CanonicalForm(Protocol):
    """Canonical forms of values, remembered, and the counts of the rules used."""

    as_written: bool
    order: Order

    def use(self, rule: str) -> None:
        """Count a use of a rule."""

    def value(self, value: Value) -> Value:
        """Return the canonical form of a value or condition."""

    def range(self, term: Term) -> Range:
        """Return the least and the greatest value of a term."""

    def sum_of(self, value: Value) -> Sum:
        """Return a canonical value as a sum."""

    def built(self, summands: Sum, width: int) -> Value:
        """Return the canonical term of a sum."""

    def settled(self, told: Value, op: str, args: tuple[Value, ...]) -> Value:
        """Return the canonical form of ``told``, which a constructor returned for the canonical ``args``."""
