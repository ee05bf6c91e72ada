"""Models of ``Unsafe``: access to fields and array elements by offset. Raw memory is not modelled.

Offsets are the library's own: that of a field is `FIELDS` plus its slot, that of an array element `ARRAYS` plus its
index times the element size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.classes import represented_class
from everypath.library.models import add_model, model
from everypath.library.reflection.members import represented_field
from everypath.library.runtime import copy_elements
from everypath.state import same_object
from everypath.term import (
    Term,
    Value,
    add,
    and_,
    conj,
    eq,
    ge,
    i2b,
    i2c,
    i2l,
    i2s,
    l2i,
    le,
    mul,
    or_,
    sdiv,
    shl,
    shr,
    sub,
    ult,
)
from everypath.vm.references import (
    SIZES,
    comparable_references,
    concrete_index,
    read_element,
    read_field,
    write_element,
    write_field,
)

if TYPE_CHECKING:
    from everypath.program import Field
    from everypath.vm.core import Call

UNSAFE = "jdk/internal/misc/Unsafe"
FIELDS = 1 << 20
ARRAYS = 16


@model(UNSAFE, "registerNatives", "()V")
@model(UNSAFE, "fullFence", "()V")
@model(UNSAFE, "loadFence", "()V")
@model(UNSAFE, "storeFence", "()V")
@model(UNSAFE, "ensureClassInitialized0", "(Ljava/lang/Class;)V")
def nothing(call: Call, *args: Value) -> None:
    """No effect here."""
    return


@model(UNSAFE, "shouldBeInitialized0", "(Ljava/lang/Class;)Z")
@model(UNSAFE, "isBigEndian0", "()Z")
def no(call: Call, *args: Value) -> Value:
    """False."""
    return 0


@model(UNSAFE, "unalignedAccess0", "()Z")
def yes(call: Call, *args: Value) -> Value:
    """True."""
    return 1


@model(UNSAFE, "addressSize0", "()I")
def address_size(call: Call, this: Value) -> Value:
    """64-bit."""
    return 8


@model(UNSAFE, "arrayBaseOffset0", "(Ljava/lang/Class;)I")
def array_base_offset(call: Call, this: Value, cls: Value) -> Value:
    """The offset of the first element of an array."""
    return ARRAYS


@model(UNSAFE, "arrayIndexScale0", "(Ljava/lang/Class;)I")
def array_index_scale(call: Call, this: Value, cls: Value) -> Value:
    """The size of an element."""
    return SIZES.get(represented_class(call, cls).name[1], 4)


@model(UNSAFE, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J")
def object_field_offset(call: Call, this: Value, cls: Value, name: Value) -> Value:
    """The offset of a field by name."""
    wanted = call.text(name).constant
    for field in represented_class(call, cls).fields:
        if field.name == wanted and not field.is_static:
            return FIELDS + field.slot
    return call.throw("java/lang/InternalError", wanted)


@model(UNSAFE, "objectFieldOffset", "(Ljava/lang/reflect/Field;)J")
@model("sun/misc/Unsafe", "objectFieldOffset", "(Ljava/lang/reflect/Field;)J")
def field_offset(call: Call, this: Value, field: Value) -> Value:
    """The offset of the field that a ``Field`` object represents."""
    found = represented_field(call, field)
    if found.is_static:
        return call.throw("java/lang/IllegalArgumentException", known=False)
    return FIELDS + found.slot


def _place(call: Call, obj: Value, offset: Value) -> tuple[int, int]:
    """The object and the concrete offset in it. A symbolic offset, of an array element, is decided."""
    address = call.non_null(obj)
    if not isinstance(offset, Term):
        return address, int(offset)
    found = call.state.object(address)
    length = found.array_length if found.cls.is_array else None
    if not isinstance(length, int):
        call.unsupported("jdk.internal.misc.Unsafe at a symbolic offset")
        raise AssertionError
    size = SIZES.get(found.cls.name[1], 4)
    index = l2i(sdiv(sub(offset, ARRAYS, 64), size, 64))
    if not call.decide(conj(eq(offset, add(i2l(mul(index, size, 32)), ARRAYS, 64)), ult(index, length)), "index"):
        call.unsupported("jdk.internal.misc.Unsafe beyond the elements of an array")
    return address, ARRAYS + size * concrete_index(call.state, index)


@model(UNSAFE, "copyMemory0", "(Ljava/lang/Object;JLjava/lang/Object;JJ)V")
def copy_memory(call: Call, this: Value, source: Value, start: Value, target: Value, at: Value, count: Value) -> None:
    """Copy whole elements between arrays of the same primitive type; all else is unsupported."""
    first, second = call.non_null(source), call.non_null(target)
    left, right = call.state.object(first), call.state.object(second)
    element = left.cls.element
    if left.cls is not right.cls or element is None or not element.is_primitive:
        call.unsupported("jdk.internal.misc.Unsafe.copyMemory between arrays of different kinds")
    size = SIZES.get(left.cls.name[1], 4)
    places = [l2i(sdiv(each, size, 64)) for each in (sub(start, ARRAYS, 64), sub(at, ARRAYS, 64), count)]
    here, there, number = places
    whole = [
        eq(each, add(i2l(mul(index, size, 32)), base, 64))
        for each, index, base in ((start, here, ARRAYS), (at, there, ARRAYS), (count, number, 0))
    ]
    ends = [
        conj(ge(index, 0), le(index, sub(obj.array_length, number, 32)))
        for index, obj in ((here, left), (there, right))
    ]
    if not call.decide(conj(*whole, ge(number, 0), *ends), "index"):
        call.unsupported("jdk.internal.misc.Unsafe.copyMemory beyond the elements of an array")
    copy_elements(call, first, here, second, there, number)


def _read(call: Call, address: int, offset: int, kind: str) -> Value:
    """The value of a type at an offset. A value wider than the array's elements is read from several, lowest first."""
    found = call.state.object(address)
    if not found.cls.is_array:
        return read_field(call.machine, call.state, address, _field(call, address, offset))
    element, index = _element(call, address, offset, kind)
    size, width = SIZES.get(element, 4), SIZES.get(kind[0], 4)
    if size == width:
        return read_element(call.machine, call.state, address, index)
    result: Value = 0
    for part in range(width // size):
        value = read_element(call.machine, call.state, address, index + part)
        if width == 8:
            wide = and_(i2l(value), (1 << 8 * size) - 1, 64)
            result = or_(result, shl(wide, 8 * size * part, 64), 64)
        else:
            result = or_(result, shl(and_(value, (1 << 8 * size) - 1, 32), 8 * size * part, 32), 32)
    return i2s(result) if kind == "S" else result


def _write(call: Call, address: int, offset: int, kind: str, value: Value) -> None:
    found = call.state.object(address)
    if not found.cls.is_array:
        write_field(call.state, address, _field(call, address, offset), value)
        return
    element, index = _element(call, address, offset, kind)
    size, width = SIZES.get(element, 4), SIZES.get(kind[0], 4)
    if size == width:
        write_element(call.state, address, index, value)
        return
    for part in range(width // size):
        piece = l2i(shr(value, 8 * size * part, 64)) if width == 8 else shr(value, 8 * size * part, 32)
        write_element(call.state, address, index + part, NARROW[element](piece))


NARROW: dict[str, Callable[[Value], Value]] = {"B": i2b, "S": i2s, "C": i2c, "I": lambda value: value}


def _element(call: Call, address: int, offset: int, kind: str) -> tuple[str, int]:
    """The element type of an array and the index at an offset. Unsupported if an access of this type does not fit."""
    obj = call.state.object(address)
    element = obj.cls.name[1]
    size, width = SIZES.get(element, 4), SIZES.get(kind[0], 4)
    index, rest = divmod(offset - ARRAYS, size)
    mixed = width != size and (element not in NARROW or kind not in "SCIJ" or width < size)
    last = index + max(1, width // size)
    if rest or mixed or index < 0 or (isinstance(obj.array_length, int) and last > obj.array_length):
        call.unsupported(f"jdk.internal.misc.Unsafe access of type {kind} in {obj.cls.name}")
    return element, index


def _field(call: Call, address: int, offset: int) -> Field:
    fields = call.state.object(address).cls.instance_fields
    if not 0 <= offset - FIELDS < len(fields):
        call.unsupported("jdk.internal.misc.Unsafe at an offset of the real JVM")
    return fields[offset - FIELDS]


def _get(kind: str, call: Call, this: Value, obj: Value, offset: Value) -> Value:
    address, place = _place(call, obj, offset)
    return _read(call, address, place, kind)


def _put(kind: str, call: Call, this: Value, obj: Value, offset: Value, value: Value) -> None:
    address, place = _place(call, obj, offset)
    _write(call, address, place, kind, value)


def _same(kind: str, call: Call, left: Value, right: Value) -> Value:
    if kind[0] != "L":
        return eq(left, right)
    return same_object(call.state, *comparable_references(call.machine, call.state, left, right))


def _compare_and_set(
    kind: str, call: Call, this: Value, obj: Value, offset: Value, expected: Value, value: Value
) -> Value:
    address, place = _place(call, obj, offset)
    old = _read(call, address, place, kind)
    if not call.decide(_same(kind, call, old, expected)):
        return 0
    _write(call, address, place, kind, value)
    return 1


def _compare_and_exchange(
    kind: str, call: Call, this: Value, obj: Value, offset: Value, expected: Value, value: Value
) -> Value:
    address, place = _place(call, obj, offset)
    old = _read(call, address, place, kind)
    if call.decide(_same(kind, call, old, expected)):
        _write(call, address, place, kind, value)
    return old


ACCESSES = {
    "Boolean": "Z",
    "Byte": "B",
    "Short": "S",
    "Char": "C",
    "Int": "I",
    "Long": "J",
    "Float": "F",
    "Double": "D",
    "Reference": "Ljava/lang/Object;",
}
for _name, _code in ACCESSES.items():
    _reading, _writing = partial(_get, _code), partial(_put, _code)
    for _mode in ("", "Volatile"):
        add_model((UNSAFE, f"get{_name}{_mode}", f"(Ljava/lang/Object;J){_code}"), _reading)
        add_model((UNSAFE, f"put{_name}{_mode}", f"(Ljava/lang/Object;J{_code})V"), _writing)
    for _mode in ("Acquire", "Opaque"):
        add_model((UNSAFE, f"get{_name}{_mode}", f"(Ljava/lang/Object;J){_code}"), _reading)
    for _mode in ("Release", "Opaque"):
        add_model((UNSAFE, f"put{_name}{_mode}", f"(Ljava/lang/Object;J{_code})V"), _writing)
    if _name in ("Int", "Long", "Reference"):
        _set = partial(_compare_and_set, _code)
        _exchange = partial(_compare_and_exchange, _code)
        add_model((UNSAFE, f"compareAndSet{_name}", f"(Ljava/lang/Object;J{_code}{_code})Z"), _set)
        add_model((UNSAFE, f"compareAndExchange{_name}", f"(Ljava/lang/Object;J{_code}{_code}){_code}"), _exchange)


@model(UNSAFE, "allocateInstance", "(Ljava/lang/Class;)Ljava/lang/Object;")
def allocate_instance(call: Call, this: Value, cls: Value) -> Value:
    """A new object whose constructor does not run."""
    return call.new_object(represented_class(call, cls).name)


@model(UNSAFE, "throwException", "(Ljava/lang/Throwable;)V")
def throw_exception(call: Call, this: Value, thrown: Value) -> Value:
    """Throw, checked or not."""
    return call.throw_object(call.non_null(thrown))


@model(UNSAFE, "park", "(ZJ)V")
def park(call: Call, *args: Value) -> None:
    """Unsupported: it would wait for another thread, and there is none."""
    call.unsupported("java.util.concurrent.locks.LockSupport.park")
