"""Comparisons and connectives in canonical form: equations and orders by their differences, values by sets.

What a comparison says of one value is a set of numbers (`Said`); conjunctions intersect such sets, disjunctions join
them, and what is left is written with the fewest comparisons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from everypath.dataclass import dataclass
from everypath.term.canonical import polynomials
from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.polynomials import ONE, Sum
from everypath.term.canonical.value_sets import Range, Values, full_range
from everypath.term.constructors import conj, disj, eq, lt, not_, sext, zext
from everypath.term.core import Term, Value, make
from everypath.term.values import BOOL, BV32, wrap

__all__ = ["Connecting", "Said", "View", "comparisons"]

_ROUNDS: Final = 4
"""How often the members of a connective are looked at again after they changed."""

_MOST_CLAUSES: Final = 24
"""So many clauses are compared with each other."""

_DUAL = {"conj": "disj", "disj": "conj"}

View: TypeAlias = "tuple[int, int]"
"""A sign and a constant: the value ``sign * base + constant`` by which a condition speaks of its base."""

_PLAIN: View = (1, 0)


@dataclass(frozen=True, slots=True)
class Said:
    """What a condition says: the value ``base`` is one of ``values``. ``views`` are the values that it names."""

    base: Term
    values: Values
    views: tuple[View, ...] = (_PLAIN,)


class Connecting:
    """The rules for conditions of one `Canonicaliser`."""

    def __init__(self, canonicaliser: CanonicalForm) -> None:
        self._canon = canonicaliser
        self._said: dict[Term, Said | None] = {}

    # ---- equations

    def equal(self, a: Value, b: Value) -> Value:
        """``a == b`` of canonical vectors."""
        a, b = self._unwidened(a, b)
        width = _width(a, b)
        return self.equation(polynomials.add_scaled(self._canon.sum_of(a), self._canon.sum_of(b), -1, width), width)

    def equation(self, summands: Sum, width: int) -> Value:
        """The condition that a sum is 0."""
        rest, number = polynomials.split_constant(summands)
        if not rest:
            return number == 0
        divisor = polynomials.content([*rest.values(), number])
        odd = divisor // (divisor & -divisor)
        if odd > 1:
            self._canon.use("odd factor")
            rest, number = {monomial: k // odd for monomial, k in rest.items()}, number // odd
        even = polynomials.content(rest.values())
        if number % (even & -even):
            self._canon.use("even is not odd")
            return False
        if len(rest) == 1:
            ((monomial, k),) = rest.items()
            if k & 1:
                if k not in (1, -1):
                    self._canon.use("odd factor")
                rest, number = {monomial: 1}, wrap(number * pow(k, -1, 1 << width), width)
        if not self._may_be(rest, wrap(-number, width), width):
            return False
        return self._oriented(rest, number, width)

    def _may_be(self, rest: Sum, number: int, width: int) -> bool:
        """Whether a sum may be a number, by ranges."""
        low, high = self._range(rest)
        least, most = full_range(width)
        return low <= number <= high or low < least or high > most

    def _oriented(self, rest: Sum, number: int, width: int) -> Value:
        """``rest + number == 0`` with nothing subtracted; a plain value and no constant left, where possible."""
        choices = []
        for sign in (1, -1):
            signed = polynomials.scaled(rest, sign, width)
            left = {m: k for m, k in signed.items() if polynomials.is_positive(k, width)}
            right = {m: -k for m, k in signed.items() if m not in left}
            limit = wrap(-sign * number, width)
            plain = len(left) == 1 and next(iter(left.values())) == 1 and sum(p for _, p in next(iter(left))) == 1
            told = self._canon.built(left, width)
            key = (
                not left,
                not plain,
                limit < 0,
                len(left),
                () if self._canon.as_written else self._canon.order.rank(told),
            )
            choices.append((key, told, self._canon.built({**right, ONE: limit} if limit else right, width)))
        _, one, other = min(choices, key=lambda each: each[0])
        self._canon.use("equation of a difference")
        told = eq(one, other)
        if type(told) is Term and told.op == "eq" and {*told.args} == {one, other}:
            return make("eq", (one, other), BOOL)
        return self._canon.settled(told, "eq", (one, other))

    # ---- orders

    def less(self, a: Value, b: Value) -> Value:
        """``a < b`` of canonical vectors, signed."""
        a, b = self._unwidened(a, b)
        width = _width(a, b)
        left, right = self._canon.sum_of(a), self._canon.sum_of(b)
        if self._fits(left, width) and self._fits(right, width):
            found = self.ordered(_difference(left, right), width, (a, b))
            if found is not None:
                return found
        apart = polynomials.add_scaled(right, left, -1, width)
        if not [monomial for monomial in apart if monomial]:
            self._canon.use("against itself")
            return self._below_itself(left, apart.get(ONE, 0), width)
        return self._compared(a, b)

    def _below_itself(self, summands: Sum, gap: int, width: int) -> Value:
        """``value < value + gap``."""
        least, most = full_range(width)
        if gap == 0:
            return False
        said = self._of(summands, Values(((least, most - gap if gap > 0 else least - gap - 1),)), width)
        assert said is not None
        return self.told(said)

    def _compared(self, a: Value, b: Value) -> Value:
        """``a < b`` as it stands, but for the form of a bound."""
        told = lt(a, b)
        if type(told) is not Term or told.op != "lt" or told.args != (a, b):
            return self._canon.settled(told, "lt", (a, b))
        if self._canon.as_written or (type(a) is Term and type(b) is Term):
            return told
        if type(a) is Term and int(b) > 0:
            self._canon.use("nearest bound")
            return not_(make("lt", (int(b) - 1, a), BOOL))
        if type(b) is Term and int(a) < 0:
            self._canon.use("nearest bound")
            return not_(make("lt", (b, int(a) + 1), BOOL))
        return told

    def at_an_end(self, told: Value) -> Value:
        """A bound that leaves only the least or the greatest value as an equation."""
        inner = told.args[0] if type(told) is Term and told.op == "not" else told
        if type(told) is not Term or type(inner) is not Term or inner.op != "lt":
            return told
        said = self.said(told) if not all(type(arg) is Term for arg in inner.args) else None
        if said is None or said.values.only is None:
            return told
        self._canon.use("bound at an end")
        return self.told(said)

    def bound(self, summands: Sum, relation: str, limit: int, width: int, written: Collection[Term] = ()) -> Value:
        """``summands <= limit`` or ``summands >= limit``; one of the ``written`` conditions where one says so."""
        least, most = full_range(width)
        term = self._canon.built(summands, width)
        narrow = _as_int(term) if width == 64 and type(term) is Term else None
        if narrow is not None:
            self._canon.use("widened values")
            return self.bound(self._canon.sum_of(self._canon.value(narrow)), relation, limit, 32, written)
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
            told = next((each for each in (plain, strict) if each in written), None)
            if told is not None:
                return told
        if self._canon.as_written and limit not in (1, -1):
            nearest = plain
        return self._canon.settled(nearest, "lt", ()) if not _is_bound(nearest) else nearest

    def ordered(self, difference: Sum, width: int, told: tuple[Value, Value] | None = None) -> Value | None:
        """``difference < 0``, counted without wrapping; None where it cannot be written so that nothing wraps.

        ``told`` are the sides as they were written: bounds by constants stay so where that is asked.
        """
        rest, number = polynomials.split_constant(difference)
        low, high = self._range(rest)
        if high + number < 0 or low + number >= 0:
            self._canon.use("order over the integers")
            return high + number < 0
        divisor = polynomials.content(rest.values())
        if divisor > 1:
            self._canon.use("common factor")
            rest = {monomial: k // divisor for monomial, k in rest.items()}
            number = -((-number - 1) // divisor + 1)
        left = {monomial: k for monomial, k in rest.items() if k > 0}
        right = {monomial: -k for monomial, k in rest.items() if k < 0}
        if number >= 0:
            left = {**left, ONE: number} if number and left and right else left
        elif left and right:
            right = {**right, ONE: -number - 1} if number < -1 else right
        if not (self._fits(left, width) and self._fits(right, width)):
            return None
        if not left or not right:
            return self._one_sided(left, right, number, width, told)
        one, other = self._canon.built(left, width), self._canon.built(right, width)
        if told is not None and (one, other) != told:
            self._canon.use("order over the integers")
        return self._compared(one, other) if number >= 0 else not_(self._compared(other, one))

    def _one_sided(
        self, left: Sum, right: Sum, number: int, width: int, told: tuple[Value, Value] | None
    ) -> Value | None:
        """``left + number < 0`` or ``number < right``."""
        least, most = full_range(width)
        limit = -number - 1 if left else number + 1
        if not least <= limit <= most:
            return None
        value = self._canon.built(left or right, width)
        if told is not None and value in told:
            return self._compared(*told)
        self._canon.use("order over the integers")
        widened = width == 64 and _as_int(value) is not None
        if self._canon.as_written and type(value) is Term and not widened:
            return self._compared(*((value, limit + 1) if left else (limit - 1, value)))
        return self.bound(left or right, "<=" if left else ">=", limit, width)

    def _range(self, summands: Sum) -> Range:
        return polynomials.range_of(summands, self._canon.range)

    def _fits(self, summands: Sum, width: int) -> bool:
        """Whether a sum cannot wrap."""
        low, high = self._range(summands)
        least, most = full_range(width)
        return least <= low and high <= most

    def _unwidened(self, a: Value, b: Value) -> tuple[Value, Value]:
        """Both sides of a comparison of longs as ints, where both are widened ints or constants."""
        if _width(a, b) != 64:
            return a, b
        first, second = _as_int(a), _as_int(b)
        if first is None or second is None:
            return a, b
        self._canon.use("widened values")
        return first, second

    # ---- what a condition says of one value

    def said(self, condition: Term) -> Said | None:
        """What a canonical condition says of one value, None where it is about something else."""
        if condition not in self._said:
            self._said[condition] = self._read(condition)
        return self._said[condition]

    def _read(self, condition: Term) -> Said | None:
        if condition.op in ("conj", "disj"):
            return self._said_together(condition)
        negated = condition.op == "not"
        inner = condition.args[0] if negated else condition
        assert type(inner) is Term
        found = self._comparison(inner)
        if found is None:
            return None
        domain = self.domain(found.base)
        values = Values.of(found.values.gaps(domain)) if negated else found.values & Values.of([domain])
        return Said(found.base, values, found.views)

    def _said_together(self, condition: Term) -> Said | None:
        total: Said | None = None
        for part in condition.args:
            found = self.said(part) if type(part) is Term else None
            if found is None or (total is not None and total.base is not found.base):
                return None
            if total is None:
                total = found
            else:
                values = total.values & found.values if condition.op == "conj" else total.values | found.values
                total = Said(total.base, values, (*total.views, *found.views))
        return total

    def domain(self, base: Term) -> Range:
        """The values that a base may have."""
        low, high = self._canon.range(base)
        counted = self._range(self._canon.sum_of(base))
        least, most = full_range(base.sort.width)
        if least <= counted[0] and counted[1] <= most:
            return max(low, counted[0]), min(high, counted[1])
        return low, high

    def _comparison(self, inner: Term) -> Said | None:
        if inner.op not in ("eq", "lt", "ult"):
            return None
        a, b = inner.args
        term = a if type(a) is Term else b
        if type(term) is not Term or not term.sort.is_vector:
            return None
        width = term.sort.width
        if inner.op == "eq":
            difference = polynomials.add_scaled(self._canon.sum_of(a), self._canon.sum_of(b), -1, width)
            return self._of(difference, Values(((0, 0),)), width)
        if type(a) is Term and type(b) is Term:
            return self._integers(a, b, width) if inner.op == "lt" else None
        return self._of(self._canon.sum_of(term), _allowed(inner.op, a, b, width), width)

    def _integers(self, a: Term, b: Term, width: int) -> Said | None:
        """``a < b`` where nothing wraps: a bound of their difference."""
        left, right = self._canon.sum_of(a), self._canon.sum_of(b)
        if not (self._fits(left, width) and self._fits(right, width)):
            return None
        difference = _difference(left, right)
        if not self._fits(difference, width) or not self._fits(polynomials.split_constant(difference)[0], width):
            return None
        return self._of(difference, Values(((full_range(width)[0], -1),)), width)

    def _of(self, summands: Sum, values: Values, width: int) -> Said | None:
        """What it says of the base of a sum that the sum is one of the values."""
        rest, number = polynomials.split_constant(summands)
        if not rest:
            return None
        sign = 1
        first = min(rest, key=self._canon.order.place)
        if not polynomials.is_positive(rest[first], width):
            sign, rest = -1, polynomials.scaled(rest, -1, width)
        base = self._canon.built(rest, width)
        values = values.plus(-number, width)
        values = values.negated(width) if sign < 0 else values
        if type(base) is not Term:
            return None
        narrow = _as_int(base) if width == 64 else None
        if type(narrow) is Term and self._canon.value(narrow) is narrow:
            return Said(narrow, values & Values.of([full_range(32)]), ((sign, 0),))
        return Said(base, values, ((sign, number),))

    def told(self, said: Said, op: str = "conj", written: Collection[Term] = ()) -> Value:
        """The fewest comparisons that say so; ``op`` is the connective among whose members they stand."""
        domain = self.domain(said.base)
        if not said.values:
            return False
        if said.values.gaps(domain) == ():
            return True
        width = said.base.sort.width
        best: tuple[tuple[int, bool, int, int, int], View, str] | None = None
        for view in dict.fromkeys((_PLAIN, *said.views)):
            seen = _seen(said.values, domain, view, width)
            if seen is None:
                continue
            for form in ("conj", "disj"):
                cost = _cost(form, *seen)
                key = (cost, form != op, abs(view[1]), -view[0], view[1])
                if best is None or key < best[0]:
                    best = key, view, form
        assert best is not None
        _, view, form = best
        seen = _seen(said.values, domain, view, width)
        assert seen is not None
        return self._written(form, said.base, view, *seen, written)

    def _written(
        self, form: str, base: Term, view: View, values: Values, domain: Range, written: Collection[Term]
    ) -> Value:
        width = base.sort.width
        plain = self._canon.sum_of(base)
        shown = polynomials.add_scaled(polynomials.constant_sum(view[1]), plain, view[0], width)

        def one(relation: str, limit: int) -> Value:
            if relation in ("==", "!="):
                equation = self.equation(
                    polynomials.add_scaled(shown, polynomials.constant_sum(limit), -1, width), width
                )
                return equation if relation == "==" else not_(equation)
            if len(shown) > 1 and self._fits(shown, width):
                sign = 1 if relation == "<=" else -1
                difference = {m: sign * k for m, k in shown.items()}
                difference[ONE] = difference.get(ONE, 0) - sign * limit - 1
                found = self.ordered({m: k for m, k in difference.items() if k}, width)
                if found is not None:
                    return found
            return self.bound(shown, relation, limit, width, written)

        if form == "disj":
            ranges = [self.joined("conj", _inside(each, domain, one)) for each in values.ranges]
            return self.joined("disj", ranges)
        low, high = values.ranges[0][0], values.ranges[-1][1]
        parts = list(_inside((low, high), domain, one))
        for start, end in values.gaps((low, high)):
            if start == end:
                parts.append(one("!=", start))
            else:
                parts.append(self.joined("disj", [one("<=", start - 1), one(">=", end + 1)]))
        return self.joined("conj", parts)

    # ---- connectives

    def joined(self, op: str, parts: Iterable[Value]) -> Value:
        """A connective of canonical parts that need no more than their order."""
        told = conj(*parts) if op == "conj" else disj(*parts)
        if self._canon.as_written or type(told) is not Term or told.op != op:
            return told
        ordered = tuple(sorted(told.args, key=self._place))
        if ordered != told.args:
            self._canon.use("parts in order")
        return make(op, ordered, BOOL)

    def _place(self, part: Value) -> tuple[object, ...]:
        """The place of a condition among others: by the first name in it, then the shorter, then by its constant."""
        inner = part.args[0] if type(part) is Term and part.op == "not" else part
        constants = [arg for arg in inner.args if type(arg) is int] if type(inner) is Term else []
        named, *others = self._canon.order.rank(inner)
        return named, others[0], constants, others[1], self._canon.order.rank(part)

    def members(self, op: str, parts: Iterable[Value]) -> Value:
        """The connective of canonical parts."""
        told = self.joined(op, parts)
        for _ in range(_ROUNDS):
            if type(told) is not Term or told.op != op:
                return told
            members = [part for part in told.args if type(part) is Term]
            again = self.joined(op, self._valued(op, self._resolved(op, members)))
            if again is told:
                break
            told = again
        return told

    def _resolved(self, op: str, parts: Sequence[Term]) -> list[Value]:
        """The parts without clauses that a single part decides, and without members that it contradicts."""
        dual = _DUAL[op]
        single = {part for part in parts if part.op != dual}
        clauses = {part: frozenset(part.args) for part in parts if part.op == dual}
        told: list[Value] = []
        for part in parts:
            members = clauses.get(part)
            if members is None:
                told.append(part)
                continue
            if not single.isdisjoint(member for member in members if type(member) is Term):
                self._canon.use("absorbed")
                continue
            if len(clauses) <= _MOST_CLAUSES and any(other < members for other in clauses.values()):
                self._canon.use("absorbed")
                continue
            kept = [member for member in part.args if not self._is_opposed(member, single)]
            if len(kept) < len(part.args):
                self._canon.use("opposite member")
                told.append(self.members(dual, kept))
            else:
                told.append(part)
        return told

    def _is_opposed(self, member: Value, single: Collection[Term]) -> bool:
        opposite = member.args[0] if type(member) is Term and member.op == "not" else None
        if opposite is None and type(member) is Term and member.op not in ("conj", "disj", "ite"):
            opposite = not_(member)
        return opposite in single

    def _valued(self, op: str, parts: Sequence[Value]) -> list[Value]:
        """The parts with what they say of one value said together, where it was said first."""
        about: dict[Term, list[tuple[int, Said]]] = {}
        for at, part in enumerate(parts):
            found = self.said(part) if type(part) is Term else None
            if found is not None:
                about.setdefault(found.base, []).append((at, found))
        told: list[Value] = list(parts)
        neutral = op == "conj"
        for group in about.values():
            if len(group) < 2:
                continue
            mine = [part for at, _ in group if type(part := parts[at]) is Term]
            value = self.together(op, [said for _, said in group], mine)
            new = list(value.args) if type(value) is Term and value.op == op else [value]
            if set(new) == set(mine) or (self._canon.as_written and self._is_as_short(group, mine, value)):
                continue
            self._canon.use("values in common" if op == "conj" else "values together")
            for at, _ in group:
                told[at] = neutral
            told[group[0][0]] = value
        return told

    def _is_as_short(self, group: Sequence[tuple[int, Said]], parts: Sequence[Term], told: Value) -> bool:
        """Whether conditions are as short as what could be told in their place: about plain values, or shorter."""
        if type(told) is not Term:
            return False
        before, after = sum(map(comparisons, parts)), comparisons(told)
        plain = all(view == _PLAIN for _, said in group for view in said.views)
        return before < after or (before == after and plain)

    def together(self, op: str, said: Sequence[Said], written: Collection[Term]) -> Value:
        """What several conditions say of one value, as one."""
        values = said[0].values
        for each in said[1:]:
            values = values & each.values if op == "conj" else values | each.values
        views = tuple(view for each in said for view in each.views)
        return self.told(Said(said[0].base, values, views), op, frozenset(written))


def comparisons(condition: Value) -> int:
    """How many comparisons a condition is written with."""
    if type(condition) is not Term or condition.op not in ("conj", "disj"):
        return 1
    return sum(map(comparisons, condition.args))


def _inside(values: Range, domain: Range, one: object) -> Iterator[Value]:
    """The comparisons that say that a value is in a range."""
    assert callable(one)
    if values[0] == values[1]:
        yield one("==", values[0])
        return
    if values[0] > domain[0]:
        yield one(">=", values[0])
    if values[1] < domain[1]:
        yield one("<=", values[1])


def _seen(values: Values, domain: Range, view: View, width: int) -> tuple[Values, Range] | None:
    """Values and domain of a base by another view of it; None where the view wraps a smaller domain."""
    if view == _PLAIN:
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


def _cost(form: str, values: Values, domain: Range) -> int:
    """How many comparisons it takes."""
    if form == "disj":
        return sum(1 if low == high or low == domain[0] or high == domain[1] else 2 for low, high in values.ranges)
    low, high = values.ranges[0][0], values.ranges[-1][1]
    outer = 1 if low == high else (low > domain[0]) + (high < domain[1])
    return outer + sum(1 if start == end else 2 for start, end in values.gaps((low, high)))


def _allowed(op: str, a: Value, b: Value, width: int) -> Values:
    """What a comparison with a constant leaves of the value compared."""
    least, most = full_range(width)
    if op == "lt":
        return Values.of([(least, int(b) - 1)]) if type(a) is Term else Values.of([(int(a) + 1, most)])
    mask = (1 << width) - 1
    number = int(b if type(a) is Term else a) & mask
    start, end = (0, number - 1) if type(a) is Term else (number + 1, mask)
    unsigned = [(start, min(end, most)), (max(start, most + 1) - mask - 1, end - mask - 1)]
    return Values.of(each for each in unsigned)


def _difference(left: Sum, right: Sum) -> Sum:
    """The difference of two sums over the integers."""
    found = dict(left)
    for monomial, k in right.items():
        found[monomial] = found.get(monomial, 0) - k
    return {monomial: k for monomial, k in found.items() if k}


def _width(a: Value, b: Value) -> int:
    term = a if type(a) is Term else b
    assert type(term) is Term
    return term.sort.width


def _as_int(value: Value) -> Value | None:
    """A long as the int that it is widened from."""
    if type(value) is not Term:
        low, high = full_range(32)
        return int(value) if low <= int(value) <= high else None
    inner = value.args[0] if value.op in ("sext", "zext") else None
    if type(inner) is not Term or value.sort.width != 64:
        return None
    if inner.sort is BV32:
        return inner if value.op == "sext" else None
    return sext(inner, 32) if value.op == "sext" else zext(inner, 32)


def _is_bound(condition: Value) -> bool:
    """Whether a condition is a bound, or one that does not hold."""
    inner = condition.args[0] if type(condition) is Term and condition.op == "not" else condition
    return type(inner) is not Term or inner.op == "lt"
