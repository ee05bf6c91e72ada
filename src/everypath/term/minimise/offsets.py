"""Values that differ by a constant: bounds of one of them are bounds of the other, and say that no sum wraps.

``x + 2 < y`` is ``x < y - 2`` where neither wraps; ``x >= 0 && y >= 1 && y == x + 2`` says of ``x`` alone that it is at
least 0 and at most ``MAX - 2``, which is ``x + 2 >= 2``, or ``y >= 2``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.dataclass import dataclass
from everypath.term.canonical import (
    Canonicaliser,
    Range,
    Said,
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
from everypath.term.minimise.relations import Relations
from everypath.term.operations import substitute

__all__ = ["Shifting"]


@dataclass(frozen=True, slots=True)
class _Shift:
    """``value == total``, and ``total`` is ``base + gap``: what the part at a place says."""

    place: int
    value: Term
    total: Term
    base: Term
    gap: int


class Shifting:
    """The rules of one `Minimiser` for values that differ by a constant."""

    def __init__(self, canon: Canonicaliser, relations: Relations) -> None:
        self._canon = canon
        self._connecting = canon.connecting
        self._relations = relations

    # ---- bounds of both said of one

    def together(self, parts: Sequence[Term]) -> list[Value]:
        """The parts with what is said of ``x``, of ``y``, and of both, said of ``x`` alone, where ``y == x + 2`` and
        that takes fewer comparisons.
        """
        for shift in self._shifts(parts):
            told = self._of_base(parts, shift)
            if told is not None:
                self._canon.use("bounds shifted")
                return told
        return list(parts)

    def named(self, parts: Sequence[Term]) -> list[Value]:
        """``y >= 2`` for ``x + 2 >= 2`` where ``y == x + 2``, and nothing else is said of ``y``."""
        for shift in self._shifts(parts):
            for at, part in enumerate(parts):
                said = self._connecting.said(part) if at != shift.place else None
                if said is None or said.base is not shift.base or _names(part, shift.base):
                    continue
                values = said.values.plus(shift.gap, shift.base.sort.width)
                told = self._connecting.told(Said(shift.value, values), "conj")
                if comparisons(told) == 1 and self._may_precede(parts, shift.place, at):
                    self._canon.use("bound of a sum")
                    return _placed(parts, shift.place, {at: told})
        return list(parts)

    def _shifts(self, parts: Sequence[Term]) -> list[_Shift]:
        return [shift for at, part in enumerate(parts) if (shift := self._shift(at, part)) is not None]

    def _shift(self, place: int, part: Term) -> _Shift | None:
        if part.op != "eq":
            return None
        for value, total in (part.args, part.args[::-1]):
            if type(value) is Term and type(total) is Term and value.sort.is_vector:
                rest, gap = split_constant(self._canon.sum_of(total))
                _, plain = split_constant(self._canon.sum_of(value))
                base = self._canon.built(rest, total.sort.width)
                if not plain and gap and type(base) is Term and value not in walk(base):
                    return _Shift(place, value, total, base, gap)
        return None

    def _of_base(self, parts: Sequence[Term], shift: _Shift) -> list[Value] | None:
        about = [at for at, part in enumerate(parts) if at != shift.place and self._is_about(part, shift)]
        if len(about) < 2 or not self._may_precede(parts, shift.place, about[0]):
            return None
        said = [Said(shift.base, Values((self._connecting.domain(shift.base),)), ((1, shift.gap),))]
        for at in about:
            told = self._canon.value(substitute(parts[at], {shift.value: shift.total}))
            found = self._connecting.said(told) if type(told) is Term else None
            if type(told) is Term and (found is None or found.base is not shift.base):
                return None
            said += [found] if found is not None else []
        told = self._connecting.together("conj", said, [parts[at] for at in about])
        if told is False or comparisons(told) >= sum(comparisons(parts[at]) for at in about):
            return None
        return _placed(parts, shift.place, {**dict.fromkeys(about, True), about[0]: told})

    def _is_about(self, part: Term, shift: _Shift) -> bool:
        """Whether a part says something of the two values, or of one of them, and of nothing else."""
        pair = (shift.base, shift.value)
        said = self._connecting.said(part)
        if said is not None:
            return said.base in pair
        relation = self._relations.of(part)
        return relation is not None and all(
            type(each) is Term and self._base(each) in pair for each in (relation.one, relation.other)
        )

    def _base(self, value: Term) -> Value:
        return self._canon.built(split_constant(self._canon.sum_of(value))[0], value.sort.width)

    def _may_precede(self, parts: Sequence[Term], place: int, first: int) -> bool:
        """Whether an equation may stand before the part that is the ``first``: nothing between guards what it reads."""
        if place < first:
            return True
        reads = any(each.op == "select" for each in walk(parts[place]))
        return not reads and not any(guards(part) for part in parts[first:place])

    # ---- constants on the other side

    def moved(self, parts: Sequence[Term]) -> list[Value]:
        """``x < y - 2`` for ``x + 2 < y`` and a bound that keeps ``x + 2`` from wrapping, where ``y - 2`` does not, or
        for ``z < y`` where ``z == x + 2``.
        """
        told: list[Value] = list(parts)
        sums = {shift.value: shift.total for shift in self._shifts(parts) if shift.gap > 0}
        bounds = {said.base: (at, said) for at, part in enumerate(parts) if (said := self._bound_above(part))}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            low, high = relation.ordered()
            if type(low) is not Term or type(high) is not Term:
                continue
            low = sums.get(low, low)
            rest, gap = split_constant(self._canon.sum_of(low))
            if gap <= 0:
                continue
            width = low.sort.width
            base = self._canon.built(rest, width)
            if type(base) is not Term or base not in bounds:
                continue
            where, said = bounds[base]
            (first, last), (least, most) = said.values.ranges[0], full_range(width)
            from_, to = self._bounded(high, parts)
            if last + gap > most or from_ - gap < least or to - gap - relation.is_strict > last:
                continue
            self._canon.use("constant moved over")
            limit = self._canon.built(add_scaled(self._canon.sum_of(high), constant_sum(-gap), 1, width), width)
            told[at] = lt(base, limit) if relation.is_strict else not_(lt(limit, base))
            wider = Values(((first, self._connecting.domain(base)[1]),))
            told[where] = self._connecting.told(Said(base, wider), "conj", (parts[where],))
            return told
        return told

    def stepped(self, parts: Sequence[Term]) -> list[Value]:
        """``x > 0 && x <= y`` for ``x - 1 >= 0 && x - 1 < y``: the difference wraps for MIN only, and is MAX then."""
        told: list[Value] = list(parts)
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
            base = self._canon.built(rest, low.sort.width)
            for where, bound in enumerate(parts):
                said = self._connecting.said(bound) if where != at else None
                if type(base) is not Term or said is None or said.base is not base:
                    continue
                above = Values(tuple(each for each in said.values.ranges if each[0] > 0))
                least = full_range(base.sort.width)[0]
                if above and said.values <= above | Values(((least, least),)):
                    self._canon.use("value before")
                    told[where] = self._connecting.told(Said(base, above), "conj", (bound,))
                    told[at] = not_(lt(high, base))
                    return told
        return told

    def _bound_above(self, part: Term) -> Said | None:
        """What a condition says, where it says that a value is in a range with an end of its own."""
        said = self._connecting.said(part)
        if said is None or self._relations.of(part) is not None or len(said.values.ranges) != 1:
            return None
        return said if said.values.ranges[0][1] < self._connecting.domain(said.base)[1] else None

    def _bounded(self, value: Term, parts: Sequence[Term]) -> Range:
        """The least and the greatest number that a value may be, by what conditions say of it alone."""
        low, high = self._connecting.domain(value)
        for part in parts:
            said = self._connecting.said(part)
            if said is not None and said.base is value and said.values:
                low, high = max(low, said.values.ranges[0][0]), min(high, said.values.ranges[-1][1])
        return low, high


def _names(condition: Term, value: Term) -> bool:
    """Whether a comparison, or one of several, has a value itself as a side."""
    inner = condition.args[0] if condition.op == "not" else condition
    if type(inner) is not Term:
        return False
    return value in inner.args or (
        inner.op in ("conj", "disj") and any(_names(p, value) for p in inner.args if type(p) is Term)
    )


def _placed(parts: Sequence[Term], place: int, told: Mapping[int, Value]) -> list[Value]:
    """The parts with some told anew, and the one at ``place`` no later than after the first of these."""
    first = min(told)
    found = [told.get(at, part) for at, part in enumerate(parts)]
    if place > first:
        found.insert(first + 1, found.pop(place))
    return found
