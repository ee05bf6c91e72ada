"""Finds the parts of a conjunction, or the bounds in them, that the other parts imply."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from everypath.term.canonical import Canonicaliser, Range, ValueFact, Values
from everypath.term.core import Term, Value, forward_range, walk
from everypath.term.minimise.implication import DifferenceConstraint, guards, implied
from everypath.term.minimise.relations import Relations
from everypath.term.operations import size

_MOST_CONSTRAINTS: Final = 40
"""If there are more constraints, none is dropped."""

_LARGEST: Final = 40
"""Larger conditions are not examined."""


class ImpliedParts:
    """The rules of one `everypath.term.minimise.Minimiser` for implied parts."""

    def __init__(self, canon: Canonicaliser, relations: Relations) -> None:
        self._canon = canon
        self._relations = relations

    def without_implied(self, parts: Sequence[Term]) -> list[Value] | None:
        """Return the parts without constraints on differences that the others imply, None if there are none."""
        small = ((at, part) for at, part in enumerate(parts) if size(part) <= _LARGEST)
        constraints = [each for at, part in small for each in self._constraints(at, part)]
        if len(constraints) < 2 or len(constraints) > _MOST_CONSTRAINTS:
            return None
        dropped = implied(constraints, self._canon)
        order = list(range(len(parts)))
        weaker: dict[int, list[DifferenceConstraint]] = {}
        for constraint, last in dropped.items():
            if any(guards(part) for part in parts[constraint.place + 1 : last]):
                continue
            order[last] = min(order[last], order[constraint.place])
            weaker.setdefault(constraint.place, []).append(constraint)
        if not weaker:
            return None
        found: list[Value] = []
        for at in sorted(range(len(parts)), key=lambda at: (order[at], at)):
            if at in weaker:
                self._canon.use("implied by differences")
            found.append(self._weakened(parts[at], weaker[at]) if at in weaker else parts[at])
        return found

    def without_known_ranges(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        """Return the parts without bounds of computed values that follow from the ranges of their operands."""
        known: dict[Term, Range] = {}
        found: list[Term] = []
        for part in parts:
            fact = self._canon.facts.of(part)
            if fact is not None and fact.values and size(fact.base) <= _LARGEST:
                low, high = self._computed_range(fact.base, known)
                if fact.base.args and Values(((low, high),)) <= fact.values:
                    self._canon.use("implied by ranges")
                    continue
                least, most = known.get(fact.base, (low, high))
                known[fact.base] = max(least, fact.values.ranges[0][0]), min(most, fact.values.ranges[-1][1])
            found.append(part)
        return tuple(found)

    def _computed_range(self, base: Term, known: Mapping[Term, Range]) -> Range:
        """Return the range of a value, computed from the known ranges of its operands."""
        ranges: dict[Term, Range] = {}
        for term in walk(base):
            if not term.sort.is_vector:
                continue
            low, high = known.get(term, self._canon.range(term))
            vectors = [arg for arg in term.args if type(arg) is int or (type(arg) is Term and arg.sort.is_vector)]
            if term.args and len(vectors) == len(term.args):
                inner = [ranges[arg] if type(arg) is Term else (int(arg), int(arg)) for arg in vectors]
                found = forward_range(term, inner)
                low, high = (low, high) if found is None else (max(low, found[0]), min(high, found[1]))
            ranges[term] = (low, high)
        return ranges[base]

    def _weakened(self, part: Term, dropped: Collection[DifferenceConstraint]) -> Value:
        """Return a part without the bounds that the others imply."""
        fact = self._canon.facts.of(part)
        if fact is None or self._relations.of(part) is not None:
            return True
        low, high = self._canon.facts.domain(fact.base)
        ranges = list(fact.values.ranges)
        for constraint in dropped:
            if constraint.small is None:
                ranges[0] = low, ranges[0][1]
            else:
                ranges[-1] = ranges[-1][0], high
        weaker = ValueFact(fact.base, Values.of(ranges), fact.views)
        return self._canon.orders.write(weaker, "conj", (part,))

    def _constraints(self, at: int, part: Term) -> list[DifferenceConstraint]:
        """Return the constraints ``small + gap <= large`` that a part states."""
        relation = self._relations.of(part)
        if relation is not None:
            low, high = relation.ordered()
            return [DifferenceConstraint(at, low, high, 1 if relation.is_strict else 0, droppable=True)]
        one, other = part.args if part.op == "eq" else (None, None)
        if type(one) is Term and type(other) is Term and one.sort.is_vector:
            return [DifferenceConstraint(at, one, other, 0), DifferenceConstraint(at, other, one, 0)]
        fact = self._canon.facts.of(part)
        if fact is None or not fact.values:
            return []
        low, high = self._canon.facts.domain(fact.base)
        least, most = fact.values.ranges[0][0], fact.values.ranges[-1][1]
        is_range = fact.values.only is None
        found = [DifferenceConstraint(at, None, fact.base, least, droppable=is_range)] if least > low else []
        if most < high:
            found.append(DifferenceConstraint(at, fact.base, None, -most, droppable=is_range))
        return found
