"""Decides conditions by what propagation knows: truth values, bounds, differences and sets of chars."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from everypath.solver.presolve.distances import Distances
from everypath.solver.presolve.narrow_domains import NarrowDomains
from everypath.solver.presolve.term_ranges import DEPTH, Bounds, Reasons, Truth
from everypath.term import Term, Value


class TruthValues:
    """The truth values of the conditions of one conjunction. ``known`` are those that were imposed."""

    def __init__(
        self,
        bounds: Callable[[Value], Bounds],
        spend: Callable[[], None],
        distances: Distances,
        domains: NarrowDomains,
    ) -> None:
        self.known: dict[Term, tuple[bool, Reasons]] = {}
        self._bounds = bounds
        self._spend = spend
        self._distances = distances
        self._domains = domains

    def truth(self, condition: Value, depth: int) -> Truth:
        """Return the truth value of a condition and its reasons, None if it is open."""
        if type(condition) is not Term:
            return bool(condition), 0
        self._spend()
        op = condition.op
        if op == "not":
            inner = self.truth(condition.args[0], depth)
            return (not inner[0], inner[1]) if inner is not None else None
        known = self.known.get(condition)
        if known is not None:
            return known
        if depth > DEPTH:
            return None
        if op == "lt":
            found = self._of_less(*condition.args)
        elif op == "eq":
            found = self._of_equal(*condition.args)
        elif op in ("conj", "disj"):
            found = self._of_connective(condition.args, op == "conj", depth)
        elif op == "ite":
            chosen = self.truth(condition.args[0], depth + 1)
            if chosen is None:
                return None
            inside = self.truth(condition.args[1 if chosen[0] else 2], depth + 1)
            found = (inside[0], inside[1] | chosen[1]) if inside is not None else None
        else:
            found = None
        return found if found is not None else self._domains.truth(condition)

    def _of_less(self, left: Value, right: Value) -> Truth:
        a, b = self._bounds(left), self._bounds(right)
        if a[1] < b[0]:
            return True, a[3] | b[2]
        if a[0] >= b[1]:
            return False, a[2] | b[3]
        return self._distances.order(left, right)

    def _of_equal(self, left: Value, right: Value) -> Truth:
        if not ((type(left) is Term and left.sort.is_vector) or (type(right) is Term and right.sort.is_vector)):
            return None
        a, b = self._bounds(left), self._bounds(right)
        if a[1] < b[0]:
            return False, a[3] | b[2]
        if b[1] < a[0]:
            return False, b[3] | a[2]
        if a[0] == a[1] == b[0] == b[1]:
            return True, a[2] | a[3] | b[2] | b[3]
        return None

    def _of_connective(self, parts: Iterable[Value], every: bool, depth: int) -> Truth:
        """Return the truth value of a conjunction (``every``) or disjunction."""
        reasons = 0
        is_open = False
        for part in parts:
            truth = self.truth(part, depth + 1)
            if truth is None:
                is_open = True
            elif truth[0] is not every:
                return truth
            else:
                reasons |= truth[1]
        return None if is_open else (every, reasons)
