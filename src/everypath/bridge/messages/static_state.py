"""The static state of JDK classes as the real JVM initialised it, with the object graph below.

Object ids are stable within one bridge: a later image refers to objects of earlier ones by the same ids.
"""

from __future__ import annotations

from typing import TypeAlias, cast

from everypath.bridge.messages.plan import Json
from everypath.bridge.messages.snapshot import Value, decode_elements, decode_value
from everypath.classfile import internal_name
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class StaticObject:
    """An object, boxes included: its class and its fields ``(declaring class, name, value)``, superclass first."""

    id: int
    klass: str
    fields: tuple[tuple[str, str, Value], ...]


@dataclass(frozen=True, slots=True)
class StaticArray:
    """An array with all its elements."""

    id: int
    descriptor: str
    elements: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class StaticString:
    """A string; an object with an identity of its own."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class StaticClass:
    """A ``java.lang.Class`` object, by descriptor."""

    id: int
    descriptor: str


StaticNode: TypeAlias = StaticObject | StaticArray | StaticString | StaticClass


@dataclass(frozen=True, slots=True)
class StaticsImage:
    """The static fields of one class.

    ``fields`` maps names to ``(descriptor, value)``, where values are primitives, null and `Ref`s (strings too);
    ``nodes`` are the objects that no earlier image of this bridge held; ``refused`` maps fields whose graph cannot be
    carried over to the reason. ``failure`` is the reason if there is no image (the initialiser failed, no such class).
    """

    klass: str
    fields: dict[str, tuple[str, Value]]
    nodes: tuple[StaticNode, ...]
    refused: dict[str, str]
    failure: str | None = None

    @property
    def is_complete(self) -> bool:
        """True if the image has every static field."""
        return self.failure is None and not self.refused


@dataclass(frozen=True, slots=True)
class ObjectImage:
    """One object: ``value`` is its `Ref`, or null if the JVM has none; ``nodes`` are as in `StaticsImage`."""

    value: Value
    nodes: tuple[StaticNode, ...]
    failure: str | None = None


def decode_object_image(answer: dict[str, Json]) -> ObjectImage:
    """Decode an object from the answer of the library process."""
    nodes = cast("list[list[Json]]", answer["nodes"])
    return ObjectImage(decode_value(answer["value"]), tuple(_node(node) for node in nodes))


def decode_image(klass: str, answer: dict[str, Json]) -> StaticsImage:
    """Decode an image from the answer of the library process."""
    return StaticsImage(
        klass,
        {
            cast("str", name): (cast("str", descriptor), decode_value(value))
            for name, descriptor, value in cast("list[list[Json]]", answer["fields"])
        },
        tuple(_node(cast("list[Json]", node)) for node in cast("list[Json]", answer["nodes"])),
        cast("dict[str, str]", answer["refused"]),
    )


def _node(wire: list[Json]) -> StaticNode:
    number = cast("int", wire[0])
    text = cast("str", wire[2])
    if wire[1] == "t":
        return StaticString(number, text)
    if wire[1] == "k":
        return StaticClass(number, text)
    if wire[1] == "a":
        return StaticArray(number, text, decode_elements(text, cast("list[Json]", wire[3])))
    return StaticObject(
        number,
        internal_name(text),
        tuple(
            (internal_name(cast("str", owner)), cast("str", name), decode_value(value))
            for owner, name, value in cast("list[list[Json]]", wire[3])
        ),
    )
