"""Tables: known functions of an int with thousands of entries, such as ``Character.isLetter``.

A table is the payload of ``lookup`` terms, see `everypath.term.constructors.table_lookups`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

REMEMBERED = 4096
"""So many answers to the same question are remembered with a table."""


class Row(NamedTuple):
    """The numbers ``low, low + step, …, high``, which have the value ``value + slope * number``.

    ``step`` is 1 or 2, ``slope`` 0 or 1.
    """

    low: int
    high: int
    step: int
    value: int
    slope: int

    def holds(self, number: int) -> bool:
        """Whether the number is one of the row's."""
        return self.low <= number <= self.high and (number - self.low) % self.step == 0


class Spelling(NamedTuple):
    """How Java writes a function: ``text`` has its argument in the places of ``{}``.

    ``compound``: as an operand, it stands in parentheses.
    """

    text: str
    compound: bool = False


class Table:
    """A function of ints given by ascending rows that do not overlap.

    Elsewhere the value is ``default`` or, with ``relative``, the number itself plus that. With ``condition``, the
    result is a Boolean. ``name`` is how Java calls the function where there is no other ``spelling``. Equal tables are
    one object, see `table`.
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
        """The row that has the number, None where the default holds."""
        at = bisect_right(self._lows, number) - 1
        if at < 0:
            return None
        row = self.rows[at]
        return row if row.holds(number) else None

    def part_of(self, number: int) -> tuple[int, int, Row | None]:
        """The numbers around ``number`` that one row, or no row, says something about: first, last and row."""
        after = bisect_right(self._lows, number)
        row = self.rows[after - 1] if after else None
        if row is not None and number <= row.high:
            return row.low, row.high, row
        low = -(1 << 31) if row is None else row.high + 1
        high = (1 << 31) - 1 if after == len(self.rows) else self.rows[after].low - 1
        return low, high, None

    def value_of(self, number: int) -> int:
        """The value at a number."""
        row = self.row_of(number)
        if row is None:
            return self.default + number if self.relative else self.default
        return row.value + row.slope * number

    def rows_over(self, low: int, high: int) -> list[Row]:
        """The rows that numbers from ``low`` to ``high`` may meet."""
        first = max(bisect_right(self._lows, low) - 1, 0)
        rows = self.rows[first : bisect_right(self._lows, high)]
        return [row for row in rows if low <= row.high]

    def range_over(self, low: int, high: int) -> tuple[int, int]:
        """Bounds of the values at numbers from ``low`` to ``high``, as remembered."""
        known = self._bounds.get((low, high))
        if known is None:
            if len(self._bounds) >= REMEMBERED:
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
        """The numbers from ``low`` to ``high`` that have the value, as closed ranges; None where there are more than
        ``most`` ranges, or the value is the default of all others. As remembered.
        """
        key = (value, low, high, most)
        if key not in self._solutions:
            if len(self._solutions) >= REMEMBERED:
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
        """Some numbers that have the value: ``near`` where it does, then small ones."""
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
    """The one table with this name and content."""
    made = Table(name, rows, default, relative, condition, spelling)
    return _tables.setdefault(repr(made), made)
