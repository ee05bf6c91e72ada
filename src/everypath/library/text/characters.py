"""Models of ``java.lang.Character``: the tables of the analysed JDK, exact for every code point, as terms."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.library.jdk import tables_for
from everypath.library.models import add_model, boolean, pure
from everypath.term import Value, conj, disj, eq, ge, gt, ite, le, lookup, lt

if TYPE_CHECKING:
    from everypath.vm.core import Call

CHARACTER = "java/lang/Character"

TESTS = (
    "isDigit",
    "isLetter",
    "isLetterOrDigit",
    "isUpperCase",
    "isLowerCase",
    "isTitleCase",
    "isWhitespace",
    "isSpaceChar",
    "isISOControl",
    "isJavaIdentifierStart",
    "isJavaIdentifierPart",
    "isUnicodeIdentifierStart",
    "isUnicodeIdentifierPart",
    "isIdentifierIgnorable",
    "isMirrored",
    "isDefined",
)
"""Tests of chars and of code points."""

CODE_POINT_TESTS = (
    "isAlphabetic",
    "isIdeographic",
    "isEmoji",
    "isEmojiPresentation",
    "isEmojiModifier",
    "isEmojiModifierBase",
    "isEmojiComponent",
    "isExtendedPictographic",
)
"""Tests of code points only; the last six since JDK 21."""


def between(char: Value, low: int, high: int) -> Value:
    """The condition low <= char <= high."""
    return eq(char, low) if low == high else conj(ge(char, low), le(char, high))


def is_whitespace(char: Value) -> Value:
    """``Character.isWhitespace`` of a char of the basic plane, the same in every JDK."""
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


def is_no_surrogate(char: Value) -> Value:
    """True if a char is no surrogate."""
    return disj(lt(char, 0xD800), gt(char, 0xDFFF))


def _test(name: str, call: Call, char: Value) -> Value:
    return boolean(lookup(tables_for(call)[name], char))


def _number(name: str, call: Call, char: Value) -> Value:
    return lookup(tables_for(call)[name], char)


def _digit(call: Call, char: Value, radix: Value) -> Value:
    """``digit``: the value of a digit or letter in a radix, else -1."""
    value = lookup(tables_for(call)["digit"], char)
    return ite(conj(ge(radix, 2), le(radix, 36), lt(value, radix)), value, -1)


for _name in TESTS:
    add_model((CHARACTER, _name, "(C)Z"), partial(_test, _name))
for _name in (*TESTS, *CODE_POINT_TESTS):
    add_model((CHARACTER, _name, "(I)Z"), partial(_test, _name))
for _kind in "C", "I":
    for _name in "toLowerCase", "toUpperCase", "toTitleCase":
        add_model((CHARACTER, _name, f"({_kind}){_kind}"), partial(_number, _name))
    add_model((CHARACTER, "digit", f"({_kind}I)I"), _digit)
    add_model((CHARACTER, "getNumericValue", f"({_kind})I"), partial(_number, "getNumericValue"))
    add_model((CHARACTER, "getType", f"({_kind})I"), partial(_number, "getType"))
    add_model((CHARACTER, "getDirectionality", f"({_kind})B"), partial(_number, "getDirectionality"))
pure(CHARACTER, "getName(I)Ljava/lang/String;", "codePointOf(Ljava/lang/String;)I")
