"""Sets of integers of one width, as ranges: the values that satisfy conditions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from everypath.dataclass import dataclass

__all__ = ["Range", "Values", "full_range"]

Range: TypeAlias = "tuple[int, int]"
"""The first and the last number of a range."""


def full_range(width: int) -> Range:
    """Return the least and the greatest signed number of ``width`` bits."""
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


@dataclass(frozen=True, slots=True)
class Values:
    """A set of integers: ``ranges`` are in ascending order, and between two of them a number is missing."""

    ranges: tuple[Range, ...]

    @staticmethod
    def of(ranges: Iterable[Range]) -> Values:
        """Return the union of ranges in any order; empty ranges are ignored."""
        merged: list[Range] = []
        for low, high in sorted(each for each in ranges if each[0] <= each[1]):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(merged[-1][1], high)
            else:
                merged.append((low, high))
        return Values(tuple(merged))

    @property
    def only(self) -> int | None:
        """The number of a set with one element, None for any other set."""
        if len(self.ranges) == 1 and self.ranges[0][0] == self.ranges[0][1]:
            return self.ranges[0][0]
        return None

    def __contains__(self, number: int) -> bool:
        return any(low <= number <= high for low, high in self.ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __and__(self, other: Values) -> Values:
        found: list[Range] = []
        mine, others = iter(self.ranges), iter(other.ranges)
        first, second = next(mine, None), next(others, None)
        while first is not None and second is not None:
            low, high = max(first[0], second[0]), min(first[1], second[1])
            if low <= high:
                found.append((low, high))
            if first[1] < second[1]:
                first = next(mine, None)
            else:
                second = next(others, None)
        return Values(tuple(found))

    def __or__(self, other: Values) -> Values:
        return Values.of((*self.ranges, *other.ranges))

    def __le__(self, other: Values) -> bool:
        return self & other == self

    def gaps(self, domain: Range) -> tuple[Range, ...]:
        """Return the ranges of the domain that are not in the set, in ascending order."""
        found: list[Range] = []
        start = domain[0]
        for low, high in self.ranges:
            if start < low:
                found.append((start, low - 1))
            start = high + 1
        if start <= domain[1]:
            found.append((start, domain[1]))
        return tuple(found)

    def plus(self, constant: int, width: int) -> Values:
        """Return the set with a constant added to every number, wrapping at ``width`` bits."""
        least, most = full_range(width)
        size = 1 << width
        found: list[Range] = []
        for low, high in self.ranges:
            turns = (low + constant - least) // size * size
            low, high = low + constant - turns, high + constant - turns
            if high <= most:
                found.append((low, high))
            else:
                found += [(low, most), (least, high - size)]
        return Values.of(found)

    def negated(self, width: int) -> Values:
        """Return the set with every number negated, wrapping: the least number is its own negation."""
        least, most = full_range(width)
        found: list[Range] = []
        for low, high in self.ranges:
            if low == least:
                found += [(least, least), (-high, most)] if high > least else [(least, least)]
            else:
                found.append((-high, -low))
        return Values.of(found)
