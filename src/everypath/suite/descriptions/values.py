"""Texts of a test case: its effect as Java, and its parameters that conditions mention."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from everypath.classfile import UNBOXED
from everypath.inputs import InputShape
from everypath.suite.formatting import COLUMNS
from everypath.suite.prediction import contents_of
from everypath.suite.testcase import (
    ArrayValue,
    BoxValue,
    ClassValue,
    EnumValue,
    Expected,
    NullValue,
    ObjectValue,
    Primitive,
    TextValue,
    Unknown,
    outer_name,
    primitive,
    string,
)
from everypath.term import REF, Term, Value, int_to_bool, to_java, variables

__all__ = [
    "THIS_INPUT",
    "condition_comment",
    "effect_text",
    "expected_text",
    "is_mentioned",
    "is_straight",
    "mentioned_parameters",
    "value_text",
]

_MOST_SHOWN = 8

Printer: TypeAlias = Callable[[Value], str]
"""Prints a term over the inputs as Java."""


def effect_text(descriptor: str, result: Value | None, expected: Expected, java: Printer) -> str:
    """The effect of a path that returns: a term over the inputs for a primitive, else a value."""
    if descriptor == "V":
        return "returns"
    if isinstance(expected, Unknown):
        return "returns a value no input decides"
    return f"returns {value_text(descriptor, result, expected, java)}"


def value_text(descriptor: str, value: Value | None, expected: Expected, java: Printer) -> str:
    """A primitive or undecided reference as a term over the inputs, any other value by its contents."""
    if isinstance(value, Term) and (isinstance(expected, Primitive) or value.sort is REF):
        return java(int_to_bool(value) if descriptor == "Z" else value)
    return expected_text(expected)


def expected_text(value: Expected, depth: int = 2) -> str:
    """A value for people: ``{1, 2}`` for an array, ``[a, b]`` for a list, ``Money(cents=2)`` for an object."""
    match value:
        case Primitive(descriptor=kind, value=number):
            return primitive(kind, number, cast=False)
        case NullValue():
            return "null"
        case TextValue(value=text):
            return string(text)
        case BoxValue(class_name=name, value=number):
            return primitive(UNBOXED[name], number, cast=False)
        case EnumValue(constant=constant):
            return constant
        case ClassValue(descriptor=descriptor):
            return f"{descriptor.strip('L;').rpartition('/')[2]}.class"
        case ArrayValue(elements=elements, length=length):
            return f"{{{_listed(elements, depth)}}}" if depth and length <= _MOST_SHOWN else f"an array of {length}"
        case ObjectValue():
            return _object_text(value, depth)
    return "…"


def _object_text(value: ObjectValue, depth: int) -> str:
    name = outer_name(value.class_name).parts[-1]
    contents = contents_of(value)
    if contents is not None and len(contents.items) <= _MOST_SHOWN and depth:
        items = contents.items
        if contents.kind == "map":
            pairs = zip(items[::2], items[1::2], strict=True)
            return (
                "{"
                + ", ".join(f"{expected_text(key, depth - 1)}={expected_text(held, depth - 1)}" for key, held in pairs)
                + "}"
            )
        return f"{name if name.startswith('Optional') else ''}[{_listed(items, depth)}]"
    if depth and value.fields and len(value.fields) <= _MOST_SHOWN and not value.class_name.startswith("java/"):
        return f"{name}({', '.join(f'{each.name}={expected_text(each.value, depth - 1)}' for each in value.fields)})"
    return f"an object of {name}"


def _listed(values: Sequence[Expected], depth: int) -> str:
    return ", ".join(expected_text(each, depth - 1) for each in values)


def _symbols(condition: Term) -> Iterator[str]:
    """The names of the inputs in a condition."""
    for symbol in variables(condition):
        if isinstance(symbol.payload, str):
            yield symbol.payload
        for part in symbol.args:
            if isinstance(part, Term) and isinstance(part.payload, str):
                yield part.payload


_ROOT = re.compile(r"[^.\[#]*")


@lru_cache(maxsize=4096)
def _root(name: str) -> str:
    found = _ROOT.match(name)
    assert found is not None
    return found[0]


def is_straight(conditions: Sequence[Term], shape: InputShape) -> bool:
    """True if the last condition, on which the path failed, is about one parameter that no earlier condition mentions.

    Such a path fails on an argument of the caller: an index, a divisor, a key, or null.
    """
    if not conditions:
        return False
    parameters = {slot.name for slot in shape.roots if slot.name != "this"}
    failing = {name for name in _symbols(conditions[-1]) if name in parameters}
    if len(failing) != 1 or any(_root(name) == "this" for name in _symbols(conditions[-1])):
        return False
    (name,) = failing
    before = list(conditions[:-1])
    if before and _is_sign_check(before[-1]):  # an index is checked against 0 first, then against the length
        before.pop()
    return not any(name in set(_symbols(each)) for each in before)


def _is_sign_check(condition: Term) -> bool:
    """True if the condition is that an input is not negative."""
    return to_java(condition).endswith(" >= 0") and len(variables(condition)) == 1


def mentioned_parameters(conditions: Sequence[Term], shape: InputShape) -> tuple[tuple[int, str], ...]:
    """The parameters in conditions, as (position among the arguments, name). Names of tests mention them."""
    mentioned = {_root(name) for each in conditions for name in _symbols(each)}
    parameters = [slot for slot in shape.roots if slot.name != "this"]
    return tuple((at, slot.name) for at, slot in enumerate(parameters) if slot.name in mentioned)


def is_mentioned(name: str, conditions: Sequence[Term]) -> bool:
    """True if conditions mention an input or a place inside it."""
    inside = (f"{name}.", f"{name}[", f"{name}#")
    return any(each == name or each.startswith(inside) for condition in conditions for each in _symbols(condition))


THIS_INPUT = "this input"
"""The condition of a case that no symbolic run describes."""

_NO_CONDITION = ("", "true", "…", THIS_INPUT)
_LINE = COLUMNS - len("    // ")
_AND = " && "
_CUT = " && ..."
_PART_OF_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+[0-9a-f]{0,3}$")
"""The beginning of a Unicode escape at the end of a text: the compiler reads escapes in comments, too (JLS 3.3)."""


def condition_comment(condition: str) -> tuple[str, ...]:
    """A path condition as one line of comment, shortened to fit; empty for a trivial condition."""
    if condition in _NO_CONDITION:
        return ()
    line = f"when {condition}".replace("…", "...")
    if len(line) > _LINE:
        end = line.rfind(_AND, 0, _LINE - len(_CUT) + 1)
        head = _PART_OF_ESCAPE.sub(r"\1", line[: _LINE - len("...")])
        line = line[:end] + _CUT if end > 0 else head.rstrip() + "..."
    return (line,)
