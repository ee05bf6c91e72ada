"""Contracts of methods of JDK types, from their documentation: assumptions on the answers of stubs.

A stub of a JDK interface or abstract class (or of a subtype) answers with symbols. Without assumptions it could violate
the contract of the JDK: a `Reader` that reads 4097 chars into an array of 10, an `Iterator` that continues after its
end, a `Comparator` for which everything is less than itself. Each row of `CONTRACTS` quotes the javadoc of one method
and states it as a condition. The condition is assumed of every answer, so no test and no finding depends on its
violation. The answers of methods without a row are not restricted. The assumptions are part of the domain of inputs: a
proof holds for implementations that satisfy them (docs/limitations.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.term import BV32, BV64, Value, conj, disj, eq, ge, is_null, ite, le, lt, var

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.vm.core import RecordedAnswer

__all__ = ["CONTRACTS", "Asked", "Contract", "contract_of", "may_always_answer"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A call that a stub, named ``stub``, is about to answer with ``answer``; ``before`` are all earlier calls."""

    stub: str
    arguments: tuple[Value, ...]
    answer: Value
    before: tuple[RecordedAnswer, ...]

    def since(self, changes: frozenset[str]) -> Sequence[RecordedAnswer]:
        """The calls after the last one to a method that changes the object."""
        for at in range(len(self.before), 0, -1):
            if self.before[at - 1].name in changes:
                return self.before[at:]
        return self.before


Promise = Callable[[Asked], Value]
"""A condition on the answer. It must be satisfiable by 0, 1, -1 or an earlier answer, whatever the arguments are."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A row: what ``source``, the documentation of ``owner.name``, promises of the answers.

    ``promise`` is a condition on each answer. ``steady``: the answer stays the same until one of these is called
    (for the same arguments); with `None` it may change from call to call. ``non_null``: the answer is never null.
    ``cursor`` is the method that returns whether there is another element (``hasNext``); the method that takes the
    element has it, too (`everypath.inputs.stubs.stubs`). ``descriptor`` selects an overload; if it is empty, the row is
    for all methods of that name.
    """

    owner: str
    name: str
    source: str
    descriptor: str = ""
    promise: Promise | None = None
    steady: frozenset[str] | None = None
    non_null: bool = False
    cursor: str = ""


# -- promises ---------------------------------------------------------------------------------------------------


def _at_least(least: int) -> Promise:
    return lambda asked: ge(asked.answer, least)


def _between(least: int, most: int) -> Promise:
    return lambda asked: conj(ge(asked.answer, least), le(asked.answer, most))


def _read_into(limit: int) -> Promise:
    """The number of elements read: at most argument ``limit``; 0 only if that is 0; -1 at the end."""

    def promised(asked: Asked) -> Value:
        most = asked.arguments[limit]
        some = conj(ge(asked.answer, 1), le(asked.answer, most))
        return disj(eq(asked.answer, -1), some, conj(eq(asked.answer, 0), eq(most, 0)))

    return promised


def _at_most(limit: int) -> Promise:
    """From 0 to argument ``limit``; 0 if that is negative."""

    def promised(asked: Asked) -> Value:
        within = conj(ge(asked.answer, 0), le(asked.answer, asked.arguments[limit]))
        return disj(eq(asked.answer, 0), within)

    return promised


def _never(asked: Asked) -> Value:
    return eq(asked.answer, 0)


def _like_size(asked: Asked) -> Value:
    """``isEmpty()`` is ``size() == 0``."""
    sizes = [each.answer for each in asked.since(_CHANGES) if each.name == "size" and each.answer is not None]
    return eq(eq(asked.answer, 1), eq(sizes[-1], 0)) if sizes else True


def _like_emptiness(asked: Asked) -> Value:
    """A size that is consistent with the answer of ``isEmpty()``."""
    answers = [each.answer for each in asked.since(_CHANGES) if each.name == "isEmpty" and each.answer is not None]
    fits = eq(eq(asked.answer, 0), eq(answers[-1], 1)) if answers else True
    return conj(ge(asked.answer, 0), fits)


