"""The texts of a case: its effect as Java, and the words of its test's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from everypath.inputs import InputShape
from everypath.suite.case import TestCase
from everypath.suite.conditions import Words
from everypath.suite.contents import contents_of
from everypath.suite.expected import (
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
)
from everypath.suite.expr import (
    ArrayOf,
    AssignField,
    Boxed,
    Declare,
    Expression,
    Literal,
    New,
    Null,
    Recipe,
    StaticField,
    Text,
    Variable,
)
from everypath.suite.literals import code_units, primitive, string
from everypath.suite.names import camel, identifier, outer_name, words_of_value
from everypath.suite.types import BOXES
from everypath.term import REF, Term, Value, int_to_bool, to_java, variables

__all__ = ["effect_text", "is_straight", "test_name", "told_parameters", "told_value", "value_text"]

_MOST_WORDS = 2
_MOST_TOLD = 8


def effect_text(descriptor: str, result: Value | None, expected: Expected, words: Words) -> str:
    """What a path that returns does, as a term over the inputs where it is a primitive, else as a value."""
    if descriptor == "V":
        return "returns"
    if isinstance(expected, Unknown):
        return "returns a value no input decides"
    return f"returns {value_text(descriptor, result, expected, words)}"


def value_text(descriptor: str, value: Value | None, expected: Expected, words: Words) -> str:
    """A value as a term over the inputs where it is a primitive or nobody looked at it, else as what it is."""
    if isinstance(value, Term) and (isinstance(expected, Primitive) or value.sort is REF):
        return words.java(int_to_bool(value) if descriptor == "Z" else value)
    return told_value(expected)


def told_value(value: Expected, depth: int = 2) -> str:
    """A value for people: ``{1, 2}`` for an array, ``[a, b]`` for a list, ``Money(cents=2)`` for an object."""
    match value:
        case Primitive(descriptor=kind, value=number):
            return primitive(kind, number, cast=False)
        case NullValue():
            return "null"
        case TextValue(value=text):
            return string(text)
        case BoxValue(class_name=name, value=number):
            return primitive(BOXES[name], number, cast=False)
        case EnumValue(constant=constant):
            return constant
        case ClassValue(descriptor=descriptor):
            return f"{descriptor.strip('L;').rpartition('/')[2]}.class"
        case ArrayValue(elements=elements, length=length):
            return f"{{{_listed(elements, depth)}}}" if depth and length <= _MOST_TOLD else f"an array of {length}"
        case ObjectValue():
            return _told_object(value, depth)
    return "…"


def _told_object(value: ObjectValue, depth: int) -> str:
    name = outer_name(value.class_name).parts[-1]
    contents = contents_of(value)
    if contents is not None and len(contents.items) <= _MOST_TOLD and depth:
        items = contents.items
        if contents.kind == "map":
            pairs = zip(items[::2], items[1::2], strict=True)
            return (
                "{"
                + ", ".join(f"{told_value(key, depth - 1)}={told_value(held, depth - 1)}" for key, held in pairs)
                + "}"
            )
        return f"{name if name.startswith('Optional') else ''}[{_listed(items, depth)}]"
    if depth and value.fields and len(value.fields) <= _MOST_TOLD and not value.class_name.startswith("java/"):
        return f"{name}({', '.join(f'{each.name}={told_value(each.value, depth - 1)}' for each in value.fields)})"
    return f"an object of {name}"


def _listed(values: Sequence[Expected], depth: int) -> str:
    return ", ".join(told_value(each, depth - 1) for each in values)


def _symbols(condition: Term) -> Iterator[str]:
    """The names of the inputs a condition is about."""
    for symbol in variables(condition):
        if isinstance(symbol.payload, str):
            yield symbol.payload
        for part in symbol.args:
            if isinstance(part, Term) and isinstance(part.payload, str):
                yield part.payload


def _root(name: str) -> str:
    return re.split(r"[.\[#]", name, maxsplit=1)[0]


def is_straight(conditions: Sequence[Term], shape: InputShape) -> bool:
    """Whether the last condition, the one that made the path fail, is about one parameter nothing had looked at before.

    Such a path fails on what its caller handed straight through: an index, a divisor, a key, or null.
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
    """Whether the condition says that a plain input is not negative."""
    return to_java(condition).endswith(" >= 0") and len(variables(condition)) == 1


def told_parameters(conditions: Sequence[Term], shape: InputShape) -> tuple[tuple[int, str], ...]:
    """The parameters that the path looked at, as (position among the arguments, name): what a test's name tells."""
    mentioned = {_root(name) for each in conditions for name in _symbols(each)}
    parameters = [slot for slot in shape.roots if slot.name != "this"]
    return tuple((at, slot.name) for at, slot in enumerate(parameters) if slot.name in mentioned)


def _input_words(name: str, argument: Expression, recipe: Recipe) -> str:
    name = identifier(name)
    if isinstance(argument, Variable):
        declared = (each for each in recipe.setup if isinstance(each, Declare) and each.variable == argument)
        argument = next((each.value for each in declared), argument)
    match argument:
        case Literal(descriptor=descriptor, value=value):
            return f"{name}Is{words_of_value(descriptor, value)}"
        case Null():
            return f"{name}IsNull"
        case Text(value=text):
            words = words_of_value("", text)
            return f"{name}Is{words}" if words else f"{name}Has{len(code_units(text))}Chars"
        case ArrayOf():
            return f"{name}Has{argument.size}" if argument.size else f"{name}IsEmpty"
        case Boxed(value=Literal(descriptor=descriptor, value=value)):
            return f"{name}Is{words_of_value(descriptor, value)}"
        case StaticField(name=constant):
            return f"{name}Is{identifier(constant)}"
        case New(constructor=member):
            return f"{name}Is{identifier(re.split(r'[/$]', member.owner)[-1])}"
    return ""


def _ending_words(case: TestCase) -> str:
    if case.throws is not None:
        return f"throws{identifier(re.split(r'[/$]', case.throws.class_name)[-1])}"
    if case.method == "<init>":
        return ""
    match case.returns:
        case Primitive(descriptor="V") | None:
            return ""
        case Primitive(descriptor=descriptor, value=value):
            return f"returns{words_of_value(descriptor, value)}"
        case NullValue():
            return "returnsNull"
        case TextValue(value=text):
            return f"returns{words_of_value('', text) or 'String'}"
        case EnumValue(constant=constant):
            return f"returns{identifier(constant)}"
        case BoxValue(class_name=name, value=value):
            return f"returns{words_of_value(BOXES[name], value)}"
        case ArrayValue(length=length):
            return f"returnsArrayOf{length}" if length else "returnsEmptyArray"
        case ClassValue():
            return "returnsClass"
        case ObjectValue(class_name=name):
            return f"returns{identifier(re.split(r'[/$]', name)[-1])}"
    return ""


def test_name(case: TestCase) -> str:
    """The name of the test of a case, before it is made unique: ``fee_ageIs30_throwsArithmeticException``."""
    method = "constructor" if case.method == "<init>" else identifier(case.method, "method")
    inputs = [(name, case.recipe.call.arguments[at]) for at, name in case.told if at < len(case.recipe.call.arguments)]
    inputs += [
        (each.name, each.value) for each in case.recipe.setup if isinstance(each, AssignField) and each.receiver is None
    ]
    told = [_input_words(name, value, case.recipe) for name, value in inputs[:_MOST_WORDS]]
    words = [each for each in (method, camel(*told), _ending_words(case)) if each]
    if len(words) == 1:
        words.append("returnsNormally")
    return "_".join(words)
