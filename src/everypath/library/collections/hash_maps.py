"""Models of `HashMap`, and so of `HashSet` and the linked variants, for keys with a symbolic hash.

The JDK's bytecode runs as long as all hashes are concrete. For a symbolic hash ``java.util.UnknownHashes`` runs instead
(see ``java/java.base``). It compares keys and leaves the bucket open. Buckets are decided when code reads the order of
a map's entries.

Identity hash codes are pinned numbers. They decide only the order of entries. Code that reads the order of two or more
entries with such keys makes the path inexact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.collections.input_maps import HASH_MAP, HELPER, NODE, log_map_write
from everypath.library.collections.iteration_order import BY_IDENTITY, note_order
from everypath.library.collections.objects import pinned_hash, separate_from_hashed
from everypath.library.models import CACHED, STRING, add_model, model
from everypath.state import NULL, BoundReached, Obj, TextObject, same_object
from everypath.state import text as texts
from everypath.term import Term, Value, add, eq, evaluate, ushr, w32, xor
from everypath.vm.core import OpenMap
from everypath.vm.references import CONTENTS

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program
    from everypath.state import State
    from everypath.vm.core import Call, MachineServices

BOXES = frozenset({*CACHED, "java/lang/Boolean", "java/lang/Float", "java/lang/Double"})
_OBJECT = "Ljava/lang/Object;"
_KNOWN_HASH = "library.hash"
"""The attachment that holds a key and its computed hash until the bytecode asks for this hash."""
_IDENTITY = "library.identity-hashes"
"""The attachment that is set once a key was hashed by its identity."""

# -- keys -------------------------------------------------------------------------------------------------------------


def is_content(obj: Obj) -> bool:
    """True if an object is a string or a box. These final classes compare and hash their content."""
    return obj.cls.name == STRING or obj.cls.name in BOXES


def has_known_hash(call: Call, key: Value) -> bool | None:
    """True if the hash of a key is concrete, False if it is symbolic. None if ``hashCode`` must run to find out."""
    address = call.reference(key)
    if address == NULL:
        return True
    obj = call.state.object(address)
    if isinstance(obj, TextObject):
        return obj.text.constant is not None if obj.cls.name == STRING else None
    if obj.cls.name in BOXES:
        return not (obj.fields[0] is None or isinstance(obj.fields[0], Term))
    return None


def _spread(hash_code: Value) -> Value:
    return xor(hash_code, ushr(hash_code, 16, 32), 32)


def _folded(number: int) -> int:
    """``Long.hashCode``."""
    return w32(number ^ (number >> 32))


def is_hashed_by_identity(machine: MachineServices, state: State, address: int) -> bool:
    """True if ``hashCode`` of an object is `Object`'s or `Enum`'s."""
    cls = state.object(address).cls
    if cls.is_array or address not in state.refs:
        return cls.is_array or hashes_by_identity(machine.program, cls)
    bits = state.types.get(state.refs[address])
    if bits is None:
        return False
    return all(hashes_by_identity(machine.program, each) for each in machine.program.classes_of(bits))


def hashes_by_identity(program: Program, cls: Class) -> bool:
    """True if ``hashCode`` of objects of exactly a class is `Object`'s or `Enum`'s."""
    root = program.klass("java/lang/Object").declared_method("hashCode", "()I")
    return root is not None and program.select(cls, root).owner.name in ("java/lang/Object", "java/lang/Enum")


@model(HASH_MAP, "hash", f"({_OBJECT})I")
def spread_hash(call: Call, key: Value) -> Value:
    """``HashMap.hash``. It is 0 for a symbolic string or box: only the models of this module read it."""
    address = call.reference(key)
    if address == NULL:
        return 0
    memo = call.state.attachments.pop(_KNOWN_HASH, None)
    if isinstance(memo, tuple) and memo[0] == address:
        known: Value = memo[1]
        return known
    obj = call.state.object(address)
    if isinstance(obj, TextObject) and obj.cls.name == STRING:
        return 0 if obj.text.constant is None else _spread(texts.hash_code(obj.text))
    kind = CACHED.get(obj.cls.name)
    if kind is not None and type(obj.fields[0]) is int:
        return _spread(_folded(obj.fields[0]) if kind == "J" else obj.fields[0])
    known_at_once = has_known_hash(call, address)
    if known_at_once is False:
        return 0
    if known_at_once is None and is_hashed_by_identity(call.machine, call.state, address):
        call.state.attach(_IDENTITY, True)
        separate_from_hashed(call.state, address)
        return _spread(pinned_hash(address))
    return call.run_code([address])


# -- maps -------------------------------------------------------------------------------------------------------------


def _is_marked(call: Call, address: int) -> bool:
    """True if the helper searches a map: it has entries without a bucket, or it is an input."""
    extra = call.state.object(address).extra
    return extra == 1 or isinstance(extra, OpenMap)


def _helper(call: Call, name: str) -> Method:
    return _method(call, HELPER, name)


def _method(call: Call, owner: str, name: str) -> Method:
    (found,) = (method for method in call.klass(owner).methods if method.name == name)
    return found


def _hash_of_caller(position: int, name: str, call: Call, *args: Value) -> Value | None:
    """The model of a method with the hash at ``position`` of its arguments and the key after it."""
    hash_code, key = args[position], args[position + 1]
    log_map_write(call, args[0])
    if _is_marked(call, call.non_null(args[0])) or isinstance(hash_code, Term) or has_known_hash(call, key) is False:
        return call.invoke(_helper(call, name), args)
    return call.run_code(args)


def _hash_of_its_own(name: str, call: Call, *args: Value) -> Value | None:
    """The model of a method that computes the hash of its first argument, the key."""
    key = args[1]
    known = has_known_hash(call, key)
    if known is False:
        return call.invoke(_helper(call, name), [*args, 0])
    if known and not _is_marked(call, call.non_null(args[0])):
        return call.run_code(args)
    hashing = call.klass(HASH_MAP).declared_method("hash", f"({_OBJECT})I")
    assert hashing is not None
    return call.then(hashing, [key], partial(_hashed, name, args))


def _hashed(name: str, args: tuple[Value, ...], call: Call, hash_code: Value | None) -> Value | None:
    assert hash_code is not None
    if isinstance(hash_code, Term) or _is_marked(call, call.non_null(args[0])):
        return call.invoke(_helper(call, name), [*args, hash_code])
    call.state.attach(_KNOWN_HASH, (call.reference(args[1]), hash_code))
    return call.run_code(args)


_FUNCTION, _BIFUNCTION = "Ljava/util/function/Function;", "Ljava/util/function/BiFunction;"
add_model(
    (HASH_MAP, "putVal", f"(I{_OBJECT}{_OBJECT}ZZ){_OBJECT}"),
    partial(_hash_of_caller, 1, "putVal"),
)
add_model(
    (HASH_MAP, "removeNode", f"(I{_OBJECT}{_OBJECT}ZZ)L{NODE};"),
    partial(_hash_of_caller, 1, "removeNode"),
)


@model(HASH_MAP, "getNode", f"({_OBJECT})L{NODE};")
def get_node(call: Call, this: Value, key: Value) -> Value | None:
    """``getNode``: a map without a table does not hash the key."""
    address = call.non_null(this)
    is_input = isinstance(call.state.object(address).extra, OpenMap)
    if is_input and has_known_hash(call, key) is None and not _has_identities(call, [call.reference(key)]):
        raise BoundReached(CONTENTS, call.state.here())  # code hashes the key, unless no key was ever added
    if not _is_marked(call, address) and call.get_field(address, "table") == NULL:
        return NULL
    return _hash_of_its_own("getNode", call, this, key)


def _computing(name: str, call: Call, *args: Value) -> Value | None:
    """``compute``, ``computeIfAbsent`` and ``merge``: these check other arguments for null before they hash the key."""
    if any(call.reference(each) == NULL for each in args[2:]):
        return call.run_code(args)
    log_map_write(call, args[0])
    return _hash_of_its_own(name, call, *args)


add_model(
    (HASH_MAP, "computeIfAbsent", f"({_OBJECT}{_FUNCTION}){_OBJECT}"),
    partial(_computing, "computeIfAbsent"),
)
add_model((HASH_MAP, "compute", f"({_OBJECT}{_BIFUNCTION}){_OBJECT}"), partial(_computing, "compute"))


@model(HASH_MAP, "replace", f"({_OBJECT}{_OBJECT}){_OBJECT}")
@model(HASH_MAP, "replace", f"({_OBJECT}{_OBJECT}{_OBJECT})Z")
@model(HASH_MAP, "computeIfPresent", f"({_OBJECT}{_BIFUNCTION}){_OBJECT}")
def write_found(call: Call, *args: Value) -> Value | None:
    """Methods that write the value of the entry that they find."""
    log_map_write(call, args[0])
    return call.run_code(args)


add_model((HASH_MAP, "merge", f"({_OBJECT}{_OBJECT}{_BIFUNCTION}){_OBJECT}"), partial(_computing, "merge"))


@model(HASH_MAP, "resize", f"()[L{NODE};")
def resize(call: Call, this: Value) -> Value:
    """``resize``: entries without a bucket keep none."""
    if _is_marked(call, call.non_null(this)):
        return call.invoke(_helper(call, "resize"), [this])
    return call.run_code([this])


@model(HASH_MAP, "clear", "()V")
@model(HASH_MAP, "reinitialize", "()V")
def forget(call: Call, this: Value) -> None:
    """``clear`` and ``reinitialize`` (which ``clone`` calls on the copy): the map becomes empty."""
    address = call.non_null(this)
    log_map_write(call, address)
    if isinstance(call.state.object(address).extra, OpenMap):
        call.put_field(address, "table", NULL)
        call.put_field(address, "size", 0)
        call.put_field(address, "modCount", add(call.get_field(address, "modCount"), 1, 32))
    if _is_marked(call, address):
        call.state.writable(address).extra = None
    call.run_code([this])


# -- the order of entries ---------------------------------------------------------------------------------------------


def _ordered(map_of: Callable[[Call, tuple[Value, ...]], int], call: Call, *args: Value) -> Value | None:
    """The model of a method that reads the order of a map's entries; ``map_of`` finds the map."""
    address = map_of(call, args)
    if call.state.object(address).extra == 1:
        return call.then(_helper(call, "settle"), [address], partial(_settled, args))
    if call.state.attachments.get(_IDENTITY):
        _note_identity(call, address)
    return call.run_code(args)


