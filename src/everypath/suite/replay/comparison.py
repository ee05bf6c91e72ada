"""Compares the values of the JVM with the predicted ones."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TypeAlias

from everypath.bridge import double_bits, float_bits, messages
from everypath.classfile import BOX_CLASSES
from everypath.suite.stubs import stubbed
from everypath.suite.testcase import (
    ArrayValue,
    BoxValue,
    ClassValue,
    Contents,
    EnumValue,
    Expected,
    NullValue,
    ObjectValue,
    Primitive,
    Same,
    TextValue,
    Unknown,
    code_units,
)

__all__ = ["PLAIN", "Comparison"]

PLAIN = (Primitive, NullValue, TextValue, BoxValue, EnumValue, ClassValue)
"""Predicted values whose identity is not compared."""


_Found: TypeAlias = tuple[str, str]
"""A difference: the path below the compared value, and the real value as text."""


class Comparison:
    """Compares values of one replay. Objects met on both sides must correspond one to one."""

    def __init__(self, nodes: Sequence[messages.Node]) -> None:
        self.nodes = nodes
        self.known: dict[int, int] = {}
        """Numbers of predicted objects to the corresponding real objects."""
        self.met: set[int] = set()
        self.compared: list[Expected] = []
        self.definitions: dict[int, ArrayValue | ObjectValue] | None = None
        """The predicted objects by number, collected on demand: the JVM may leave out their first occurrence."""

    def difference(self, expected: Expected, real: messages.Value, where: str = "result") -> str | None:
        """The first difference as text; None if there is none."""
        self.compared.append(expected)
        self.definitions = None
        found = self._difference(expected, real)
        return None if found is None else f"{where}{found[0]} {found[1]}"

    def _definition(self, number: int) -> ArrayValue | ObjectValue | None:
        if self.definitions is None:
            self.definitions = {}
            for expected in self.compared:
                self._define(expected, self.definitions)
        return self.definitions.get(number)

    def _define(self, expected: Expected, definitions: dict[int, ArrayValue | ObjectValue]) -> None:
        if isinstance(expected, ArrayValue):
            definitions[expected.number] = expected
            for element in expected.elements:
                self._define(element, definitions)
        elif isinstance(expected, ObjectValue):
            definitions[expected.number] = expected
            for field in expected.fields:
                self._define(field.value, definitions)

    def _difference(self, expected: Expected, real: messages.Value) -> _Found | None:
        if isinstance(expected, Unknown) or isinstance(real, messages.Omitted):
            return None
        if isinstance(expected, Primitive):
            return self._primitive(expected, real)
        if isinstance(real, messages.Null):
            return None if isinstance(expected, NullValue) else ("", "is null")
        if isinstance(expected, NullValue):
            return "", "is not null"
        if isinstance(real, messages.Ref):
            return self._object(expected, real.id)
        if isinstance(real, messages.Text):
            if isinstance(expected, TextValue) and expected.class_name == "java/lang/String":
                if expected.value == real.value or code_units(expected.value) == real.units:
                    return None
                return "", f"is {real.value!r}, not {expected.value!r}"
            return "", "is a string"
        return "", "is a primitive"

    @staticmethod
    def _primitive(expected: Primitive, real: messages.Value) -> _Found | None:
        if expected.descriptor == "V":
            return None
        if not isinstance(real, messages.Primitive):
            return "", f"is no {expected.descriptor}"
        return None if _same(expected.value, real) else ("", f"is {real.value}, not {expected.value}")

    def _object(self, expected: Expected, number: int) -> _Found | None:
        node = self.nodes[number]
        if isinstance(expected, ObjectValue):
            return self._instance(expected, node, number)
        same = False
        difference = f"another kind of object: {type(node).__name__}"
        match expected, node:
            case Same(number=predicted), _:
                definition = None if predicted in self.known else self._definition(predicted)
                if definition is not None:
                    return self._object(definition, number)
                same, difference = self.known.get(predicted) == number, "another object"
            case ArrayValue(), messages.ArrayNode():
                return self._array(expected, node, number)
            case BoxValue(class_name=name, value=value), messages.BoxNode(value=held):
                same, difference = (
                    name == BOX_CLASSES.get(held.type) and _same(value, held),
                    f"{held.value}, not {value}",
                )
            case EnumValue(class_name=name, constant=constant), messages.EnumNode(klass=klass, name=real):
                same, difference = (name, constant) == (klass, real), f"{real}, not {constant}"
            case ClassValue(descriptor=descriptor), messages.ClassNode(descriptor=real):
                same, difference = descriptor == real, f"the class {real}"
            case TextValue(value=text), messages.OpaqueNode(text=real):
                same, difference = real is None or code_units(real) == code_units(text), f"{real!r}, not {text!r}"
        return None if same else ("", f"is {difference}")

    def _meet(self, predicted: int, real: int) -> _Found | None:
        known = self.known.get(predicted)
        if known is None and real not in self.met:
            self.known[predicted] = real
            self.met.add(real)
            return None
        if known is None:
            return "", "is an object met before"
        return None if known == real else ("", "is another object")

    def _array(self, expected: ArrayValue, node: messages.ArrayNode, number: int) -> _Found | None:
        if expected.class_name != node.descriptor:
            return "", f"is a {node.descriptor}, not a {expected.class_name}"
        if expected.length != node.length:
            return "", f"has {node.length} elements, not {expected.length}"
        met = self._meet(expected.number, number)
        if met is not None:
            return met
        shown = zip(expected.elements, node.elements, strict=False)  # each side may end at its limit of elements
        for at, (each, real) in enumerate(shown):
            found = self._difference(each, real)
            if found is not None:
                return f"[{at}]{found[0]}", found[1]
        return None

    def _instance(self, expected: ObjectValue, node: messages.Node, number: int) -> _Found | None:
        met = self._meet(expected.number, number)
        if met is not None:
            return met
        if isinstance(node, messages.ObjectNode):
            return self._fields(expected, node)
        match node:
            case messages.CollectionNode(klass=klass) | messages.OpaqueNode(klass=klass):
                if klass != expected.class_name and not _are_numbered(klass, expected.class_name):
                    return "", f"is a {klass}, not a {expected.class_name}"
                if expected.contents is not None and isinstance(node, messages.CollectionNode):
                    return self._held(expected.contents, node.elements)
                return None
        return "", "is no plain object"

    def _held(self, expected: Contents, real: Sequence[messages.Value]) -> _Found | None:
        """The first difference in the elements of a collection. The order of those of a set or map does not matter, as
        far as they are compared by value.
        """
        if len(expected.items) != len(real):
            return "", f"has {len(real)} elements, not {len(expected.items)}"
        width = 2 if expected.kind == "map" else 1
        left = [tuple(real[at : at + width]) for at in range(0, len(real), width)]
        for at in range(0, len(real), width):
            wanted = expected.items[at : at + width]
            chosen = 0
            if expected.kind in ("set", "map") and isinstance(wanted[0], PLAIN):
                keys = enumerate(left)
                chosen = next((place for place, key in keys if self._difference(wanted[0], key[0]) is None), 0)
            for each, value in zip(wanted, left.pop(chosen), strict=True):
                found = self._difference(each, value)
                if found is not None:
                    return f"[{at // width}]{found[0]}", found[1]
        return None

    def _fields(self, expected: ObjectValue, node: messages.ObjectNode) -> _Found | None:
        name = expected.class_name
        if name not in (node.klass, stubbed(node.klass)) and not _are_numbered(node.klass, name):
            return "", f"is a {node.klass}, not a {expected.class_name}"
        held = {(owner, name): value for owner, name, value in node.fields}
        for field in expected.fields:
            real = held.get((field.owner, field.name))
            if real is not None:
                found = self._difference(field.value, real)
                if found is not None:
                    return f".{field.name}{found[0]}", found[1]
        return None


_PROXY = re.compile(r"(?:.*/)?\$Proxy\w+")
_LAMBDA = "$$Lambda"


def _are_numbered(*names: str) -> bool:
    """True for dynamic proxies, and for lambdas of one class: the JVM numbers them as it makes them."""
    if all(_PROXY.fullmatch(each) for each in names):
        return True
    return all(_LAMBDA in each for each in names) and len({each.partition(_LAMBDA)[0] for each in names}) == 1


def _same(expected: int | float, real: messages.Primitive) -> bool:
    """True if two numbers are the same value: zeros of both signs differ, all NaN are equal (JLS 4.2.3)."""
    if real.type not in ("F", "D"):
        return expected == real.payload
    number = float(expected)
    if math.isnan(number):
        return math.isnan(float(real.value))
    bits = float_bits(number) if real.type == "F" else double_bits(number)
    return bits == real.payload
