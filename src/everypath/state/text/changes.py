"""Texts made of texts: chars mapped, replaced, turned round and stripped."""

from __future__ import annotations

from collections.abc import Callable

from everypath.state.text.shapes import Constant, Text, from_chars, limit_of
from everypath.term import Value, add, conj, eq, ge, ite, le, lt, not_, sub


def map_chars(text: Text, change: Callable[[Value], Value]) -> Text:
    """A limited text with every char changed."""
    return from_chars([change(c) for c in text.chars(limit_of(text))], text.length)


def replace_at(text: Text, index: Value, char: Value) -> Text:
    """A limited text with the char at ``index`` replaced."""
    units = text.chars(limit_of(text))
    if isinstance(index, int):
        return from_chars((*units[:index], char, *units[index + 1 :]), text.length)
    return from_chars([ite(eq(index, i), char, c) for i, c in enumerate(units)], text.length)


def reverse(text: Text) -> Text:
    """A limited text in the opposite order, but for pairs of a high and a low surrogate, which keep theirs."""
    if text.constant is not None and not any("\ud800" <= char <= "\udfff" for char in text.constant):
        return Constant(text.constant[::-1])
    length = text.length
    last = sub(length, 1, 32)
    units: list[Value] = []
    for i in range(limit_of(text)):
        here = sub(last, i, 32)
        before, after = sub(here, 1, 32), add(here, 1, 32)
        char = text.at(here)
        ends_pair = conj(_is_low(char), ge(before, 0), _is_high(text.at(before)))
        starts_pair = conj(_is_high(char), lt(after, length), _is_low(text.at(after)))
        units.append(ite(ends_pair, text.at(before), ite(starts_pair, text.at(after), char)))
    return from_chars(units, length)


def _is_high(char: Value) -> Value:
    return conj(ge(char, 0xD800), le(char, 0xDBFF))


def _is_low(char: Value) -> Value:
    return conj(ge(char, 0xDC00), le(char, 0xDFFF))


def strip(text: Text, is_blank: Callable[[Value], Value], *, left: bool = True, right: bool = True) -> Text:
    """A limited text without the blanks at its ends (``trim``, ``strip``, ``stripLeading``, ``stripTrailing``)."""
    length, limit = text.length, limit_of(text)
    start: Value = 0
    if left:
        start = length
        for i in reversed(range(limit)):
            start = ite(conj(lt(i, length), not_(is_blank(text.at(i)))), i, start)
    end = length
    if right:
        end = start
        for i in range(limit):
            end = ite(conj(lt(i, length), not_(is_blank(text.at(i)))), i + 1, end)
    return text.slice(start, end)
