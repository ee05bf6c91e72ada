"""Forward propagation: the range of a term from those of its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from everypath.solver.presolve.distances import extreme
from everypath.solver.presolve.term_ranges import Bounds, Reasons, TermRanges, WorkLimitReached
from everypath.term import Term, forward_range

_NODES = 1_500
"""Conjunctions with more nodes are not propagated."""


class ForwardPropagation:
    """Narrows the ranges of terms by those of their arguments.

    ``narrowed`` gives the time at which a term was narrowed last, on the clock of the ranges.
    """

    def __init__(self, ranges: TermRanges, narrowed: Mapping[Term, int]) -> None:
        self._ranges = ranges
        self._narrowed = narrowed
        self._done: dict[Term, int] = {}

    def narrow(self, term: Term, now: int) -> None:
        """Narrow a term if one of its arguments was narrowed since the last call for it."""
        narrowed = self._narrowed
        last = self._done.get(term, 0)
        fresh = any(narrowed.get(arg, 0) > last for arg in term.args if type(arg) is Term)
        if term.op == "ite":
            self._narrow_conditional(term)
        elif fresh:
            self._done[term] = now
            bounds = self._ranges.bounds
            arguments = [bounds(arg) if type(arg) is not Term or arg.sort.is_vector else None for arg in term.args]
            if None in arguments:
                return
            known = [each for each in arguments if each is not None]
            result = forward_range(term, [(each[0], each[1]) for each in known])
            if result is None:
                return
            lows, highs = self._reasons(term, known)
            self._ranges.between(term, result[0], result[1], lows, highs, 0)

    def _reasons(self, term: Term, known: Sequence[Bounds]) -> tuple[Reasons, Reasons]:
        """Return the reasons of the two ends of a range: for some operators of each end, else of all arguments."""
        op = term.op
        safe = self._ranges.why_it_fits(term) if op in ("add", "sub") else None
        if safe is not None:
            a, b = known
            if op == "add":
                return a[2] | b[2] | safe, a[3] | b[3] | safe
            return a[2] | b[3] | safe, a[3] | b[2] | safe
        if op == "sext" or (op == "shr" and type(term.args[1]) is int):
            return known[0][2], known[0][3]
        every = 0
        for each in known:
            every |= each[2] | each[3]
        return every, every

    def _narrow_conditional(self, term: Term) -> None:
        ranges = self._ranges
        condition, yes, no = term.args
        truth = ranges.truth(condition, 0)
        if truth is not None:
            low, high, lows, highs = ranges.bounds(yes if truth[0] else no)
            ranges.between(term, low, high, lows | truth[1], highs | truth[1], 0)
            return
        one, other = ranges.bounds(yes), ranges.bounds(no)
        low, lows = min(one[0], other[0]), one[2] | other[2]
        high, highs = max(one[1], other[1]), one[3] | other[3]
        chosen = extreme(term)
        if chosen is not None and not chosen.is_least:
            low, _, lows, _ = max(one, other, key=itemgetter(0))
        elif chosen is not None:
            _, high, _, highs = min(one, other, key=itemgetter(1))
        ranges.between(term, low, high, lows, highs, 0)


def computed_terms(conditions: Sequence[Term]) -> list[Term]:
    """Return the vector terms that are computed from others, arguments first; reads of arrays are left out.

    Raises:
        WorkLimitReached: there are more than `_NODES` terms.
    """
    found: list[Term] = []
    seen: set[Term] = set()
    stack: list[Term] = list(reversed(conditions))
    while stack:
        term = stack[-1]
        if term in seen:
            stack.pop()
            continue
        inner = () if term.op in ("select", "var") else term.args
        pending = [arg for arg in inner if type(arg) is Term and arg not in seen]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        seen.add(term)
        if len(seen) > _NODES:
            raise WorkLimitReached
        if inner and term.sort.is_vector:
            found.append(term)
    return found
