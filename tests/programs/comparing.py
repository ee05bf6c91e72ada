"""Two accounts of one plan, the JVM's and our machine's: the first difference between them, or none.

Object graphs are walked side by side: what is one object in one world is one object in the other. Left out, by name:
fields that only remember what can be computed again, times, the order inside identity maps and the JDK's immutable sets
and maps, identity hash codes inside texts, and where our machine says that it does not know a message.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence

from tests.programs.running import Execution

from everypath.bridge import (
    ArrayNode,
    BoxNode,
    ClassNode,
    EnumNode,
    Node,
    ObjectNode,
    Omitted,
    OpaqueNode,
    Primitive,
    Ref,
    ReplayResult,
    Text,
    Value,
)

MEMOS = frozenset(
    {
        *(("java/util/AbstractMap", name) for name in ("keySet", "values")),
        *((f"java/util/{owner}", "entrySet") for owner in ("HashMap", "TreeMap", "IdentityHashMap", "EnumMap")),
        *(("java/util/TreeMap", name) for name in ("navigableKeySet", "descendingMap")),
        *(("java/util/Hashtable", name) for name in ("keySet", "entrySet", "values")),
        *(("java/util/concurrent/ConcurrentHashMap", name) for name in ("keySet", "values", "entrySet")),
        *(
            ("java/math/BigInteger", name)
            for name in ("bitCountPlusOne", "bitLengthPlusOne", "lowestSetBitPlusTwo", "firstNonzeroIntNumPlusTwo")
        ),
        *(("java/math/BigDecimal", name) for name in ("stringCache", "precision")),
        *(("java/util/Collections$UnmodifiableMap", name) for name in ("keySet", "entrySet", "values")),
        *(("java/util/Collections$SynchronizedMap", name) for name in ("keySet", "entrySet", "values")),
        *(("java/util/regex/Pattern", name) for name in ("namedGroups", "compiled", "hasSupplementary")),
        ("java/time/format/DateTimeFormatterBuilder$LocalizedOffsetIdPrinterParser", "cache"),
        ("java/util/Calendar", "sharedZone"),
    }
)
"""Fields that remember a computed value: (declaring class, name). Objects shared by all programs have them filled."""

TIMES = frozenset(
    {
        ("java/lang/ref/SoftReference", "timestamp"),
        *(("java/lang/ref/Reference", name) for name in ("next", "discovered")),
    }
)
"""What the clock and the collector write."""

LAZY = re.compile(r"com/google/common/.*")
LAZY_FIELDS = frozenset({"hashCode", "keySet", "values", "entrySet", "entries", "asList", "multimapView", "inverse"})
"""Guava's views and hash codes that are made on first use: its ``@LazyInit`` and ``transient`` fields so named."""

HASHED = frozenset((f"java/util/{name}", "table") for name in ("HashMap", "Hashtable", "concurrent/ConcurrentHashMap"))
"""Hash tables: where a key has the hash code of ``Object``, entries are paired by key, wherever they lie."""

UNORDERED = {
    ("java/util/ImmutableCollections$SetN", "elements"): 1,
    ("java/util/ImmutableCollections$MapN", "table"): 2,
    ("java/util/IdentityHashMap", "table"): 2,
}
"""Tables whose order every JVM salts, or takes from addresses: (class, field) to the number of slots of one entry."""

IDENTITY = re.compile(r"(?:(?<=[\w$;\]>])@[0-9a-f]{1,8}\b)|(?:\$\$Lambda[$/0-9a-fx.]*)")
"""Identity hash codes and names of hidden classes, as texts show them."""


