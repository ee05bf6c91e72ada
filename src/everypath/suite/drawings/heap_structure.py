"""The linked structures in a heap snapshot: their objects, links and shape (chain, tree or graph)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from everypath.bridge import (
    ArrayNode,
    CollectionNode,
    Node,
    Null,
    ObjectNode,
    Ref,
    Value,
)
from everypath.suite.drawings.linked_structures import Links

__all__ = ["HeapStructure"]

_DEEPEST_HOLDER = 2
"""Containers inside containers that are searched for structures."""

_BACKWARD = ("prev", "before", "back", "pred", "parent", "up", "above", "owner", "older")
"""Usual beginnings of names of fields that lead back to the object before."""


class HeapStructure:
    """The objects of one snapshot by number, and the links between them."""

    def __init__(self, links: Links, objects: Sequence[Node]) -> None:
        self.links = links
        self.objects = objects
        self.backward = ""
        """The field that leads back to the object before; empty if there is none."""
        self.mixed = False
        """True if the objects are of several classes."""

    def object(self, number: int) -> ObjectNode | None:
        """The object with fields of this number; None for arrays, boxes, collections and the like."""
        node = self.objects[number]
        return node if isinstance(node, ObjectNode) else None

    def is_member(self, number: int) -> bool:
        """True if an object has links. The caller knows whether a link leads to it."""
        node = self.object(number)
        return node is not None and bool(self.links.of(node.klass).fields)

    def linked(self, number: int) -> list[tuple[str, int | None, int]]:
        """The objects that an object links to: (field, index in an array or None, number)."""
        node = self.object(number)
        found: list[tuple[str, int | None, int]] = []
        for owner, name, value in node.fields if node is not None else ():
            if (owner, name) not in self.links.of(node.klass if node is not None else "").fields:
                continue
            found += [(name, index, to) for index, to in self._targets(value)]
        return found

    def _targets(self, value: Value) -> Iterator[tuple[int | None, int]]:
        if not isinstance(value, Ref):
            return
        node = self.objects[value.id]
        if isinstance(node, ArrayNode | CollectionNode):
            yield from ((at, each.id) for at, each in enumerate(node.elements) if isinstance(each, Ref))
        else:
            yield None, value.id

    def members(self, roots: Sequence[int]) -> list[int]:
        """All objects of structures in the order of a walk from the roots, which also searches containers."""
        found: dict[int, None] = {}
        work = [(number, 0) for number in reversed(roots)]
        seen: set[int] = set()
        while work:
            number, depth = work.pop()
            if number in seen:
                continue
            seen.add(number)
            if self.is_member(number) or number in found:
                found[number] = None
                following = [to for _, _, to in self.linked(number)]
                found |= dict.fromkeys(following)
                work += [(to, depth) for to in reversed(following)]
            elif depth <= _DEEPEST_HOLDER:
                work += [(to, depth + 1) for _, _, to in reversed(list(self.held(number)))]
        return list(found)

    def held(self, number: int) -> Iterator[tuple[str, int | None, int]]:
        """The objects that a container refers to: (field, index or None, number)."""
        node = self.objects[number]
        if isinstance(node, ObjectNode):
            for _, name, value in node.fields:
                if not name.startswith("this$"):
                    yield from ((name, index, to) for index, to in self._targets(value))
        elif isinstance(node, ArrayNode | CollectionNode):
            yield from (("", index, to) for index, to in self._targets(Ref(number)) if index is not None)

    def study(self, members: Sequence[int]) -> None:
        """Set `backward` and `mixed` for the objects of the structures."""
        edges = [(number, name, to) for number in members for name, index, to in self.linked(number) if index is None]
        between: dict[tuple[int, int], set[str]] = {}
        for number, name, to in edges:
            between.setdefault((number, to), set()).add(name)
        ranked = []
        for at, field in enumerate(self._paired(members)):
            pairs = [(number, to) for number, name, to in edges if name == field]
            returned = all(between.get((to, number), set()) - {field} for number, to in pairs)
            if field.lower().startswith(_BACKWARD):
                ranked.append((0, at, field))
            elif len(pairs) > 1 and returned:
                ranked.append((1, -at, field))
        self.backward = min(ranked, default=(0, 0, ""))[2]
        classes = {node.klass for each in members if (node := self.object(each)) and not self.is_edge(each)}
        self.mixed = len(classes) > 1 or any(self.links.is_polymorphic(each) for each in classes)

    def _paired(self, members: Sequence[int]) -> list[str]:
        """The link fields whose classes all have another link field of the same type: one of the two may lead back."""
        classes = dict.fromkeys(node.klass for each in members if (node := self.object(each)))
        chained = [sorted(name for _, name in self.links.of(each).chained) for each in classes]
        names = dict.fromkeys(name for each in chained for name in each)
        return [name for name in names if all(len(each) > 1 for each in chained if name in each)]

    def is_edge(self, number: int) -> bool:
        """True for an edge object: one link leads to the next edge object, another one to an object of another
        class.
        """
        node = self.object(number)
        links = self.links.of(node.klass) if node is not None else None
        return links is not None and len(links.chained) == 1 and len(links.fields) > 1 and self._elsewhere(number)

    def _elsewhere(self, number: int) -> bool:
        node = self.object(number)
        links = self.links.of(node.klass) if node is not None else None
        return links is not None and bool(links.fields - links.chained)

    def children(self, number: int) -> list[tuple[str, int | None, int, int | None]]:
        """The objects after an object: (field, index, number, number of the edge object between them or None)."""
        found: list[tuple[str, int | None, int, int | None]] = []
        for name, index, to in self.linked(number):
            if name == self.backward:
                continue
            if self.is_edge(to) and not self.is_edge(number):
                found += [(name, at, target, edge) for at, (edge, target) in enumerate(self._along(to))]
            else:
                found.append((name, index, to, None))
        return found

    def _along(self, edge: int) -> Iterator[tuple[int, int]]:
        """The objects that a list of edge objects leads to: (edge object, object)."""
        seen: set[int] = set()
        current: int | None = edge
        while current is not None and current not in seen:
            seen.add(current)
            node = self.object(current)
            chained = {name for _, name in self.links.of(node.klass).chained} if node is not None else set()
            linked = self.linked(current)
            yield from ((current, to) for name, _, to in linked if name not in chained)
            current = next((to for name, _, to in linked if name in chained), None)

    def missing(self, node: ObjectNode, held: Iterable[str]) -> Iterator[str]:
        """The fields of a container that are null and have the type of a field in ``held``."""
        types = {self._declared(node, name) for name in held}
        for owner, name, value in node.fields:
            del owner
            if isinstance(value, Null) and name not in held and self._declared(node, name) in types:
                yield name

    def _declared(self, node: ObjectNode, name: str) -> str:
        return self.links.descriptor(node.klass, name)

    def below(self, number: int) -> list[int]:
        """An object of a structure and all objects after it that have links."""
        found, work = {number: None}, [number]
        while work:
            for _, _, to, _ in self.children(work.pop()):
                if to not in found and self.is_member(to):
                    found[to] = None
                    work.append(to)
        return list(found)

    def first(self, start: int) -> int:
        """The first node of the doubly linked list that contains ``start``; ``start`` itself in other structures."""
        if not self.backward or not self.is_chain(start):
            return start
        seen = {start}
        number = start
        while True:
            before = next((to for name, _, to in self.linked(number) if name == self.backward), None)
            if before == start:
                return start
            if before is None or before in seen or number not in [each[2] for each in self.children(before)]:
                return number
            seen.add(before)
            number = before

    def is_chain(self, number: int) -> bool:
        """True if objects of this class have at most one object after them."""
        node = self.object(number)
        if node is None or self.is_edge(number):
            return False
        links = self.links.of(node.klass)
        onward = [name for _, name in links.fields if name != self.backward]
        return len(onward) == 1 and links.fields == links.chained and not self._has_array(node, onward[0])

    def _has_array(self, node: ObjectNode, name: str) -> bool:
        return self.links.descriptor(node.klass, name).startswith("[")

    def is_graph(self, start: int) -> bool:
        """True for a graph: neighbours are in lists of edge objects or arrays, and some object is reached twice."""
        reached, work = {start}, [start]
        lists = edges = twice = False
        while work:
            number = work.pop()
            for _, index, to, edge in self.children(number):
                lists = lists or index is not None or edge is not None
                edges = edges or edge is not None
                twice = twice or to in reached
                if to not in reached:
                    reached.add(to)
                    work.append(to)
        return (edges and not self.mixed) or (lists and twice)

    def is_full(self, value: Value) -> bool:
        """True if a value is an array or collection without null elements."""
        node = self.objects[value.id] if isinstance(value, Ref) else None
        return isinstance(node, ArrayNode | CollectionNode) and all(isinstance(each, Ref) for each in node.elements)
