"""The values that the JVM has shown, as far as they are the same in several replays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everypath.bridge import messages
from everypath.classfile import BOX_CLASSES
from everypath.dataclass import replace
from everypath.suite.oracle import shows_the_time
from everypath.suite.recipes import Members
from everypath.suite.replay import PLAIN
from everypath.suite.stubs import stubbed
from everypath.suite.testcase import (
    STRING,
    ArrayValue,
    BoxValue,
    ClassValue,
    Contents,
    EnumValue,
    Expected,
    FieldValue,
    NullValue,
    ObjectValue,
    Primitive,
    Same,
    TextValue,
    Unknown,
)

__all__ = ["SnapshotReader", "agreed", "is_steady_text"]

_MOST_ELEMENTS = 64
_MOST_OBJECTS = 60
_DEPTH = 4
_THROWABLE = "java/lang/Throwable"
_ORDERED = ("java/util/SortedSet", "java/util/SortedMap", "java/util/LinkedHashSet", "java/util/LinkedHashMap")
_KINDS = {"collection": "sequence"}
_IDENTITY = re.compile(r"(?:' |\[[ZBSCIJFD]|;|\b[A-Z][\w$]*(?:/(?:0x)?[0-9a-f]+)?)@[0-9a-f]{5,8}\b|\$\$Lambda")
"""The text of an object or a class loader by its identity hash code, ``Foo@1b2c3d4``, or of a lambda."""

_LAMBDA = "$$Lambda"
_DIFFERS = Unknown("it differs from run to run")


def is_steady_text(text: str) -> bool:
    """True if a text shows no identity hash code, and not the time."""
    return _IDENTITY.search(text) is None and not shows_the_time(text)


class SnapshotReader:
    """Reads the values of one replay. Objects are numbered in the order of all reads, as `Predictor` does."""

    def __init__(self, nodes: Sequence[messages.Node], members: Members) -> None:
        self._nodes = nodes
        self._members = members
        self._numbers: dict[int, int] = {}

    def value(self, value: messages.Value, depth: int = _DEPTH) -> Expected:
        """A value of the replay."""
        match value:
            case messages.Primitive(type=kind, payload=payload):
                return Primitive(kind, value.value if kind in "FD" else payload)
            case messages.Null():
                return NullValue()
            case messages.Text(value=text):
                return _text(text)
            case messages.Ref(id=number):
                return self._object(number, depth)
        return Unknown("it is beyond the limits of a snapshot")

    def _object(self, at: int, depth: int) -> Expected:
        if at in self._numbers:
            return Same(self._numbers[at])
        node = self._nodes[at]
        plain = self._plain(node)
        if plain is not None:
            return plain
        if depth <= 0 or len(self._numbers) >= _MOST_OBJECTS:
            return Unknown("too deep inside")
        number = self._numbers[at] = len(self._numbers)
        match node:
            case messages.ArrayNode(descriptor=descriptor, length=length, elements=elements):
                shown = tuple(self.value(each, depth - 1) for each in elements[:_MOST_ELEMENTS])
                return ArrayValue(descriptor, shown, number, length)
            case messages.CollectionNode(klass=klass, kind=kind, elements=elements):
                return ObjectValue(klass, (), number, self._contents(klass, kind, elements, depth))
            case messages.ObjectNode():
                name, held = self._held(node)
                fields = [
                    FieldValue(owner, field, descriptor, self.value(each, depth - 1))
                    for owner, field, descriptor, each in held
                ]
                return ObjectValue(name, tuple(fields), number)
            case messages.OpaqueNode(klass=klass, text=text) if text is not None:
                message = FieldValue(_THROWABLE, "detailMessage", STRING, _text(text))
                return ObjectValue(klass, (message,), number)
        return (
            ObjectValue(_without_number(node.klass), (), number) if isinstance(node, messages.OpaqueNode) else _DIFFERS
        )

    def _plain(self, node: messages.Node) -> Expected | None:
        """Objects whose identity is not compared; None for others."""
        match node:
            case messages.EnumNode(klass=klass, name=name):
                return EnumValue(klass, name)
            case messages.ClassNode(descriptor=descriptor):
                return ClassValue(descriptor)
            case messages.BoxNode(value=value):
                return BoxValue(BOX_CLASSES[value.type], value.value if value.type in "FD" else value.payload)
            case messages.OpaqueNode(klass=klass, text=text) if text is not None:
                if not self._members.classes.inherits(klass, _THROWABLE):
                    return TextValue(text, klass) if is_steady_text(text) else _DIFFERS
        return None

    def _held(self, node: messages.ObjectNode) -> tuple[str, list[tuple[str, str, str, messages.Value]]]:
        """The name of an object's class, and its fields: the class that declares it, name, descriptor and value."""
        name = stubbed(node.klass) or _without_number(node.klass)
        classes = self._members.classes
        if classes.is_interface(name):
            return name, []
        return name, [
            (owner, field, descriptor, value)
            for owner, field, value in node.fields
            if (descriptor := classes.declared_fields(owner).get(field)) is not None
        ]

    def shows_the_same(self, value: messages.Value, other: SnapshotReader, there: messages.Value) -> bool:
        """True if `value` is the same for a value as for that of another replay, whose reader is at the same place."""
        return self._are_same(value, other, there, _DEPTH)

    def _are_same(self, value: messages.Value, other: SnapshotReader, there: messages.Value, depth: int) -> bool:
        if not (isinstance(value, messages.Ref) and isinstance(there, messages.Ref)):
            return value == there or self.value(value, depth) == other.value(there, depth)
        node, others = self._nodes[value.id], other._nodes[there.id]
        known = value.id in self._numbers or there.id in other._numbers
        if known or not (isinstance(node, messages.ObjectNode) and isinstance(others, messages.ObjectNode)):
            return self.value(value, depth) == other.value(there, depth)
        if depth <= 0 or len(self._numbers) >= _MOST_OBJECTS:
            return True
        (name, held), (other_name, others_held) = self._held(node), other._held(others)
        if name != other_name or len(held) != len(others_held):
            return False
        self._numbers[value.id] = other._numbers[there.id] = len(self._numbers)
        return all(
            one[:3] == two[:3] and self._are_same(one[3], other, two[3], depth - 1)
            for one, two in zip(held, others_held, strict=True)
        )

    def _contents(self, klass: str, kind: str, elements: Sequence[messages.Value], depth: int) -> Contents | None:
        """The contents of a collection. A set or map of plain values is sorted, as the order of the JVM may change; of
        other objects in the order of their hash codes, only the number is known.
        """
        if len(elements) > _MOST_ELEMENTS:
            return None
        items = tuple(self.value(each, depth - 1) for each in elements)
        width = 2 if kind == "map" else 1
        pairs = [items[at : at + width] for at in range(0, len(items), width)]
        if kind in ("set", "map"):
            if all(isinstance(each[0], PLAIN) for each in pairs):
                items = tuple(part for pair in sorted(pairs, key=lambda each: _order(each[0])) for part in pair)
            elif len(pairs) > 1 and not self._is_ordered(klass):
                items = (Unknown("its place may differ from run to run"),) * len(items)
        return Contents(_KINDS.get(kind, kind), items)

    def _is_ordered(self, klass: str) -> bool:
        """True if the elements of a set or map have an order that does not depend on hash codes."""
        return any(self._members.classes.inherits(klass, each) for each in _ORDERED)