def ending_difference(jvm: ReplayResult, ours: Execution) -> str | None:
    """How the endings differ (the call returns, or throws what and where), None where they do not."""
    status = jvm.status.value
    if status != ours.status:
        expected = f"{jvm.exception}: {jvm.message}" if jvm.exception else status
        actual = f"{ours.exception}: {ours.message}" if ours.exception else ours.status
        return f"{actual} (step {ours.step}) instead of {expected}"
    if status == "throw":
        if jvm.exception != ours.exception:
            return f"throws {ours.exception} instead of {jvm.exception}"
        if not isinstance(ours.message, Omitted) and not _same_text(jvm.message, ours.message):
            return f"message {ours.message!r} instead of {jvm.message!r} of {jvm.exception}"
    return None


def value_difference(jvm: ReplayResult, ours: Execution, by_identity: Callable[[str], bool]) -> str | None:
    """The first difference in what two calls that ended alike returned and left behind.

    ``by_identity`` says whether objects of a class have the hash code of ``Object``.
    """
    walk = _Walk(jvm.objects, ours.objects, by_identity)
    if ours.status == "ok":
        assert jvm.returned is not None
        assert ours.returned is not None
        walk.pair(jvm.returned, ours.returned, "result")
    for number, (theirs, own) in enumerate(zip(jvm.observed, ours.observed, strict=True)):
        walk.pair(theirs, own, f"input{number}")
    return walk.run()


def _same_text(left: str | None, right: str | None) -> bool:
    if left == right:
        return True
    return left is not None and right is not None and IDENTITY.sub("@", left) == IDENTITY.sub("@", right)


