"""Reads the contents of JDK collections from predicted fields.

Only classes are here whose fields are known exactly for JDK 17 to 25. There is no answer if a field is missing, is
shared with objects that are not followed, or is not decided by the input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everypath.suite.testcase import ArrayValue, Contents, Expected, NullValue, ObjectValue, Primitive, Same, Unknown

__all__ = ["contents_of"]

_MOST = 64


class _UnclearError(Exception):
    """The fields of the object are not as known for its class."""


def contents_of(value: Expected) -> Contents | None:
    """The contents of an object of a JDK collection class; None for other classes and for inexact contents."""
    if not isinstance(value, ObjectValue):
        return None
    if value.contents is not None or value.class_name not in _READERS:
        return value.contents
    try:
        return _contents(_Inside(value))
    except _UnclearError:
        return None


def _contents(inside: _Inside) -> Contents:
    value = inside.value
    if not isinstance(value, ObjectValue) or value.class_name not in _READERS:
        raise _UnclearError
    kind, read = _READERS[value.class_name]
    items = tuple(inside.resolved(each) for each in read(inside))
    if any(each is value for each in items):
        raise _UnclearError  # an object that contains itself has no finite contents
    return Contents(kind, items)


class _Inside:
    """One object, and access to the objects that it shares with others."""

    def __init__(self, value: Expected, shared: dict[int, Expected] | None = None) -> None:
        self.shared = dict(_numbered(value)) if shared is None else shared
        self.value = self.resolved(value)

    def resolved(self, value: Expected) -> Expected:
        """The object in place of a reference to one that occurred before."""
        if isinstance(value, Same):
            known = self.shared.get(value.number)
            if known is None:
                raise _UnclearError
            return known
        return value

    def field(self, name: str) -> _Inside:
        """The value of a field."""
        if isinstance(self.value, ObjectValue):
            for each in self.value.fields:
                if each.name == name:
                    return _Inside(each.value, self.shared)
        raise _UnclearError

    @property
    def number(self) -> int:
        """The value as an int."""
        if isinstance(self.value, Primitive):
            return int(self.value.value)
        raise _UnclearError

    @property
    def is_null(self) -> bool:
        """True if the value is null."""
        if isinstance(self.value, Unknown):
            raise _UnclearError
        return isinstance(self.value, NullValue)

    def elements(self) -> list[_Inside]:
        """All elements of an array."""
        if not isinstance(self.value, ArrayValue) or len(self.value.elements) < self.value.length:
            raise _UnclearError
        return [_Inside(each, self.shared) for each in self.value.elements]


def _numbered(value: Expected) -> Iterator[tuple[int, Expected]]:
    stack: list[Expected] = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, ObjectValue):
            yield each.number, each
            stack += [field.value for field in each.fields]
        elif isinstance(each, ArrayValue):
            yield each.number, each
            stack += each.elements


def _array_list(inside: _Inside) -> Iterator[Expected]:
    size, array = inside.field("size").number, inside.field("elementData").value
    if not isinstance(array, ArrayValue) or not 0 <= size <= len(array.elements):
        raise _UnclearError
    yield from array.elements[:size]


def _linked_list(inside: _Inside) -> Iterator[Expected]:
    node, size = inside.field("first"), inside.field("size").number
    for _ in range(size):
        yield node.field("item").value
        node = node.field("next")


def _all_of(name: str) -> Callable[[_Inside], Iterator[Expected]]:
    def read(inside: _Inside) -> Iterator[Expected]:
        for each in inside.field(name).elements():
            yield each.value

    return read


def _fields(*names: str) -> Callable[[_Inside], Iterator[Expected]]:
    def read(inside: _Inside) -> Iterator[Expected]:
        for name in names:
            yield inside.field(name).value

    return read


def _hash_entries(inside: _Inside) -> Iterator[tuple[Expected, Expected]]:
    if not (table := inside.field("table")).is_null:
        for bucket in table.elements():
            node, left = bucket, _MOST
            while not node.is_null:
                if left == 0:
                    raise _UnclearError
                yield node.field("key").value, node.field("value").value
                node, left = node.field("next"), left - 1


def _tree_entries(inside: _Inside) -> Iterator[tuple[Expected, Expected]]:
    def below(node: _Inside, depth: int) -> Iterator[tuple[Expected, Expected]]:
        if node.is_null:
            return
        if depth == 0:
            raise _UnclearError
        yield from below(node.field("left"), depth - 1)
        yield node.field("key").value, node.field("value").value
        yield from below(node.field("right"), depth - 1)

    yield from below(inside.field("root"), 16)


_Entries = Callable[[_Inside], Iterator[tuple[Expected, Expected]]]


def _map(entries: _Entries) -> Callable[[_Inside], Iterator[Expected]]:
    def read(inside: _Inside) -> Iterator[Expected]:
        found = list(entries(inside))
        if len(found) != inside.field("size").number:
            raise _UnclearError
        for key, value in found:
            yield from (key, value)

    return read


def _set(field: str, entries: _Entries) -> Callable[[_Inside], Iterator[Expected]]:
    def read(inside: _Inside) -> Iterator[Expected]:
        held = inside.field(field)
        found = [key for key, _ in entries(held)]
        if len(found) != held.field("size").number:
            raise _UnclearError
        yield from found

    return read


def _nothing(_: _Inside) -> Iterator[Expected]:
    return iter(())


def _optional(inside: _Inside) -> Iterator[Expected]:
    held = inside.field("value")
    if not held.is_null:
        yield held.value


def _deque(inside: _Inside) -> Iterator[Expected]:
    elements = inside.field("elements").elements()
    head, tail = inside.field("head").number, inside.field("tail").number
    if not (0 <= head < len(elements) and 0 <= tail < len(elements)):
        raise _UnclearError
    for at in range((tail - head) % len(elements)):
        yield elements[(head + at) % len(elements)].value


def _heap(inside: _Inside) -> Iterator[Expected]:
    for at in range(inside.field("size").number):
        yield inside.field("queue").elements()[at].value


def _vector(inside: _Inside) -> Iterator[Expected]:
    elements = inside.field("elementData").elements()
    for at in range(inside.field("elementCount").number):
        yield elements[at].value


def _within(name: str) -> Callable[[_Inside], Iterator[Expected]]:
    """The contents of the collection or map behind a view."""

    def read(inside: _Inside) -> Iterator[Expected]:
        yield from _contents(inside.field(name)).items

    return read


def _few(*names: str) -> Callable[[_Inside], Iterator[Expected]]:
    """The elements of an immutable collection of one or two; the second field may hold a mark for none."""

    def read(inside: _Inside) -> Iterator[Expected]:
        for name in names:
            held = inside.field(name).value
            if isinstance(held, ObjectValue) and held.class_name == "java/lang/Object":
                return
            yield held

    return read


def _filled(name: str) -> Callable[[_Inside], Iterator[Expected]]:
    """The non-null entries in the table of an immutable set; keys and values in turn for a map."""

    def read(inside: _Inside) -> Iterator[Expected]:
        for each in inside.field(name).elements():
            if not each.is_null:
                yield each.value

    return read


def _primitive_optional(inside: _Inside) -> Iterator[Expected]:
    if inside.field("isPresent").number:
        yield inside.field("value").value


_READERS: dict[str, tuple[str, Callable[[_Inside], Iterator[Expected]]]] = {
    "java/util/ArrayList": ("list", _array_list),
    "java/util/LinkedList": ("list", _linked_list),
    "java/util/Arrays$ArrayList": ("list", _all_of("a")),
    "java/util/ImmutableCollections$ListN": ("list", _all_of("elements")),
    "java/util/Collections$EmptyList": ("list", _nothing),
    "java/util/Collections$SingletonList": ("list", _fields("element")),
    "java/util/HashSet": ("set", _set("map", _hash_entries)),
    "java/util/LinkedHashSet": ("set", _set("map", _hash_entries)),
    "java/util/TreeSet": ("set", _set("m", _tree_entries)),
    "java/util/Collections$EmptySet": ("set", _nothing),
    "java/util/Collections$SingletonSet": ("set", _fields("element")),
    "java/util/HashMap": ("map", _map(_hash_entries)),
    "java/util/LinkedHashMap": ("map", _map(_hash_entries)),
    "java/util/TreeMap": ("map", _map(_tree_entries)),
    "java/util/Collections$EmptyMap": ("map", _nothing),
    "java/util/Collections$SingletonMap": ("map", _fields("k", "v")),
    "java/util/Optional": ("optional", _optional),
    "java/util/OptionalInt": ("ints", _primitive_optional),
    "java/util/OptionalLong": ("longs", _primitive_optional),
    "java/util/OptionalDouble": ("doubles", _primitive_optional),
    "java/util/Vector": ("list", _vector),
    "java/util/Stack": ("list", _vector),
    "java/util/ArrayDeque": ("sequence", _deque),
    "java/util/PriorityQueue": ("sequence", _heap),
    "java/util/ImmutableCollections$List12": ("list", _few("e0", "e1")),
    "java/util/ImmutableCollections$Set12": ("set", _few("e0", "e1")),
    "java/util/ImmutableCollections$SetN": ("set", _filled("elements")),
    "java/util/ImmutableCollections$Map1": ("map", _fields("k0", "v0")),
    "java/util/ImmutableCollections$MapN": ("map", _filled("table")),
    "java/util/Collections$UnmodifiableCollection": ("sequence", _within("c")),
    "java/util/Collections$UnmodifiableList": ("list", _within("list")),
    "java/util/Collections$UnmodifiableRandomAccessList": ("list", _within("list")),
    "java/util/Collections$UnmodifiableSet": ("set", _within("c")),
    "java/util/Collections$UnmodifiableSortedSet": ("set", _within("ss")),
    "java/util/Collections$UnmodifiableMap": ("map", _within("m")),
    "java/util/Collections$UnmodifiableSortedMap": ("map", _within("sm")),
    "java/util/Collections$SynchronizedList": ("list", _within("list")),
    "java/util/Collections$SynchronizedRandomAccessList": ("list", _within("list")),
    "java/util/Collections$SynchronizedSet": ("set", _within("c")),
    "java/util/Collections$SynchronizedMap": ("map", _within("m")),
    "java/util/AbstractMap$SimpleEntry": ("entry", _fields("key", "value")),
    "java/util/AbstractMap$SimpleImmutableEntry": ("entry", _fields("key", "value")),
    "java/util/KeyValueHolder": ("entry", _fields("key", "value")),
}
