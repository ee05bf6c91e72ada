"""Equality, order, prefixes, searches and hash codes of texts, as terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from everypath.errors import EngineError
from everypath.state.text.shapes import Decimal, Elements, Text, limit_of
from everypath.term import Term, Value, add, conj, disj, eq, ge, ite, le, lt, mul, same_text, sub

_ENDLESS = 1 << 40


def are_inputs(left: Text, right: Text) -> bool:
    """True if both texts are inputs of any length: whether they are equal is one condition, without a limit."""
    return _is_input(left) and _is_input(right)


def _is_input(text: Text) -> TypeGuard[Elements]:
    if not isinstance(text, Elements) or text.array.op != "var" or not isinstance(text.length, Term):
        return False
    name, dot, chars = str(text.array.payload).rpartition(".")  # an array of chars is no string
    return (dot, chars) == (".", "chars") and text.length.op == "var" and text.length.payload == f"{name}.length"


def equal(left: Text, right: Text) -> Value:
    """The condition that two texts are the same sequence of chars. At least one text must be limited,
    unless both are inputs.
    """
    if left is right or left == right:
        return True
    if left.constant is not None and right.constant is not None:
        return left.constant == right.constant
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        number = _equal_decimal(left, right) if isinstance(left, Decimal) else _equal_decimal(right, left)
        if number is not None:
            return number
    if _is_input(left) and _is_input(right):
        return same_text(left.array, left.length, right.array, right.length)
    limit = min(n for n in (left.limit, right.limit, _ENDLESS) if n is not None)
    if limit == _ENDLESS:
        raise EngineError("two texts without limit were compared")
    same_length = eq(left.length, right.length)
    if same_length is False:
        return False
    length = left.length if isinstance(left.length, int) else right.length
    return conj(same_length, *(disj(le(length, i), eq(left.at(i), right.at(i))) for i in range(limit)))


def _equal_decimal(number: Decimal | Text, other: Text) -> Value | None:
    if not isinstance(number, Decimal):
        return None
    if isinstance(other, Decimal) and other.width == number.width:
        return eq(number.value, other.value)
    if other.constant is not None:
        digits = other.constant
        body = digits.removeprefix("-")
        if not (body.isascii() and body.isdigit()) or len(digits) > 20 or str(int(digits)) != digits:
            return False
        value, half = int(digits), 1 << (number.width - 1)
        return eq(number.value, value) if -half <= value < half else False
    return None


def starts_with(text: Text, prefix: Text, offset: Value) -> Value:
    """The condition that the limited text ``prefix`` occurs in ``text`` at ``offset`` (``String.startsWith``)."""
    inside = conj(ge(offset, 0), le(offset, sub(text.length, prefix.length, 32)))
    if inside is False:
        return False
    return conj(inside, *_same_chars(text, offset, prefix))


def _same_chars(text: Text, offset: Value, part: Text) -> list[Value]:
    length = part.length
    return [disj(le(length, j), eq(text.at(add(offset, j, 32)), part.at(j))) for j in range(limit_of(part))]


def index_of_char(text: Text, char: Value, start: Value) -> Value:
    """``String.indexOf(int, int)`` of a limited text for a char of the basic plane: the first index or -1."""
    if text.constant is not None and type(char) is int and type(start) is int:
        return text.constant.find(chr(char), max(start, 0))
    length, result = text.length, _as_value(-1)
    for i in reversed(range(limit_of(text))):
        result = ite(conj(lt(i, length), le(start, i), eq(text.at(i), char)), i, result)
    return result


def last_index_of_char(text: Text, char: Value, start: Value) -> Value:
    """``String.lastIndexOf(int, int)`` of a limited text for a char of the basic plane."""
    if text.constant is not None and type(char) is int and type(start) is int:
        return text.constant.rfind(chr(char), 0, start + 1) if start >= 0 else -1
    length, result = text.length, _as_value(-1)
    for i in range(limit_of(text)):
        result = ite(conj(lt(i, length), ge(start, i), eq(text.at(i), char)), i, result)
    return result


def index_of(text: Text, part: Text, start: Value) -> Value:
    """``String.indexOf(String, int)`` of two limited texts.

    An empty ``part`` is found at ``start``, or at the end of the text if ``start`` is larger.
    """
    length = text.length
    first = ite(lt(start, 0), 0, start)
    last_start = sub(length, part.length, 32)
    result: Value = ite(conj(eq(part.length, 0), lt(length, first)), length, -1)
    for i in reversed(range(limit_of(text) + 1)):
        here = conj(le(i, last_start), le(first, i))
        if here is not False:
            result = ite(conj(here, *_same_chars(text, i, part)), i, result)
    return result


def last_index_of(text: Text, part: Text, start: Value) -> Value:
    """``String.lastIndexOf(String, int)`` of two limited texts."""
    last_start = sub(text.length, part.length, 32)
    result: Value = -1
    for i in range(limit_of(text) + 1):
        here = conj(le(i, last_start), ge(start, i))
        if here is not False:
            result = ite(conj(here, *_same_chars(text, i, part)), i, result)
    return result


def compare(left: Text, right: Text) -> Value:
    """``String.compareTo``: the difference of the first two chars that differ, else of the lengths.

    At least one text must be limited.
    """
    if left.constant is not None and right.constant is not None:
        for first, second in zip(left.constant, right.constant, strict=False):  # the lengths are compared below
            if first != second:
                return ord(first) - ord(second)
    limit = min(n for n in (left.limit, right.limit, _ENDLESS) if n is not None)
    if limit == _ENDLESS:
        raise EngineError("two texts without limit were compared")
    by_length = sub(left.length, right.length, 32)
    result = by_length
    for i in reversed(range(limit)):
        a, b = left.at(i), right.at(i)
        both = conj(lt(i, left.length), lt(i, right.length))
        result = ite(both, ite(eq(a, b), result, sub(a, b, 32)), by_length)
    return result


def hash_code(text: Text) -> Value:
    """``String.hashCode`` of a limited text."""
    if text.constant is not None:
        code = 0
        for c in text.constant:
            code = (31 * code + ord(c)) & 0xFFFFFFFF
        return code - (1 << 32) if code >> 31 else code
    length, result = text.length, _as_value(0)
    for i in range(limit_of(text)):
        result = ite(lt(i, length), add(mul(31, result, 32), text.at(i), 32), result)
    return result


def all_chars(text: Text, holds: Callable[[Value], Value]) -> Value:
    """The condition that ``holds`` is true of every char of a limited text."""
    length = text.length
    return conj(*(disj(le(length, i), holds(text.at(i))) for i in range(limit_of(text))))


def _as_value(value: int) -> Value:
    return value
