"""Finds contradictions in one pass: a condition beside its negation, and empty ranges.

In Artemis, such a check pruned 30-45 % of all branches.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.term import Term, interval, not_

_REWRITTEN = frozenset({"not", "conj", "disj", "ite"})
"""Conditions whose negation is not a ``not`` around them."""


class _Range:
    """The range of one vector term in a conjunction, the values excluded from it, and the conditions on it."""

    __slots__ = ("excluded", "high", "low", "sources")

    def __init__(self, term: Term) -> None:
        self.low, self.high = interval(term)
        self.excluded: set[int] = set()
        self.sources: list[Term] = []


def contradiction(conditions: Sequence[Term]) -> tuple[Term, ...] | None:
    """Return some of the conditions that cannot hold together, None if this cheap check finds none."""
    present = set(conditions)
    negated = {condition.args[0] for condition in conditions if condition.op == "not"}
    ranges: dict[Term, _Range] = {}
    for condition in conditions:
        if condition in negated or condition.op in _REWRITTEN:
            negation = not_(condition)
            if type(negation) is Term and negation in present:
                return (negation, condition)
        bounded = _bound(condition)
        if bounded is None:
            continue
        term, kind, constant = bounded
        known = ranges.get(term)
        if known is None:
            known = ranges[term] = _Range(term)
        known.sources.append(condition)
        if _narrow(known, kind, constant):
            return tuple(known.sources)
    return None


def _bound(condition: Term) -> tuple[Term, str, int] | None:
    """Return a comparison with a constant as (term, kind, constant); kinds are ``== != < <= > >=``."""
    positive = True
    if condition.op == "not":
        positive = False
        inner = condition.args[0]
        assert type(inner) is Term
        condition = inner
    op = condition.op
    if op not in ("eq", "lt"):
        return None
    left, right = condition.args
    if type(left) is Term and type(right) is int and left.sort.is_vector:
        if op == "eq":
            return left, "==" if positive else "!=", right
        return left, "<" if positive else ">=", right
    if op == "lt" and type(right) is Term and type(left) is int:
        return right, ">" if positive else "<=", left
    return None


def _narrow(known: _Range, kind: str, constant: int) -> bool:
    """Narrow the range; return whether it is empty."""
    if kind == "!=":
        known.excluded.add(constant)
    elif kind == "==":
        known.low = max(known.low, constant)
        known.high = min(known.high, constant)
    elif kind in ("<", "<="):
        known.high = min(known.high, constant - 1 if kind == "<" else constant)
    else:
        known.low = max(known.low, constant + 1 if kind == ">" else constant)
    excluded = known.excluded
    if excluded:
        while known.low in excluded and known.low <= known.high:
            known.low += 1
        while known.high in excluded and known.low <= known.high:
            known.high -= 1
    return known.low > known.high
