"""The capacity of string builders: how large their arrays have become.

A builder grows to what is needed, or to twice its size and two, whichever is more (``AbstractStringBuilder``). The
sizes a builder was asked for are kept, and what they made of it is computed only when somebody asks.
"""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.term import Value, add, gt, ite, mul

INITIAL = 16


@dataclass(frozen=True, slots=True)
class Capacity:
    """The ``extra`` of a builder: a capacity, or what it was before room for ``needed`` chars was asked for."""

    needed: Value
    before: Capacity | None = None

    def grown(self, needed: Value) -> Capacity:
        """The capacity after room for ``needed`` chars was asked for."""
        if self.before is None and isinstance(self.needed, int) and isinstance(needed, int):
            return self if needed <= self.needed else Capacity(max(needed, 2 * self.needed + 2))
        return Capacity(needed, self)

    def value(self) -> Value:
        """The number of chars that fit."""
        asked: list[Value] = []
        each = self
        while each.before is not None:
            asked.append(each.needed)
            each = each.before
        capacity = each.needed
        for needed in reversed(asked):
            doubled = add(mul(2, capacity, 32), 2, 32)
            larger = ite(gt(needed, doubled), needed, doubled)
            capacity = ite(gt(needed, capacity), larger, capacity)
        return capacity
