"""Reads facts about single values off conditions: the condition holds if and only if a value is in a set of numbers."""

from __future__ import annotations

from typing import Final, TypeAlias

from everypath.dataclass import dataclass
from everypath.term.canonical import polynomials
from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.polynomials import Sum
from everypath.term.canonical.value_sets import Range, Values, full_range
from everypath.term.canonical.widening import as_int
from everypath.term.core import Term, Value

__all__ = ["PLAIN", "FactReader", "ValueFact", "View"]

View: TypeAlias = "tuple[int, int]"
"""A sign and a constant: a condition that compares ``sign * base + constant`` has this view of its base."""

PLAIN: Final[View] = (1, 0)
"""The view of a condition that compares the base itself."""


@dataclass(frozen=True, slots=True)
class ValueFact:
    """A condition in another form: the value ``base`` is one of ``values``.

    ``views`` are the values computed from the base that the condition compares.
    """

    base: Term
    values: Values
    views: tuple[View, ...] = (PLAIN,)


class FactReader:
    """Reads facts off the canonical conditions of one `CanonicalForm`, and remembers them."""

    def __init__(self, form: CanonicalForm) -> None:
        self._form = form
        self._known: dict[Term, ValueFact | None] = {}

    def of(self, condition: Term) -> ValueFact | None:
        """Return the fact that a canonical condition states, None if it is not about one value."""
        if condition not in self._known:
            self._known[condition] = self._read(condition)
        return self._known[condition]

    def of_sum(self, summands: Sum, values: Values, width: int) -> ValueFact | None:
        """Return the fact about the base of a sum that says that the sum is one of ``values``."""
        rest, number = polynomials.split_constant(summands)
        if not rest:
            return None
        sign = 1
        first = min(rest, key=self._form.order.place)
        if not polynomials.is_positive(rest[first], width):
            sign, rest = -1, polynomials.scaled(rest, -1, width)
        base = self._form.term_of(rest, width)
        values = values.plus(-number, width)
        values = values.negated(width) if sign < 0 else values
        if type(base) is not Term:
            return None
        narrow = as_int(base) if width == 64 else None
        if type(narrow) is Term and self._form.value(narrow) is narrow:
            return ValueFact(narrow, values & Values.of([full_range(32)]), ((sign, 0),))
        return ValueFact(base, values, ((sign, number),))

    def domain(self, base: Term) -> Range:
        """Return the least and the greatest value that a base can have."""
        low, high = self._form.range(base)
        counted = self._form.range_of_sum(self._form.sum_of(base))
        least, most = full_range(base.sort.width)
        if least <= counted[0] and counted[1] <= most:
            return max(low, counted[0]), min(high, counted[1])
        return low, high

    def _read(self, condition: Term) -> ValueFact | None:
        if condition.op in ("conj", "disj"):
            return self._combined(condition)
        negated = condition.op == "not"
        inner = condition.args[0] if negated else condition
        assert type(inner) is Term
        found = self._of_comparison(inner)
        if found is None:
            return None
        domain = self.domain(found.base)
        values = Values.of(found.values.gaps(domain)) if negated else found.values & Values.of([domain])
        return ValueFact(found.base, values, found.views)

    def _combined(self, condition: Term) -> ValueFact | None:
        """Return the fact that a connective states if all its parts are about one value."""
        total: ValueFact | None = None
        for part in condition.args:
            found = self.of(part) if type(part) is Term else None
            if found is None or (total is not None and total.base is not found.base):
                return None
            if total is None:
                total = found
            else:
                values = total.values & found.values if condition.op == "conj" else total.values | found.values
                total = ValueFact(total.base, values, (*total.views, *found.views))
        return total

    def _of_comparison(self, inner: Term) -> ValueFact | None:
        if inner.op not in ("eq", "lt", "ult"):
            return None
        a, b = inner.args
        term = a if type(a) is Term else b
        if type(term) is not Term or not term.sort.is_vector:
            return None
        width = term.sort.width
        if inner.op == "eq":
            difference = polynomials.add_scaled(self._form.sum_of(a), self._form.sum_of(b), -1, width)
            return self.of_sum(difference, Values(((0, 0),)), width)
        if type(a) is Term and type(b) is Term:
            return self._of_order(a, b, width) if inner.op == "lt" else None
        return self.of_sum(self._form.sum_of(term), _allowed(inner.op, a, b, width), width)

    def _of_order(self, a: Term, b: Term, width: int) -> ValueFact | None:
        """Return ``a < b`` as a bound of the difference if nothing can wrap, else None."""
        left, right = self._form.sum_of(a), self._form.sum_of(b)
        fits = self._form.fits
        if not (fits(left, width) and fits(right, width)):
            return None
        difference = polynomials.integer_difference(left, right)
        if not fits(difference, width) or not fits(polynomials.split_constant(difference)[0], width):
            return None
        return self.of_sum(difference, Values(((full_range(width)[0], -1),)), width)


def _allowed(op: str, a: Value, b: Value, width: int) -> Values:
    """Return the values of the operand that satisfy a comparison with a constant."""
    least, most = full_range(width)
    if op == "lt":
        return Values.of([(least, int(b) - 1)]) if type(a) is Term else Values.of([(int(a) + 1, most)])
    mask = (1 << width) - 1
    number = int(b if type(a) is Term else a) & mask
    start, end = (0, number - 1) if type(a) is Term else (number + 1, mask)
    unsigned = [(start, min(end, most)), (max(start, most + 1) - mask - 1, end - mask - 1)]
    return Values.of(each for each in unsigned)
