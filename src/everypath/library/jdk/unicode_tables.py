"""The character tables of the analysed JDK, as tables for terms.

Java versions have different versions of Unicode. So the JDK itself prints the tables
(``java/everypath/library/Unicode.java``). The user's cache folder keeps them for all JDKs with the same character
classes. An installation may contain the tables of some JDKs (`prebuild_unicode_tables`).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from everypath import usercache
from everypath.bridge import LIBRARY_SOURCES, prebuilt_file
from everypath.errors import BridgeError, ClassFormatError, EngineError
from everypath.library.jdk.java_models import java_models_folder
from everypath.term import Row, Spelling, Table, table

if TYPE_CHECKING:
    from everypath.bridge import Jdk
    from everypath.vm.core import Call

RELATIVE_TABLES = frozenset({"toLowerCase", "toUpperCase", "toTitleCase", "fold"})
"""Tables whose values are differences from the code point."""

DEFAULTS = {"getNumericValue": -1, "digit": -1, "getDirectionality": -1, "upper.length": 1}
"""The commonest value, where it is not 0."""

_SURROGATE = "Character.getType({}) == Character.SURROGATE"
_UPPER = "Character.toString({}).toUpperCase()"
SPELLINGS = {
    "fold": Spelling("Character.toLowerCase(Character.toUpperCase({}))"),
    "digit": Spelling("Character.digit({}, Character.MAX_RADIX)"),
    "isSpecialUpper": Spelling(f"{_SURROGATE} || {_UPPER}.length() > 1", compound=True),
    "isSpecialLower": Spelling(rf"{_SURROGATE} || {{}} == '\u0130' || {{}} == '\u03a3'", compound=True),
    "upper.length": Spelling(f"{_UPPER}.length()"),
    **{f"upper.{unit}": Spelling(f"{_UPPER}.charAt({unit})") for unit in range(3)},
}
"""The Java expressions of tables that are not simply the method of ``Character`` with their name."""


class UnicodeTables:
    """The tables of one JDK by name.

    These are the methods of ``Character`` over all code points, ``fold`` (the lower case of the upper case), and the
    result of ``String.toUpperCase`` for one char: ``upper.length`` chars, ``upper.0`` to ``upper.2``.
    """

    def __init__(self, written: str) -> None:
        self.lines = dict(line.split(" ", 1) for line in written.splitlines())
        self._tables: dict[str, Table] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.lines

    def __getitem__(self, name: str) -> Table:
        known = self._tables.get(name)
        if known is None:
            known = self._tables[name] = self._parse(name)
        return known

    def _parse(self, name: str) -> Table:
        numbers = [int(number) for number in self.lines[name].split()]
        starts, values = numbers[::2], numbers[1::2]
        default = DEFAULTS.get(name, 0)
        segments = [
            (low, high - 1, value)
            for low, high, value in zip(starts, [*starts[1:], 0x110000], values, strict=True)
            if value != default
        ]
        relative = name in RELATIVE_TABLES
        rows = rows_of(segments, int(relative))
        return table(f"Character.{name}", rows, default, relative, name.startswith("is"), SPELLINGS.get(name))


def rows_of(segments: Sequence[tuple[int, int, int]], slope: int) -> tuple[Row, ...]:
    """Join ascending segments (low, high, value) into rows, whose numbers may have step 2 and whose values may rise."""
    rows: list[Row] = []
    for low, high, value in segments:
        last = rows[-1] if rows else None
        if last is not None and low == high and (extended := _extended(last, low, value, slope)) is not None:
            rows[-1] = extended
        else:
            rows.append(Row(low, high, 1, value, slope))
    return tuple(rows)


def _extended(last: Row, number: int, value: int, slope: int) -> Row | None:
    """The row extended by one number. None if the result would not have the form of a row."""
    single = last.low == last.high
    if number == last.high + 2 and value == last.value and last.slope == slope and (single or last.step == 2):
        return last._replace(high=number, step=2)
    if slope or number != last.high + 1:
        return None
    if single and value == last.value + 1:
        return Row(last.low, number, 1, last.value - last.low, 1)
    return last._replace(high=number) if last.slope and value == last.value + number else None


_PARTS = ("", "Latin1", "00", "01", "02", "03", "0E", "PrivateUse", "Undefined")
_STRINGS = ("Character", "ConditionalSpecialCasing", "String", "StringLatin1", "StringUTF16")
_CHARACTERS = (
    *(f"java/lang/{name}" for name in _STRINGS),
    *(f"java/lang/CharacterData{part}" for part in _PARTS),
    "java/util/regex/EmojiData",
)
"""The classes of a JDK that its tables are computed by."""


@lru_cache(maxsize=8)
def tables_of_jdk(jdk: Jdk) -> UnicodeTables:
    """The tables of a JDK.

    Raises `BridgeError` when the JDK cannot be run.
    """
    key = _key(jdk)
    known = _installed(key) or usercache.load("unicode", key)
    if known is None:
        known = _print_tables(jdk).encode()
        usercache.save("unicode", key, known)
    return UnicodeTables(known.decode())


def prebuild_unicode_tables(jdk: Jdk) -> None:
    """Write the tables of JDKs like this one into the installation.

    Raises `BridgeError` when the JDK cannot be run, and `OSError`.
    """
    key = _key(jdk)
    if _installed(key) is None:
        place = prebuilt_file(f"unicode-{key}")
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_suffix(f".{os.getpid()}")
        new.write_text(_print_tables(jdk), "ascii")
        os.replace(new, place)


def _installed(key: str) -> bytes | None:
    """The tables in the installation. None if it does not contain them."""
    with contextlib.suppress(OSError):
        return prebuilt_file(f"unicode-{key}").read_bytes()
    return None


def _key(jdk: Jdk) -> str:
    """A digest of all that the tables of a JDK depend on. Raises `BridgeError` if its classes cannot be read."""
    source = (LIBRARY_SOURCES / "everypath" / "library" / "Unicode.java").read_bytes()
    try:
        image = jdk.image()
        return usercache.digest_of(source, *(image.find(name) or b"" for name in _CHARACTERS))
    except (OSError, ClassFormatError) as problem:
        raise BridgeError(f"the classes of {jdk.home} cannot be read: {problem}") from problem


def _print_tables(jdk: Jdk) -> str:
    command = [str(jdk.java), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(java_models_folder(jdk))]
    try:
        done = subprocess.run(
            [*command, "everypath.library.Unicode"],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BridgeError(f"{jdk.java} could not print its character tables: {error}") from error
    return done.stdout


def tables_for(call: Call) -> UnicodeTables:
    """The tables of the analysed JDK.

    Raises `EngineError` if the library has no bridge.
    """
    bridge = call.machine.library.bridge
    if bridge is None:
        raise EngineError("character tables need a JDK")
    return tables_of_jdk(bridge.jdk)