def _ordered(asked: Asked) -> Value:
    """A total preorder: each object, and null, has a rank, and the answer's sign is that of their comparison."""
    objects: list[Value] = []
    for each in (*(call.arguments for call in asked.before if call.name == "compare"), asked.arguments):
        objects += [argument for argument in each if argument not in objects]
    null = var(f"{asked.stub}.rank", BV32)
    first, second = (
        ite(is_null(each), null, var(f"{asked.stub}.rank#{objects.index(each)}", BV32), BV32)
        for each in asked.arguments
    )
    return conj(eq(lt(asked.answer, 0), lt(first, second)), eq(eq(asked.answer, 0), eq(first, second)))


# -- the table --------------------------------------------------------------------------------------------------

_NOTHING: frozenset[str] = frozenset()
_CHANGES = frozenset(
    {
        *("add", "addAll", "addFirst", "addLast", "clear", "compute", "computeIfAbsent", "computeIfPresent", "drainTo"),
        *("merge", "offer", "offerFirst", "offerLast", "poll", "pollFirst", "pollLast", "pop", "push", "put", "putAll"),
        *("putFirst", "putIfAbsent", "putLast", "remove", "removeAll", "removeFirst", "removeIf", "removeLast"),
        *("replace", "replaceAll", "retainAll", "set", "take"),
    }
)
"""Methods of collections and maps that may change them."""

_SIZE = "Returns the number of elements in this collection."
_READS = "the number of bytes read, or -1"

