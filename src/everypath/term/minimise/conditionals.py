"""Decides the conditions of choices ``c ? x : y`` by the conditions that hold beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from everypath.dataclass import dataclass, field
from everypath.term.canonical import Canonicaliser, Values
from everypath.term.constructors import ite, not_
from everypath.term.core import Term, Value, walk
from everypath.term.minimise.relations import Relations
from everypath.term.operations import size, substitute

_LARGEST: Final = 400
"""Choices in larger values are not decided."""


@dataclass(frozen=True, slots=True)
class _KnownFacts:
    """The known values of terms and orders of two terms.

    Each has the place of the part that states it. Later parts about the same term are ignored.
    """

    values: dict[Term, tuple[int, Values]] = field(default_factory=dict)
    masks: dict[tuple[Term | int, Term | int], tuple[int, int]] = field(default_factory=dict)


class ConditionalDecider:
    """The rules of one `everypath.term.minimise.Minimiser` for choices."""

    def __init__(self, canon: Canonicaliser, relations: Relations) -> None:
        self._canon = canon
        self._relations = relations
        self._conditions: dict[Term, tuple[Term, ...]] = {}

    def decided(self, parts: Sequence[Term]) -> list[Value]:
        """Return the parts with those choices made that another part decides."""
        choices = [self._conditions_in(part) for part in parts]
        if not any(choices):
            return list(parts)
        known = _KnownFacts()
        for at, part in enumerate(parts):
            self._add(known, at, part)
        found: list[Value] = []
        for at, part in enumerate(parts):
            replacements: dict[Term, Value] = {}
            for choice in choices[at]:
                truth = self._truth_by_others(choice, at, known)
                if truth is not None:
                    replacements[choice] = truth
            if replacements:
                self._canon.use("choice decided")
            found.append(self._canon.value(substitute(part, replacements)) if replacements else part)
        return found

    def decided_value(self, value: Value, conditions: Iterable[Term]) -> Value:
        """Return a value with those choices made that the conditions decide."""
        if type(value) is not Term or size(value) > _LARGEST or not self._conditions_in(value):
            return value
        known = _KnownFacts()
        for part in conditions:
            self._add(known, 0, part)
        return self._decided_value(value, known)

    def _conditions_in(self, part: Term) -> tuple[Term, ...]:
        """Return the conditions of the choices in a part."""
        found = self._conditions.get(part)
        if found is None:
            inside = {each.args[0]: None for each in walk(part) if each.op == "ite"} if part.args else {}
            found = self._conditions[part] = tuple(each for each in inside if type(each) is Term)
        return found

    def _decided_value(self, value: Value, known: _KnownFacts) -> Value:
        if type(value) is not Term:
            return value
        if value.op != "ite" or not value.sort.is_vector:
            truths = {choice: self._truth(choice, known) for choice in self._conditions_in(value)}
            return substitute(value, {choice: truth for choice, truth in truths.items() if truth is not None})
        choice, yes, no = value.args
        truth = self._truth(choice, known)
        if truth is not None:
            return self._decided_value(yes if truth else no, known)
        yes = self._decided_value(yes, self._with(known, self._canon.value(choice)))
        no = self._decided_value(no, self._with(known, self._canon.value(not_(choice))))
        return ite(choice, yes, no, value.sort)

    def _truth(self, choice: Value, known: _KnownFacts) -> bool | None:
        """Return the truth value of the condition of a choice, None if it is open."""
        condition = self._canon.value(choice)
        if type(condition) is not Term:
            return bool(condition)
        if condition.op not in ("conj", "disj"):
            return self._truth_by_others(condition, -1, known)
        truths = [self._truth(part, known) for part in condition.args]
        decisive = condition.op == "disj"
        return decisive if decisive in truths else None if None in truths else not decisive

    def _truth_by_others(self, choice: Term, place: int, known: _KnownFacts) -> bool | None:
        """Return the truth value of a condition by the facts that other parts than that at ``place`` state."""
        fact = self._canon.facts.of(choice)
        if fact is not None and fact.base in known.values and known.values[fact.base][0] != place:
            values = known.values[fact.base][1]
            if not values & fact.values:
                return False
            if values <= fact.values:
                return True
        relation = self._relations.of(choice) or self._relations.of_equation(choice)
        if relation is not None:
            at, mask = known.masks.get((relation.one, relation.other), (place, 0))
            if at != place and not mask & relation.mask:
                return False
            if at != place and not mask & ~relation.mask:
                return True
        return None

    def _add(self, known: _KnownFacts, at: int, part: Term) -> None:
        """Add the facts that the part at a place states."""
        relation, fact = self._relations.of(part), self._canon.facts.of(part)
        if relation is not None:
            key = (relation.one, relation.other)
            place, mask = known.masks.get(key, (at, relation.mask))
            known.masks[key] = place, mask & relation.mask if place == at else mask
        if fact is not None:
            place, values = known.values.get(fact.base, (at, fact.values))
            known.values[fact.base] = place, values & fact.values if place == at else values

    def _with(self, known: _KnownFacts, condition: Value) -> _KnownFacts:
        """Return the known facts and those of one more condition."""
        more = _KnownFacts(dict(known.values), dict(known.masks))
        if type(condition) is Term:
            self._add(more, 0, condition)
        return more
