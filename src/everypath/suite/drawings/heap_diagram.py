"""The drawing of the objects of one snapshot: chains, trees, graphs and what hangs on them, in one line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from everypath.bridge import (
    ArrayNode,
    BoxNode,
    ClassNode,
    CollectionNode,
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
from everypath.suite.drawings.linked_structures import Links
from everypath.suite.testcase import outer_name, primitive, string

__all__ = ["HeapDiagram"]

MOST_NODES = 12
"""Objects of one drawing; the rest is ``…``."""

_LONGEST_TEXT = 14
_DEEPEST_HOLDER = 2

_BACKWARD = ("prev", "before", "back", "pred", "parent", "up", "above", "owner", "older")
"""How fields that lead back are usually called, where the objects do not tell."""


class HeapDiagram:
    """Draws the objects of one snapshot. ``names`` are those that some objects have in the test, by number."""

    def __init__(self, links: Links, objects: Sequence[Node], names: Mapping[int, str]) -> None:
        self._links = links
        self._objects = objects
        self._names = dict(names)
        self._placed: dict[int, str] = {}
        """The objects that are drawn, with the title of their drawing."""
        self._roots: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._short: dict[int, str] = {}
        """What an object is called where it is met again."""
        self._links_drawn = 0
        self._above: set[int] = set()
        """The objects of a tree whose children are being drawn."""
        self._backward = ""
        """The field that leads back to the object before."""
        self._mixed = False
        self._letters = (chr(code) for code in range(ord("a"), ord("z") + 1))
        self._title = ""

    def lines(self, roots: Sequence[tuple[str, Value]]) -> tuple[str, ...]:
        """One line for each root that is linked, or holds what is; none where nothing is linked."""
        starts = [(title, value.id) for title, value in roots if isinstance(value, Ref)]
        self._roots = {number: title for title, number in starts}
        members = self._members([number for _, number in starts])
        self._study(members)
        self._name_all(members)
        drawn = []
        for title, number in starts:
            self._title = title
            if self._placed.get(number, title) == title:
                text = self._root(number)
                if text and text != title:
                    drawn.append(text if text.startswith((f"{title} ", f"{title}(")) else f"{title}: {text}")
        return tuple(drawn) if self._links_drawn else ()

    # -- what there is

    def _object(self, number: int) -> ObjectNode | None:
        node = self._objects[number]
        return node if isinstance(node, ObjectNode) else None

    def _is_member(self, number: int) -> bool:
        """Whether an object is part of a structure: it has links, or a link leads to it (that is known to who asks)."""
        node = self._object(number)
        return node is not None and bool(self._links.of(node.klass).fields)

    def _linked(self, number: int) -> list[tuple[str, int | None, int]]:
        """The objects that an object's links lead to, with the field and, in arrays, the index."""
        node = self._object(number)
        found: list[tuple[str, int | None, int]] = []
        for owner, name, value in node.fields if node is not None else ():
            if (owner, name) not in self._links.of(node.klass if node is not None else "").fields:
                continue
            found += [(name, index, to) for index, to in self._targets(value)]
        return found

    def _targets(self, value: Value) -> Iterator[tuple[int | None, int]]:
        if not isinstance(value, Ref):
            return
        node = self._objects[value.id]
        if isinstance(node, ArrayNode | CollectionNode):
            yield from ((at, each.id) for at, each in enumerate(node.elements) if isinstance(each, Ref))
        else:
            yield None, value.id

    def _members(self, roots: Sequence[int]) -> list[int]:
        """All objects of structures, in the order in which links lead to them; holders are looked into."""
        found: dict[int, None] = {}
        work = [(number, 0) for number in reversed(roots)]
        seen: set[int] = set()
        while work:
            number, depth = work.pop()
            if number in seen:
                continue
            seen.add(number)
            if self._is_member(number) or number in found:
                found[number] = None
                following = [to for _, _, to in self._linked(number)]
                found |= dict.fromkeys(following)
                work += [(to, depth) for to in reversed(following)]
            elif depth <= _DEEPEST_HOLDER:
                work += [(to, depth + 1) for _, _, to in reversed(list(self._held(number)))]
        return list(found)

    def _held(self, number: int) -> Iterator[tuple[str, int | None, int]]:
        """What a holder holds, by field and index."""
        node = self._objects[number]
        if isinstance(node, ObjectNode):
            for _, name, value in node.fields:
                if not name.startswith("this$"):
                    yield from ((name, index, to) for index, to in self._targets(value))
        elif isinstance(node, ArrayNode | CollectionNode):
            yield from (("", index, to) for index, to in self._targets(Ref(number)) if index is not None)

    # -- what it looks like

    def _study(self, members: Sequence[int]) -> None:
        """Find the field that leads back, and whether the objects are of several classes."""
        edges = [(number, name, to) for number in members for name, index, to in self._linked(number) if index is None]
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
        self._backward = min(ranked, default=(0, 0, ""))[2]
        classes = {node.klass for each in members if (node := self._object(each)) and not self._is_edge(each)}
        self._mixed = len(classes) > 1 or any(self._links.is_polymorphic(each) for each in classes)

    def _paired(self, members: Sequence[int]) -> list[str]:
        """The links beside which each class that has them has others of its own type: one of them may lead back."""
        classes = dict.fromkeys(node.klass for each in members if (node := self._object(each)))
        chained = [sorted(name for _, name in self._links.of(each).chained) for each in classes]
        names = dict.fromkeys(name for each in chained for name in each)
        return [name for name in names if all(len(each) > 1 for each in chained if name in each)]

    def _is_edge(self, number: int) -> bool:
        """Whether an object is a mere link in a chain: it has one to the next of its kind, and one elsewhere."""
        node = self._object(number)
        links = self._links.of(node.klass) if node is not None else None
        return links is not None and len(links.chained) == 1 and len(links.fields) > 1 and self._elsewhere(number)

    def _elsewhere(self, number: int) -> bool:
        node = self._object(number)
        links = self._links.of(node.klass) if node is not None else None
        return links is not None and bool(links.fields - links.chained)

    def _children(self, number: int) -> list[tuple[str, int | None, int, int | None]]:
        """The objects that come after an object: field, index, object, and the chain's link that led there."""
        found: list[tuple[str, int | None, int, int | None]] = []
        for name, index, to in self._linked(number):
            if name == self._backward:
                continue
            if self._is_edge(to) and not self._is_edge(number):
                found += [(name, at, target, edge) for at, (edge, target) in enumerate(self._along(to))]
            else:
                found.append((name, index, to, None))
        return found

    def _along(self, edge: int) -> Iterator[tuple[int, int]]:
        """The objects that a chain of mere links leads to."""
        seen: set[int] = set()
        current: int | None = edge
        while current is not None and current not in seen:
            seen.add(current)
            node = self._object(current)
            chained = {name for _, name in self._links.of(node.klass).chained} if node is not None else set()
            linked = self._linked(current)
            yield from ((current, to) for name, _, to in linked if name not in chained)
            current = next((to for name, _, to in linked if name in chained), None)

    def _name_all(self, members: Sequence[int]) -> None:
        """How each object is shown, and what it is called where it is met again.

        Where contents do not tell the objects apart, they have the names of the test's variables, or letters.
        """
        shown = [number for number in members if not self._is_edge(number)]
        contents = {number: self._content(number) for number in shown}
        counts = {number: int(number in self._roots) for number in shown}
        for number in shown:
            for _, _, to, _ in self._children(number):
                counts[to] = counts.get(to, 0) + 1
        distinct = set(contents.values())
        named = any(number in self._names and number not in self._roots for number in shown)
        named_apart = len(distinct) == 1 and (named or any(counts[number] > 1 for number in shown))
        named_apart = named_apart or any(each.endswith("=null") for each in distinct if len(distinct) == 1)
        same = named_apart and not self._mixed
        for number, content in contents.items():
            often = counts[number] > 1
            if same or not content:
                self._short[number] = self._labels[number] = self._name(number)
            elif often and (number in self._roots or list(contents.values()).count(content) > 1):
                self._short[number] = self._name(number)
                self._labels[number] = f"{self._short[number]}:{content}"
            else:
                self._short[number] = self._labels[number] = content

    def _name(self, number: int) -> str:
        if number not in self._names:
            self._names[number] = next((each for each in self._letters if each not in self._names.values()), "node")
        return self._names[number]

    def _label(self, number: int) -> str:
        """An object where it is drawn; behind its own title it needs no name."""
        self._placed[number] = self._title
        label = self._labels.get(number, "?")
        return label.removeprefix(f"{self._title}:") if self._roots.get(number) == self._title else label

    def _known_as(self, number: int) -> str:
        """What an object of this drawing is called: the one it begins with by its content, if no other has it."""
        short = self._short.get(number, "?")
        if self._roots.get(number) != self._title:
            return short
        content = self._labels.get(number, "?").removeprefix(f"{self._title}:")
        others = [label for each, label in self._labels.items() if each != number]
        return short if content in others else content

    def _again(self, number: int) -> str:
        """An object that was drawn before."""
        short = self._short.get(number, "?")
        if self._placed[number] == self._title:
            return f"(back to {self._known_as(number)})"
        title = self._placed[number]
        if number in self._roots:
            return self._roots[number]
        return f"({short})" if self._names.get(number) == short else f"({short} of {title})"

    def _content(self, number: int) -> str:
        """What an object holds besides its links: the first value, and what else is not zero, by name."""
        node = self._objects[number]
        if not isinstance(node, ObjectNode):
            return self._value(Ref(number))
        links = self._links.of(node.klass).fields
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
        kind = outer_name(node.klass).parts[-1] if self._mixed and not self._is_edge(number) else ""
        text = " ".join(each for each in (kind, first) if each)
        return f"{text}{{{', '.join(more)}}}" if more and text else ", ".join(more) or text

    def _is_dull(self, value: Value) -> bool:
        """Whether a value is left out beside others: null, zero, or an object that nothing can be said of."""
        if isinstance(value, Ref):
            return isinstance(self._objects[value.id], OpaqueNode)
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
                return self._object_value(self._objects[number])
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

    # -- the drawings

    def _root(self, number: int) -> str:
        if self._is_member(number):
            return self._structure(number)
        return self._holder(number, 0)

    def _holder(self, number: int, depth: int) -> str:
        """What a container holds: its chains and trees, by field where there are several."""
        self._placed[number] = self._title
        parts: dict[str, str] = {}
        for name, index, to in self._held(number):
            inner = self._structure(to) if self._is_member(to) else ""
            if not inner and depth < _DEEPEST_HOLDER and to not in self._placed:
                inner = self._holder(to, depth + 1)
            if inner:
                parts[name if index is None else f"{name}[{index}]"] = inner
        node = self._object(number)
        if parts and node is not None:
            missing = list(self._missing(node, parts))
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

    def _missing(self, node: ObjectNode, held: Iterable[str]) -> Iterator[str]:
        """The fields that hold null where others of the same type hold objects."""
        types = {self._declared(node, name) for name in held}
        for owner, name, value in node.fields:
            del owner
            if isinstance(value, Null) and name not in held and self._declared(node, name) in types:
                yield name

    def _declared(self, node: ObjectNode, name: str) -> str:
        return self._links.descriptor(node.klass, name)

    def _structure(self, number: int) -> str:
        if number in self._placed:
            return self._again(number).removeprefix("(back to ").strip("()")
        start = self._first(number)
        if self._is_graph(start):
            return self._graph(start)
        chained = all(self._is_chain(each) for each in self._below(start))
        return self._chain(start, number) if chained else self._tree(start)

    def _below(self, number: int) -> list[int]:
        """An object of a structure and all that come after it, but for those at the ends that link to nothing."""
        found, work = {number: None}, [number]
        while work:
            for _, _, to, _ in self._children(work.pop()):
                if to not in found and self._is_member(to):
                    found[to] = None
                    work.append(to)
        return list(found)

    def _first(self, start: int) -> int:
        """Where a doubly linked list begins, seen from one of its nodes."""
        if not self._backward or not self._is_chain(start):
            return start
        seen = {start}
        number = start
        while True:
            before = next((to for name, _, to in self._linked(number) if name == self._backward), None)
            if before == start:
                return start
            if before is None or before in seen or number not in [each[2] for each in self._children(before)]:
                return number
            seen.add(before)
            number = before

    def _is_chain(self, number: int) -> bool:
        """Whether objects of this class have one that comes after them, at most."""
        node = self._object(number)
        if node is None or self._is_edge(number):
            return False
        links = self._links.of(node.klass)
        onward = [name for _, name in links.fields if name != self._backward]
        return len(onward) == 1 and links.fields == links.chained and not self._has_array(node, onward[0])

    def _has_array(self, node: ObjectNode, name: str) -> bool:
        return self._links.descriptor(node.klass, name).startswith("[")

    def _chain(self, start: int, marked: int) -> str:
        shown = ""
        current, before = start, -1
        for _ in range(MOST_NODES):
            if current in self._placed:
                return shown + self._again(current)
            label = self._label(current)
            shown += f"[{label}]" if current == marked and start != marked else label
            back = next((to for name, _, to in self._linked(current) if name == self._backward), None)
            circular = back is not None and current in [each[2] for each in self._children(back)]
            if back is not None and back != before and not (circular and before == -1):
                self._links_drawn += 1
                shown += f" ({self._backward}: {self._short.get(back, '?')})"
            after = next((each[2] for each in self._children(current)), None)
            if after is None:
                return shown
            self._links_drawn += 1
            returns = any(to == current for name, _, to in self._linked(after) if name == self._backward)
            shown += " <-> " if returns else " -> "
            before, current = current, after
        return shown + "..."

    def _tree(self, number: int) -> str:
        if number in self._placed:
            again = self._again(number)
            if self._placed[number] != self._title:
                return again
            return again.strip("()") if number in self._above else f"^{self._short[number]}"
        if len(self._placed) >= MOST_NODES:
            return "..."
        label = self._label(number)
        children = self._children(number)
        if not children:
            return label
        node = self._object(number)
        assert node is not None
        links = {name for _, name in self._links.of(node.klass).fields if name != self._backward}
        self._above.add(number)
        texts = []
        for _, name, value in node.fields:
            of_field = [each for each in children if each[0] == name]
            texts += [self._indexed(each, dense=self._is_full(value)) for each in of_field]
            if not of_field and name in links:
                texts.append("-")
        self._above.discard(number)
        self._links_drawn += 1
        return f"{label}({', '.join(texts)})"

    def _is_full(self, value: Value) -> bool:
        """Whether every element of an array is there."""
        node = self._objects[value.id] if isinstance(value, Ref) else None
        return isinstance(node, ArrayNode | CollectionNode) and all(isinstance(each, Ref) for each in node.elements)

    def _indexed(self, child: tuple[str, int | None, int, int | None], *, dense: bool) -> str:
        _, index, to, edge = child
        text = self._tree(to)
        if edge is not None:
            weight = self._content_of_edge(edge)
            return f"{weight}: {text}" if weight else text
        return f"{index}: {text}" if index is not None and not dense else text

    def _content_of_edge(self, number: int) -> str:
        content = self._content(number)
        return "" if content == "0" or content.endswith("=null") else content

    # -- graphs

    def _is_graph(self, start: int) -> bool:
        """Whether an object has neighbours, in chains of mere links or arrays, and some object is met twice."""
        reached, work = {start}, [start]
        lists = edges = twice = False
        while work:
            number = work.pop()
            for _, index, to, edge in self._children(number):
                lists = lists or index is not None or edge is not None
                edges = edges or edge is not None
                twice = twice or to in reached
                if to not in reached:
                    reached.add(to)
                    work.append(to)
        return (edges and not self._mixed) or (lists and twice)

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
            for _, _, to, edge in self._children(number):
                weight = self._content_of_edge(edge) if edge is not None else ""
                known = to in mentioned or self._roots.get(to) == self._title
                mentioned.add(to)
                neighbours.append(
                    (self._known_as(to) if known else self._labels.get(to, "?")) + (f" ({weight})" if weight else "")
                )
                todo.append(to)
            if neighbours:
                self._links_drawn += 1
                rows.append(f"{label} -> {', '.join(neighbours)}")
        return "; ".join(rows) + ("; ..." if any(each not in self._placed for each in todo) else "")
