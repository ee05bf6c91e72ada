"""Maps that are inputs: what code looks up in them, and their entries in the order of iteration.

The helper ``java.util.UnknownHashes`` runs in the place of the code of `HashMap`; its natives are here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.library.models import add_model, boolean, model
from everypath.state import NULL, BoundReached, log_read, log_write
from everypath.term import Value, ref_var
from everypath.vm.core import JavaThrow, OpenMap
from everypath.vm.references import CONTENTS

if TYPE_CHECKING:
    from everypath.program import Field
    from everypath.vm.core import Call

__all__ = ["HASH_MAP", "HELPER", "NODE", "PRESENT", "log_map_write"]

HASH_MAP, NODE, HELPER = "java/util/HashMap", "java/util/HashMap$Node", "java/util/UnknownHashes"
_ITERATOR = f"{HELPER}$InputIterator"
PRESENT, ABSENT = 3, 4
"""The marks of entries of a map that is an input, as in the helper."""

_KEYS, _VALUES, _ENTRIES = 0, 1, 2
"""What an iterator gives, as in the helper."""


def _opened(call: Call, address: int) -> OpenMap:
    extra = call.state.object(address).extra
    assert isinstance(extra, OpenMap)
    return extra


def _logged(call: Call, address: int, opened: OpenMap) -> tuple[int, Field]:
    """The object that an input is if the map at an address is a part of it, and the field that stands for the keys."""
    holder = call.state.decided[ref_var(opened.name)]
    name = "table" if holder == address else "map"
    cls = call.state.object(holder).cls
    return holder, next(each for each in cls.instance_fields if each.name == name)


def log_map_write(call: Call, this: Value) -> None:
    """Note that the keys or values of a map may change, if it is an input."""
    address = call.non_null(this)
    extra = call.state.object(address).extra
    if isinstance(extra, OpenMap):
        log_write(call.state, *_logged(call, address, extra))


@model(HELPER, "written", f"(L{HASH_MAP};)V")
def written(call: Call, this: Value) -> None:
    """Note that a map that is an input may change."""
    log_map_write(call, this)


# -- looking up keys ---------------------------------------------------------------------------------------------------


@model(HELPER, "lookedUp", f"(L{HASH_MAP};)[L{NODE};")
def looked_up(call: Call, this: Value) -> Value:
    """The entries of a map that is an input; null for other maps."""
    address = call.non_null(this)
    extra = call.state.object(address).extra
    if not isinstance(extra, OpenMap):
        return NULL
    log_read(call.state, *_logged(call, address, extra))
    return extra.entries


@model(HELPER, "lookUp", f"(L{HASH_MAP};Ljava/lang/Object;I)L{NODE};")
def look_up(call: Call, this: Value, key: Value, hash_code: Value) -> Value:
    """A new entry for a key that was not looked up before."""
    address, key = call.non_null(this), call.reference(key)
    found = call.machine.inputs.key(call.state, _opened(call, address).name, key)
    if found is None:
        raise JavaThrow("java/lang/NullPointerException", known=False)
    present, value = found
    return _entry(call, address, (hash_code, key, value), PRESENT if present else ABSENT)


def _entry(call: Call, address: int, values: tuple[Value, Value, Value], mark: int) -> int:
    """A new entry of the map at an address."""
    state, opened = call.state, _opened(call, address)
    entry = call.machine.new_instance(state, call.klass(NODE))
    before = state.object(opened.entries).fields[0]
    for name, held in zip(("hash", "key", "value", "next"), (*values, before), strict=True):
        call.put_field(entry, name, held)
    state.writable(entry).extra = mark
    state.writable(opened.entries).fields[0] = entry
    return entry


# -- iterating ---------------------------------------------------------------------------------------------------------


def _iterator(kind: int, call: Call, *args: Value) -> Value | None:
    """The model of ``iterator`` of a view of a map."""
    view = call.non_null(args[0])
    address = call.non_null(call.get_field(view, "this$0"))
    if not isinstance(call.state.object(address).extra, OpenMap):
        return call.run_code(args)
    names = {field.name for field, _ in call.state.object(view).held()}
    if "reversed" in names and call.get_field(view, "reversed"):
        raise BoundReached(CONTENTS, call.state.here())
    made = call.new_object(_ITERATOR)
    for name, value in (("map", address), ("kind", kind), ("expected", call.get_field(address, "modCount"))):
        call.put_field(made, name, value)
    return made


for _kind, _view in ((_KEYS, "Key"), (_VALUES, "Values"), (_ENTRIES, "Entry")):
    _set = "Values" if _kind == _VALUES else f"{_view}Set"
    for _owner in (f"{HASH_MAP}${_set}", f"java/util/LinkedHashMap$Linked{_set}"):
        add_model((_owner, "iterator", "()Ljava/util/Iterator;"), partial(_iterator, _kind))


@model(HELPER, "position", f"(L{HASH_MAP};I)I")
def position(call: Call, this: Value, start: Value) -> Value:
    """The position of the next entry that was not removed, from one on; the number of known entries if there is none.

    Entries that code looked up or added are somewhere in the order: a path that has such ones ends.
    """
    address = call.non_null(this)
    opened, state = _opened(call, address), call.state
    log_read(state, *_logged(call, address, opened))
    at = state.object(opened.entries).fields[0]
    while at:
        assert isinstance(at, int)
        if at not in opened.order and state.object(at).extra == PRESENT:
            raise BoundReached(CONTENTS, state.here())
        at = call.reference(call.get_field(at, "next"))
    assert isinstance(start, int)
    left = (each for each in range(start, len(opened.order)) if state.object(opened.order[each]).extra == PRESENT)
    return next(left, len(opened.order))


@model(HELPER, "changed", "()V")
def changed(call: Call) -> None:
    """End a path that iterates over a map that has changed."""
    raise BoundReached(CONTENTS, call.state.here())


@model(HELPER, "hasAt", f"(L{HASH_MAP};I)Z")
def has_at(call: Call, this: Value, at: Value) -> Value:
    """True if a map has an entry at a position."""
    opened = _opened(call, call.non_null(this))
    assert isinstance(at, int)
    return 1 if at < len(opened.order) else boolean(call.machine.inputs.has_entry(call.state, opened.name, at))


@model(HELPER, "at", f"(L{HASH_MAP};I)L{NODE};")
def entry_at(call: Call, this: Value, at: Value) -> Value:
    """The entry at a position."""
    address = call.non_null(this)
    opened, state = _opened(call, address), call.state
    assert isinstance(at, int)
    if at < len(opened.order):
        return opened.order[at]
    key, value = call.machine.inputs.next_entry(state, opened.name)
    entry = _entry(call, address, (0, key, value), PRESENT)
    state.writable(address).extra = replace(opened, order=(*opened.order, entry))
    return entry
