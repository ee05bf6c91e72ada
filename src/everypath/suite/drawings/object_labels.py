"""The texts of objects in a diagram: their names and their contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.bridge import (
    ArrayNode,
    BoxNode,
    ClassNode,
    EnumNode,
    Node,
    Null,
    ObjectNode,
    OpaqueNode,
    Primitive,
    Ref,
    Text,
    Value,
)
from everypath.suite.drawings.heap_structure import HeapStructure
from everypath.suite.testcase import outer_name, primitive, string

__all__ = ["ObjectLabels"]

_LONGEST_TEXT = 14


class ObjectLabels:
    """Labels of the objects of structures. ``roots`` are the titles of root objects, ``names`` those of variables."""

    def __init__(self, heap: HeapStructure, roots: Mapping[int, str], names: Mapping[int, str]) -> None:
        self._heap = heap
        self._roots = roots
        self.names = dict(names)
        self.labels: dict[int, str] = {}
        """The text of an object at the place where it is drawn."""
        self.short: dict[int, str] = {}
        """The text of an object at each further place."""
        self._letters = (chr(code) for code in range(ord("a"), ord("z") + 1))

    def name_all(self, members: Sequence[int]) -> None:
        """Choose the label of each object, and its text for further places.

        If contents do not distinguish the objects, they are named after variables of the test, or by letters.
        """
        shown = [number for number in members if not self._heap.is_edge(number)]
        contents = {number: self._content(number) for number in shown}
        counts = {number: int(number in self._roots) for number in shown}
        for number in shown:
            for _, _, to, _ in self._heap.children(number):
                counts[to] = counts.get(to, 0) + 1
        same = not self._heap.mixed and self._are_alike(
            set(contents.values()), {number: counts[number] for number in shown}
        )
        for number, content in contents.items():
            often = counts[number] > 1
            if same or not content:
                self.short[number] = self.labels[number] = self._name(number)
            elif often and (number in self._roots or list(contents.values()).count(content) > 1):
                self.short[number] = self._name(number)
                self.labels[number] = f"{self.short[number]}:{content}"
            else:
                self.short[number] = self.labels[number] = content

    def _are_alike(self, contents: set[str], counts: Mapping[int, int]) -> bool:
        """True if all objects have one content, and names are needed: by readers, or as an object occurs twice."""
        if len(contents) != 1:
            return False
        named = any(number in self.names and number not in self._roots for number in counts)
        return named or any(count > 1 for count in counts.values()) or any(each.endswith("=null") for each in contents)

    def _name(self, number: int) -> str:
        if number not in self.names:
            self.names[number] = next((each for each in self._letters if each not in self.names.values()), "node")
        return self.names[number]

    def _content(self, number: int) -> str:
        """The values of an object besides its links: the first one, and all others that are not zero, with names."""
        node = self._heap.objects[number]
        if not isinstance(node, ObjectNode):
            return self._value(Ref(number))
        links = self._heap.links.of(node.klass).fields
        first, more = "", []
        for owner, name, value in node.fields:
            if (owner, name) in links or name.startswith("this$"):
                continue
            if isinstance(value, Primitive) and value.type == "Z":
                more += [name] if value.payload else []
            elif not first:
                first = f"{name}=null" if isinstance(value, Null) else self._value(value)
            elif not self._is_dull(value):
                more.append(f"{name}={self._value(value)}")
        first = "" if first.endswith("=null") and more else first
        kind = outer_name(node.klass).parts[-1] if self._heap.mixed and not self._heap.is_edge(number) else ""
        text = " ".join(each for each in (kind, first) if each)
        return f"{text}{{{', '.join(more)}}}" if more and text else ", ".join(more) or text

    def _is_dull(self, value: Value) -> bool:
        """True if a value is left out when others are shown: null, zero, or an object without known content."""
        if isinstance(value, Ref):
            return isinstance(self._heap.objects[value.id], OpaqueNode)
        return isinstance(value, Null) or (isinstance(value, Primitive) and value.value == 0)

    def _value(self, value: Value) -> str:
        match value:
            case Null():
                return "null"
            case Primitive(type=kind):
                return primitive(kind, value.value, cast=False)
            case Text(value=text):
                return string(text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}...")
            case Ref(id=number):
                return self._object_value(self._heap.objects[number])
        return "..."

    def _object_value(self, node: Node) -> str:
        match node:
            case BoxNode(value=boxed):
                return primitive(boxed.type, boxed.value, cast=False)
            case EnumNode(name=name):
                return name
            case ClassNode(descriptor=descriptor):
                return f"{descriptor.strip('L;').rpartition('/')[2]}.class"
            case ArrayNode(length=length):
                return f"[{length}]"
            case ObjectNode(klass=name, fields=fields):
                text = next((self._value(each) for _, _, each in fields if isinstance(each, Primitive | Text)), "")
                return f"{outer_name(name).parts[-1]} {text}".rstrip()
        return outer_name(node.klass).parts[-1]

    def content_of_edge(self, number: int) -> str:
        """The content of an edge object (its weight); empty for 0 and null."""
        content = self._content(number)
        return "" if content == "0" or content.endswith("=null") else content