CONTRACTS: tuple[Contract, ...] = (
    Contract(
        "java/lang/CharSequence",
        "length",
        "The length is the number of 16-bit chars in the sequence.",
        promise=_at_least(0),
        steady=_NOTHING,
    ),
    Contract("java/lang/CharSequence", "charAt", "Returns the char value at the specified index.", steady=_NOTHING),
    Contract("java/lang/CharSequence", "subSequence", "Returns a CharSequence that is a subsequence.", non_null=True),
    Contract("java/lang/CharSequence", "toString", "Returns a string containing the characters.", non_null=True),
    Contract("java/lang/Iterable", "iterator", "Returns an iterator over elements of type T.", non_null=True),
    Contract("java/lang/Iterable", "spliterator", "Creates a Spliterator over the elements.", non_null=True),
    Contract(
        "java/lang/Readable",
        "read",
        "The number of char values added to the buffer, or -1",
        descriptor="(Ljava/nio/CharBuffer;)I",
        promise=_at_least(-1),
    ),
    Contract("java/lang/Process", "getInputStream", "the input stream connected to the process", non_null=True),
    Contract(
        "java/util/Iterator",
        "hasNext",
        "Returns true if next would return an element rather than throwing an exception.",
        cursor="hasNext",
    ),
    Contract(
        "java/util/Iterator", "next", "NoSuchElementException - if the iteration has no more elements", cursor="hasNext"
    ),
    Contract(
        "java/util/PrimitiveIterator$OfInt",
        "nextInt",
        "Returns the next int element in the iteration.",
        cursor="hasNext",
    ),
    Contract(
        "java/util/PrimitiveIterator$OfLong",
        "nextLong",
        "Returns the next long element in the iteration.",
        cursor="hasNext",
    ),
    Contract(
        "java/util/PrimitiveIterator$OfDouble",
        "nextDouble",
        "Returns the next double element in the iteration.",
        cursor="hasNext",
    ),
    Contract(
        "java/util/Enumeration",
        "hasMoreElements",
        "Tests if this enumeration contains more elements.",
        cursor="hasMoreElements",
    ),
    Contract(
        "java/util/Enumeration",
        "nextElement",
        "NoSuchElementException - if no more elements exist.",
        cursor="hasMoreElements",
    ),
    Contract("java/util/ListIterator", "nextIndex", "the index of the next element", promise=_at_least(0)),
    Contract("java/util/ListIterator", "previousIndex", "or -1 if at the beginning", promise=_at_least(-1)),
    Contract(
        "java/util/Comparator",
        "compare",
        "sgn(compare(x, y)) == -sgn(compare(y, x)) for all x and y; the relation is transitive",
        descriptor="(Ljava/lang/Object;Ljava/lang/Object;)I",
        promise=_ordered,
        steady=_NOTHING,
    ),
    Contract(
        "java/util/Spliterator",
        "tryAdvance",
        "If a remaining element exists: performs the given action on it, returning true.",
        promise=_never,
    ),
    Contract("java/util/Spliterator", "estimateSize", "the estimated size, or Long.MAX_VALUE", promise=_at_least(0)),
    Contract("java/util/Collection", "size", _SIZE, promise=_like_emptiness, steady=_CHANGES),
    Contract(
        "java/util/Collection",
        "isEmpty",
        "true if this collection contains no elements",
        promise=_like_size,
        steady=_CHANGES,
    ),
    Contract("java/util/Collection", "toArray", "an array, whose run-time component type is Object", non_null=True),
    Contract("java/util/Map", "size", "the number of key-value mappings", promise=_like_emptiness, steady=_CHANGES),
    Contract(
        "java/util/Map",
        "isEmpty",
        "true if this map contains no key-value mappings",
        promise=_like_size,
        steady=_CHANGES,
    ),
    Contract("java/util/Map", "keySet", "Returns a Set view of the keys contained in this map.", non_null=True),
    Contract("java/util/Map", "values", "Returns a Collection view of the values contained.", non_null=True),
    Contract("java/util/Map", "entrySet", "Returns a Set view of the mappings contained.", non_null=True),
    Contract("java/util/Map$Entry", "getKey", "Returns the key corresponding to this entry.", steady=_NOTHING),
    Contract(
        "java/util/Map$Entry",
        "getValue",
        "Returns the value corresponding to this entry.",
        steady=frozenset({"setValue"}),
    ),
    Contract("java/util/List", "indexOf", "or -1 if this list does not contain the element", promise=_at_least(-1)),
    Contract("java/util/List", "lastIndexOf", "or -1 if this list does not contain the element", promise=_at_least(-1)),
    Contract("java/util/List", "listIterator", "a list iterator over the elements in this list", non_null=True),
    Contract("java/util/List", "subList", "a view of the specified range within this list", non_null=True),
    Contract(
        "java/util/concurrent/BlockingQueue",
        "remainingCapacity",
        "the number of additional elements",
        promise=_at_least(0),
    ),
    Contract(
        "java/util/concurrent/BlockingQueue", "drainTo", "the number of elements transferred", promise=_at_least(0)
    ),
    Contract("java/util/concurrent/locks/Lock", "newCondition", "A new Condition instance", non_null=True),
    Contract("java/util/stream/BaseStream", "iterator", "the element iterator for this stream", non_null=True),
    Contract("java/util/stream/BaseStream", "spliterator", "the element spliterator for this stream", non_null=True),
    Contract(
        "java/io/InputStream",
        "read",
        "The value byte is returned as an int in the range 0 to 255; at the end -1.",
        descriptor="()I",
        promise=_between(-1, 255),
    ),
    Contract("java/io/InputStream", "read", _READS, descriptor="([BII)I", promise=_read_into(2)),
    Contract("java/io/InputStream", "available", "an estimate of the number of bytes, or 0", promise=_at_least(0)),
    Contract("java/io/InputStream", "skip", "the actual number of bytes skipped", promise=_at_most(0)),
    Contract(
        "java/io/Reader",
        "read",
        "The character read, as an integer in the range 0 to 65535, or -1",
        descriptor="()I",
        promise=_between(-1, 0xFFFF),
    ),
    Contract(
        "java/io/Reader", "read", "The number of characters read, or -1", descriptor="([CII)I", promise=_read_into(2)
    ),
    Contract("java/io/ObjectInput", "read", "the byte read, or -1", descriptor="()I", promise=_between(-1, 255)),
    Contract("java/io/ObjectInput", "read", _READS, descriptor="([BII)I", promise=_read_into(2)),
    Contract("java/io/ObjectInput", "available", "the number of bytes that can be read", promise=_at_least(0)),
    Contract("java/io/ObjectInput", "skip", "the actual number of bytes skipped", promise=_at_most(0)),
    Contract("java/io/DataInput", "readUnsignedByte", "in the range 0 through 255", promise=_between(0, 255)),
    Contract("java/io/DataInput", "readUnsignedShort", "in the range 0 through 65535", promise=_between(0, 0xFFFF)),
    Contract("java/io/DataInput", "skipBytes", "the number of bytes actually skipped", promise=_at_most(0)),
    Contract("java/io/DataInput", "readUTF", "a Unicode string", non_null=True),
    Contract(
        "java/sql/ResultSetMetaData", "getColumnCount", "the number of columns", promise=_at_least(0), steady=_NOTHING
    ),
    Contract(
        "java/sql/ResultSetMetaData",
        "getColumnDisplaySize",
        "the normal maximum number of characters",
        promise=_at_least(0),
    ),
    Contract("java/sql/ResultSetMetaData", "getColumnLabel", "the suggested column title", non_null=True),
    Contract("java/sql/ResultSetMetaData", "getColumnName", "column name", non_null=True),
    Contract("java/sql/ResultSet", "getMetaData", "the description of this ResultSet object's columns", non_null=True),
    Contract(
        "java/sql/ResultSet", "getRow", "the current row number; 0 if there is no current row", promise=_at_least(0)
    ),
    Contract("java/sql/ResultSet", "getFetchSize", "the current fetch size", promise=_at_least(0)),
    Contract("java/sql/ResultSet", "findColumn", "the column index; the first column is 1", promise=_at_least(1)),
    Contract("java/sql/Statement", "executeQuery", "a ResultSet object; never null", non_null=True),
    Contract("java/sql/PreparedStatement", "executeQuery", "a ResultSet object; never null", non_null=True),
    Contract("java/sql/Statement", "executeUpdate", "either the row count or 0", promise=_at_least(0)),
    Contract("java/sql/PreparedStatement", "executeUpdate", "either the row count or 0", promise=_at_least(0)),
    Contract("java/sql/Statement", "getUpdateCount", "the result as an update count; -1 if", promise=_at_least(-1)),
    Contract("java/sql/Connection", "createStatement", "a new default Statement object", non_null=True),
    Contract("java/sql/Connection", "prepareStatement", "a new default PreparedStatement object", non_null=True),
    Contract("java/sql/Connection", "prepareCall", "a new default CallableStatement object", non_null=True),
    Contract("java/sql/Connection", "getMetaData", "a DatabaseMetaData object for this Connection", non_null=True),
    Contract("java/sql/Blob", "length", "length of the BLOB in bytes", promise=_at_least(0)),
    Contract("java/sql/Clob", "length", "length of the CLOB in characters", promise=_at_least(0)),
)

