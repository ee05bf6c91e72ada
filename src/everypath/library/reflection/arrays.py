"""Models of ``java.lang.reflect.Array``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import BOX_CLASSES, UNBOXED
from everypath.library.classes import represented_class
from everypath.library.models import add_model, model
from everypath.state import NULL
from everypath.term import Value, conj, f2d, ge, i2d, i2f, i2l, l2d, l2f, le
from everypath.vm.core import JavaThrow
from everypath.vm.references import (
    check_index,
    concrete_index,
    create_array,
    create_nested_arrays,
    read_element,
    write_element,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.program import Class
    from everypath.vm.core import Call

ARRAY = "java/lang/reflect/Array"


@model(ARRAY, "newArray", "(Ljava/lang/Class;I)Ljava/lang/Object;")
def new_array(call: Call, element: Value, length: Value) -> Value:
    """``Array.newInstance``."""
    cls = call.machine.program.array_of(_element(call, element))
    return create_array(call.machine, call.state, cls, length)


MOST_DIMENSIONS = 255
"""The largest number of dimensions of an array (JVMS 4.3.2)."""


def _element(call: Call, element: Value) -> Class:
    """The class of the elements; there are no arrays of ``void``."""
    cls = represented_class(call, element)
    if cls.is_primitive and cls.name == "void":
        call.throw("java/lang/IllegalArgumentException")
    return cls


@model(ARRAY, "multiNewArray", "(Ljava/lang/Class;[I)Ljava/lang/Object;")
def new_nested_array(call: Call, element: Value, lengths: Value) -> Value:
    """``Array.newInstance`` with several lengths."""
    address = call.non_null(lengths)
    cls = _element(call, element)
    count = call.state.object(address).array_length
    if not call.decide(conj(ge(count, 1), le(count, MOST_DIMENSIONS))):
        call.throw("java/lang/IllegalArgumentException")
    given: list[Value] = []
    for _ in range(concrete_index(call.state, count)):
        given.append(read_element(call.machine, call.state, address, len(given)))
        cls = call.machine.program.array_of(cls)
    return create_nested_arrays(call.machine, call.state, cls, given)


@model(ARRAY, "getLength", "(Ljava/lang/Object;)I")
def array_length(call: Call, array: Value) -> Value:
    """``Array.getLength``."""
    return call.state.object(_array(call, array)).array_length


_NAMES = {
    "Z": "Boolean",
    "B": "Byte",
    "C": "Char",
    "S": "Short",
    "I": "Int",
    "J": "Long",
    "F": "Float",
    "D": "Double",
}


def _same(value: Value) -> Value:
    return value


_WIDENED: dict[str, dict[str, Callable[[Value], Value]]] = {
    "Z": {"Z": _same},
    "B": {"B": _same, "S": _same, "I": _same, "J": i2l, "F": i2f, "D": i2d},
    "C": {"C": _same, "I": _same, "J": i2l, "F": i2f, "D": i2d},
    "S": {"S": _same, "I": _same, "J": i2l, "F": i2f, "D": i2d},
    "I": {"I": _same, "J": i2l, "F": i2f, "D": i2d},
    "J": {"J": _same, "F": l2f, "D": l2d},
    "F": {"F": _same, "D": f2d},
    "D": {"D": _same},
}
"""The conversions that widen a value of a primitive type, by source and target type (JLS 5.1.2)."""

_ILLEGAL = "java/lang/IllegalArgumentException"


def _array(call: Call, array: Value) -> int:
    address = call.reference(array)
    if address == NULL:
        raise JavaThrow("java/lang/NullPointerException")
    if not call.state.object(address).cls.is_array:
        raise JavaThrow(_ILLEGAL, "Argument is not an array")
    return address


def _check_index(call: Call, address: int, index: Value) -> None:
    """Throw without a message unless the index is within the array; `arrays.check_index` throws with one."""
    try:
        check_index(call.state, index, call.state.object(address).array_length)
    except JavaThrow as thrown:
        raise JavaThrow(thrown.class_name) from None


def _get_primitive(wanted: str, call: Call, array: Value, index: Value) -> Value:
    address, code = _primitives(call, array, index)
    return _widening(code, wanted)(read_element(call.machine, call.state, address, index))


def _set_primitive(given: str, call: Call, array: Value, index: Value, value: Value) -> None:
    address, code = _primitives(call, array, index)
    write_element(call.state, address, index, _widening(given, code)(value))


def _primitives(call: Call, array: Value, index: Value) -> tuple[int, str]:
    """The address of an array of primitives and the type of its elements. Throws if the index is outside."""
    address = _array(call, array)
    code = call.state.object(address).cls.name[1]
    if code in "L[":
        raise JavaThrow(_ILLEGAL, "Argument is not an array of primitive type")
    _check_index(call, address, index)
    return address, code


def _widening(given: str | None, wanted: str) -> Callable[[Value], Value]:
    widen = _WIDENED[given].get(wanted) if given is not None else None
    if widen is None:
        raise JavaThrow(_ILLEGAL, "argument type mismatch")
    return widen


for _code, _name in _NAMES.items():
    add_model((ARRAY, f"get{_name}", f"(Ljava/lang/Object;I){_code}"), partial(_get_primitive, _code))
    add_model((ARRAY, f"set{_name}", f"(Ljava/lang/Object;I{_code})V"), partial(_set_primitive, _code))


@model(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;")
def get(call: Call, array: Value, index: Value) -> Value | None:
    """``Array.get``: a primitive element is boxed."""
    address = _array(call, array)
    code = call.state.object(address).cls.name[1]
    _check_index(call, address, index)
    value = read_element(call.machine, call.state, address, index)
    if code in "L[":
        return value
    box = call.klass(BOX_CLASSES[code])
    value_of = box.declared_method("valueOf", f"({code})L{box.name};")
    assert value_of is not None
    call.machine.ensure_initialised(call.state, box)
    return call.invoke(value_of, [value])


@model(ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V")
def set_(call: Call, array: Value, index: Value, value: Value) -> None:
    """``Array.set``: unboxes and widens the value for an array of primitives."""
    address, given = _array(call, array), call.reference(value)
    obj = call.state.object(address)
    code = obj.cls.name[1]
    if code not in "L[" and given == NULL:
        raise JavaThrow(_ILLEGAL)
    _check_index(call, address, index)
    if code in "L[":
        element = call.class_of(address).element
        if given != NULL and element is not None and not call.class_of(given).is_subtype_of(element):
            raise JavaThrow(_ILLEGAL, "array element type mismatch")
        write_element(call.state, address, index, given)
        return
    kind = UNBOXED.get(call.class_of(given).name)
    write_element(call.state, address, index, _widening(kind, code)(call.get_field(given, "value")))