def _without_number(name: str) -> str:
    """The name of a class; for that of a lambda without the number that the JVM gives it."""
    head, mark, _ = name.partition(_LAMBDA)
    return head + mark


def _text(text: str) -> Expected:
    return TextValue(text) if is_steady_text(text) else _DIFFERS


def _order(value: Expected) -> tuple[str, float, str]:
    """The place of a plain value in a sorted collection: numbers by size, others by their text."""
    number = value.value if isinstance(value, BoxValue) and value.value == value.value else 0
    return type(value).__name__, float(number), repr(value)


def agreed(first: Expected, second: Expected, numbers: dict[int, int] | None = None) -> Expected:
    """What two replays have in common: parts that differ become `Unknown`.

    ``numbers`` maps the objects of the first replay to those of the second one, and is extended.
    """
    numbers = {} if numbers is None else numbers
    match first, second:
        case ArrayValue(), ArrayValue() if (first.class_name, first.length) == (second.class_name, second.length):
            numbers[first.number] = second.number
            return replace(first, elements=_all_agreed(first.elements, second.elements, numbers))
        case ObjectValue(), ObjectValue() if _are_alike(first, second):
            numbers[first.number] = second.number
            fields = tuple(
                replace(one, value=agreed(one.value, other.value, numbers))
                for one, other in zip(first.fields, second.fields, strict=True)
            )
            contents = None
            if first.contents is not None and second.contents is not None:
                items = _all_agreed(first.contents.items, second.contents.items, numbers)
                contents = replace(first.contents, items=items)
            return replace(first, fields=fields, contents=contents)
        case Same(), Same():
            return first if numbers.get(first.number) == second.number else _DIFFERS
        case Unknown(), _:
            return first
    return first if isinstance(first, PLAIN) and _are_equal(first, second) else _DIFFERS


def _are_equal(first: Expected, second: Expected) -> bool:
    """True if two plain values are the same; NaN is itself, and the zeros differ."""
    if isinstance(first, Primitive | BoxValue) and isinstance(first.value, float):
        return repr(first) == repr(second)
    return first == second


def _all_agreed(first: Sequence[Expected], second: Sequence[Expected], numbers: dict[int, int]) -> tuple[Expected, ...]:
    return tuple(agreed(one, other, numbers) for one, other in zip(first, second, strict=True))


def _are_alike(first: ObjectValue, second: ObjectValue) -> bool:
    """True if two objects have the same class, fields and number of elements."""
    if first.class_name != second.class_name:
        return False
    counts = [None if each.contents is None else len(each.contents.items) for each in (first, second)]
    names = [[(each.owner, each.name) for each in value.fields] for value in (first, second)]
    return names[0] == names[1] and counts[0] == counts[1]
