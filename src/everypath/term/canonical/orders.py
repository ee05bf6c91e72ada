"""Orders and bounds in canonical form, and the shortest conditions that state a fact about a value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from everypath.term.canonical import polynomials
from everypath.term.canonical.equations import Equations
from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.parts_order import connect
from everypath.term.canonical.polynomials import ONE, Sum
from everypath.term.canonical.value_facts import PLAIN, FactReader, ValueFact, View
from everypath.term.canonical.value_sets import Range, Values, full_range
from everypath.term.canonical.widening import as_int, width_of, without_widening
from everypath.term.constructors import lt, not_
from everypath.term.core import Term, Value, make
from everypath.term.values import BOOL


class Orders:
    """The rules for signed orders of one `CanonicalForm`."""

    def __init__(self, form: CanonicalForm, facts: FactReader, equations: Equations) -> None:
        self._form = form
        self._facts = facts
        self._equations = equations

    # ---- comparisons of two values

    def less(self, a: Value, b: Value) -> Value:
        """Return ``a < b`` of canonical vectors, signed."""
        form = self._form
        a, b = without_widening(a, b, form)
        width = width_of(a, b)
        left, right = form.sum_of(a), form.sum_of(b)
        if form.fits(left, width) and form.fits(right, width):
            found = self._negative(polynomials.integer_difference(left, right), width, (a, b))
            if found is not None:
                return found
        gap = polynomials.add_scaled(right, left, -1, width)
        if not [monomial for monomial in gap if monomial]:
            form.use("against itself")
            return self._below_itself(left, gap.get(ONE, 0), width)
        return self._compared(a, b)

    def _below_itself(self, summands: Sum, gap: int, width: int) -> Value:
        """Return ``value < value + gap``, which depends on where the sum wraps."""
        least, most = full_range(width)
        if gap == 0:
            return False
        values = Values(((least, most - gap if gap > 0 else least - gap - 1),))
        fact = self._facts.of_sum(summands, values, width)
        assert fact is not None
        return self.write(fact)

    def _compared(self, a: Value, b: Value) -> Value:
        """Return ``a < b`` as it stands, except that a bound by a constant gets its one form."""
        result = lt(a, b)
        if type(result) is not Term or result.op != "lt" or result.args != (a, b):
            return self._form.renormalised(result, "lt", (a, b))
        if self._form.as_written or (type(a) is Term and type(b) is Term):
            return result
        if type(a) is Term and int(b) > 0:
            self._form.use("nearest bound")
            return not_(make("lt", (int(b) - 1, a), BOOL))
        if type(b) is Term and int(a) < 0:
            self._form.use("nearest bound")
            return not_(make("lt", (b, int(a) + 1), BOOL))
        return result

    def _negative(self, difference: Sum, width: int, sides: tuple[Value, Value] | None = None) -> Value | None:
        """Return ``difference < 0`` over the integers; None if every way to write it may wrap.

        ``sides`` are the sides as they were written. With `CanonicalForm.as_written`, a bound by a constant keeps them.
        """
        form = self._form
        rest, number = polynomials.split_constant(difference)
        low, high = form.range_of_sum(rest)
        if high + number < 0 or low + number >= 0:
            form.use("order over the integers")
            return high + number < 0
        rest, number = self._without_common_factor(rest, number)
        left, right = _sides(rest, number)
        if not (form.fits(left, width) and form.fits(right, width)):
            return None
        if not left or not right:
            return self._one_sided(left, right, number, width, sides)
        one, other = form.term_of(left, width), form.term_of(right, width)
        if sides is not None and (one, other) != sides:
            form.use("order over the integers")
        return self._compared(one, other) if number >= 0 else not_(self._compared(other, one))

    def _without_common_factor(self, rest: Sum, number: int) -> tuple[Sum, int]:
        """Divide ``rest + number < 0`` by the common factor of the coefficients, rounding the constant."""
        divisor = polynomials.content(rest.values())
        if divisor <= 1:
            return rest, number
        self._form.use("common factor")
        return {monomial: k // divisor for monomial, k in rest.items()}, -((-number - 1) // divisor + 1)

    def _one_sided(
        self, left: Sum, right: Sum, number: int, width: int, sides: tuple[Value, Value] | None
    ) -> Value | None:
        """Return ``left + number < 0`` or ``number < right``, of which one is given."""
        least, most = full_range(width)
        limit = -number - 1 if left else number + 1
        if not least <= limit <= most:
            return None
        value = self._form.term_of(left or right, width)
        if sides is not None and value in sides:
            return self._compared(*sides)
        self._form.use("order over the integers")
        widened = width == 64 and as_int(value) is not None
        if self._form.as_written and type(value) is Term and not widened:
            return self._compared(*((value, limit + 1) if left else (limit - 1, value)))
        return self._bound(left or right, "<=" if left else ">=", limit, width)

    # ---- bounds by constants

    def at_an_end(self, condition: Value) -> Value:
        """Return a bound as an equation if it leaves only the least or the greatest value."""
        inner = condition.args[0] if type(condition) is Term and condition.op == "not" else condition
        if type(condition) is not Term or type(inner) is not Term or inner.op != "lt":
            return condition
        fact = self._facts.of(condition) if not all(type(arg) is Term for arg in inner.args) else None
        if fact is None or fact.values.only is None:
            return condition
        self._form.use("bound at an end")
        return self.write(fact)

    def _bound(self, summands: Sum, relation: str, limit: int, width: int, written: Collection[Term] = ()) -> Value:
        """Return ``summands <= limit`` or ``summands >= limit``, preferably as one of the ``written`` conditions."""
        least, most = full_range(width)
        term = self._form.term_of(summands, width)
        narrow = as_int(term) if width == 64 and type(term) is Term else None
        if narrow is not None:
            self._form.use("widened values")
            return self._bound(self._form.sum_of(self._form.value(narrow)), relation, limit, 32, written)
        if relation == "<=":
            if limit >= most:
                return True
            plain, strict = not_(lt(limit, term)), lt(term, limit + 1)
            nearest = strict if limit < 0 else plain
        else:
            if limit <= least:
                return True
            plain, strict = not_(lt(term, limit)), lt(limit - 1, term)
            nearest = strict if limit > 0 else plain
        if type(plain) is Term and type(strict) is Term:
            found = next((each for each in (plain, strict) if each in written), None)
            if found is not None:
                return found
        if self._form.as_written and limit not in (1, -1):
            nearest = plain
        return self._form.renormalised(nearest, "lt", ()) if not _is_bound(nearest) else nearest

    # ---- facts as conditions

    def write(self, fact: ValueFact, op: str = "conj", written: Collection[Term] = ()) -> Value:
        """Return the condition with the fewest comparisons that states a fact.

        ``op`` is the connective that the condition becomes a part of: among equally short forms, that one is preferred.
        """
        domain = self._facts.domain(fact.base)
        if not fact.values:
            return False
        if fact.values.gaps(domain) == ():
            return True
        width = fact.base.sort.width
        best: tuple[tuple[int, bool, int, int, int], View, str] | None = None
        for view in dict.fromkeys((PLAIN, *fact.views)):
            seen = _seen(fact.values, domain, view, width)
            if seen is None:
                continue
            for shape in ("conj", "disj"):
                cost = _cost(shape, *seen)
                key = (cost, shape != op, abs(view[1]), -view[0], view[1])
                if best is None or key < best[0]:
                    best = key, view, shape
        assert best is not None
        _, view, shape = best
        seen = _seen(fact.values, domain, view, width)
        assert seen is not None
        return self._written(shape, fact.base, view, *seen, written)

    def _written(
        self, shape: str, base: Term, view: View, values: Values, domain: Range, written: Collection[Term]
    ) -> Value:
        """Return the condition that a view of a base is one of ``values``, as a conjunction or disjunction."""
        form, width = self._form, base.sort.width
        shown = polynomials.add_scaled(polynomials.constant_sum(view[1]), form.sum_of(base), view[0], width)

        def compare(relation: str, limit: int) -> Value:
            return self._compared_to(shown, relation, limit, width, written)

        if shape == "disj":
            ranges = [connect("conj", _inside(each, domain, compare), form) for each in values.ranges]
            return connect("disj", ranges, form)
        low, high = values.ranges[0][0], values.ranges[-1][1]
        parts = list(_inside((low, high), domain, compare))
        for start, end in values.gaps((low, high)):
            if start == end:
                parts.append(compare("!=", start))
            else:
                parts.append(connect("disj", [compare("<=", start - 1), compare(">=", end + 1)], form))
        return connect("conj", parts, form)

    def _compared_to(self, shown: Sum, relation: str, limit: int, width: int, written: Collection[Term]) -> Value:
        """Return the comparison of a sum with a constant."""
        if relation in ("==", "!="):
            difference = polynomials.add_scaled(shown, polynomials.constant_sum(limit), -1, width)
            equation = self._equations.is_zero(difference, width)
            return equation if relation == "==" else not_(equation)
        if len(shown) > 1 and self._form.fits(shown, width):
            sign = 1 if relation == "<=" else -1
            difference = {m: sign * k for m, k in shown.items()}
            difference[ONE] = difference.get(ONE, 0) - sign * limit - 1
            found = self._negative({m: k for m, k in difference.items() if k}, width)
            if found is not None:
                return found
        return self._bound(shown, relation, limit, width, written)


def _sides(rest: Sum, number: int) -> tuple[Sum, Sum]:
    """Split ``rest + number < 0`` into two sides without negative coefficients.

    If both sides have summands, the constant is added to one of them: ``left < right`` for ``number >= 0``, else
    ``left <= right``.
    """
    left = {monomial: k for monomial, k in rest.items() if k > 0}
    right = {monomial: -k for monomial, k in rest.items() if k < 0}
    if left and right:
        if number > 0:
            left[ONE] = number
        elif number < -1:
            right[ONE] = -number - 1
    return left, right


def _inside(values: Range, domain: Range, compare: Callable[[str, int], Value]) -> Iterator[Value]:
    """Yield the comparisons that together are true if a value is in a range."""
    if values[0] == values[1]:
        yield compare("==", values[0])
        return
    if values[0] > domain[0]:
        yield compare(">=", values[0])
    if values[1] < domain[1]:
        yield compare("<=", values[1])


def _seen(values: Values, domain: Range, view: View, width: int) -> tuple[Values, Range] | None:
    """Return values and domain of a base as those of a view; None if the view wraps a domain that is not full."""
    if view == PLAIN:
        return values, domain
    sign, number = view
    whole = full_range(width)
    if domain != whole:
        ends = sorted((sign * domain[0] + number, sign * domain[1] + number))
        if ends[0] < whole[0] or ends[1] > whole[1]:
            return None
        domain = ends[0], ends[1]
    values = values.negated(width) if sign < 0 else values
    return values.plus(number, width), domain


def _cost(shape: str, values: Values, domain: Range) -> int:
    """Return how many comparisons it takes to say that a value is in a set."""
    if shape == "disj":
        return sum(1 if low == high or low == domain[0] or high == domain[1] else 2 for low, high in values.ranges)
    low, high = values.ranges[0][0], values.ranges[-1][1]
    outer = 1 if low == high else (low > domain[0]) + (high < domain[1])
    return outer + sum(1 if start == end else 2 for start, end in values.gaps((low, high)))


def _is_bound(condition: Value) -> bool:
    """Return whether a condition is a bound or the negation of one."""
    inner = condition.args[0] if type(condition) is Term and condition.op == "not" else condition
    return type(inner) is not Term or inner.op == "lt"
