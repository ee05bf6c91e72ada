"""Text diagrams of the objects of one snapshot: chains, trees and graphs, each on one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.bridge import (
    Node,
    Ref,
    Value,
)
from everypath.suite.drawings.heap_structure import HeapStructure
from everypath.suite.drawings.linked_structures import Links
from everypath.suite.drawings.object_labels import ObjectLabels

__all__ = ["HeapDiagram"]

MOST_NODES = 12
"""Objects of one drawing; the rest is ``…``."""

_DEEPEST_HOLDER = 2


class HeapDiagram:
    """Draws the objects of one snapshot. ``names`` maps numbers of objects to the names of their test variables."""

    def __init__(self, links: Links, objects: Sequence[Node], names: Mapping[int, str]) -> None:
        self._heap = HeapStructure(links, objects)
        self._roots: dict[int, str] = {}
        self._labels = ObjectLabels(self._heap, self._roots, names)
        self._placed: dict[int, str] = {}
        """The objects that are drawn, with the title of their drawing."""
        self._links_drawn = 0
        self._above: set[int] = set()
        """The objects of a tree whose children are being drawn."""
        self._title = ""

    def lines(self, roots: Sequence[tuple[str, Value]]) -> tuple[str, ...]:
        """The drawing, one line for each root object that is linked or contains linked objects; empty if there is
        none.
        """
        starts = [(title, value.id) for title, value in roots if isinstance(value, Ref)]
        self._roots.update({number: title for title, number in starts})
        members = self._heap.members([number for _, number in starts])
        self._heap.study(members)
        self._labels.name_all(members)
        drawn = []
        for title, number in starts:
            self._title = title
            if self._placed.get(number, title) == title:
                text = self._root(number)
                if text and text != title:
                    drawn.append(text if text.startswith((f"{title} ", f"{title}(")) else f"{title}: {text}")
        return tuple(drawn) if self._links_drawn else ()

    def _label(self, number: int) -> str:
        """Mark an object as drawn and return its label, without the name if that is the title of the line."""
        self._placed[number] = self._title
        label = self._labels.labels.get(number, "?")
        return label.removeprefix(f"{self._title}:") if self._roots.get(number) == self._title else label

    def _known_as(self, number: int) -> str:
        """The text by which this drawing refers to an object that it has drawn. For the root of the line, that is its
        content, or its short label if another object has the same content.
        """
        short = self._labels.short.get(number, "?")
        if self._roots.get(number) != self._title:
            return short
        content = self._labels.labels.get(number, "?").removeprefix(f"{self._title}:")
        others = [label for each, label in self._labels.labels.items() if each != number]
        return short if content in others else content

    def _again(self, number: int) -> str:
        """The text of an object that was drawn before, in this drawing or in another one."""
        short = self._labels.short.get(number, "?")
        if self._placed[number] == self._title:
            return f"(back to {self._known_as(number)})"
        title = self._placed[number]
        if number in self._roots:
            return self._roots[number]
        return f"({short})" if self._labels.names.get(number) == short else f"({short} of {title})"

    def _root(self, number: int) -> str:
        if self._heap.is_member(number):
            return self._structure(number)
        return self._holder(number, 0)

    def _holder(self, number: int, depth: int) -> str:
        """The structures that a container holds, with the names of its fields if there are several."""
        self._placed[number] = self._title
        parts: dict[str, str] = {}
        for name, index, to in self._heap.held(number):
            inner = self._structure(to) if self._heap.is_member(to) else ""
            if not inner and depth < _DEEPEST_HOLDER and to not in self._placed:
                inner = self._holder(to, depth + 1)
            if inner:
                parts[name if index is None else f"{name}[{index}]"] = inner
        node = self._heap.object(number)
        if parts and node is not None:
            missing = list(self._heap.missing(node, parts))
            self._links_drawn += len(missing)
            parts |= dict.fromkeys(missing, "null")
            order = [name for _, name, _ in node.fields]
            parts = dict(sorted(parts.items(), key=lambda each: order.index(each[0].partition("[")[0])))
        if len(parts) == 1:
            ((name, text),) = parts.items()
            return f"{name} = {text}" if "[" in name else text
        return ", ".join(
            text if text == name or text.startswith((f"{name} ", f"{name}(")) else f"{name} = {text}"
            for name, text in parts.items()
        )

    def _structure(self, number: int) -> str:
        if number in self._placed:
            return self._again(number).removeprefix("(back to ").strip("()")
        start = self._heap.first(number)
        if self._heap.is_graph(start):
            return self._graph(start)
        chained = all(self._heap.is_chain(each) for each in self._heap.below(start))
        return self._chain(start, number) if chained else self._tree(start)

    def _chain(self, start: int, marked: int) -> str:
        shown = ""
        current, before = start, -1
        for _ in range(MOST_NODES):
            if current in self._placed:
                return shown + self._again(current)
            label = self._label(current)
            shown += f"[{label}]" if current == marked and start != marked else label
            back = next((to for name, _, to in self._heap.linked(current) if name == self._heap.backward), None)
            circular = back is not None and current in [each[2] for each in self._heap.children(back)]
            if back is not None and back != before and not (circular and before == -1):
                self._links_drawn += 1
                shown += f" ({self._heap.backward}: {self._labels.short.get(back, '?')})"
            after = next((each[2] for each in self._heap.children(current)), None)
            if after is None:
                return shown
            self._links_drawn += 1
            returns = any(to == current for name, _, to in self._heap.linked(after) if name == self._heap.backward)
            shown += " <-> " if returns else " -> "
            before, current = current, after
        return shown + "..."

    def _tree(self, number: int) -> str:
        if number in self._placed:
            again = self._again(number)
            if self._placed[number] != self._title:
                return again
            return again.strip("()") if number in self._above else f"^{self._labels.short.get(number, '?')}"
        if len(self._placed) >= MOST_NODES:
            return "..."
        label = self._label(number)
        children = self._heap.children(number)
        if not children:
            return label
        node = self._heap.object(number)
        assert node is not None
        links = {name for _, name in self._heap.links.of(node.klass).fields if name != self._heap.backward}
        self._above.add(number)
        texts = []
        for _, name, value in node.fields:
            of_field = [each for each in children if each[0] == name]
            texts += [self._indexed(each, dense=self._heap.is_full(value)) for each in of_field]
            if not of_field and name in links:
                texts.append("-")
        self._above.discard(number)
        self._links_drawn += 1
        return f"{label}({', '.join(texts)})"

    def _indexed(self, child: tuple[str, int | None, int, int | None], *, dense: bool) -> str:
        _, index, to, edge = child
        text = self._tree(to)
        if edge is not None:
            weight = self._labels.content_of_edge(edge)
            return f"{weight}: {text}" if weight else text
        return f"{index}: {text}" if index is not None and not dense else text

    def _graph(self, start: int) -> str:
        """Each object with its neighbours: ``0 -> 1, 2; 1 -> 0``."""
        todo = [start]
        rows: list[str] = []
        mentioned: set[int] = set()
        while todo and len(rows) < MOST_NODES:
            number = todo.pop(0)
            if number in self._placed:
                continue
            label = self._label(number)
            label = self._known_as(number) if number in mentioned else label
            neighbours = []
            for _, _, to, edge in self._heap.children(number):
                weight = self._labels.content_of_edge(edge) if edge is not None else ""
                known = to in mentioned or self._roots.get(to) == self._title
                mentioned.add(to)
                neighbours.append(
                    (self._known_as(to) if known else self._labels.labels.get(to, "?"))
                    + (f" ({weight})" if weight else "")
                )
                todo.append(to)
            if neighbours:
                self._links_drawn += 1
                rows.append(f"{label} -> {', '.join(neighbours)}")
        return "; ".join(rows) + ("; ..." if any(each not in self._placed for each in todo) else "")
