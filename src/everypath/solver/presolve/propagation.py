"""Propagates the conditions of a conjunction to ranges of its terms, which refutes many conjunctions without a solver.

Each condition narrows the ranges of the terms it compares. These narrow the terms they are computed from
(`everypath.solver.presolve.inverse`) and those computed from them (`everypath.solver.presolve.forward`), as the HC4
contractor of Benhamou et al., ICLP 1999, does, over Java's wrapping integers. A disjunction with one open member is
that member, a conditional with a known condition is its branch. Conditions on one char alone are intersected as sets
(`everypath.solver.presolve.narrow_domains`). Comparisons of two terms are differences
(`everypath.solver.presolve.distances`). Reads of written arrays are resolved by known relations of their indexes
(`everypath.solver.presolve.array_reads`).
Every bound has the conditions that it comes from, so a contradiction has a core. Conditions that are refuted cannot
hold together; other conditions may still contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from everypath.solver.presolve.array_reads import resolved_reads
from everypath.solver.presolve.distances import Distances, extreme
from everypath.solver.presolve.forward import ForwardPropagation, computed_terms
from everypath.solver.presolve.inverse import BACKWARD
from everypath.solver.presolve.narrow_domains import NarrowDomains
from everypath.solver.presolve.term_ranges import DEPTH, Bounds, Reasons, Refuted, Truth, WorkLimitReached
from everypath.solver.presolve.truth_values import TruthValues
from everypath.term import BOOL, REF, Term, Value, eq, interval, ite, lt

_PASSES = 8
"""The greatest number of passes over all terms and conditions."""
_WORK = 6_000
"""The greatest number of steps of work for one conjunction."""
_LIFTS = 16
"""Comparisons with a conditional that are rewritten as a conditional of comparisons."""
_PROPAGATED = frozenset({"conj", "disj", "ite", "lt", "eq"})
"""Conditions that have consequences."""


def refuted(conditions: Sequence[Term]) -> tuple[int, ...] | None:
    """Return the positions of some conditions that contradict each other, None if propagation finds none."""
    return Ranges(conditions).refuted()


class Ranges:
    """The bounds of the terms in a conjunction, narrowed by propagation."""

    truth: Callable[[Value, int], Truth]
    """The truth value of a condition, see `TruthValues.truth`. The second argument is the depth of propagation."""

    def __init__(self, conditions: Sequence[Term]) -> None:
        self._conditions = conditions
        self._bounds: dict[Term, Bounds] = {}
        self._facts: list[tuple[Term, bool, Reasons]] = []
        self._narrowed: dict[Term, int] = {}
        self._clock = 0
        self._work = _WORK
        self._lifts = _LIFTS
        self._domains = NarrowDomains(conditions)
        self._distances = Distances(self)
        values = TruthValues(self.bounds, self.spend, self._distances, self._domains)
        self._truths = values.known
        self.truth = values.truth
        self._forward = ForwardPropagation(self, self._narrowed)

    def propagate(self) -> None:
        """Propagate all conditions, up to a limit of work.

        Raises:
            Refuted: the conditions contradict each other.
        """
        try:
            self._propagate()
        except WorkLimitReached:
            return

    def refuted(self) -> tuple[int, ...] | None:
        """Propagate; return the positions of some conditions that contradict each other, None if none are found."""
        try:
            self.propagate()
        except Refuted as contradiction:
            return tuple(at for at in range(len(self._conditions)) if contradiction.reasons >> at & 1)
        return None

    def bounds(self, value: Value) -> Bounds:
        """Return the known bounds of a vector value and their reasons."""
        if type(value) is not Term:
            assert not isinstance(value, float)
            return value, value, 0, 0
        known = self._bounds.get(value)
        if known is None:
            low, high = interval(value)
            return low, high, 0, 0
        return known

    def comparisons(self) -> list[tuple[Term, bool]]:
        """Return the comparisons that are known to be true or false, with their truth values."""
        return [(condition, wanted) for condition, wanted, _ in self._facts if condition.op in ("lt", "eq")]

    def domain(self, symbol: Term) -> int | None:
        """Return the remaining values of a narrow symbol, as bits of its unsigned value; None if all remain."""
        return self._domains.domain(symbol)

    # the passes ----------------------------------------------------------------------------------------------------

    def _propagate(self) -> None:
        for position, condition in enumerate(self._conditions):
            self.impose(condition, True, 1 << position, 0)
        order = computed_terms(self._conditions)
        for _ in range(_PASSES):
            before = self._clock
            for term in order:
                self._forward.narrow(term, self._clock)
            for condition, wanted, reasons in list(self._facts):
                self._apply(condition, wanted, reasons, 0)
            if self._clock == before:
                break
        for resolved, wanted, reasons in resolved_reads(tuple(self._facts), self.bounds):
            self.impose(resolved, wanted, reasons, 0)
        self._compare()

    def _compare(self) -> None:
        """Check comparisons of two terms as differences. Raises `Refuted`."""
        for condition, wanted, reasons in self._facts:
            if condition.op == "lt":
                left, right = condition.args
                why = self._distances.why(left, right, wanted=not wanted)
                if why is not None:
                    raise Refuted(reasons | why)
        cycle = self._distances.contradiction(self._facts, self._bounds)
        if cycle is not None:
            raise Refuted(cycle)

    def spend(self) -> None:
        """Count one step of work. Raises `WorkLimitReached` after the last."""
        self._work -= 1
        if self._work < 0:
            raise WorkLimitReached

    # conditions ----------------------------------------------------------------------------------------------------

    def impose(self, condition: Value, wanted: bool, reasons: Reasons, depth: int) -> None:
        """Record that a condition has the truth value ``wanted``, for the given reasons, and propagate it."""
        if type(condition) is not Term:
            if bool(condition) is not wanted:
                raise Refuted(reasons)
            return
        while condition.op == "not":
            inner = condition.args[0]
            assert type(inner) is Term
            condition, wanted = inner, not wanted
        known = self._truths.get(condition)
        if known is not None:
            if known[0] is not wanted:
                raise Refuted(reasons | known[1])
            return
        if depth > DEPTH:
            return
        self._truths[condition] = (wanted, reasons)
        self._clock += 1
        restricted = self._domains.restrict(condition, wanted, reasons)
        if restricted is not None:
            symbol, low, high, why = restricted
            self.between(symbol, low, high, why, why, depth + 1)
        if condition.op in _PROPAGATED:
            self._facts.append((condition, wanted, reasons))
            self._apply(condition, wanted, reasons, depth)
            if condition.op in ("lt", "eq"):
                self._distances.note(condition, wanted, reasons)
            lifted = self._lifted(condition) if condition.op in ("lt", "eq") else None
            if lifted is not None:
                self.impose(lifted, wanted, reasons, depth + 1)

    def _lifted(self, comparison: Term) -> Value | None:
        """Return a comparison with a conditional as a conditional of comparisons, which are often decided or equal.

        Returns None if no side is a conditional with an open condition.
        """
        left, right = comparison.args
        for side in (left, right):
            if type(side) is Term and side.op == "ite" and side.sort.is_vector and self._lifts:
                condition, yes, no = side.args
                if self.truth(condition, 0) is not None:
                    continue
                self._lifts -= 1
                return ite(condition, _with_side(comparison, side, yes), _with_side(comparison, side, no), BOOL)
        return None

    def _apply(self, condition: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        """Propagate a condition with a known truth value to its parts."""
        self.spend()
        op = condition.op
        if op in ("conj", "disj"):
            if (op == "conj") is wanted:
                for part in condition.args:
                    self.impose(part, wanted, reasons, depth + 1)
            else:
                self._one_of(condition.args, wanted, reasons, depth)
        elif op == "ite":
            self._choose(condition, wanted, reasons, depth)
        elif op == "lt":
            left, right = condition.args
            if wanted:
                self._less(left, right, 1, reasons, depth)
            else:
                self._less(right, left, 0, reasons, depth)
        elif op == "eq":
            self._equal(condition, wanted, reasons, depth)

    def _one_of(self, parts: Iterable[Value], wanted: bool, reasons: Reasons, depth: int) -> None:
        """At least one of the parts has the truth value ``wanted``: if all but one have not, it is that one."""
        found: Value | None = None
        for part in parts:
            truth = self.truth(part, depth)
            if truth is None:
                if found is not None:
                    return
                found = part
            elif truth[0] is wanted:
                return
            else:
                reasons |= truth[1]
        if found is None:
            raise Refuted(reasons)
        self.impose(found, wanted, reasons, depth + 1)

    def _choose(self, conditional: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        condition, yes, no = conditional.args
        truth = self.truth(condition, depth)
        if truth is not None:
            self.impose(yes if truth[0] else no, wanted, reasons | truth[1], depth + 1)
            return
        for branch, chosen in ((yes, True), (no, False)):
            inside = self.truth(branch, depth)
            if inside is not None and inside[0] is not wanted:
                self.impose(condition, not chosen, reasons | inside[1], depth + 1)
                self.impose(no if chosen else yes, wanted, reasons | inside[1], depth + 1)
                return

    def _less(self, left: Value, right: Value, gap: int, reasons: Reasons, depth: int) -> None:
        """Record ``left + gap <= right``."""
        low, _, why, _ = self.bounds(left)
        self._at_least(right, low + gap, reasons | why, depth + 1)
        _, high, _, why = self.bounds(right)
        self._at_most(left, high - gap, reasons | why, depth + 1)

    def _equal(self, condition: Term, wanted: bool, reasons: Reasons, depth: int) -> None:
        left, right = condition.args
        sort = left.sort if type(left) is Term else right.sort if type(right) is Term else REF
        if sort is BOOL:
            for one, other in ((left, right), (right, left)):
                truth = self.truth(one, depth)
                if truth is not None:
                    self.impose(other, truth[0] is wanted, reasons | truth[1], depth + 1)
                    return
        if not sort.is_vector:
            return
        if wanted:
            self._less(left, right, 0, reasons, depth)
            self._less(right, left, 0, reasons, depth)
            for one, other in ((left, right), (right, left)):
                chosen = extreme(one) if type(one) is Term else None
                if chosen is not None and other in chosen[1:]:  # this one is the smaller of two: the other is not less
                    least = chosen.is_least
                    rest = chosen.other if chosen.one is other else chosen.one
                    self.impose(lt(rest, other) if least else lt(other, rest), False, reasons, depth + 1)
            return
        for one, other in ((left, right), (right, left)):
            value, high, why, because = self.bounds(one)
            if value == high:
                self._exclude(other, value, reasons | why | because, depth)
                return

    def _exclude(self, term: Value, value: int, reasons: Reasons, depth: int) -> None:
        low, high, lows, highs = self.bounds(term)
        if low == value:
            self._at_least(term, value + 1, reasons | lows, depth + 1)
        elif high == value:
            self._at_most(term, value - 1, reasons | highs, depth + 1)

    # bounds --------------------------------------------------------------------------------------------------------

    def _at_least(self, term: Value, low: int, reasons: Reasons, depth: int) -> None:
        if type(term) is not Term:
            if term < low:
                raise Refuted(reasons)
            return
        least, most, _, highs = self.bounds(term)
        if low <= least:
            return
        if low > most:
            raise Refuted(reasons | highs)
        self._set(term, (low, most, reasons, highs), depth)

    def _at_most(self, term: Value, high: int, reasons: Reasons, depth: int) -> None:
        if type(term) is not Term:
            if term > high:
                raise Refuted(reasons)
            return
        least, most, lows, _ = self.bounds(term)
        if high >= most:
            return
        if high < least:
            raise Refuted(reasons | lows)
        self._set(term, (least, high, lows, reasons), depth)

    def _set(self, term: Term, bounds: Bounds, depth: int) -> None:
        self.spend()
        self._bounds[term] = bounds
        self._clock += 1
        self._narrowed[term] = self._clock
        rule = BACKWARD.get(term.op)
        if rule is not None and depth < DEPTH:
            rule(self, term, bounds, depth + 1)

    def between(self, term: Value, low: int, high: int, lows: Reasons, highs: Reasons, depth: int) -> None:
        """Narrow the range of a value to ``low`` to ``high``, for the given reasons."""
        self._at_least(term, low, lows, depth)
        self._at_most(term, high, highs, depth)

    # wrapping ------------------------------------------------------------------------------------------------------

    def why_it_fits(self, term: Term) -> Reasons | None:
        """Return the reasons why an ``add`` or ``sub`` does not wrap, none if it never can; None if it may wrap."""
        left, right = term.args
        one, other = interval(left), interval(right)
        is_sum = term.op == "add"
        half = 1 << (term.sort.width - 1)
        reasons = 0
        if one[0] + (other[0] if is_sum else -other[1]) < -half:
            low, _, why, _ = self.bounds(left)
            least, most, lows, highs = self.bounds(right)
            if low + (least if is_sum else -most) < -half:
                return None
            reasons |= why | (lows if is_sum else highs)
        if one[1] + (other[1] if is_sum else -other[0]) >= half:
            _, high, _, why = self.bounds(left)
            least, most, lows, highs = self.bounds(right)
            if high + (most if is_sum else -least) >= half:
                return None
            reasons |= why | (highs if is_sum else lows)
        return reasons


def _with_side(comparison: Term, side: Value, branch: Value) -> Value:
    """Return a comparison with one side replaced by a branch."""
    build = lt if comparison.op == "lt" else eq
    return build(*(branch if each is side else each for each in comparison.args))