_ROWS: dict[str, list[Contract]] = {}
for _row in CONTRACTS:
    _ROWS.setdefault(_row.name, []).append(_row)


def contract_of(cls: Class, method: Method) -> Contract | None:
    """The contract for the answers of a stub of ``cls`` to ``method``. `None` if every answer is allowed."""
    rows = _ROWS.get(method.name)
    if rows is None:
        return None
    owners = {cls.name, method.owner.name, *(each.name for each in cls.supertypes)}
    for row in rows:
        if row.owner in owners and row.descriptor in ("", method.descriptor):
            return None if row.cursor and "java/util/ListIterator" in owners else row
    return None


def may_always_answer(cls: Class, method: Method, answer: Value | None, others: Sequence[RecordedAnswer]) -> bool:
    """True if a stub of a class may answer each call of a method with one value, whatever the arguments are. None
    stands for null, any other value for an object. ``others`` are what it answers each call of its methods with.
    """
    contract = contract_of(cls, method)
    if contract is None:
        return True
    if answer is None:
        return not contract.non_null
    if contract.promise is None:
        return True
    if contract.promise is _ordered:
        return answer == 0
    sorts = [BV64 if each == "J" else BV32 for each in method.parameters]
    arguments = tuple(var(f"argument#{at}", sort) for at, sort in enumerate(sorts))
    return contract.promise(Asked("stub", arguments, answer, tuple(others))) is True
