"""Combines conditions that order the same two values, or that leave a value between two others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from everypath.term.canonical import ONE, Canonicaliser, ValueFact, Values, add_scaled, constant_sum, full_range
from everypath.term.constructors import eq, lt, ne, not_
from everypath.term.core import Term, Value
from everypath.term.minimise.relations import EQUAL, LESS, MORE, Relations

_Node: TypeAlias = "Term | int"


class OrderRules:
    """The rules of one `everypath.term.minimise.Minimiser` for orders of two values."""

    def __init__(self, canon: Canonicaliser, relations: Relations) -> None:
        self._canon = canon
        self._relations = relations

    # ---- conditions on the same two values

    def combined(self, parts: Sequence[Term]) -> list[Value]:
        """Return the parts with all conditions that order the same two values combined into one."""
        known = self._known_values(parts)
        masks: dict[tuple[_Node, _Node], int] = {}
        places: dict[tuple[_Node, _Node], list[int]] = {}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            key = (relation.one, relation.other)
            masks[key] = masks.get(key, 7) & relation.mask
            places.setdefault(key, []).append(at)
        found: list[Value] = list(parts)
        for (one, other), mask in masks.items():
            before = places[one, other]
            reached = self._with_equality(one, other, mask, known)
            if len(before) == 1 and reached == mask:
                continue
            self._canon.use("relations in common")
            for at in before:
                found[at] = True
            found[before[0]] = reached == EQUAL != mask or self._condition(one, other, reached)
            if reached != mask and reached & EQUAL == 0 and mask & EQUAL:
                self._drop_inequality(one, other, parts, found)
        return found

    def _known_values(self, parts: Sequence[Term]) -> dict[Term, Values]:
        """Return the values that the parts leave to terms, such as differences."""
        found: dict[Term, Values] = {}
        for part in parts:
            fact = self._canon.facts.of(part)
            if fact is not None:
                found[fact.base] = fact.values
        return found

    def _equality(self, one: _Node, other: _Node) -> ValueFact | None:
        """Return the equality of two values as a fact about their difference."""
        condition = self._canon.value(eq(one, other))
        return self._canon.facts.of(condition) if type(condition) is Term else None

    def _with_equality(self, one: _Node, other: _Node, mask: int, known: dict[Term, Values]) -> int:
        """Return the mask narrowed by what is known of the difference of two values."""
        same = self._equality(one, other)
        if same is None or same.base not in known or same.values.only is None:
            return mask
        values = known[same.base]
        if same.values.only not in values:
            return mask & ~EQUAL
        return mask & EQUAL if values.only is not None else mask

    def _condition(self, one: _Node, other: _Node, mask: int) -> Value:
        """Return the canonical condition that two values stand in one of the relations of a mask."""
        conditions: dict[int, Value] = {
            0: False,
            LESS: lt(one, other),
            EQUAL: eq(one, other),
            MORE: lt(other, one),
            LESS | EQUAL: not_(lt(other, one)),
            MORE | EQUAL: not_(lt(one, other)),
            LESS | MORE: ne(one, other),
            7: True,
        }
        return self._canon.value(conditions[mask])

    def _drop_inequality(self, one: _Node, other: _Node, parts: Sequence[Term], found: list[Value]) -> None:
        """Drop ``one != other`` if ``one < other`` or ``one > other`` is present."""
        same = self._equality(one, other)
        for at, part in enumerate(parts):
            fact = self._canon.facts.of(part)
            if same is not None and fact is not None and fact.base is same.base and found[at] is part:
                wider = ValueFact(fact.base, fact.values | same.values, fact.views)
                found[at] = self._canon.orders.write(wider, "conj", (part,))

    # ---- a value between two others

    def squeezed(self, parts: Sequence[Term]) -> list[Value]:
        """Return the parts with two that leave one value, ``p < h && h <= p + 1``, as ``h == p + 1``."""
        below: dict[_Node, list[tuple[int, _Node, bool]]] = {}
        above: dict[_Node, list[tuple[int, _Node, bool]]] = {}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            low, high = relation.ordered()
            below.setdefault(high, []).append((at, low, relation.is_strict))
            above.setdefault(low, []).append((at, high, relation.is_strict))
        found: list[Value] = list(parts)
        for middle, lows in below.items():
            for first, low, after in lows:
                for second, high, before in above.get(middle, ()):
                    conditions = self._between(low, after, middle, high, before)
                    if conditions is not None:
                        found[first], found[second] = conditions[0], True
                        return [*found, *conditions[1:]]
        return found

    def _between(self, low: _Node, after: bool, middle: _Node, high: _Node, before: bool) -> list[Value] | None:
        """Return ``low < middle < high`` as an equation if it leaves one value, else None.

        ``after`` is true if the first comparison is strict, ``before`` if the second is. Inequalities follow the
        equation: they exclude the values of ``low`` for which the sum wraps.
        """
        width = next(each.sort.width for each in (low, middle, high) if type(each) is Term)
        bottom = self._canon.sum_of(low)
        gap = add_scaled(self._canon.sum_of(high), bottom, -1, width)
        if [monomial for monomial in gap if monomial]:
            return None
        step = 1 if after else 0
        if gap.get(ONE, 0) != step + (1 if before else 0) or not (after or before):
            return None
        self._canon.use({(True, False): "next value", (True, True): "value between"}.get((after, before), "only value"))
        most = full_range(width)[1]
        value = self._canon.term_of(add_scaled(bottom, constant_sum(step), 1, width), width)
        outside = [most - k for k in range(gap[ONE])]
        return [
            self._canon.value(eq(middle, value)),
            *(self._canon.value(ne(low, number)) for number in outside),
        ]
