"""Predicted against real: where a value the JVM shows differs from what the machine said."""

from __future__ import annotations

import math
from collections.abc import Sequence

from everypath.bridge import snapshot
from everypath.bridge.plan import double_bits, float_bits
from everypath.suite.expected import (
    ArrayValue,
    BoxValue,
    ClassValue,
    EnumValue,
    Expected,
    NullValue,
    ObjectValue,
    Primitive,
    Same,
    TextValue,
    Unknown,
)
from everypath.suite.literals import code_units
from everypath.suite.stubclass import stub_class_name
from everypath.suite.types import BOX_VALUES

__all__ = ["Comparison"]


class Comparison:
    """Compares values of one replay. Objects met on both sides must correspond one to one."""

    def __init__(self, nodes: Sequence[snapshot.Node]) -> None:
        self.nodes = nodes
        self.known: dict[int, int] = {}
        self.definitions: dict[int, ArrayValue | ObjectValue] = {}
        """The predicted objects by number: where an object is first met, the JVM may not show it."""

    def difference(self, expected: Expected, real: snapshot.Value, where: str = "result") -> str | None:
        """The first difference in words, or `None`."""
        self._define(expected)
        return self._difference(expected, real, where)

    def _define(self, expected: Expected) -> None:
        if isinstance(expected, ArrayValue):
            self.definitions[expected.number] = expected
            for element in expected.elements:
                self._define(element)
        elif isinstance(expected, ObjectValue):
            self.definitions[expected.number] = expected
            for field in expected.fields:
                self._define(field.value)

    def _difference(self, expected: Expected, real: snapshot.Value, where: str) -> str | None:
        if isinstance(expected, Unknown) or isinstance(real, snapshot.Omitted):
            return None
        if isinstance(expected, Primitive):
            return self._primitive(expected, real, where)
        if isinstance(expected, NullValue):
            return None if isinstance(real, snapshot.Null) else f"{where} is not null"
        if isinstance(real, snapshot.Null):
            return f"{where} is null"
        if isinstance(real, snapshot.Text):
            if isinstance(expected, TextValue) and expected.class_name == "java/lang/String":
                same = code_units(expected.value) == real.units
                return None if same else f"{where} is {real.value!r}, not {expected.value!r}"
            return f"{where} is a string"
        if isinstance(real, snapshot.Ref):
            return self._object(expected, real.id, where)
        return f"{where} is a primitive"

    @staticmethod
    def _primitive(expected: Primitive, real: snapshot.Value, where: str) -> str | None:
        if expected.descriptor == "V":
            return None
        if not isinstance(real, snapshot.Primitive):
            return f"{where} is no {expected.descriptor}"
        return None if _same(expected.value, real) else f"{where} is {real.value}, not {expected.value}"

    def _object(self, expected: Expected, number: int, where: str) -> str | None:
        node = self.nodes[number]
        match expected, node:
            case Same(number=predicted), _ if predicted not in self.known and predicted in self.definitions:
                return self._object(self.definitions[predicted], number, where)
            case Same(number=predicted), _:
                return None if self.known.get(predicted) == number else f"{where} is another object"
            case BoxValue(class_name=name, value=value), snapshot.BoxNode(value=held):
                same = name == BOX_VALUES.get(held.type) and _same(value, held)
                return None if same else f"{where} is {held.value}, not {value}"
            case EnumValue(class_name=name, constant=constant), snapshot.EnumNode(klass=klass, name=real):
                return None if (name, constant) == (klass, real) else f"{where} is {real}, not {constant}"
            case ClassValue(descriptor=descriptor), snapshot.ClassNode(descriptor=real):
                return None if descriptor == real else f"{where} is the class {real}"
            case TextValue(value=text), snapshot.OpaqueNode(text=real):
                same = real is None or code_units(real) == code_units(text)
                return None if same else f"{where} is {real!r}, not {text!r}"
            case ArrayValue(), snapshot.ArrayNode():
                return self._array(expected, node, number, where)
            case ObjectValue(), _:
                return self._instance(expected, node, number, where)
        return f"{where} is another kind of object: {type(node).__name__}"

    def _meet(self, predicted: int, real: int, where: str) -> str | None:
        if self.known.setdefault(predicted, real) != real:
            return f"{where} is another object"
        if sum(1 for each in self.known.values() if each == real) > 1:
            return f"{where} is an object met before"
        return None

    def _array(self, expected: ArrayValue, node: snapshot.ArrayNode, number: int, where: str) -> str | None:
        if expected.class_name != node.descriptor:
            return f"{where} is a {node.descriptor}, not a {expected.class_name}"
        if expected.length != node.length:
            return f"{where} has {node.length} elements, not {expected.length}"
        met = self._meet(expected.number, number, where)
        if met is not None:
            return met
        for at, (each, real) in enumerate(zip(expected.elements, node.elements, strict=False)):
            found = self._difference(each, real, f"{where}[{at}]")
            if found is not None:
                return found
        return None

    def _instance(self, expected: ObjectValue, node: snapshot.Node, number: int, where: str) -> str | None:
        met = self._meet(expected.number, number, where)
        if met is not None:
            return met
        match node:
            case snapshot.ObjectNode(klass=klass, fields=fields):
                if klass not in (expected.class_name, stub_class_name(expected.class_name)):
                    return f"{where} is a {klass}, not a {expected.class_name}"
                held = {(owner, name): value for owner, name, value in fields}
                for field in expected.fields:
                    real = held.get((field.owner, field.name))
                    if real is None:
                        continue
                    found = self._difference(field.value, real, f"{where}.{field.name}")
                    if found is not None:
                        return found
                return None
            case snapshot.CollectionNode(klass=klass) | snapshot.OpaqueNode(klass=klass):
                return None if klass == expected.class_name else f"{where} is a {klass}, not a {expected.class_name}"
            case snapshot.StubNode(interface=name):
                return None if name == expected.class_name else f"{where} is a stub"
            case _:
                return f"{where} is no plain object"


def _same(expected: int | float, real: snapshot.Primitive) -> bool:
    """Whether two numbers are one value: the zeros differ, all NaN are one (JLS 4.2.3)."""
    if real.type not in ("F", "D"):
        return int(expected) == real.payload
    number = float(expected)
    if math.isnan(number):
        return math.isnan(float(real.value))
    bits = float_bits(number) if real.type == "F" else double_bits(number)
    return bits == real.payload
