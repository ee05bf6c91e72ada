"""Rewrites conditions that hold together with the fewest comparisons: combined, without those that the others imply.

``x > 3 && x <= 4`` is ``x == 4``; ``high > low + 4 && high <= low + 5`` is ``high == low + 5 && low != 2147483643``,
since at that number ``low + 5`` wraps to the least int. No rewrite changes the set of inputs, and none asks a solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from everypath.term.canonical import Canonicaliser, Values, connect
from everypath.term.core import Term, Value
from everypath.term.minimise.conditionals import ConditionalDecider
from everypath.term.minimise.implied_parts import ImpliedParts
from everypath.term.minimise.offsets import OffsetRules
from everypath.term.minimise.order_rules import OrderRules
from everypath.term.minimise.relations import Relations
from everypath.term.operations import substitute, variables

__all__ = ["Minimiser", "minimised"]

_ROUNDS: Final = 6
"""The number of times that the rules are applied again after they changed a condition."""


def minimised(conditions: Iterable[Term], nonnegative: Collection[Term] = ()) -> tuple[Term, ...]:
    """Return conditions that together hold for the same inputs, ordered by the first condition they come from.

    ``nonnegative`` are terms that are never below 0, such as lengths. Conditions that contradict each other, which
    those of a path never do, are returned unchanged.
    """
    return Minimiser(nonnegative).minimised(conditions)


class Minimiser:
    """Minimises conditions over the same nonnegative terms, and remembers the canonical forms of their parts."""

    def __init__(self, nonnegative: Collection[Term] = ()) -> None:
        self.canon = Canonicaliser(as_written=True, nonnegative=nonnegative)
        relations = Relations(self.canon.order)
        self._choices = ConditionalDecider(self.canon, relations)
        self._orders = OrderRules(self.canon, relations)
        self._offsets = OffsetRules(self.canon, relations)
        self._implied = ImpliedParts(self.canon, relations)

    def minimised(self, conditions: Iterable[Term]) -> tuple[Term, ...]:
        """Return the minimal conditions, see `minimised`."""
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

    def decided(self, value: Value, conditions: Iterable[Term]) -> Value:
        """Return a value with those choices made that the conditions, in the form `minimised` returns, decide."""
        return self._choices.decided_value(value, conditions)

    def _shortest(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        """Return the parts without those that the others imply, and without bounds that only rule out a wrap."""
        found = self._without_implied(parts)
        for _ in range(_ROUNDS):
            moved = self._members(self._offsets.moved(found))
            moved = self._members(self._offsets.with_steps_joined(moved)) if moved is not None else None
            if moved is None or moved == found:
                break
            found = self._without_implied(moved)
        plain = self._members(map(self.canon.orders.at_an_end, self._offsets.named(found)))
        return found if plain is None else plain

    def _without_implied(self, parts: tuple[Term, ...]) -> tuple[Term, ...]:
        parts = self._implied.without_known_ranges(parts)
        weaker = self._implied.without_implied(parts)
        if weaker is None:
            return parts
        found = self._members(weaker)
        return parts if found is None else found

    def _members(self, conditions: Iterable[Value]) -> tuple[Term, ...] | None:
        """Return the members of the conjunction, None if it is false."""
        whole = self.canon.connectives.connective("conj", conditions)
        if type(whole) is not Term:
            return () if whole else None
        return tuple(part for part in whole.args if type(part) is Term) if whole.op == "conj" else (whole,)

    def _once(self, parts: tuple[Term, ...]) -> tuple[Term, ...] | None:
        """Return the result of the first rule that changes the parts, None if it is false."""
        rules = (
            self._with_known_values,
            self._choices.decided,
            self._orders.combined,
            self._orders.squeezed,
            self._offsets.together,
            self._alternatives,
        )
        for rule in rules:
            found = self._members(rule(parts))
            if found is None:
                return None
            if found != parts:
                return found
        return parts

    # ---- known values

    def _with_known_values(self, parts: Sequence[Term]) -> list[Value]:
        """Return the parts with each symbol that another part equates with a constant replaced by the constant."""
        values: dict[Term, tuple[Term, dict[Term, Value]]] = {}
        for part in parts:
            fact = self.canon.facts.of(part)
            if fact is None or fact.values.only is None:
                continue
            symbol, number = _symbol(fact.base), fact.values.only
            if symbol is not None and fact.base not in self.canon.nonnegative:
                replaced: dict[Term, Value] = {fact.base: number}
                values.setdefault(symbol, (part, replaced))
        if not values:
            return list(parts)
        found: list[Value] = []
        for part in parts:
            replacements: dict[Term, Value] = {}
            for symbol in variables(part) & values.keys():
                source, replaced = values[symbol]
                if source is not part:
                    replacements.update(replaced)
            changed = self.canon.value(substitute(part, replacements)) if replacements else part
            if changed is not part:
                self.canon.use("known value")
            found.append(changed)
        return found

    # ---- alternatives

    def _alternatives(self, parts: Sequence[Term]) -> list[Value]:
        """Drop members of disjunctions that the other parts exclude, and disjunctions with a member that they imply."""
        known: dict[Term, Values] = {}
        for part in parts:
            fact = self.canon.facts.of(part)
            if fact is not None:
                known[fact.base] = fact.values
        found: list[Value] = []
        for part in parts:
            if part.op != "disj" or self.canon.facts.of(part) is not None:
                found.append(part)
                continue
            members = [self._under(member, known) for member in part.args if type(member) is Term]
            if any(member is True for member in members):
                self.canon.use("alternative holds")
                continue
            if any(new is not old for new, old in zip(members, part.args, strict=True)):
                self.canon.use("alternative excluded")
            found.append(self.canon.connectives.connective("disj", members))
        return found

    def _under(self, member: Term, known: dict[Term, Values]) -> Value:
        """Return a member simplified by the known values of terms."""
        if member.op == "conj":
            parts = [self._under(each, known) for each in member.args if type(each) is Term]
            return connect("conj", parts, self.canon)
        fact = self.canon.facts.of(member)
        if fact is None or fact.base not in known:
            return member
        if not known[fact.base] & fact.values:
            return False
        return True if known[fact.base] <= fact.values else member


def _symbol(base: Term) -> Term | None:
    """Return the symbol that a base is or is the widening of, None for any other term."""
    inner = base.args[0] if base.op in ("sext", "zext") else base
    return inner if type(inner) is Term and inner.op == "var" else None
