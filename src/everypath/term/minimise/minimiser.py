"""Conditions that hold together, with the fewest comparisons: combined, and without what the others imply.

``x > 3 && x <= 4`` is ``x == 4``; ``high > low + 4 && high <= low + 5`` is ``high == low + 5 && low != 2147483643``,
since at that number ``low + 5`` wraps to the least int. No rewrite changes the set of inputs, and none asks a solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from everypath.dataclass import dataclass, field
from everypath.term.canonical import ONE, Canonicaliser, Range, Said, Values, add_scaled, constant_sum, full_range
from everypath.term.constructors import eq, ite, lt, ne, not_
from everypath.term.core import Term, Value, forward_range, walk
from everypath.term.minimise.implication import Fact, guards, implied
from everypath.term.minimise.offsets import Shifting
from everypath.term.minimise.relations import EQUAL, LESS, MORE, Relations
from everypath.term.operations import size, substitute, variables

__all__ = ["Minimiser", "minimised"]

_ROUNDS: Final = 6
"""How often the conditions are looked at again after they changed."""

_MOST_RELATED: Final = 40
"""Among more comparisons of two values, none is looked for that the others imply."""

_LARGEST_CHOICE: Final = 400
"""In larger values no choices are made."""

_LARGEST_RELATED: Final = 40
"""In larger conditions none is looked for that the others imply."""


def minimised(conditions: Iterable[Term], nonnegative: Collection[Term] = ()) -> tuple[Term, ...]:
    """Conditions that together hold for the same inputs, in the order in which something was said first.

    ``nonnegative`` are terms that are never below 0, such as lengths. Conditions that contradict each other, which
    those of a path never do, come back as they are.
    """
    return Minimiser(nonnegative).minimised(conditions)


@dataclass(frozen=True, slots=True)
class _Told:
    """What conditions say of values and of the order of two, and the place of the one that says it."""

    values: dict[Term, tuple[int, Values]] = field(default_factory=dict)
    masks: dict[tuple[Term | int, Term | int], tuple[int, int]] = field(default_factory=dict)


class Minimiser:
    """Minimises conditions over the same nonnegative terms, and remembers the canonical forms of their parts."""

    def __init__(self, nonnegative: Collection[Term] = ()) -> None:
        self.canon = Canonicaliser(as_written=True, nonnegative=nonnegative)
        self.connecting = self.canon.connecting
        self._choices: dict[Term, tuple[Term, ...]] = {}
        self._relations = Relations(self.canon.order)
        self._shifting = Shifting(self.canon, self._relations)

    def minimised(self, conditions: Iterable[Term]) -> tuple[Term, ...]:
        """The conditions, as `minimised` gives them."""
        given = tuple(conditions)
        parts = self._members(self.canon.value(each) for each in given)
        for _ in range(_ROUNDS):
            if parts is None:
                return given
            found = self._once(parts)
            if found == parts:
                break
            parts = found
        return given if parts is None else self._shortest(parts)

    def _shortest(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        """The parts without what the others imply, and without bounds that only keep a sum from wrapping."""
        told = self._without_implied(parts)
        for _ in range(_ROUNDS):
            found = self._members(self._shifting.moved(told))
            found = self._members(self._shifting.stepped(found)) if found is not None else None
            if found is None or found == told:
                break
            told = self._without_implied(found)
        plain = self._members(map(self.connecting.at_an_end, self._shifting.named(told)))
        return told if plain is None else plain

    def _members(self, conditions: Iterable[Value]) -> tuple[Term, ...] | None:
        """The members of the conjunction; None where it is false."""
        told = self.connecting.members("conj", conditions)
        if type(told) is not Term:
            return () if told else None
        return tuple(part for part in told.args if type(part) is Term) if told.op == "conj" else (told,)

    def _once(self, parts: tuple[Term, ...]) -> tuple[Term, ...] | None:
        """Each rule used once."""
        rules = (self._known, self._chosen, self._related, self._squeezed, self._shifting.together, self._alternatives)
        for rule in rules:
            found = self._members(rule(parts))
            if found is None:
                return None
            if found != parts:
                return found
        return parts

    # ---- known values

    def _known(self, parts: Sequence[Term]) -> list[Value]:
        """The parts with the values put in that others say a symbol has."""
        values: dict[Term, tuple[Term, dict[Term, Value]]] = {}
        for part in parts:
            found = self.connecting.said(part)
            if found is None or found.values.only is None:
                continue
            symbol, number = _symbol(found.base), found.values.only
            if symbol is not None and found.base not in self.canon.nonnegative:
                replaced: dict[Term, Value] = {found.base: number}
                values.setdefault(symbol, (part, replaced))
        if not values:
            return list(parts)
        told: list[Value] = []
        for part in parts:
            replacements: dict[Term, Value] = {}
            for symbol in variables(part) & values.keys():
                source, replaced = values[symbol]
                if source is not part:
                    replacements.update(replaced)
            changed = self.canon.value(substitute(part, replacements)) if replacements else part
            if changed is not part:
                self.canon.use("known value")
            told.append(changed)
        return told

    # ---- choices

    def _chosen(self, parts: Sequence[Term]) -> list[Value]:
        """The parts with what ``c ? x : y`` comes to where another part decides ``c``."""
        choices = [self._choices_in(part) for part in parts]
        if not any(choices):
            return list(parts)
        told_by = _Told()
        for at, part in enumerate(parts):
            self._tell(told_by, at, part)
        told: list[Value] = []
        for at, part in enumerate(parts):
            replacements: dict[Term, Value] = {}
            for choice in choices[at]:
                truth = self._decided(choice, at, told_by)
                if truth is not None:
                    replacements[choice] = truth
            if replacements:
                self.canon.use("choice decided")
            told.append(self.canon.value(substitute(part, replacements)) if replacements else part)
        return told

    def _choices_in(self, part: Term) -> tuple[Term, ...]:
        """The conditions of choices in a part."""
        found = self._choices.get(part)
        if found is None:
            inside = {each.args[0]: None for each in walk(part) if each.op == "ite"} if part.args else {}
            found = self._choices[part] = tuple(each for each in inside if type(each) is Term)
        return found

    def decided(self, value: Value, conditions: Iterable[Term]) -> Value:
        """A value with the choices made that conditions, as `minimised` gives them, decide; else as it is written."""
        if type(value) is not Term or size(value) > _LARGEST_CHOICE or not self._choices_in(value):
            return value
        told = _Told()
        for part in conditions:
            self._tell(told, 0, part)
        return self._decided_value(value, told)

    def _decided_value(self, value: Value, told: _Told) -> Value:
        if type(value) is not Term:
            return value
        if value.op != "ite" or not value.sort.is_vector:
            truths = {choice: self._truth(choice, told) for choice in self._choices_in(value)}
            return substitute(value, {choice: truth for choice, truth in truths.items() if truth is not None})
        choice, yes, no = value.args
        truth = self._truth(choice, told)
        if truth is not None:
            return self._decided_value(yes if truth else no, told)
        yes = self._decided_value(yes, self._with(told, self.canon.value(choice)))
        no = self._decided_value(no, self._with(told, self.canon.value(not_(choice))))
        return ite(choice, yes, no, value.sort)

    def _truth(self, choice: Value, told: _Told) -> bool | None:
        """What is told of the condition of a choice."""
        known = self.canon.value(choice)
        if type(known) is not Term:
            return bool(known)
        if known.op not in ("conj", "disj"):
            return self._decided(known, -1, told)
        truths = [self._truth(part, told) for part in known.args]
        decisive = known.op == "disj"
        return decisive if decisive in truths else None if None in truths else not decisive

    def _with(self, told: _Told, condition: Value) -> _Told:
        """What is told, and a condition more."""
        more = _Told(dict(told.values), dict(told.masks))
        if type(condition) is Term:
            self._tell(more, 0, condition)
        return more

    def _tell(self, told: _Told, at: int, part: Term) -> None:
        """Take in what the part at a place says."""
        relation, found = self._relations.of(part), self.connecting.said(part)
        if relation is not None:
            key = (relation.one, relation.other)
            place, mask = told.masks.get(key, (at, relation.mask))
            told.masks[key] = place, mask & relation.mask if place == at else mask
        if found is not None:
            place, values = told.values.get(found.base, (at, found.values))
            told.values[found.base] = place, values & found.values if place == at else values

    def _decided(self, choice: Term, place: int, told: _Told) -> bool | None:
        """What the parts but the one at ``place`` say of a condition."""
        found = self.connecting.said(choice)
        if found is not None and found.base in told.values and told.values[found.base][0] != place:
            values = told.values[found.base][1]
            if not values & found.values:
                return False
            if values <= found.values:
                return True
        relation = self._relations.of(choice) or self._relations.of_equation(choice)
        if relation is not None:
            at, mask = told.masks.get((relation.one, relation.other), (place, 0))
            if at != place and not mask & relation.mask:
                return False
            if at != place and not mask & ~relation.mask:
                return True
        return None

    # ---- relations of two values

    def _related(self, parts: Sequence[Term]) -> list[Value]:
        """The parts with all that is said of the order of two values said once."""
        equal = self._differences(parts)
        masks: dict[tuple[Term | int, Term | int], int] = {}
        places: dict[tuple[Term | int, Term | int], list[int]] = {}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            key = (relation.one, relation.other)
            masks[key] = masks.get(key, 7) & relation.mask
            places.setdefault(key, []).append(at)
        told: list[Value] = list(parts)
        for (one, other), mask in masks.items():
            before = places[one, other]
            reached = self._with_equality(one, other, mask, equal)
            if len(before) == 1 and reached == mask:
                continue
            self.canon.use("relations in common")
            for at in before:
                told[at] = True
            told[before[0]] = reached == EQUAL != mask or self._say(one, other, reached)
            if reached != mask and reached & EQUAL == 0 and mask & EQUAL:
                self._without_hole(one, other, parts, told)
        return told

    def _differences(self, parts: Sequence[Term]) -> dict[Term, Values]:
        """What is said of differences."""
        found: dict[Term, Values] = {}
        for part in parts:
            said = self.connecting.said(part)
            if said is not None:
                found[said.base] = said.values
        return found

    def _equality(self, one: Term | int, other: Term | int) -> Said | None:
        """What it says of their difference that two values are the same."""
        told = self.canon.value(eq(one, other))
        return self.connecting.said(told) if type(told) is Term else None

    def _with_equality(self, one: Term | int, other: Term | int, mask: int, known: dict[Term, Values]) -> int:
        same = self._equality(one, other)
        if same is None or same.base not in known or same.values.only is None:
            return mask
        values = known[same.base]
        if same.values.only not in values:
            return mask & ~EQUAL
        return mask & EQUAL if values.only is not None else mask

    def _say(self, one: Term | int, other: Term | int, mask: int) -> Value:
        told: dict[int, Value] = {
            0: False,
            LESS: lt(one, other),
            EQUAL: eq(one, other),
            MORE: lt(other, one),
            LESS | EQUAL: not_(lt(other, one)),
            MORE | EQUAL: not_(lt(one, other)),
            LESS | MORE: ne(one, other),
            7: True,
        }
        return self.canon.value(told[mask])

    def _without_hole(self, one: Term | int, other: Term | int, parts: Sequence[Term], told: list[Value]) -> None:
        """The inequality that an order implies is not said again."""
        same = self._equality(one, other)
        for at, part in enumerate(parts):
            said = self.connecting.said(part)
            if same is not None and said is not None and said.base is same.base and told[at] is part:
                wider = Said(said.base, said.values | same.values, said.views)
                told[at] = self.connecting.told(wider, "conj", (part,))

    # ---- a value between two others

    def _squeezed(self, parts: Sequence[Term]) -> list[Value]:
        """``h == p + 1`` for ``p < h && h <= p + 1``, and the like."""
        below: dict[Term | int, list[tuple[int, Term | int, bool]]] = {}
        above: dict[Term | int, list[tuple[int, Term | int, bool]]] = {}
        for at, part in enumerate(parts):
            relation = self._relations.of(part)
            if relation is None:
                continue
            low, high = relation.ordered()
            below.setdefault(high, []).append((at, low, relation.is_strict))
            above.setdefault(low, []).append((at, high, relation.is_strict))
        told: list[Value] = list(parts)
        for middle, lows in below.items():
            for first, low, after in lows:
                for second, high, before in above.get(middle, ()):
                    said = self._between(low, after, middle, high, before)
                    if said is not None:
                        told[first], told[second] = said[0], True
                        return [*told, *said[1:]]
        return told

    def _between(
        self, low: Term | int, after: bool, middle: Term | int, high: Term | int, before: bool
    ) -> list[Value] | None:
        """What ``low < middle < high`` says, ``<=`` where not ``after`` or not ``before``, if it leaves one value."""
        width = next(each.sort.width for each in (low, middle, high) if type(each) is Term)
        bottom = self.canon.sum_of(low)
        gap = add_scaled(self.canon.sum_of(high), bottom, -1, width)
        if [monomial for monomial in gap if monomial]:
            return None
        step = 1 if after else 0
        if gap.get(ONE, 0) != step + (1 if before else 0) or not (after or before):
            return None
        self.canon.use({(True, False): "next value", (True, True): "value between"}.get((after, before), "only value"))
        most = full_range(width)[1]
        value = self.canon.built(add_scaled(bottom, constant_sum(step), 1, width), width)
        outside = [most - k for k in range(gap[ONE])]
        return [
            self.canon.value(eq(middle, value)),
            *(self.canon.value(ne(low, number)) for number in outside),
        ]

    # ---- alternatives

    def _alternatives(self, parts: Sequence[Term]) -> list[Value]:
        """Disjunctions without members that the other conditions exclude; none where a member holds anyway."""
        known: dict[Term, Values] = {}
        for part in parts:
            said = self.connecting.said(part)
            if said is not None:
                known[said.base] = said.values
        told: list[Value] = []
        for part in parts:
            if part.op != "disj" or self.connecting.said(part) is not None:
                told.append(part)
                continue
            members = [self._under(member, known) for member in part.args if type(member) is Term]
            if any(member is True for member in members):
                self.canon.use("alternative holds")
                continue
            if any(new is not old for new, old in zip(members, part.args, strict=True)):
                self.canon.use("alternative excluded")
            told.append(self.connecting.members("disj", members))
        return told

    def _under(self, member: Term, known: dict[Term, Values]) -> Value:
        """What is left to say of a member where the known values are so."""
        if member.op == "conj":
            parts = [self._under(each, known) for each in member.args if type(each) is Term]
            return self.connecting.joined("conj", parts)
        said = self.connecting.said(member)
        if said is None or said.base not in known:
            return member
        if not known[said.base] & said.values:
            return False
        return True if known[said.base] <= said.values else member

    # ---- what the others imply

    def _without_implied(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        parts = self._without_known_ranges(parts)
        small = ((at, part) for at, part in enumerate(parts) if size(part) <= _LARGEST_RELATED)
        facts = [fact for at, part in small for fact in self._facts(at, part)]
        if len(facts) < 2 or len(facts) > _MOST_RELATED:
            return parts
        dropped = implied(facts, self.canon)
        order = list(range(len(parts)))
        weaker: dict[int, list[Fact]] = {}
        for fact, last in dropped.items():
            if any(guards(part) for part in parts[fact.place + 1 : last]):
                continue
            order[last] = min(order[last], order[fact.place])
            weaker.setdefault(fact.place, []).append(fact)
        if not weaker:
            return parts
        told: list[Value] = []
        for at in sorted(range(len(parts)), key=lambda at: (order[at], at)):
            if at in weaker:
                self.canon.use("implied by differences")
            told.append(self._weakened(parts[at], weaker[at]) if at in weaker else parts[at])
        found = self._members(told)
        return parts if found is None else found

    def _without_known_ranges(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        """The parts without bounds of what is computed, where the ranges said before of what it is computed from do."""
        known: dict[Term, Range] = {}
        told: list[Term] = []
        for part in parts:
            said = self.connecting.said(part)
            if said is not None and said.values and size(said.base) <= _LARGEST_RELATED:
                low, high = self._computed(said.base, known)
                if said.base.args and Values(((low, high),)) <= said.values:
                    self.canon.use("implied by ranges")
                    continue
                least, most = known.get(said.base, (low, high))
                known[said.base] = max(least, said.values.ranges[0][0]), min(most, said.values.ranges[-1][1])
            told.append(part)
        return tuple(told)

    def _computed(self, base: Term, known: Mapping[Term, Range]) -> Range:
        """The range of a value from those of what it is computed from."""
        ranges: dict[Term, Range] = {}
        for term in walk(base):
            if not term.sort.is_vector:
                continue
            low, high = known.get(term, self.canon.range(term))
            vectors = [arg for arg in term.args if type(arg) is int or (type(arg) is Term and arg.sort.is_vector)]
            if term.args and len(vectors) == len(term.args):
                inner = [ranges[arg] if type(arg) is Term else (int(arg), int(arg)) for arg in vectors]
                found = forward_range(term, inner)
                low, high = (low, high) if found is None else (max(low, found[0]), min(high, found[1]))
            ranges[term] = (low, high)
        return ranges[base]

    def _weakened(self, part: Term, dropped: Collection[Fact]) -> Value:
        """A part without the bounds that the others imply."""
        said = self.connecting.said(part)
        if said is None or self._relations.of(part) is not None:
            return True
        low, high = self.connecting.domain(said.base)
        ranges = list(said.values.ranges)
        for fact in dropped:
            if fact.small is None:
                ranges[0] = low, ranges[0][1]
            else:
                ranges[-1] = ranges[-1][0], high
        return self.connecting.told(Said(said.base, Values.of(ranges), said.views), "conj", (part,))

    def _facts(self, at: int, part: Term) -> list[Fact]:
        """What a part says as ``small + gap <= large``."""
        relation = self._relations.of(part)
        if relation is not None:
            low, high = relation.ordered()
            return [Fact(at, low, high, 1 if relation.is_strict else 0, droppable=True)]
        one, other = part.args if part.op == "eq" else (None, None)
        if type(one) is Term and type(other) is Term and one.sort.is_vector:
            return [Fact(at, one, other, 0), Fact(at, other, one, 0)]
        said = self.connecting.said(part)
        if said is None or not said.values:
            return []
        low, high = self.connecting.domain(said.base)
        least, most = said.values.ranges[0][0], said.values.ranges[-1][1]
        loose = said.values.only is None
        facts = [Fact(at, None, said.base, least, droppable=loose)] if least > low else []
        return facts + ([Fact(at, said.base, None, -most, droppable=loose)] if most < high else [])


def _symbol(base: Term) -> Term | None:
    """The symbol that a base is, perhaps widened."""
    inner = base.args[0] if base.op in ("sext", "zext") else base
    return inner if type(inner) is Term and inner.op == "var" else None
