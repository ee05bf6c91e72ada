"""Models of ``Object`` and the index checks of ``Objects``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import dotted
from everypath.library.models import STRING, add_model, boolean, model
from everypath.state import NULL, LazyArray, SymbolicArray, log_read, same_object
from everypath.state import text as texts
from everypath.state.text import Constant
from everypath.term import Value, conj, ge, le, lt, sub
from everypath.vm.core import AnswerScript, JavaThrow
from everypath.vm.references import (
    array_contents,
    class_object_of,
    comparable_references,
    has_open_class,
    is_class_value,
    is_undecided,
    may_only_be,
)

if TYPE_CHECKING:
    from everypath.state import Frame, State
    from everypath.vm.core import Call

OBJECT = "java/lang/Object"


# -- Object -----------------------------------------------------------------------------------------------------------


@model(OBJECT, "getClass", "()Ljava/lang/Class;")
def get_class(call: Call, this: Value) -> Value:
    """``getClass``. For a stub it is the class of the stubbed type; as its real name differs, the path is marked."""
    machine, state = call.machine, call.state
    if is_undecided(this, state) and not machine.is_null(state, this) and has_open_class(machine, state, this):
        return class_object_of(machine, state, this)
    address = call.non_null(this)
    if isinstance(call.state.object(address).extra, AnswerScript):
        call.state.note("boot", "the class of a stub")
    return class_object_of(call.machine, call.state, address)


def identity_hash(call: Call, address: int) -> int:
    """The pinned identity hash code of an object, the same on every run. The JVM has another, so the path is marked.
    It is not marked if the caller uses the hash only to place an entry in a map.
    """
    if not _puts_entries(call.state.frames[-2:]):
        call.state.note("boot", "identity hash codes")
    separate_from_hashed(call.state, address)
    return pinned_hash(address)


def _puts_entries(above: list[Frame]) -> bool:
    """True if a concurrent map computes the hash after it compared the key with all entries
    (`everypath.library.collections.hash_maps`).
    """
    asking = above[-1].method
    if (asking.owner.name, asking.name) == ("java/lang/Enum", "hashCode"):
        asking = above[0].method
    return asking.owner.name == "java/util/concurrent/ConcurrentHashMap" and asking.name in SEARCHING


SEARCHING = frozenset({"get", "putVal", "computeIfAbsent", "computeIfPresent", "compute", "merge"})
"""Methods of a concurrent map that begin with a search for a key."""


def separate_from_hashed(state: State, address: int) -> None:
    """Decide for an input that is hashed by identity if it is one of the objects that were hashed before."""
    if not (address in state.refs or address in state.decided.values()):
        return
    asked = state.attachments.get(HASHED)
    before = asked if isinstance(asked, tuple) else ()
    if address in before:
        return
    for other in before[-MOST_HASHED:]:
        same_object(state, address, other)
    state.attach(HASHED, (*before, address))


HASHED = "library.hashed"
"""The attachment that holds the inputs that were hashed by identity, in order."""

MOST_HASHED = 8
"""The most objects hashed before with which a newly hashed input is compared."""


def pinned_hash(address: int) -> int:
    """The identity hash of the object at an address."""
    return (address * 0x9E3779B1 & 0x7FFFFFFF) or 1


@model(OBJECT, "hashCode", "()I")
def hash_code(call: Call, this: Value) -> Value:
    """``Object.hashCode``, pinned."""
    return identity_hash(call, call.non_null(this))


@model("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I")
def identity_hash_code(call: Call, value: Value) -> Value:
    """``System.identityHashCode``, pinned."""
    address = call.reference(value)
    return identity_hash(call, address) if address else 0


@model(OBJECT, "equals", "(Ljava/lang/Object;)Z")
def equals(call: Call, this: Value, other: Value) -> Value:
    """``Object.equals``: identity."""
    receiver = this if is_class_value(this) else call.non_null(this)
    return boolean(
        call.decide(same_object(call.state, *comparable_references(call.machine, call.state, receiver, other)))
    )


@model(OBJECT, "clone", "()Ljava/lang/Object;")
def clone(call: Call, this: Value) -> Value:
    """``clone`` of arrays and of objects that are ``Cloneable``."""
    address = call.non_null(this)
    obj = call.state.object(address)
    if isinstance(obj, LazyArray):
        if address in call.state.open:
            log_read(call.state, address, obj.cls)
        origin = obj.origin or address
        copy = LazyArray(obj.cls, obj.length, call.state.token, dict(obj.slots), origin=origin)
        return call.state.allocate(copy)
    cls = call.class_of(address)
    if not cls.is_subtype_of(call.klass("java/lang/Cloneable")):
        return call.throw("java/lang/CloneNotSupportedException", dotted(cls.name))
    obj = call.state.object(address)
    if isinstance(obj, SymbolicArray):
        elements = array_contents(call.state, address)
        return call.state.allocate(SymbolicArray(cls, obj.length, elements, call.state.token))
    if address in call.state.open:
        for field in cls.instance_fields:
            call.get_field(address, field.name)
        obj = call.state.object(address)
    return call.state.allocate(obj.copy(call.state.token))


# -- Objects ----------------------------------------------------------------------------------------------------------

OBJECTS = "java/util/Objects"


@model(OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z")
def equal_objects(call: Call, first: Value, second: Value) -> Value:
    """``Objects.equals``. Two strings are compared by their content alone, not also by their identity."""
    machine, state = call.machine, call.state
    if not (may_only_be(machine, state, first, STRING) and may_only_be(machine, state, second, STRING)):
        return call.run_code((first, second))
    if machine.is_null(state, first):
        return int(machine.is_null(state, second))
    if machine.is_null(state, second):
        return 0
    return call.invoke_virtual(OBJECT, "equals", "(Ljava/lang/Object;)Z", (first, second))


# -- index checks -----------------------------------------------------------------------------------------------------

_Check: TypeAlias = "Callable[..., Value]"

PRECONDITIONS = "jdk/internal/util/Preconditions"
OUT_OF_BOUNDS = "java/lang/IndexOutOfBoundsException"
FORMATTERS = {
    "SIOOBE_FORMATTER": "java/lang/StringIndexOutOfBoundsException",
    "AIOOBE_FORMATTER": "java/lang/ArrayIndexOutOfBoundsException",
    "IOOBE_FORMATTER": OUT_OF_BOUNDS,
}


def _exception_of(call: Call, formatter: Value) -> str | None:
    """The exception that a formatter of ``Preconditions`` makes. None for any other formatter."""
    address = call.reference(formatter)
    if address == NULL:
        return OUT_OF_BOUNDS
    for field, value in call.state.statics.items():
        if value == address and field.owner.name == PRECONDITIONS:
            return FORMATTERS.get(field.name, OUT_OF_BOUNDS)
    return None


def _fail(class_name: str, *parts: str | Value) -> None:
    message = texts.concat(*(Constant(p) if isinstance(p, str) else texts.decimal(p, 32) for p in parts))
    raise JavaThrow(class_name, message)


def _check(call: Call, index: Value, size: Value, class_name: str) -> Value:
    if not call.decide(conj(ge(index, 0), lt(index, size)), "bounds"):
        _fail(class_name, "Index ", index, " out of bounds for length ", size)
    return index


def _check_from_to(call: Call, start: Value, end: Value, size: Value, class_name: str) -> Value:
    if not call.decide(conj(ge(start, 0), le(start, end), le(end, size)), "bounds"):
        _fail(class_name, "Range [", start, ", ", end, ") out of bounds for length ", size)
    return start


def _check_from_size(call: Call, start: Value, count: Value, size: Value, class_name: str) -> Value:
    inside = conj(ge(start, 0), ge(count, 0), ge(size, 0), le(start, sub(size, count, 32)))
    if not call.decide(inside, "bounds"):
        _fail(class_name, "Range [", start, ", ", start, " + ", count, ") out of bounds for length ", size)
    return start


def _check_plain(check: _Check, call: Call, *numbers: Value) -> Value:
    """A check of ``Objects``."""
    return check(call, *numbers, OUT_OF_BOUNDS)


def _check_formatted(check: _Check, call: Call, *args: Value) -> Value:
    """A check of ``Preconditions``: the last argument makes the exception."""
    *numbers, formatter = args
    class_name = _exception_of(call, formatter)
    if class_name is None:
        return call.run_code(args)
    return check(call, *numbers, class_name)


for _name, _numbers, _function in (
    ("checkIndex", "II", _check),
    ("checkFromToIndex", "III", _check_from_to),
    ("checkFromIndexSize", "III", _check_from_size),
):
    add_model((OBJECTS, _name, f"({_numbers})I"), partial(_check_plain, _function))
    add_model(
        (PRECONDITIONS, _name, f"({_numbers}Ljava/util/function/BiFunction;)I"), partial(_check_formatted, _function)
    )
