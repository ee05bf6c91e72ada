"""Equations in canonical form. An equation is determined by the difference of its sides."""

from __future__ import annotations

from everypath.term.canonical import polynomials
from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.polynomials import ONE, Sum
from everypath.term.canonical.value_sets import full_range
from everypath.term.canonical.widening import width_of, without_widening
from everypath.term.constructors import eq
from everypath.term.core import Term, Value, make
from everypath.term.values import BOOL, wrap


class Equations:
    """The rules for equations of one `CanonicalForm`."""

    def __init__(self, form: CanonicalForm) -> None:
        self._form = form

    def equal(self, a: Value, b: Value) -> Value:
        """Return ``a == b`` of canonical vectors."""
        a, b = without_widening(a, b, self._form)
        width = width_of(a, b)
        return self.is_zero(polynomials.add_scaled(self._form.sum_of(a), self._form.sum_of(b), -1, width), width)

    def is_zero(self, summands: Sum, width: int) -> Value:
        """Return the condition that a sum is 0."""
        rest, number = polynomials.split_constant(summands)
        if not rest:
            return number == 0
        divisor = polynomials.content([*rest.values(), number])
        odd = divisor // (divisor & -divisor)
        if odd > 1:
            self._form.use("odd factor")
            rest, number = {monomial: k // odd for monomial, k in rest.items()}, number // odd
        even = polynomials.content(rest.values())
        if number % (even & -even):
            self._form.use("even is not odd")
            return False
        if len(rest) == 1:
            ((monomial, k),) = rest.items()
            if k & 1:
                if k not in (1, -1):
                    self._form.use("odd factor")
                rest, number = {monomial: 1}, wrap(number * pow(k, -1, 1 << width), width)
        if not self._may_be(rest, wrap(-number, width), width):
            return False
        return self._oriented(rest, number, width)

    def _may_be(self, rest: Sum, number: int, width: int) -> bool:
        """Return whether the range of a sum contains a number, or the sum may wrap."""
        low, high = self._form.range_of_sum(rest)
        least, most = full_range(width)
        return low <= number <= high or low < least or high > most

    def _oriented(self, rest: Sum, number: int, width: int) -> Value:
        """Return ``rest + number == 0`` with added summands only.

        The left side is a plain value without a constant where possible.
        """
        form = self._form
        choices = []
        for sign in (1, -1):
            signed = polynomials.scaled(rest, sign, width)
            left = {m: k for m, k in signed.items() if polynomials.is_positive(k, width)}
            right = {m: -k for m, k in signed.items() if m not in left}
            limit = wrap(-sign * number, width)
            plain = len(left) == 1 and next(iter(left.values())) == 1 and sum(p for _, p in next(iter(left))) == 1
            term = form.term_of(left, width)
            key = (
                not left,
                not plain,
                limit < 0,
                len(left),
                () if form.as_written else form.order.rank(term),
            )
            choices.append((key, term, form.term_of({**right, ONE: limit} if limit else right, width)))
        _, one, other = min(choices, key=lambda each: each[0])
        form.use("equation of a difference")
        result = eq(one, other)
        if type(result) is Term and result.op == "eq" and {*result.args} == {one, other}:
            return make("eq", (one, other), BOOL)
        return form.renormalised(result, "eq", (one, other))
