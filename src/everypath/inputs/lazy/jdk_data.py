"""Objects of the JDK as data: lists of any size whose elements are inputs, and optionals whose value is an input.

The array of a list is longer than any list can be, so that no path depends on its capacity, which callers cannot
observe. An element becomes an input when the machine first reads it. Code of the JDK runs on these objects as on all
others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import ArrayType
from everypath.dataclass import replace
from everypath.errors import LinkageError
from everypath.inputs.lazy.context import bindings_for
from everypath.inputs.places import parameter_places, signature_text
from everypath.inputs.shapes import (
    ELEMENTS,
    SIZE,
    VALUE,
    ListInput,
    Node,
    OptionalInput,
    ReferenceArrayInput,
    Slot,
    as_condition,
    record,
    slot_of,
)
from everypath.inputs.stubs import promise
from everypath.state import CAPACITY, LazyArray, Obj, State
from everypath.term import BV32, Term, Value, ge, le, lt, ne, ref_var, var

if TYPE_CHECKING:
    from everypath.inputs.lazy.context import InputContext
    from everypath.program import Class

LONGEST = CAPACITY - 16
"""The greatest size of a list: the JVM makes no longer arrays."""

_OBJECTS = "[Ljava/lang/Object;"


def make_list(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    """The address of a new list."""
    machine = context.machine
    machine.ensure_initialised(state, cls)
    size = var(f"{node.name}.{SIZE}", BV32)
    domain: tuple[Value, ...] = ge(size, 0), le(size, LONGEST), lt(size, CAPACITY), ne(size, CAPACITY)
    for each in domain:
        state.assume(as_condition(each))
    promise(state, *domain)
    state.lengths += (size,)
    elements = _elements(context, node, cls, size)
    record(state, elements)
    record(state, replace(node, build=ListInput(cls.name, size, Slot(elements.name, elements.descriptor))))
    array = LazyArray(context.program.klass(_OBJECTS), CAPACITY, state.token)
    held: dict[str, Value] = {"elementData": state.add_input(ref_var(elements.name), array, settled=True), "size": size}
    fields: list[Value] = [held.get(each.name, 0) for each in cls.instance_fields]
    return state.add_input(ref, Obj(cls, fields, state.token))


def make_optional(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    """The address of an optional. There is one that is empty."""
    context.machine.ensure_initialised(state, cls)
    of = cls.declared_method("ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;")
    if of is None:
        raise LinkageError("java/lang/NoSuchMethodError", f"{cls.name}.ofNullable")
    (place,) = parameter_places(of, bindings_for(node.generic, cls, of))
    place = replace(place, name=f"{node.name}.{VALUE}", nullable=True)
    value = context.symbol(state, place)
    is_empty = context.machine.is_null(state, value)
    record(state, replace(node, build=OptionalInput(cls.name, slot_of(place, value))))
    if not is_empty:
        return state.add_input(ref, Obj(cls, [value], state.token))
    (empty,) = (each for each in cls.fields if each.is_static and each.descriptor == cls.descriptor)
    address = state.statics[empty]
    assert isinstance(address, int)
    state.decided[ref] = address
    return address


def _elements(context: InputContext, node: Node, cls: Class, size: Term) -> Node:
    """The array of the elements of a list, which ends with them."""
    add = cls.declared_method("add", "(Ljava/lang/Object;)Z")
    if add is None:
        raise LinkageError("java/lang/NoSuchMethodError", f"{cls.name}.add")
    (place,) = parameter_places(add, bindings_for(node.generic, cls, add))
    generic = None if place.generic is None else signature_text(ArrayType(place.generic))
    return Node(f"{node.name}.{ELEMENTS}", _OBJECTS, ReferenceArrayInput(_OBJECTS, size, ()), generic, non_null=True)
