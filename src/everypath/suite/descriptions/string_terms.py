"""Strings that a path made, as Java expressions over its inputs: ``s.substring(1)``, ``"n=" + n``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from everypath.state.text import Chars, Choice, Constant, Decimal, Elements, Rope, Text, View
from everypath.suite.testcase import string
from everypath.term import Value, add

__all__ = ["joined", "string_term"]

_MOST_PARTS = 24
_SIMPLE = re.compile(r"[\w.$\[\]]+(\(\))?")

Printer = Callable[[Value], str]
"""Prints a term over the inputs as Java."""


def string_term(text: Text, inputs: Mapping[Text, str], java: Printer) -> str | None:
    """A text as a Java expression; None if there is none. ``inputs`` are the strings of the input, by their texts."""
    return joined([text], inputs, java)


def joined(parts: Sequence[Text | str], inputs: Mapping[Text, str], java: Printer) -> str | None:
    """Texts one after the other, as one Java expression; a ``str`` is the expression of a string, or null."""
    flat: list[Text | str] = []
    for each in parts:
        flat += each.parts if isinstance(each, Rope) else [each]
    if len(flat) > _MOST_PARTS:
        return None
    shown = [(each, True) if isinstance(each, str) else _operand(each, inputs, java) for each in flat]
    found = [each for each in shown if each is not None]
    if len(found) < len(shown):
        return None
    if len(found) == 1 and not isinstance(flat[0], str):
        text, is_string = found[0]
        return text if is_string else f'"" + {text}'
    if not any(is_string for _, is_string in found[:2]) or len(found) == 1:
        found.insert(0, ('""', True))
    return " + ".join(text for text, _ in found)


def _operand(text: Text, inputs: Mapping[Text, str], java: Printer) -> tuple[str, bool] | None:
    """The expression of a part of a concatenation, and whether it is a string."""
    match text:
        case Constant(value=value):
            return string(value), True
        case Decimal(value=number):
            return _operand_of(java(number)), False
        case Elements():
            name = inputs.get(text)
            return None if name is None else (name, True)
        case View(base=base):
            return _part(text, base, inputs, java)
        case Choice(condition=condition, yes=yes, no=no):
            first, second = (string_term(each, inputs, java) for each in (yes, no))
            if first is None or second is None:
                return None
            if (yes, no) == (Constant("true"), Constant("false")):
                return _operand_of(java(condition)), False
            return f"({java(condition)} ? {first} : {second})", True
        case Chars(units=units, length=int(length)) if length == 1:
            return f"(char) {_operand_of(java(units[0]))}", False
    return None


def _part(view: View, base: Text, inputs: Mapping[Text, str], java: Printer) -> tuple[str, bool] | None:
    whole = _operand(base, inputs, java)
    if whole is None or not whole[1] or not isinstance(base, Elements | Constant):
        return None
    end = add(view.offset, view.length, 32)
    if end is base.length or end == base.length:
        return f"{whole[0]}.substring({java(view.offset)})", True
    return f"{whole[0]}.substring({java(view.offset)}, {java(end)})", True


def _operand_of(text: str) -> str:
    """An expression as an operand of ``+``: in parentheses unless it is a name, a call or a number."""
    return text if _SIMPLE.fullmatch(text) else f"({text})"
