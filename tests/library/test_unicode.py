"""The character tables are those of the JDK: every code point of every table, as the JDK printed them."""

from __future__ import annotations

import pytest

from everypath.library.unicode import DEFAULTS, RELATIVE, UnicodeTables, rows_of, unicode_tables
from everypath.term import Row


def test_rows():
    assert rows_of([(5, 5, 1), (7, 7, 1), (9, 9, 1), (10, 10, 1)], 0) == (Row(5, 9, 2, 1, 0), Row(10, 10, 1, 1, 0))
    assert rows_of([(48, 48, 0), (49, 49, 1), (50, 50, 2)], 0) == (Row(48, 50, 1, -48, 1),)
    assert rows_of([(97, 122, -32)], 1) == (Row(97, 122, 1, -32, 1),)


def test_tables_are_read_when_needed():
    tables = UnicodeTables("isDigit 0 0 48 1 58 0\n")
    assert "isDigit" in tables
    assert "isEmoji" not in tables
    assert tables["isDigit"].rows == (Row(48, 57, 1, 1, 0),)


@pytest.fixture
def printed(jdk):
    return unicode_tables(jdk)


def test_every_code_point(printed):
    for name, line in printed.lines.items():
        numbers = [int(number) for number in line.split()]
        values = dict(zip(numbers[::2], numbers[1::2], strict=True))
        table, value = printed[name], DEFAULTS.get(name, 0)
        for point in range(0x3100):
            value = values.get(point, value)
            assert table.value_of(point) == (value + point if name in RELATIVE else value), (name, point)
        for low, high in zip(numbers[::2], [*numbers[2::2], 0x110000], strict=True):
            for point in {low, high - 1}:
                wanted = values[low]
                assert table.value_of(point) == (wanted + point if name in RELATIVE else wanted), (name, point)
