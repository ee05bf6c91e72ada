"""Rules for values that differ by a constant: a bound of one is a bound of the other, and rules out that a sum wraps.

``x + 2 < y`` is ``x < y - 2`` if neither wraps. ``x >= 0 && y >= 1 && y == x + 2`` implies that ``x`` is at least 0 and
at most ``MAX - 2``, which is ``x + 2 >= 2``, or ``y >= 2``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.dataclass import dataclass
from everypath.term.canonical import (
    Canonicaliser,
    Range,
    ValueFact,
    Values,
    add_scaled,
    comparisons,
    constant_sum,
    full_range,
    split_constant,
)
from everypath.term.constructors import lt, not_
from everypath.term.core import Term, Value, walk
from everypath.term.minimise.implication import guards
from everypath.term.minimise.relations import Relation, Relations
from everypath.term.operations import substitute

__all__ = ["OffsetRules"]


@dataclass(frozen=True, slots=True)
class _Offset:
    """The equation ``value == total`` of the part at a place, where ``total`` is ``base + gap``."""

    place: int
    value: Term
    total: Term
    base: Term
    gap: int


class OffsetRules:
    """The rules of one `everypath.term.minimise.Minimiser` for values that differ by a constant."""

    def __init__(self, canon: Canonicaliser, relations: Relations) -> None:
        self._canon = canon
        self._facts = canon.facts
        self._orders = canon.orders
        self._relations = relations

    # ---- bounds of both values as bounds of one

    def together(self, parts: Sequence[Term]) -> list[Value]:
        """State the facts about ``x`` and ``y`` by ``x`` alone if ``y == x + 2`` and the result is shorter."""
        for offset in self._offsets(parts):
            found = self._about_base(parts, offset)
            if found is not None:
                self._canon.use("bounds shifted")
                return found
        return list(parts)

    def named(self, parts: Sequence[Term]) -> list[Value]:
        """Return ``y >= 2`` for ``x + 2 >= 2`` where ``y == x + 2`` and no other part is about ``y``."""
        for offset in self._offsets(parts):
            for at, part in enumerate(parts):
                fact = self._facts.of(part) if at != offset.place else None
                if fact is None or fact.base is not offset.base or _compares(part, offset.base):
                    continue
                values = fact.values.plus(offset.gap, offset.base.sort.width)
                named = self._orders.write(ValueFact(offset.value, values), "conj")
                if comparisons(named) == 1 and self._may_precede(parts, offset.place, at):
                    self._canon.use("bound of a sum")
                    return _placed(parts, offset.place, {at: named})
        return list(parts)

    def _offsets(self, parts: Sequence[Term]) -> list[_Offset]:
        return [offset for at, part in enumerate(parts) if (offset := self._offset(at, part)) is not None]

    def _offset(self, place: int, part: Term) -> _Offset | None:
        if part.op != "eq":
            return None
        for value, total in (part.args, part.args[::-1]):
            if type(value) is Term and type(total) is Term and value.sort.is_vector:
                rest, gap = split_constant(self._canon.sum_of(total))
                _, plain = split_constant(self._canon.sum_of(value))
                base = self._canon.term_of(rest, total.sort.width)
                if not plain and gap and type(base) is Term and value not in walk(base):
                    return _Offset(place, value, total, base, gap)
        return None

    def _about_base(self, parts: Sequence[Term], offset: _Offset) -> list[Value] | None:
        """Return the parts with all facts about both values stated about the base, None if that is not shorter. One of
        the parts is false if they contradict each other.
        """
        about = [at for at, part in enumerate(parts) if at != offset.place and self._is_about(part, offset)]
        if len(about) < 2 or not self._may_precede(parts, offset.place, about[0]):
            return None
        facts = [ValueFact(offset.base, Values((self._facts.domain(offset.base),)), ((1, offset.gap),))]
        for at in about:
            replaced = self._canon.value(substitute(parts[at], {offset.value: offset.total}))
            if replaced is False:
                return [False]
            fact = self._facts.of(replaced) if type(replaced) is Term else None
            if type(replaced) is Term and (fact is None or fact.base is not offset.base):
                return None
            facts += [fact] if fact is not None else []
        combined = self._canon.connectives.combined("conj", facts, [parts[at] for at in about])
        if combined is False or comparisons(combined) >= sum(comparisons(parts[at]) for at in about):
            return None
        return _placed(parts, offset.place, {**dict.fromkeys(about, True), about[0]: combined})

    def _is_about(self, part: Term, offset: _Offset) -> bool:
        """Return whether a part is about one or both of the two values and about nothing else."""
        pair = (offset.base, offset.value)
        fact = self._facts.of(part)
        if fact is not None:
            return fact.base in pair
        relation = self._relations.of(part)
        return relation is not None and all(
            type(each) is Term and self._base(each) in pair for each in (relation.one, relation.other)
        )

    def _base(self, value: Term) -> Value:
        return self._canon.term_of(split_constant(self._canon.sum_of(value))[0], value.sort.width)

    def _may_precede(self, parts: Sequence[Term], place: int, first: int) -> bool:
        """Return whether the equation at ``place`` may stand before the part at ``first``.

        It must not if it reads an array and a part between them guards the read.
        """
        if place < first:
            return True
        reads = any(each.op == "select" for each in walk(parts[place]))
        return not reads and not any(guards(part) for part in parts[first:place])

    # ---- constants on the other side

    def moved(self, parts: Sequence[Term]) -> list[Value]:
        """Return ``x < y - 2`` for ``x + 2 < y`` and a bound that rules out that ``x + 2`` wraps, if ``y - 2`` cannot.

        The same for ``z < y`` where ``z == x + 2``.
        """
        sums = {offset.value: offset.total for offset in self._offsets(parts) if offset.gap > 0}
        bounds = {fact.base: (at, fact) for at, part in enumerate(parts) if (fact := self._bound_above(part))}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            low, high = relation.ordered()
            if type(low) is not Term or type(high) is not Term:
                continue
            rest, gap = split_constant(self._canon.sum_of(sums.get(low, low)))
            base = self._canon.term_of(rest, high.sort.width) if gap > 0 else None
            if type(base) is not Term or base not in bounds:
                continue
            where, fact = bounds[base]
            moved = self._moved_order(relation, base, gap, high, fact, parts)
            if moved is None:
                continue
            self._canon.use("constant moved over")
            found: list[Value] = list(parts)
            found[at] = moved
            wider = Values(((fact.values.ranges[0][0], self._facts.domain(base)[1]),))
            found[where] = self._orders.write(ValueFact(base, wider), "conj", (parts[where],))
            return found
        return list(parts)

    def _moved_order(
        self, relation: Relation, base: Term, gap: int, high: Term, fact: ValueFact, parts: Sequence[Term]
    ) -> Value | None:
        """Return ``base < high - gap`` for ``base + gap < high``, None if one of the sums may wrap."""
        width = high.sort.width
        last, (least, most) = fact.values.ranges[0][1], full_range(width)
        from_, to = self._bounded(high, parts)
        if last + gap > most or from_ - gap < least or to - gap - relation.is_strict > last:
            return None
        limit = self._canon.term_of(add_scaled(self._canon.sum_of(high), constant_sum(-gap), 1, width), width)
        return lt(base, limit) if relation.is_strict else not_(lt(limit, base))

    def with_steps_joined(self, parts: Sequence[Term]) -> list[Value]:
        """Return ``x > 0 && x <= y`` for ``x - 1 >= 0 && x - 1 < y``: ``x - 1`` wraps only for MIN, and is MAX then."""
        found: list[Value] = list(parts)
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None or not relation.is_strict:
                continue
            low, high = relation.ordered()
            if type(low) is not Term:
                continue
            rest, gap = split_constant(self._canon.sum_of(low))
            if gap != -1:
                continue
            base = self._canon.term_of(rest, low.sort.width)
            for where, bound in enumerate(parts):
                fact = self._facts.of(bound) if where != at else None
                if type(base) is not Term or fact is None or fact.base is not base:
                    continue
                above = Values(tuple(each for each in fact.values.ranges if each[0] > 0))
                least = full_range(base.sort.width)[0]
                if above and fact.values <= above | Values(((least, least),)):
                    self._canon.use("value before")
                    found[where] = self._orders.write(ValueFact(base, above), "conj", (bound,))
                    found[at] = not_(lt(high, base))
                    return found
        return found

    def _bound_above(self, part: Term) -> ValueFact | None:
        """Return the fact of a part that limits a value from above to one range, else None."""
        fact = self._facts.of(part)
        if fact is None or self._relations.of(part) is not None or len(fact.values.ranges) != 1:
            return None
        return fact if fact.values.ranges[0][1] < self._facts.domain(fact.base)[1] else None

    def _bounded(self, value: Term, parts: Sequence[Term]) -> Range:
        """Return the least and the greatest number that the parts about a value alone leave it."""
        low, high = self._facts.domain(value)
        for part in parts:
            fact = self._facts.of(part)
            if fact is not None and fact.base is value and fact.values:
                low, high = max(low, fact.values.ranges[0][0]), min(high, fact.values.ranges[-1][1])
        return low, high


def _compares(condition: Term, value: Term) -> bool:
    """Return whether a value itself is a side of a comparison, or of one in a connective."""
    inner = condition.args[0] if condition.op == "not" else condition
    if type(inner) is not Term:
        return False
    return value in inner.args or (
        inner.op in ("conj", "disj") and any(_compares(p, value) for p in inner.args if type(p) is Term)
    )


def _placed(parts: Sequence[Term], place: int, replaced: Mapping[int, Value]) -> list[Value]:
    """Return the parts with some replaced, and the one at ``place`` directly after the first of these at the latest."""
    first = min(replaced)
    found = [replaced.get(at, part) for at, part in enumerate(parts)]
    if place > first:
        found.insert(first + 1, found.pop(place))
    return found
