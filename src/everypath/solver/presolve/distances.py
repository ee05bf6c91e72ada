"""Lower bounds of the difference of two terms, from how they are built and from known comparisons.

Java's collections grow by ``max(2 * length, wanted)`` and copy ``min(old, new)`` elements. That the greater of two
values is not less than either, and that shifts keep an order, decides most of their comparisons. Ranges decide few.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from everypath.solver.presolve.difference_cycles import Difference, positive_cycle
from everypath.solver.presolve.term_ranges import Bounds, Reasons, TermRanges
from everypath.term import Term, Value, interval

Fact: TypeAlias = "tuple[Term, bool, Reasons]"
"""A condition, its truth value and the reasons."""
Gap: TypeAlias = "tuple[int, Reasons]"
"""A lower bound of a difference, and the reasons."""

_DEPTH = 4
_TRANSPARENT = frozenset({"add", "ite", "sext"})
_BUILT = 6
"""The number of terms that are compared with all others by their structure."""


class Extreme(NamedTuple):
    """A conditional that is the smaller or the greater of two values."""

    is_least: bool
    one: Value
    other: Value


@lru_cache(maxsize=4_096)
def extreme(term: Term) -> Extreme | None:
    """Return the two values of which ``term`` is the smaller or the greater, None if it is neither."""
    if term.op != "ite" or not term.sort.is_vector:
        return None
    condition, yes, no = term.args
    if type(condition) is Term and condition.op == "not":
        condition, yes, no = condition.args[0], no, yes
    if type(condition) is not Term or condition.op != "lt":
        return None
    left, right = condition.args
    if _move_alike(left, yes, right, no):
        return Extreme(True, yes, no)
    if _move_alike(left, no, right, yes):
        return Extreme(False, yes, no)
    return None


def _move_alike(a: Value, moved: Value, b: Value, likewise: Value) -> bool:
    """Return whether ``moved - a`` is the same constant as ``likewise - b``."""
    if a is moved and b is likewise:
        return True
    (base, at), (same, to) = _parts(a), _parts(moved)
    (second, here), (also, there) = _parts(b), _parts(likewise)
    return base is same and second is also and to - at == there - here


def _parts(value: Value) -> tuple[Term | None, int]:
    """Return a value as a term and a constant whose sum never wraps."""
    if type(value) is not Term:
        return None, int(value)
    if value.op == "add" and type(value.args[1]) is int:
        low, high = interval(value.args[0])
        half = 1 << (value.sort.width - 1)
        inner = value.args[0]
        if type(inner) is Term and -half <= low + value.args[1] and high + value.args[1] < half:
            return inner, value.args[1]
    return value, 0


class Distances:
    """The known differences of terms, as integers, under the ranges of a conjunction."""

    def __init__(self, ranges: TermRanges) -> None:
        self._ranges = ranges
        self._gaps: dict[tuple[Term, Term], Gap] = {}
        self._unequal: dict[tuple[Term, Term], Reasons] = {}

    def note(self, comparison: Term, wanted: bool, reasons: Reasons) -> None:
        """Record a comparison of two terms with a known truth value."""
        left, right = comparison.args
        if type(left) is not Term or type(right) is not Term or not left.sort.is_vector:
            return
        if comparison.op == "lt":
            self._note(*((right, left, 1) if wanted else (left, right, 0)), reasons)
        elif wanted:
            self._note(left, right, 0, reasons)
            self._note(right, left, 0, reasons)
        else:
            one, plus, why = self.base(left)
            other, minus, because = self.base(right)
            if plus == minus:
                self._unequal[one, other] = self._unequal[other, one] = reasons | why | because

    def _note(self, left: Term, right: Term, gap: int, reasons: Reasons) -> None:
        """Record ``left - right >= gap``."""
        one, plus, why = self.base(left)
        other, minus, because = self.base(right)
        gap += minus - plus
        known = self._gaps.get((one, other))
        if known is None or known[0] < gap:
            self._gaps[one, other] = gap, reasons | why | because

    def _compared(self, one: Term, other: Term) -> Gap | None:
        """Return the lower bound of ``one - other`` by comparisons, None without any."""
        gap = self._gaps.get((one, other))
        if gap is not None and gap[0] == 0 and (one, other) in self._unequal:
            return 1, gap[1] | self._unequal[one, other]
        return gap

    # queries -------------------------------------------------------------------------------------------------------

    def order(self, left: Value, right: Value) -> tuple[bool, Reasons] | None:
        """Return whether ``left < right`` and the reasons, None if it is open."""
        if not _may_order(left, right):
            return None
        for wanted in (False, True):
            reasons = self.why(left, right, wanted=wanted)
            if reasons is not None:
                return wanted, reasons
        return None

    def why(self, left: Value, right: Value, *, wanted: bool) -> Reasons | None:
        """Return why ``left < right`` has the truth value ``wanted``, None if that is not known."""
        gap, reasons = self.least(right, left, _DEPTH) if wanted else self.least(left, right, _DEPTH)
        return reasons if gap >= wanted else None

    def least(self, left: Value, right: Value, depth: int) -> Gap:
        """Return the greatest known lower bound of ``left - right``."""
        low, high = self._ranges.bounds(left), self._ranges.bounds(right)
        best = low[0] - high[1], low[2] | high[3]
        if depth == 0:
            return best
        one, plus, why = self.base(left) if type(left) is Term else (0, int(left), 0)
        other, minus, because = self.base(right) if type(right) is Term else (0, int(right), 0)
        if one is other:
            return max(best, (plus - minus, why | because), key=itemgetter(0))
        for gap, reasons in self._inner_gaps(one, other, depth - 1):
            if gap + plus - minus > best[0]:
                best = gap + plus - minus, reasons | why | because
        return best

    def _inner_gaps(self, one: Value, other: Value, depth: int) -> Iterator[Gap]:
        if type(one) is Term and type(other) is Term:
            compared = self._compared(one, other)
            if compared is not None:
                yield compared
            if one.op == other.op == "shr" and one.args[1] == other.args[1] and type(one.args[1]) is int:
                gap, reasons = self.least(one.args[0], other.args[0], depth)
                yield gap >> (one.args[1] & (one.sort.width - 1)), reasons
            if one.op == "mul":
                yield from self._gaps_of_multiple(one, other)
        if type(one) is Term and one.op == "ite":
            yield from self._gaps_of_extreme(one, other, depth, above=True)
        if type(other) is Term and other.op == "ite":
            yield from self._gaps_of_extreme(other, one, depth, above=False)
        for difference, constant, sign in ((one, other, 1), (other, one, -1)):
            if type(difference) is not Term or difference.op != "sub" or type(constant) is Term:
                continue
            safe = self._ranges.why_it_fits(difference)
            if safe is not None:
                minuend, subtrahend = difference.args[::sign]
                gap, reasons = self.least(minuend, subtrahend, depth)
                yield gap - sign * int(constant), reasons | safe

    def _gaps_of_multiple(self, one: Term, other: Term) -> Iterator[Gap]:
        """Yield the lower bound of ``factor * value - value`` for a value that is not negative."""
        factor = one.args[1]
        if type(factor) is int and factor > 1 and one.args[0] is other:
            low, high, lows, highs = self._ranges.bounds(other)
            if low >= 0 and high * factor < 1 << (one.sort.width - 1):
                yield low * (factor - 1), lows | highs

    def _gaps_of_extreme(self, value: Term, than: Value, depth: int, *, above: bool) -> Iterator[Gap]:
        """Yield lower bounds of the smaller or greater of two values minus another (``above``), or the reverse."""
        found = extreme(value)
        if found is None:
            return
        gaps = [self.least(*((each, than) if above else (than, each)), depth) for each in found[1:]]
        if found.is_least is not above:  # a bound for one of the two is a bound for the result
            yield from gaps
        else:
            yield min(gaps[0][0], gaps[1][0]), gaps[0][1] | gaps[1][1]

    def base(self, term: Term) -> tuple[Term, int, Reasons]:
        """Return a term as a base plus a constant, with the reasons why that sum does not wrap."""
        if term.op not in _TRANSPARENT:
            return term, 0, 0
        ranges = self._ranges
        offset, reasons = 0, 0
        while True:
            ranges.spend()
            op = term.op
            inner = term.args[0] if op in ("add", "sext") else None
            if op == "ite" and (chosen := self._branch(term)) is not None:
                term, reasons = chosen[0], reasons | chosen[1]
            elif type(inner) is not Term:
                return term, offset, reasons
            elif op == "add":
                constant = term.args[1]
                if type(constant) is not int or (safe := ranges.why_it_fits(term)) is None:
                    return term, offset, reasons
                reasons |= safe
                offset += constant
                term = inner
            else:
                term = inner

    def _branch(self, conditional: Term) -> tuple[Term, Reasons] | None:
        """Return the branch of a conditional whose condition is decided, and the reasons; else None."""
        truth = self._ranges.truth(conditional.args[0], 0)
        if truth is None:
            return None
        branch = conditional.args[1 if truth[0] else 2]
        return (branch, truth[1]) if type(branch) is Term else None

    # contradictions ------------------------------------------------------------------------------------------------

    def contradiction(self, facts: Iterable[Fact], bounds: Mapping[Term, Bounds]) -> Reasons | None:
        """Return why comparisons of two terms contradict each other as a system of differences, else None."""
        found: list[Difference] = []
        for condition, wanted, reasons in facts:
            if condition.op not in ("lt", "eq"):
                continue
            left, right = condition.args
            if type(left) is not Term or type(right) is not Term or not left.sort.is_vector:
                continue
            if condition.op == "eq" and not wanted:
                same = self._why_equal(left, right)
                if same is not None:
                    return reasons | same
            else:
                found += self._of_comparison(condition.op, left, right, wanted, reasons)
        if not found:
            return None
        found += self._of_bounds(bounds)
        ends = {each: None for difference in found for each in difference[:2]}
        found += self._of_structure(ends)
        return positive_cycle(found, {term: self._ranges.bounds(term) for term in ends})

    def _why_equal(self, left: Term, right: Term) -> Reasons | None:
        """Return why two terms are the same base and constant, None if they are not."""
        one, plus, why = self.base(left)
        other, more, because = self.base(right)
        return why | because if one is other and plus == more else None

    def _of_comparison(self, op: str, left: Term, right: Term, wanted: bool, reasons: Reasons) -> Iterator[Difference]:
        """Yield the differences that an equation, an order or the negation of an order states."""
        if op == "eq":
            yield self._difference(left, right, 0, reasons)
            yield self._difference(right, left, 0, reasons)
        elif wanted:
            yield self._difference(left, right, 1, reasons)
        else:
            yield self._difference(right, left, 0, reasons)

    def _of_bounds(self, bounds: Mapping[Term, Bounds]) -> Iterator[Difference]:
        """Yield the differences that the bounds of subtractions state."""
        for term, (low, high, lows, highs) in bounds.items():
            safe = self._ranges.why_it_fits(term) if term.op == "sub" else None
            if safe is not None:
                minuend, subtrahend = term.args
                if type(minuend) is Term and type(subtrahend) is Term:
                    yield self._difference(minuend, subtrahend, -high, highs | safe)
                    yield self._difference(subtrahend, minuend, low, lows | safe)

    def _of_structure(self, ends: Collection[Term]) -> Iterator[Difference]:
        """Yield the differences between the first `_BUILT` terms and all others that follow from their structure."""
        built = [each for each in ends if each.op in ("ite", "shr")][:_BUILT]
        for one in built:
            for other in ends:
                if one is not other:
                    for a, b in ((one, other), (other, one)):
                        yield (b, a, *self.least(a, b, 2))

    def _difference(self, left: Term, right: Term, gap: int, reasons: Reasons) -> Difference:
        """Return ``left + gap <= right`` as a difference of the terms below their constant offsets."""
        one, plus, why = self.base(left)
        other, minus, because = self.base(right)
        return one, other, gap + plus - minus, reasons | why | because


def _may_order(left: Value, right: Value) -> bool:
    """Return whether the structure of two values may decide their order where their ranges do not."""
    one, other = _inner_operator(left), _inner_operator(right)
    return one == "ite" or other == "ite" or (one == "shr" == other) or "sub" in (one, other)


def _inner_operator(value: Value) -> str:
    """Return the operator of a value without an added constant, empty for a constant."""
    if type(value) is not Term:
        return ""
    inner = value.args[0] if value.op == "add" and type(value.args[1]) is int else value
    return inner.op if type(inner) is Term else ""
