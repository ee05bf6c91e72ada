"""The character tables are those of the JDK: every code point of every table, as the JDK printed them."""

from __future__ import annotations

import struct
import subprocess

import pytest
from tests.compiling import QUICK, javac

from everypath.bridge.processes import java_build as build
from everypath.library.jdk import DEFAULTS, RELATIVE_TABLES, SPELLINGS, UnicodeTables, rows_of, tables_of_jdk
from everypath.library.jdk import unicode_tables as unicode
from everypath.term import BV16, Row, lookup, to_java, var, zext


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
    return tables_of_jdk(jdk)


def test_an_installation_may_contain_them(jdk, tmp_path, monkeypatch):
    asked = []

    def print_again(jdk):
        asked.append(jdk)
        return f"isDigit 0 0 48 {len(asked)} 58 0\n"

    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    monkeypatch.setattr(unicode, "_print_tables", print_again)
    unicode.prebuild_unicode_tables(jdk)
    unicode.prebuild_unicode_tables(jdk)
    tables = unicode.tables_of_jdk.__wrapped__(jdk)
    assert tables["isDigit"].value_of(ord("7")) == 1
    assert len(asked) == 1
    assert [file.name for file in tmp_path.rglob("unicode*")] == [f"unicode-{unicode._key(jdk)}"]


def test_every_code_point(printed):
    for name, line in printed.lines.items():
        numbers = [int(number) for number in line.split()]
        values = dict(zip(numbers[::2], numbers[1::2], strict=True))
        table, value = printed[name], DEFAULTS.get(name, 0)
        for point in range(0x3100):
            value = values.get(point, value)
            assert table.value_of(point) == (value + point if name in RELATIVE_TABLES else value), (name, point)
        for low, high in zip(numbers[::2], [*numbers[2::2], 0x110000], strict=True):
            for point in {low, high - 1}:
                wanted = values[low]
                assert table.value_of(point) == (wanted + point if name in RELATIVE_TABLES else wanted), (name, point)


SPELLED = """
public class Spelled {{
  interface Table {{ int at(char c); }}
  static final Table[] TABLES = {{{tables}}};
  public static void main(String[] args) {{
    java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(TABLES.length << 17);
    for (Table table : TABLES) {{
      for (int c = 0; c <= Character.MAX_VALUE; c++) out.putShort((short) table.at((char) c));
    }}
    System.out.write(out.array(), 0, out.position());
    System.out.flush();
  }}
}}
"""


def test_the_java_text_of_a_lookup_compiles_and_computes_the_table(jdk, printed, tmp_path):
    char = zext(var("c", BV16), 32)
    texts = {name: to_java(lookup(printed[name], char)) for name in printed.lines}
    assert {"isSpecialLower", "fold", "upper.2"} <= set(texts)
    tests = {name: f"({text}) ? 1 : 0" if name.startswith("is") else text for name, text in texts.items()}
    for at in range(3):  # of those that become so many
        tests[f"upper.{at}"] = f"{texts['upper.length']} > {max(at, 1)} ? {texts[f'upper.{at}']} : 0"
    (tmp_path / "Spelled.java").write_text(
        SPELLED.format(tables=", ".join(f"c -> {text}" for text in tests.values())), encoding="ascii"
    )
    javac("-d", tmp_path, tmp_path / "Spelled.java", tool=jdk.javac)
    command = [jdk.java, *QUICK, "-Duser.language=en", "-cp", tmp_path, "Spelled"]
    output = subprocess.run(command, capture_output=True, timeout=120, check=True).stdout
    values = struct.unpack(f">{len(tests) * 0x10000}h", output)
    for at, name in enumerate(tests):
        step = 1 if name in SPELLINGS else 41
        wanted = [printed[name].value_of(char) & 0xFFFF for char in range(0, 0x10000, step)]
        assert [value & 0xFFFF for value in values[at * 0x10000 : (at + 1) * 0x10000 : step]] == wanted, name
