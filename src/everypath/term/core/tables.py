"""Tables: functions of an int with thousands of known entries, such as ``Character.isLetter``.

A table is the payload of ``lookup`` terms, see `everypath.term.constructors.table_lookups`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

MOST_REMEMBERED = 4096
"""The number of results of one method that a table remembers."""


class Row(NamedTuple):
    """Numbers ``low, low + step, …, high`` whose values are ``value + slope * number``.

    ``step`` is 1 or 2, ``slope`` 0 or 1.
    """

    low: int
    high: int
    step: int
    value: int
    slope: int

    def holds(self, number: int) -> bool:
        """Return whether the row contains the number."""
        return self.low <= number <= self.high and (number - self.low) % self.step == 0


class Spelling(NamedTuple):
    """The Java expression of a function: its argument replaces ``{}`` in ``text``.

    ``compound``: as an operand, the expression needs parentheses.
    """

    text: str
    compound: bool = False


class Table:
    """A function of ints given by ascending rows that do not overlap.

    For other numbers, the value is ``default`` or, with ``relative``, the number plus ``default``. With ``condition``,
    the result is a Boolean. ``name`` is the Java name of the function, used if there is no ``spelling``. Equal tables
    are one object, see `table`.
    """

    __slots__ = (
        "_bounds",
        "_lows",
        "_solutions",
        "condition",
        "default",
        "identity",
        "name",
        "relative",
        "rows",
        "spelling",
    )

    def __init__(
        self,
        name: str,
        rows: tuple[Row, ...],
        default: int,
        relative: bool,
        condition: bool,
        spelling: Spelling | None = None,
    ) -> None:
        self.name = name
        self.spelling = spelling or Spelling(f"{name}({{}})")
        self.rows = rows
        self.default = default
        self.relative = relative
        self.condition = condition
        self._lows = [row.low for row in rows]
        self._bounds: dict[tuple[int, int], tuple[int, int]] = {}
        self._solutions: dict[tuple[int, int, int, int], list[tuple[int, int]] | None] = {}
        written = f"{name}\0{default}\0{relative}\0{condition}\0{[tuple(row) for row in rows]}"
        self.identity = blake2b(written.encode(), digest_size=8).hexdigest()

    def __repr__(self) -> str:
        return f"{self.name}#{self.identity}"

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        return table, (self.name, self.rows, self.default, self.relative, self.condition, self.spelling)

    def row_of(self, number: int) -> Row | None:
        """Return the row that contains the number, None if the default holds."""
        at = bisect_right(self._lows, number) - 1
        if at < 0:
            return None
        row = self.rows[at]
        return row if row.holds(number) else None

    def part_of(self, number: int) -> tuple[int, int, Row | None]:
        """Return the range around ``number`` that lies in one row, or in none: first, last and row."""
        after = bisect_right(self._lows, number)
        row = self.rows[after - 1] if after else None
        if row is not None and number <= row.high:
            return row.low, row.high, row
        low = -(1 << 31) if row is None else row.high + 1
        high = (1 << 31) - 1 if after == len(self.rows) else self.rows[after].low - 1
        return low, high, None

    def value_of(self, number: int) -> int:
        """Return the value at a number."""
        row = self.row_of(number)
        if row is None:
            return self.default + number if self.relative else self.default
        return row.value + row.slope * number

    def rows_over(self, low: int, high: int) -> list[Row]:
        """Return the rows that overlap ``low`` to ``high``."""
        first = max(bisect_right(self._lows, low) - 1, 0)
        rows = self.rows[first : bisect_right(self._lows, high)]
        return [row for row in rows if low <= row.high]

    def range_over(self, low: int, high: int) -> tuple[int, int]:
        """Return the least and the greatest value at numbers from ``low`` to ``high``; results are remembered."""
        known = self._bounds.get((low, high))
        if known is None:
            if len(self._bounds) >= MOST_REMEMBERED:
                self._bounds.clear()
            known = self._bounds[low, high] = self._bounds_over(low, high)
        return known

    def _bounds_over(self, low: int, high: int) -> tuple[int, int]:
        slope = int(self.relative)
        bounds = [(self.default + slope * low, self.default + slope * high)]
        bounds += [
            (row.value + row.slope * max(row.low, low), row.value + row.slope * min(row.high, high))
            for row in self.rows_over(low, high)
        ]
        return min(least for least, _ in bounds), max(most for _, most in bounds)

    def ranges_of(self, value: int, low: int, high: int, most: int) -> list[tuple[int, int]] | None:
        """Return the numbers from ``low`` to ``high`` that have the value, as closed ranges; results are remembered.

        None if there are more than ``most`` ranges, or the value is the default.
        """
        key = (value, low, high, most)
        if key not in self._solutions:
            if len(self._solutions) >= MOST_REMEMBERED:
                self._solutions.clear()
            self._solutions[key] = self._solved(value, low, high, most)
        return self._solutions[key]

    def _solved(self, value: int, low: int, high: int, most: int) -> list[tuple[int, int]] | None:
        if not self.relative and value == self.default:
            return None
        found: list[tuple[int, int]] = []
        if self.relative and self.row_of(value - self.default) is None:
            found.append((value - self.default, value - self.default))
        for row in self.rows_over(low, high):
            if row.slope:
                number = value - row.value
                if row.holds(number):
                    found.append((number, number))
            elif row.value == value:
                found += [(row.low, row.high)] if row.step == 1 else [(n, n) for n in range(row.low, row.high + 1, 2)]
            if len(found) > most:
                return None
        return sorted((max(first, low), min(last, high)) for first, last in found if first <= high and low <= last)

    def preimages(self, value: int, near: int, most: int = 6) -> Iterator[int]:
        """Yield some numbers that have the value: ``near`` if it has, then small ones."""
        candidates = [near]
        candidates += [value - row.value if row.slope else row.low for row in self.rows]
        candidates += [value - self.default] if self.relative else [48, 32, 0]
        for candidate in candidates:
            if self.value_of(candidate) == value:
                yield candidate
                most -= 1
                if not most:
                    return


_tables: dict[str, Table] = {}


def table(
    name: str,
    rows: tuple[Row, ...],
    default: int = 0,
    relative: bool = False,
    condition: bool = False,
    spelling: Spelling | None = None,
) -> Table:
    """Return the one table with this name and content."""
    made = Table(name, rows, default, relative, condition, spelling)
    return _tables.setdefault(repr(made), made)
