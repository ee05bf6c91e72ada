"""Models of ``VarHandle``: fields, array elements and views of byte arrays, under every access mode.

With one thread all access modes are the same: a volatile read is a plain read, and a weak compare-and-set never fails
spuriously. A `Variable` is the ``extra`` value of a handle object.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import REF_GET_FIELD, REF_GET_STATIC, is_reference
from everypath.dataclass import dataclass
from everypath.library.classes import class_array, represented_class
from everypath.library.handles.lookups import LOOKUP, find_field
from everypath.library.handles.method_handles import LOOKUPS, read_static
from everypath.library.models import add_model, method_name, model
from everypath.program import Field
from everypath.state import same_object
from everypath.state.text import Constant, concat, decimal
from everypath.term import (
    F32,
    F64,
    Value,
    add,
    and_,
    bits_double,
    bits_float,
    conj,
    double_bits,
    eq,
    fadd,
    float_bits,
    ge,
    i2l,
    l2i,
    le,
    or_,
    shl,
    shr,
    sub,
    xor,
)
from everypath.vm.core import Conversion
from everypath.vm.invokedynamic import adapt, convertible, require_non_null
from everypath.vm.references import (
    SIZES,
    comparable_references,
    load_element,
    narrow_element,
    read_element,
    read_field,
    store_element,
    write_element,
    write_field,
)

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.vm.core import Call, Model

VARIABLE = "java/lang/invoke/VarHandle"
_MODES = ("", "Acquire", "Release", "Plain", "Volatile", "Opaque")


@dataclass(frozen=True, slots=True)
class Variable:
    """The variables of a handle: a field, the elements of an array, or a view of a byte array.

    ``kind`` is the descriptor of the variable's type, ``coordinates`` are those of the arguments that locate it.
    """

    kind: str
    coordinates: tuple[str, ...]
    field: Field | None = None
    big_endian: bool | None = None
    """The byte order of a view. None for fields and array elements."""


def new_variable(call: Call, variable: Variable) -> int:
    """A new handle."""
    return call.state.new_object(call.klass(VARIABLE), variable)


def _variable(call: Call, handle: Value) -> Variable:
    hidden = call.state.object(call.non_null(handle)).extra
    if not isinstance(hidden, Variable):
        call.unsupported("a VarHandle of the JDK's own")
        raise AssertionError
    return hidden


# -- making handles ---------------------------------------------------------------------------------------------------

_FINDER = f"(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)L{VARIABLE};"


@model(LOOKUP, "findVarHandle", _FINDER)
def find_variable(call: Call, this: Value, owner: Value, name: Value, type_: Value) -> Value:
    """``findVarHandle``."""
    field, _ = find_field(call, this, owner, name, type_, REF_GET_FIELD)
    return new_variable(call, Variable(field.descriptor, (represented_class(call, owner).descriptor,), field))


@model(LOOKUP, "findStaticVarHandle", _FINDER)
def find_static_variable(call: Call, this: Value, owner: Value, name: Value, type_: Value) -> Value:
    """``findStaticVarHandle``."""
    field, _ = find_field(call, this, owner, name, type_, REF_GET_STATIC)
    return new_variable(call, Variable(field.descriptor, (), field))


@model(LOOKUPS, "arrayElementVarHandle", f"(Ljava/lang/Class;)L{VARIABLE};")
def array_variable(call: Call, array: Value) -> Value:
    """``arrayElementVarHandle``."""
    cls = represented_class(call, array)
    if cls.element is None:
        return call.throw("java/lang/IllegalArgumentException", known=False)
    return new_variable(call, Variable(cls.element.descriptor, (cls.descriptor, "I")))


@model(LOOKUPS, "byteArrayViewVarHandle", f"(Ljava/lang/Class;Ljava/nio/ByteOrder;)L{VARIABLE};")
def byte_view(call: Call, array: Value, order: Value) -> Value:
    """``byteArrayViewVarHandle``."""
    cls = represented_class(call, array)
    if cls.element is None or cls.element.descriptor not in "SCIJFD":
        return call.throw("java/lang/UnsupportedOperationException", known=False)
    orders = call.klass("java/nio/ByteOrder")
    call.machine.ensure_initialised(call.state, orders)
    (big,) = (field for field in orders.fields if field.name == "BIG_ENDIAN")
    is_big = call.non_null(order) == call.state.statics[big]
    return new_variable(call, Variable(cls.element.descriptor, ("[B", "I"), big_endian=is_big))


# -- asking handles ---------------------------------------------------------------------------------------------------


@model(VARIABLE, "varType", "()Ljava/lang/Class;")
def variable_type(call: Call, this: Value) -> Value:
    """``varType``."""
    return call.class_object(call.machine.program.class_of_descriptor(_variable(call, this).kind))


@model(VARIABLE, "coordinateTypes", "()Ljava/util/List;")
def coordinate_types(call: Call, this: Value) -> Value | None:
    """``coordinateTypes``."""
    program = call.machine.program
    classes = [program.class_of_descriptor(each) for each in _variable(call, this).coordinates]
    owner = call.klass("java/util/List")
    method = owner.declared_method("of", "([Ljava/lang/Object;)Ljava/util/List;")
    assert method is not None
    call.machine.ensure_initialised(call.state, owner)
    return call.invoke(method, [class_array(call, classes)])


@model(VARIABLE, "hasInvokeExactBehavior", "()Z")
def has_exact_behaviour(call: Call, this: Value) -> Value:
    """False: no handle insists on exact types."""
    return 0


@model(VARIABLE, "withInvokeBehavior", f"()L{VARIABLE};")
def with_invoke_behaviour(call: Call, this: Value) -> Value:
    """The receiver."""
    return call.non_null(this)


def _nothing(call: Call) -> None:
    return None


for _fence in ("fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence"):
    add_model((VARIABLE, _fence, "()V"), _nothing)

# -- access -----------------------------------------------------------------------------------------------------------


def _modes(name: str, *suffixes: str) -> list[str]:
    return [f"{name}{suffix}" for suffix in (suffixes or _MODES)]


_READS = frozenset(_modes("get", "", "Volatile", "Opaque", "Acquire"))
_WRITES = frozenset(_modes("set", "", "Volatile", "Opaque", "Release"))
_COMPARES = frozenset(["compareAndSet", *_modes("weakCompareAndSet", "", "Plain", "Acquire", "Release")])
_EXCHANGES = frozenset(_modes("compareAndExchange", "", "Acquire", "Release"))
_UPDATES = {
    f"getAnd{name}{mode}": name
    for name in ("Set", "Add", "BitwiseOr", "BitwiseAnd", "BitwiseXor")
    for mode in ("", "Acquire", "Release")
}


def variable_call(method: Method) -> Model | None:
    """The model of a call of an access mode; ``method`` has the descriptor of the call site."""
    if method.owner.name != VARIABLE:
        return None
    return _operate


def _operate(call: Call, handle: Value, *args: Value) -> Value | None:
    name = call.method.name
    variable = _variable(call, handle)
    operands = 0 if name in _READS else 2 if name in _COMPARES or name in _EXCHANGES else 1
    wanted = (*variable.coordinates, *(variable.kind,) * operands)
    given = call.method.parameters
    class_of = call.machine.program.class_of_descriptor
    fits = len(given) == len(wanted) and all(
        convertible(call, class_of(one), class_of(other)) for one, other in zip(given, wanted, strict=True)
    )
    if not fits:
        return call.throw("java/lang/invoke/WrongMethodTypeException", known=False)
    final = variable.field is not None and variable.field.is_final
    if name not in _READS and final:
        return call.throw("java/lang/UnsupportedOperationException")
    steps = tuple(Conversion(one, one, other) for one, other in zip(given, wanted, strict=True))
    return adapt(call, args, steps, partial(_access, variable))


def _access(variable: Variable, call: Call, values: tuple[Value, ...]) -> Value | None:
    name = call.method.name
    count = len(variable.coordinates)
    read, write = _place(call, variable, values[:count], plain=name in ("get", "set"))
    operands = values[count:]
    if name in _READS:
        return _converted_result(call, read(), variable.kind)
    if name in _WRITES:
        write(operands[0])
        return None
    old = read()
    if name in _UPDATES:
        new = _updated(call, _UPDATES[name], variable.kind, old, operands[0])
        with call.state.atomic():
            write(new)
        return _converted_result(call, old, variable.kind)
    matches = call.decide(_same(call, variable.kind, old, operands[0]))
    if matches:
        write(operands[1])
    if name in _EXCHANGES:
        return _converted_result(call, old, variable.kind)
    return _converted_result(call, int(matches), "Z")


def _converted_result(call: Call, value: Value, kind: str) -> Value | None:
    """A result, converted to the return type of the call site."""
    wanted = call.method.returns
    return None if wanted == "V" else adapt(call, (value,), (Conversion(kind, kind, wanted),), _only)


def _only(call: Call, values: tuple[Value, ...]) -> Value | None:
    return values[0]


def _same(call: Call, kind: str, left: Value, right: Value) -> Value:
    if not is_reference(kind):
        return eq(left, right)
    one, other = comparable_references(call.machine, call.state, left, right)
    return same_object(call.state, one, other)


def _place(
    call: Call, variable: Variable, coordinates: tuple[Value, ...], *, plain: bool
) -> tuple[Callable[[], Value], Callable[[Value], None]]:
    """A function that reads and one that writes the variable at these coordinates. ``plain`` is the access mode."""
    state, machine, field = call.state, call.machine, variable.field
    if field is not None and field.is_static:
        machine.ensure_initialised(state, field.owner)
        return partial(read_static, call, field), partial(state.statics.__setitem__, field)
    address = require_non_null(call, coordinates[0])
    if field is not None:
        return (
            partial(read_field, machine, state, address, field),
            partial(write_field, state, address, field),
        )
    index = coordinates[1]
    if variable.big_endian is None:
        return (
            partial(load_element, machine, state, address, index),
            partial(store_element, machine, state, address, index),
        )
    if not plain:
        call.unsupported(f"{method_name(call)} on a view of bytes")
    size = SIZES[variable.kind]
    size_of_view = sub(state.object(address).array_length, size - 1, 32)
    if not call.decide(conj(ge(index, 0), le(index, sub(size_of_view, 1, 32))), "bounds"):
        outside = concat(
            Constant("Index "), decimal(index, 32), Constant(" out of bounds for length "), decimal(size_of_view, 32)
        )
        call.throw("java/lang/ArrayIndexOutOfBoundsException", outside)
    at = [add(index, offset, 32) for offset in range(size)]
    if variable.big_endian:
        at.reverse()
    return partial(_read_bytes, call, variable.kind, address, at), partial(
        _write_bytes, call, variable.kind, address, at
    )


def _read_bytes(call: Call, kind: str, address: int, at: list[Value]) -> Value:
    """A number from bytes, the lowest first."""
    width = 64 if len(at) == 8 else 32
    result: Value = 0
    for shift, place in enumerate(at):
        value = and_(read_element(call.machine, call.state, address, place), 0xFF, 32)
        part = i2l(value) if width == 64 else value
        result = or_(result, shl(part, 8 * shift, width), width)
    if kind == "D":
        return bits_double(result)
    return bits_float(result) if kind == "F" else narrow_element(result, kind)


def _write_bytes(call: Call, kind: str, address: int, at: list[Value], value: Value) -> None:
    number = double_bits(value) if kind == "D" else float_bits(value) if kind == "F" else value
    width = 64 if len(at) == 8 else 32
    with call.state.atomic():
        for shift, place in enumerate(at):
            part = shr(number, 8 * shift, width)
            write_element(call.state, address, place, l2i(part) if width == 64 else part)


def _updated(call: Call, operation: str, kind: str, old: Value, operand: Value) -> Value:
    if operation == "Set":
        return operand
    numeric = not is_reference(kind) and kind != "Z"
    if is_reference(kind) or (operation == "Add" and not numeric) or (operation != "Add" and kind in "FD"):
        call.throw("java/lang/UnsupportedOperationException")
    width = 64 if kind == "J" else 32
    if operation == "Add":
        if kind in "FD":
            return fadd(old, operand, F32 if kind == "F" else F64)
        return narrow_element(add(old, operand, width), kind)
    function = {"BitwiseOr": or_, "BitwiseAnd": and_, "BitwiseXor": xor}[operation]
    return narrow_element(function(old, operand, width), kind)
