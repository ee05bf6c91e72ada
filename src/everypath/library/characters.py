"""Models of ``java.lang.Character``: terms over the tables of Latin-1, the real JVM beyond.

A symbolic char is first decided to be Latin-1 or not; beyond, the char is concretised and the JVM is asked.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.bridging import ask_this
from everypath.library.registry import add_model, pure
from everypath.library.support import boolean, concretise, method_name
from everypath.term import Term, Value, add, conj, disj, eq, ge, ite, le, lt, ne, sub

if TYPE_CHECKING:
    from everypath.vm.protocols import Call

CHARACTER = "java/lang/Character"
LATIN1 = 256
SHORT = 64
"""Tables of fewer chars are asked without a fork at the end of Latin-1."""


def between(char: Value, low: int, high: int) -> Value:
    """Low <= char <= high."""
    return eq(char, low) if low == high else conj(ge(char, low), le(char, high))


def one_of(char: Value, numbers: list[int]) -> Value:
    """Whether the char is in an ascending list."""
    return disj(*(between(char, low, high) for low, high in ranges(numbers)))


def ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """An ascending list as closed ranges."""
    result: list[tuple[int, int]] = []
    for number in numbers:
        if result and result[-1][1] == number - 1:
            result[-1] = (result[-1][0], number)
        else:
            result.append((number, number))
    return result


def is_latin1(char: Value) -> Value:
    """Whether a char value is below 256 (chars are never negative; code points are checked by the caller)."""
    return conj(ge(char, 0), lt(char, LATIN1))


def is_whitespace(char: Value) -> Value:
    """``Character.isWhitespace`` of a char of the basic plane."""
    return disj(
        between(char, 9, 13),
        between(char, 28, 32),
        eq(char, 0x1680),
        between(char, 0x2000, 0x2006),
        between(char, 0x2008, 0x200A),
        between(char, 0x2028, 0x2029),
        eq(char, 0x205F),
        eq(char, 0x3000),
    )


def lower_latin1(char: Value) -> Value:
    """``Character.toLowerCase`` of a Latin-1 char."""
    upper = disj(between(char, 65, 90), conj(between(char, 0xC0, 0xDE), ne(char, 0xD7)))
    return ite(upper, add(char, 32, 32), char)


def upper_latin1(char: Value) -> Value:
    """``Character.toUpperCase`` of a Latin-1 char; micro sign and y with diaeresis leave Latin-1."""
    lower = disj(between(char, 97, 122), conj(between(char, 0xE0, 0xFE), ne(char, 0xF7)))
    shifted = ite(lower, add(char, -32, 32), char)
    return ite(eq(char, 0xB5), 0x39C, ite(eq(char, 0xFF), 0x178, shifted))


def _members(holds: Callable[[str], bool]) -> list[int]:
    return [code for code in range(LATIN1) if holds(chr(code))]


def _category(*names: str) -> list[int]:
    return _members(lambda c: unicodedata.category(c) in names)


LETTERS = _category("Lu", "Ll", "Lt", "Lm", "Lo")
CONTROLS = [*range(0, 9), *range(14, 28), *range(127, 160)]
TABLES: dict[str, list[int]] = {
    "isDigit": _category("Nd"),
    "isLetter": LETTERS,
    "isLetterOrDigit": sorted(LETTERS + _category("Nd")),
    "isAlphabetic": sorted(LETTERS),
    "isUpperCase": _category("Lu"),
    "isLowerCase": sorted({*_category("Ll"), 0xAA, 0xBA}),
    "isTitleCase": [],
    "isWhitespace": [9, 10, 11, 12, 13, 28, 29, 30, 31, 32],
    "isSpaceChar": _category("Zs", "Zl", "Zp"),
    "isISOControl": _category("Cc"),
    "isJavaIdentifierStart": sorted({*LETTERS, *_category("Sc", "Pc")}),
    "isJavaIdentifierPart": sorted({*LETTERS, *_category("Sc", "Pc", "Nd", "Mn", "Mc"), *CONTROLS, 0xAD}),
    "isUnicodeIdentifierStart": LETTERS,
    "isUnicodeIdentifierPart": sorted({*LETTERS, *_category("Pc", "Nd", "Mn", "Mc"), *CONTROLS, 0xAD, 0xB7}),
    "isIdentifierIgnorable": sorted({*CONTROLS, 0xAD}),
    "isMirrored": _members(lambda c: bool(unicodedata.mirrored(c))),
    "isDefined": list(range(LATIN1)),
    "isIdeographic": [],
}
"""Chars of Latin-1 with each property, checked against the JVM by the tests."""


BASIC_PLANE: dict[str, list[int]] = {
    "isDigit": [code for code in range(LATIN1, 0x10000) if unicodedata.category(chr(code)) == "Nd"],
    "isSpaceChar": [0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000],
    "isWhitespace": [0x1680, *range(0x2000, 0x2007), *range(0x2008, 0x200B), 0x2028, 0x2029, 0x205F, 0x3000],
    "isISOControl": [],
}
"""Properties known for the whole basic plane, the same for every JDK supported: the chars beyond Latin-1."""


def _property(name: str, call: Call, char: Value) -> Value:
    numbers, beyond = TABLES[name], BASIC_PLANE.get(name)
    if beyond is not None and len(beyond) < SHORT and call.decide(between(char, 0, 0xFFFF)):
        return boolean(one_of(char, numbers + beyond))
    if not call.decide(is_latin1(char)):
        if beyond is not None and call.decide(between(char, 0, 0xFFFF)):
            return boolean(one_of(char, beyond))
        return ask_this(call, concretise(call, char, method_name(call) + " beyond Latin-1"))
    return boolean(one_of(char, numbers))


def _convert(change: Callable[[Value], Value], call: Call, char: Value) -> Value:
    if not call.decide(is_latin1(char)):
        return ask_this(call, concretise(call, char, method_name(call) + " beyond Latin-1"))
    return change(char)


def _digit(call: Call, char: Value, radix: Value) -> Value:
    """``digit``: the value of a Latin-1 digit or letter in a radix, else -1."""
    if not call.decide(is_latin1(char)):
        if not call.decide(between(char, 0, 0xFFFF)):
            return ask_this(call, char, radix)
        value = _digit_beyond(char)
    else:
        value = _digit_latin1(char)
    return ite(conj(ge(radix, 2), le(radix, 36), lt(value, radix)), value, -1)


NO_DIGIT = 99


def _digit_latin1(char: Value) -> Value:
    return ite(
        between(char, 48, 57),
        add(char, -48, 32),
        ite(between(char, 97, 122), add(char, -87, 32), ite(between(char, 65, 90), add(char, -55, 32), NO_DIGIT)),
    )


def _digit_beyond(char: Value) -> Value:
    """The digits of other scripts, ten in a row each, and the full-width letters."""
    value: Value = ite(
        between(char, 0xFF21, 0xFF3A),
        add(char, 10 - 0xFF21, 32),
        ite(between(char, 0xFF41, 0xFF5A), add(char, 10 - 0xFF41, 32), NO_DIGIT),
    )
    for zero in (code for code in BASIC_PLANE["isDigit"] if unicodedata.digit(chr(code)) == 0):
        value = ite(between(char, zero, zero + 9), sub(char, zero, 32), value)
    return value


def _numeric_value(call: Call, char: Value) -> Value:
    if isinstance(char, Term) and call.decide(lt(char, 0x80)) and call.decide(ge(char, 0)):
        value = ite(between(char, 97, 122), add(char, -87, 32), ite(between(char, 65, 90), add(char, -55, 32), -1))
        return ite(between(char, 48, 57), add(char, -48, 32), value)
    return ask_this(call, concretise(call, char, method_name(call)))


for _name in TABLES:
    for _kind in "C", "I":
        if _kind == "C" and _name in ("isAlphabetic", "isIdeographic"):
            continue
        add_model((CHARACTER, _name, f"({_kind})Z"), partial(_property, _name))
for _kind in "C", "I":
    add_model((CHARACTER, "toLowerCase", f"({_kind}){_kind}"), partial(_convert, lower_latin1))
    add_model((CHARACTER, "toUpperCase", f"({_kind}){_kind}"), partial(_convert, upper_latin1))
    add_model((CHARACTER, "toTitleCase", f"({_kind}){_kind}"), partial(_convert, upper_latin1))
    add_model((CHARACTER, "digit", f"({_kind}I)I"), _digit)
    add_model((CHARACTER, "getNumericValue", f"({_kind})I"), _numeric_value)
pure(CHARACTER, "getType(C)I", "getType(I)I", "getName(I)Ljava/lang/String;", "isEmoji(I)Z")