class _Walk:
    def __init__(self, theirs: Sequence[Node], ours: Sequence[Node], by_identity: Callable[[str], bool]) -> None:
        self.theirs, self.ours = theirs, ours
        self.by_identity = by_identity
        self.unordered: set[int] = set()
        """Their nodes of hash tables whose places depend on addresses."""
        self.met: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.pending: deque[tuple[Value, Value, str]] = deque()

    def pair(self, theirs: Value, ours: Value, where: str) -> None:
        """To be compared."""
        self.pending.append((theirs, ours, where))

    def run(self) -> str | None:
        """The first difference."""
        while self.pending:
            theirs, ours, where = self.pending.popleft()
            found = self._values(theirs, ours, where)
            if found is not None:
                return found
        return None

    def _values(self, theirs: Value, ours: Value, where: str) -> str | None:
        if isinstance(theirs, Omitted) or isinstance(ours, Omitted):
            return None
        if isinstance(theirs, Ref) and isinstance(ours, Ref):
            if theirs.id in self.met or ours.id in self.back:
                same = self.met.get(theirs.id) == ours.id and self.back.get(ours.id) == theirs.id
                return None if same else f"{where}: not the same object"
            self.met[theirs.id], self.back[ours.id] = ours.id, theirs.id
            return self._nodes(theirs.id, self.theirs[theirs.id], self.ours[ours.id], where)
        if isinstance(theirs, Text) and isinstance(ours, Text):
            return None if _same_text(theirs.value, ours.value) else f"{where}: {ours.value!r}, not {theirs.value!r}"
        if theirs == ours or _both_nan(theirs, ours):
            return None
        return f"{where}: {self._show(ours, self.ours)}, not {self._show(theirs, self.theirs)}"

    def _show(self, value: Value, nodes: Sequence[Node]) -> str:
        if isinstance(value, Primitive):
            return f"{value.value!r}"
        return str(nodes[value.id])[:200] if isinstance(value, Ref) else str(value)

    def _nodes(self, number: int, theirs: Node, ours: Node, where: str) -> str | None:
        different = f"{where}: {str(ours)[:300]}, not {str(theirs)[:300]}"
        match theirs, ours:
            case ObjectNode(), ObjectNode():
                return self._objects(number, theirs, ours, where)
            case ArrayNode(), ArrayNode():
                if (theirs.descriptor, theirs.length) != (ours.descriptor, ours.length):
                    return different
                for index, (left, right) in enumerate(zip(theirs.elements, ours.elements, strict=False)):
                    self.pair(left, right, f"{where}[{index}]")
                return None
            case OpaqueNode(), OpaqueNode():
                same = theirs.klass == ours.klass and (ours.text is None or _same_text(theirs.text, ours.text))
                return None if same else different
            case BoxNode(), BoxNode():
                return None if theirs == ours or _both_nan(theirs.value, ours.value) else different
            case (EnumNode(), EnumNode()) | (ClassNode(), ClassNode()):
                return None if theirs == ours else different
        return different

    def _objects(self, number: int, theirs: ObjectNode, ours: ObjectNode, where: str) -> str | None:
        if theirs.klass != ours.klass:
            return f"{where}: a {ours.klass}, not a {theirs.klass}"
        own = {(owner, name): value for owner, name, value in ours.fields}
        for owner, name, value in theirs.fields:
            if (owner, name) in MEMOS | TIMES or (LAZY.match(owner) and name in LAZY_FIELDS):
                continue
            if (owner, name) not in own:
                return f"{where}.{name}: no such field"
            if number in self.unordered and name in ("hash", "next"):
                continue
            if (owner, name) in HASHED and self._hashed(value, own[owner, name], f"{where}.{name}"):
                continue
            slots = UNORDERED.get((owner, name))
            if slots is not None:
                self._unordered(value, own[owner, name], slots, f"{where}.{name}")
                continue
            self.pair(value, own[owner, name], f"{where}.{name}")
        return None

    def _hashed(self, theirs: Value, ours: Value, where: str) -> bool:
        """Pair the entries of two hash tables by key, where the place of a key depends on its address."""
        left, right = _entries(theirs, self.theirs), _entries(ours, self.ours)
        if not any(self._is_by_identity(each) for each in left) or len(left) != len(right):
            return False
        left.sort(key=lambda each: self._show(_field(self.theirs, each, "key"), self.theirs))
        right.sort(key=lambda each: self._show(_field(self.ours, each, "key"), self.ours))
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            self.unordered.add(one.id)
            self.pair(one, other, f"{where}[entry {number}]")
        return True

    def _is_by_identity(self, entry: Ref) -> bool:
        key = _field(self.theirs, entry, "key")
        node = self.theirs[key.id] if isinstance(key, Ref) else None
        if isinstance(node, EnumNode | ClassNode | ArrayNode):
            return True
        return isinstance(node, ObjectNode | OpaqueNode) and self.by_identity(node.klass)

    def _unordered(self, theirs: Value, ours: Value, slots: int, where: str) -> None:
        """Entries in an order of their own: those that show alike are paired."""
        rows = []
        for value, nodes in ((theirs, self.theirs), (ours, self.ours)):
            if not isinstance(value, Ref):
                self.pair(theirs, ours, where)
                return
            array = nodes[value.id]
            assert isinstance(array, ArrayNode)
            entries = [array.elements[at : at + slots] for at in range(0, len(array.elements), slots)]
            rows.append(sorted(entries, key=lambda entry, nodes=nodes: self._show(entry[0], nodes)))
        for number, (left, right) in enumerate(zip(*rows, strict=False)):
            for one, other in zip(left, right, strict=True):
                self.pair(one, other, f"{where}[{number}]")


def _field(nodes: Sequence[Node], reference: Ref, name: str) -> Value:
    node = nodes[reference.id]
    assert isinstance(node, ObjectNode)
    return node.field(name)


def _entries(table: Value, nodes: Sequence[Node]) -> list[Ref]:
    """The entries of a hash table in all its chains."""
    if not isinstance(table, Ref):
        return []
    array = nodes[table.id]
    assert isinstance(array, ArrayNode)
    found = []
    for each in array.elements:
        while isinstance(each, Ref):
            found.append(each)
            each = _field(nodes, each, "next")
    return found


def _both_nan(theirs: object, ours: object) -> bool:
    """Whether both are NaN; its payload is not modelled."""
    if not isinstance(theirs, Primitive) or not isinstance(ours, Primitive) or theirs.type != ours.type:
        return False
    return theirs.type in "FD" and theirs.value != theirs.value and ours.value != ours.value
