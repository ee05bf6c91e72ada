"""Conjunctions and disjunctions in canonical form.

Parts about one value are combined: a conjunction intersects their sets of values, a disjunction unites them. The result
is written with the fewest comparisons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.orders import Orders
from everypath.term.canonical.parts_order import connect
from everypath.term.canonical.value_facts import PLAIN, FactReader, ValueFact
from everypath.term.constructors import not_
from everypath.term.core import Term, Value

__all__ = ["Connectives", "comparisons"]

_ROUNDS: Final = 4
"""The number of times that the rules are applied to a connective again after they changed it."""

_MOST_CLAUSES: Final = 24
"""Absorption compares clauses with each other up to this number of clauses."""

_DUAL = {"conj": "disj", "disj": "conj"}


class Connectives:
    """The rules for connectives of one `CanonicalForm`."""

    def __init__(self, form: CanonicalForm, facts: FactReader, orders: Orders) -> None:
        self._form = form
        self._facts = facts
        self._orders = orders

    def connective(self, op: str, parts: Iterable[Value]) -> Value:
        """Return the connective ``op`` of canonical parts."""
        result = connect(op, parts, self._form)
        for _ in range(_ROUNDS):
            if type(result) is not Term or result.op != op:
                return result
            members = [part for part in result.args if type(part) is Term]
            again = connect(op, self._with_facts_combined(op, self._resolved(op, members)), self._form)
            if again is result:
                break
            result = again
        return result

    def combined(self, op: str, facts: Sequence[ValueFact], written: Collection[Term]) -> Value:
        """Return several facts about one value as one condition."""
        values = facts[0].values
        for each in facts[1:]:
            values = values & each.values if op == "conj" else values | each.values
        views = tuple(view for each in facts for view in each.views)
        return self._orders.write(ValueFact(facts[0].base, values, views), op, frozenset(written))

    def _resolved(self, op: str, parts: Sequence[Term]) -> list[Value]:
        """Drop clauses that a single part or a smaller clause decides, and members of clauses that a part excludes."""
        dual = _DUAL[op]
        single = {part for part in parts if part.op != dual}
        clauses = {part: frozenset(part.args) for part in parts if part.op == dual}
        found: list[Value] = []
        for part in parts:
            members = clauses.get(part)
            if members is None:
                found.append(part)
                continue
            if not single.isdisjoint(member for member in members if type(member) is Term):
                self._form.use("absorbed")
                continue
            if len(clauses) <= _MOST_CLAUSES and any(other < members for other in clauses.values()):
                self._form.use("absorbed")
                continue
            kept = [member for member in part.args if not _is_opposed(member, single)]
            if len(kept) < len(part.args):
                self._form.use("opposite member")
                found.append(self.connective(dual, kept))
            else:
                found.append(part)
        return found

    def _with_facts_combined(self, op: str, parts: Sequence[Value]) -> list[Value]:
        """Replace the parts about one value by one condition, at the place of the first of them."""
        about: dict[Term, list[tuple[int, ValueFact]]] = {}
        for at, part in enumerate(parts):
            found = self._facts.of(part) if type(part) is Term else None
            if found is not None:
                about.setdefault(found.base, []).append((at, found))
        result: list[Value] = list(parts)
        neutral = op == "conj"
        for group in about.values():
            if len(group) < 2:
                continue
            mine = [part for at, _ in group if type(part := parts[at]) is Term]
            value = self.combined(op, [fact for _, fact in group], mine)
            new = list(value.args) if type(value) is Term and value.op == op else [value]
            if set(new) == set(mine) or (self._form.as_written and _is_as_short(group, mine, value)):
                continue
            self._form.use("values in common" if op == "conj" else "values together")
            for at, _ in group:
                result[at] = neutral
            result[group[0][0]] = value
        return result


def comparisons(condition: Value) -> int:
    """Return the number of comparisons in a condition."""
    if type(condition) is not Term or condition.op not in ("conj", "disj"):
        return 1
    return sum(map(comparisons, condition.args))


def _is_opposed(member: Value, single: Collection[Term]) -> bool:
    """Return whether the negation of a member is one of the single parts."""
    opposite = member.args[0] if type(member) is Term and member.op == "not" else None
    if opposite is None and type(member) is Term and member.op not in ("conj", "disj", "ite"):
        opposite = not_(member)
    return opposite in single


def _is_as_short(group: Sequence[tuple[int, ValueFact]], parts: Sequence[Term], combined: Value) -> bool:
    """Return whether parts are shorter than the combined condition, or as short and about plain values."""
    if type(combined) is not Term:
        return False
    before, after = sum(map(comparisons, parts)), comparisons(combined)
    plain = all(view == PLAIN for _, fact in group for view in fact.views)
    return before < after or (before == after and plain)
