"""The capacity of string builders: the sizes of their arrays.

A builder grows to the needed size, or to twice its size plus 2 if that is more (``AbstractStringBuilder``). A
`Capacity` keeps the needed sizes and computes the resulting capacity only when code reads it.
"""

from __future__ import annotations

from everypath.dataclass import dataclass
from everypath.term import Value, add, gt, ite, mul

INITIAL_CAPACITY = 16


@dataclass(frozen=True, slots=True)
class Capacity:
    """The ``extra`` value of a builder: a capacity, or the one ``before`` it grew to hold ``needed`` chars."""

    needed: Value
    before: Capacity | None = None

    def grown(self, needed: Value) -> Capacity:
        """The capacity after the builder grew to hold ``needed`` chars."""
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
