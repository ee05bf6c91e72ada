"""How conditions order two values: ``x < y`` and ``x >= y`` as relations between the same two."""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.term.canonical import Order
from everypath.term.core import Term

__all__ = ["EQUAL", "LESS", "MORE", "Relation", "Relations"]

LESS, EQUAL, MORE = 1, 2, 4


@dataclass(frozen=True, slots=True)
class Relation:
    """How two values stand to each other: bits for less, equal and more."""

    one: Term | int
    other: Term | int
    mask: int

    @property
    def is_strict(self) -> bool:
        """Whether one of them is less than the other."""
        return self.mask in (LESS, MORE)

    def ordered(self) -> tuple[Term | int, Term | int]:
        """The smaller and the larger of the two, where they may differ in one way only."""
        return (self.one, self.other) if self.mask & LESS else (self.other, self.one)


class Relations:
    """Reads relations off canonical conditions, the value of lower rank first, and remembers them."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._known: dict[Term, Relation | None] = {}

    def of(self, condition: Term) -> Relation | None:
        """The order that a condition says of two values; None where it is about something else."""
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
            one, other, mask = other, one, _turned(mask)
        return Relation(one, other, mask)

    def of_equation(self, condition: Term) -> Relation | None:
        """An equation of two vectors as a relation."""
        one, other = condition.args if condition.op == "eq" else (None, None)
        if type(one) is not Term or type(other) is not Term or not one.sort.is_vector:
            return None
        one, other = sorted((one, other), key=self._order.rank)
        return Relation(one, other, EQUAL)


def _turned(mask: int) -> int:
    """A relation read from the other side."""
    return mask & EQUAL | (MORE if mask & LESS else 0) | (LESS if mask & MORE else 0)