def _settled(args: tuple[Value, ...], call: Call, nothing: Value | None) -> Value | None:
    return call.run_code(args)


def _this(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(args[0])


def _argument(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(args[1])


def _outer(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(call.get_field(call.non_null(args[0]), "this$0"))


def _field(call: Call, args: tuple[Value, ...]) -> int:
    return call.non_null(call.get_field(call.non_null(args[0]), "map"))


_CONSUMER = "(Ljava/util/function/Consumer;)"
add_model((f"{HASH_MAP}$HashIterator", "<init>", f"(L{HASH_MAP};)V"), partial(_ordered, _argument))
for _view in ("KeySet", "Values", "EntrySet"):
    add_model((f"{HASH_MAP}${_view}", "forEach", f"{_CONSUMER}V"), partial(_ordered, _outer))
for _view in ("Key", "Value", "Entry"):
    _owner = f"{HASH_MAP}${_view}Spliterator"
    add_model((_owner, "forEachRemaining", f"{_CONSUMER}V"), partial(_ordered, _field))
    add_model((_owner, "tryAdvance", f"{_CONSUMER}Z"), partial(_ordered, _field))
    add_model((_owner, "trySplit", f"()L{_owner};"), partial(_ordered, _field))
for _name, _descriptor in (
    ("forEach", "(Ljava/util/function/BiConsumer;)V"),
    ("replaceAll", f"({_BIFUNCTION})V"),
    ("keysToArray", f"([{_OBJECT})[{_OBJECT}"),
    ("valuesToArray", f"([{_OBJECT})[{_OBJECT}"),
):
    add_model((HASH_MAP, _name, _descriptor), partial(_ordered, _this))


def _note_identity(call: Call, address: int) -> None:
    size = call.get_field(address, "size")
    if isinstance(size, int) and size > 1 and _has_identities(call, _keys(call, address)):
        note_order(call, BY_IDENTITY)


def _has_identities(call: Call, keys: Sequence[int]) -> bool:
    """True if one of some keys is hashed by its identity."""
    return any(is_hashed_by_identity(call.machine, call.state, each) for each in keys)


def _keys(call: Call, address: int) -> list[int]:
    """The keys of a map that are not null."""
    table = call.get_field(address, "table")
    assert isinstance(table, int)
    return _keys_of(call, table)


def _keys_of(call: Call, table: int) -> list[int]:
    """The keys in a table of a map that are not null."""
    keys: list[int] = []
    for node in call.state.object(table).fields if table else ():
        while isinstance(node, int) and node:
            key = call.get_field(node, "key")
            if isinstance(key, int) and key:
                keys.append(key)
            node = call.get_field(node, "next")
    return keys


# -- immutable sets and maps -------------------------------------------------------------------------------------------

SET_N, MAP_N = "java/util/ImmutableCollections$SetN", "java/util/ImmutableCollections$MapN"


def _probe(owner: str, call: Call, this: Value, key: Value) -> Value | None:
    """``probe``, which finds an element or a free place for it. Only ``probe`` itself reads these places."""
    address = call.non_null(this)
    unknown = has_known_hash(call, key) is False
    if not unknown and not _is_marked(call, address):
        return call.run_code([this, key])
    if unknown and not _is_marked(call, address):
        call.state.writable(address).extra = 1
    helper = call.klass(HELPER).declared_method("probe", f"(L{owner};{_OBJECT})I")
    assert helper is not None
    return call.invoke(helper, [this, key])


for _owner in (SET_N, MAP_N):
    add_model((_owner, "probe", f"({_OBJECT})I"), partial(_probe, _owner))

# -- ConcurrentHashMap -------------------------------------------------------------------------------------------------

CONCURRENT, SEARCHES = "java/util/concurrent/ConcurrentHashMap", "java/util/concurrent/ConcurrentSearches"


_BY_BUCKET = "library.by-bucket"
"""The attachment that holds the key whose next search goes by its bucket."""


def _search(name: str, call: Call, *args: Value) -> Value | None:
    """The model of a method that begins with a search for a key. A key with a symbolic hash, or one that is hashed by
    identity, is compared with every entry.
    """
    if any(call.reference(each) == NULL for each in args[1:3]):
        return call.run_code(args)
    key = call.reference(args[1])
    by_identity = is_hashed_by_identity(call.machine, call.state, key)
    if not by_identity and has_known_hash(call, args[1]) is not False:
        return call.run_code(args)
    by_bucket = call.state.attachments.pop(_BY_BUCKET, None) == key
    if by_bucket or not _has_plain_entries(call, call.non_null(args[0])):
        if by_identity:
            call.state.note("boot", "identity hash codes")
        return call.run_code(args)
    if by_identity:
        call.state.attach(_IDENTITY, True)
    return call.then(_method(call, SEARCHES, "find"), args[:2], partial(_searched, name, args))


def _searched(name: str, args: tuple[Value, ...], call: Call, found: Value | None) -> Value | None:
    if found:
        return call.invoke(_method(call, SEARCHES, name), [found, *args])
    return NULL if name in ("get", "computeIfPresent") else call.run_code(args)


def _has_plain_entries(call: Call, address: int) -> bool:
    """True if no bucket of a concurrent map is a tree, reserved or forwarded."""
    table = call.get_field(address, "table")
    assert isinstance(table, int)
    buckets = call.state.object(table).fields if table else []
    return all(
        isinstance(bucket, int) and (bucket == NULL or not _is_negative(call.get_field(bucket, "hash")))
        for bucket in buckets
    )


def _is_negative(hash_code: Value) -> bool:
    return not isinstance(hash_code, Term) and hash_code < 0


def _traversed(call: Call, this: Value, table: Value, *limits: Value) -> Value | None:
    """The model of the traverser of a concurrent map, which reads the order of the entries."""
    if call.state.attachments.get(_IDENTITY):
        keys = _keys_of(call, call.reference(table))
        if len(keys) > 1 and _has_identities(call, keys):
            note_order(call, BY_IDENTITY)
    return call.run_code([this, table, *limits])


add_model((f"{CONCURRENT}$Traverser", "<init>", f"([L{CONCURRENT}$Node;III)V"), _traversed)

for _name, _descriptor in (
    ("get", f"({_OBJECT}){_OBJECT}"),
    ("putVal", f"({_OBJECT}{_OBJECT}Z){_OBJECT}"),
    ("computeIfAbsent", f"({_OBJECT}{_FUNCTION}){_OBJECT}"),
    ("computeIfPresent", f"({_OBJECT}{_BIFUNCTION}){_OBJECT}"),
    ("compute", f"({_OBJECT}{_BIFUNCTION}){_OBJECT}"),
    ("merge", f"({_OBJECT}{_OBJECT}{_BIFUNCTION}){_OBJECT}"),
):
    add_model((CONCURRENT, _name, _descriptor), partial(_search, _name))


@model(SEARCHES, "searchByBucket", f"({_OBJECT})V")
def search_by_bucket(call: Call, key: Value) -> None:
    """The next search for this key runs as bytecode."""
    call.state.attach(_BY_BUCKET, call.reference(key))


# -- natives of the helper --------------------------------------------------------------------------------------------


@model(HELPER, "mark", f"({_OBJECT})I")
def mark(call: Call, value: Value) -> Value:
    """The mark of a map or an entry, 0 for none."""
    extra = call.state.object(call.non_null(value)).extra
    return extra if isinstance(extra, int) else 0


@model(HELPER, "setMark", f"({_OBJECT}I)V")
def set_mark(call: Call, value: Value, mark: Value) -> None:
    """Mark a map or an entry; 0 takes the mark away."""
    call.state.writable(call.non_null(value)).extra = mark or None


@model(HELPER, "isContent", f"({_OBJECT})Z")
def is_content_key(call: Call, key: Value) -> Value:
    """True if a key is a string or a box, and not null."""
    address = call.reference(key)
    return int(address != NULL and is_content(call.state.object(address)))


@model(HELPER, "isSameObject", f"({_OBJECT}{_OBJECT})Z")
def is_same_object(call: Call, left: Value, right: Value) -> Value:
    """Decide if two references are one object. False for strings and boxes, which are compared by content."""
    first, second = call.reference(left), call.reference(right)
    if first == second:
        return 1
    if NULL in (first, second) or is_content(call.state.object(first)) or is_content(call.state.object(second)):
        return 0
    same = same_object(call.state, first, second)
    return int(call.decide(same))


@model(HELPER, "setHash", f"(L{NODE};I)V")
def set_hash(call: Call, node: Value, hash_code: Value) -> None:
    """Write the hash of an entry."""
    call.put_field(call.non_null(node), "hash", hash_code)


@model(HELPER, "pick", "(I)I")
def pick(call: Call, number: Value) -> Value:
    """The value of a number under the witness. All other values fork."""
    if not isinstance(number, Term):
        return number
    value = evaluate(number, call.state.witness)
    assert isinstance(value, int)
    call.decide(eq(number, value), "index")
    return value


@model(HELPER, "tooManyCollisions", "()V")
def too_many_collisions(call: Call) -> None:
    """One bucket holds so many keys that the JDK would turn it into a tree: unsupported."""
    call.unsupported("java.util.HashMap with eight symbolic keys in one bucket")
