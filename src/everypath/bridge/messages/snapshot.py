"""Values and object graphs that come back from the real JVM.

Primitives, strings and null are plain values; every other object is a `Ref` into one table of nodes, numbered in the
order of discovery (breadth first from the returned value, then the observed ones). Identity and cycles are kept, and
two results are equal, objects included, when their values and node tables are equal.

Wire format of a value: ``null``, ``[tag, payload]`` for a primitive (floats and doubles as raw bits), ``["T", text]``,
``["r", id]``, ``["?"]`` where a limit was reached. Nodes: ``["o", class, [[declaring class, field, value]…]]``,
``["a", descriptor, length, [element…]]`` (primitive elements are bare payloads; if an element stands for several equal
neighbours, a list ``[count…]`` follows), ``["e", class, constant]``, ``["k", descriptor]`` (class literal),
``["b", tag, payload]`` (box), ``["c", class, kind, [value…]]`` (JDK collection; kind is list, set, collection, map
(keys and values in turn), optional or entry), ``["x", class, text | null]`` (another JDK object).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import chain, repeat
from typing import TypeAlias, cast, overload

from everypath.bridge.messages.plan import Json
from everypath.classfile import internal_name
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Primitive:
    """A primitive value: its descriptor and its integer value, or the raw bits of a float or double.

    Equality is that of the bits: NaN equals NaN, and the zeros differ.
    """

    type: str
    payload: int

    @property
    def value(self) -> int | float | bool:
        """The value as a Python number."""
        if self.type == "F":
            return float(struct.unpack(">f", struct.pack(">I", self.payload & 0xFFFFFFFF))[0])
        if self.type == "D":
            return float(struct.unpack(">d", struct.pack(">Q", self.payload & 0xFFFFFFFFFFFFFFFF))[0])
        if self.type == "Z":
            return self.payload != 0
        return self.payload


@dataclass(frozen=True, slots=True)
class Text:
    """A string. Surrogate pairs are single Python characters, lone surrogates stand for themselves."""

    value: str

    @property
    def units(self) -> tuple[int, ...]:
        """The UTF-16 code units."""
        data = self.value.encode("utf-16-be", "surrogatepass")
        return struct.unpack(f">{len(data) // 2}H", data)


@dataclass(frozen=True, slots=True)
class Null:
    """The null reference."""


@dataclass(frozen=True, slots=True)
class Ref:
    """An object, by its number in the table of nodes."""

    id: int


@dataclass(frozen=True, slots=True)
class Omitted:
    """A value beyond the limits of a snapshot."""


Value: TypeAlias = Primitive | Text | Null | Ref | Omitted
NULL = Null()
OMITTED = Omitted()


@dataclass(frozen=True, slots=True)
class ObjectNode:
    """An object of an analysed class; fields are ``(declaring class, name, value)``, superclass first."""

    klass: str
    fields: tuple[tuple[str, str, Value], ...]

    def field(self, name: str) -> Value:
        """The value of the most derived field of this name; raises KeyError when there is none."""
        for _, field_name, value in reversed(self.fields):
            if field_name == name:
                return value
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class ArrayNode:
    """An array; ``elements`` is shorter than ``length`` where the limit of elements was reached."""

    descriptor: str
    length: int
    elements: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class EnumNode:
    """An enum constant."""

    klass: str
    name: str


@dataclass(frozen=True, slots=True)
class ClassNode:
    """A class literal, by descriptor."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class BoxNode:
    """A boxed primitive."""

    value: Primitive


@dataclass(frozen=True, slots=True)
class CollectionNode:
    """A JDK collection, map, optional or map entry with its content in iteration order."""

    klass: str
    kind: str
    elements: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class OpaqueNode:
    """Another JDK object: its class, and its text where that shows the value and is safe to ask for."""

    klass: str
    text: str | None


Node: TypeAlias = ObjectNode | ArrayNode | EnumNode | ClassNode | BoxNode | CollectionNode | OpaqueNode


class Snapshot(Sequence[Node]):
    """The table of nodes that a replay has shown, from its wire format. Each node is decoded when it is first asked
    for: most of a large graph is only compared with that of another replay.
    """

    __slots__ = "_nodes", "_wire"

    def __init__(self, wire: Sequence[Json] = ()) -> None:
        self._wire = wire
        self._nodes: dict[int, Node] = {}

    def __len__(self) -> int:
        return len(self._wire)

    @overload
    def __getitem__(self, at: int) -> Node: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Node]: ...

    def __getitem__(self, at: int | slice) -> Node | Sequence[Node]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        found = self._nodes.get(at)
        if found is None:
            found = self._nodes[at] = decode_node(self._wire[at])
        return found

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Snapshot):
            return self._wire == other._wire
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))


def decode_value(wire: Json) -> Value:
    """A value from its wire format."""
    if wire is None:
        return NULL
    items = cast("tuple[str, int]", wire)
    tag = items[0]
    if tag == "r":
        return Ref(items[1])
    if tag == "T":
        return Text(cast("str", items[1]))
    if tag == "?":
        return OMITTED
    return Primitive(tag, items[1])


_COUNTS = 4
"""The index in an array's node of the repeat counts of its elements."""


def decode_node(wire: Json) -> Node:
    """A node from its wire format."""
    items = cast("list[Json]", wire)
    kind = items[0]
    name = _internal(cast("str", items[1]))
    if kind == "o":
        fields = cast("list[tuple[str, str, Json]]", items[2])
        return ObjectNode(
            name, tuple([(internal_name(owner), field, decode_value(value)) for owner, field, value in fields])
        )
    if kind == "a":
        elements = decode_elements(name, cast("list[Json]", items[3]))
        if len(items) > _COUNTS:
            elements = tuple(chain.from_iterable(map(repeat, elements, cast("list[int]", items[_COUNTS]))))
        return ArrayNode(name, cast("int", items[2]), elements)
    if kind == "e":
        return EnumNode(name, cast("str", items[2]))
    if kind == "k":
        return ClassNode(name)
    if kind == "b":
        return BoxNode(Primitive(name, cast("int", items[2])))
    if kind == "c":
        content = cast("list[Json]", items[3])
        return CollectionNode(name, cast("str", items[2]), tuple(decode_value(v) for v in content))
    return OpaqueNode(name, cast("str | None", items[2]))


def decode_elements(descriptor: str, wire: Sequence[Json]) -> tuple[Value, ...]:
    """The elements of an array of the given array descriptor."""
    element = descriptor[1:]
    if element in {"Z", "B", "S", "C", "I", "J", "F", "D"}:
        payloads = cast("Sequence[int]", wire)
        made = {payload: Primitive(element, payload) for payload in set(payloads)}
        return tuple([made[payload] for payload in payloads])
    return tuple([NULL if value is None else decode_value(value) for value in wire])


def _internal(name: str) -> str:
    return internal_name(name)
