"""Reads orders of two values off conditions: ``x < y`` and ``x >= y`` are relations between the same two values."""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.term.canonical import Order
from everypath.term.core import Term

__all__ = ["EQUAL", "LESS", "MORE", "Relation", "Relations"]

LESS, EQUAL, MORE = 1, 2, 4


@dataclass(frozen=True, slots=True)
class Relation:
    """The possible orders of two values. ``mask`` has a bit for each of less, equal and more."""

    one: Term | int
    other: Term | int
    mask: int

    @property
    def is_strict(self) -> bool:
        """Return whether the values differ and their order is known."""
        return self.mask in (LESS, MORE)

    def ordered(self) -> tuple[Term | int, Term | int]:
        """Return the smaller and the larger value; the mask must exclude less or more."""
        return (self.one, self.other) if self.mask & LESS else (self.other, self.one)


class Relations:
    """Reads relations off canonical conditions and remembers them. The value of lower rank comes first."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._known: dict[Term, Relation | None] = {}

    def of(self, condition: Term) -> Relation | None:
        """Return the relation that a condition states, None if it is no order of two terms."""
        if condition not in self._known:
            self._known[condition] = self._read(condition)
        return self._known[condition]

    def _read(self, condition: Term) -> Relation | None:
        inner = condition.args[0] if condition.op == "not" else condition
        if type(inner) is not Term or inner.op != "lt":
            return None
        one, other = inner.args
        if type(one) is not Term or type(other) is not Term:
            return None
        mask = LESS if inner is condition else EQUAL | MORE
        if self._order.rank(other) < self._order.rank(one):
            one, other, mask = other, one, _mirrored(mask)
        return Relation(one, other, mask)

    def of_equation(self, condition: Term) -> Relation | None:
        """Return an equation of two vectors as a relation, None for any other condition."""
        one, other = condition.args if condition.op == "eq" else (None, None)
        if type(one) is not Term or type(other) is not Term or not one.sort.is_vector:
            return None
        one, other = sorted((one, other), key=self._order.rank)
        return Relation(one, other, EQUAL)


def _mirrored(mask: int) -> int:
    """Return the mask for the same two values in the other order."""
    return mask & EQUAL | (MORE if mask & LESS else 0) | (LESS if mask & MORE else 0)
