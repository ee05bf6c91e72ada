"""The contents of input objects: initial values of fields, static fields and array elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.inputs.lazy.context import InputContext, bindings_at, program_arguments
from everypath.inputs.places import (
    InputPlace,
    element_place,
    field_path,
    field_place,
    parse_generic,
)
from everypath.inputs.shapes import (
    FieldInput,
    FieldsInput,
    ReferenceArrayInput,
    alias_of,
    name_of,
    record,
    shape_of,
    slot_of,
)
from everypath.state import State
from everypath.term import Value, ref_var

if TYPE_CHECKING:
    from everypath.program import Field


class InputContents:
    """Makes a symbol for a field or element when the machine first reads it, and enters it in the shape."""

    def __init__(self, context: InputContext) -> None:
        self._context = context

    def field(self, state: State, address: int, field: Field) -> Value:
        """The initial value of a field of an object with symbolic fields."""
        ref = state.refs.get(address)
        if ref is None:
            raise EngineError(f"the object at {address} is no input")
        shape = shape_of(state)
        node = shape.node(name_of(ref))
        build = node.build
        if not isinstance(build, FieldsInput):
            raise EngineError(f"{node.name} has no symbolic fields")
        cls = self._context.program.klass(build.class_name)
        name = field_path(node.name, cls, field)
        place = field_place(field, name, bindings_at(node, cls, field.owner))
        value = self._context.symbol(state, place)
        given = any((field.owner.name, field.name) == each[:2] for each in build.given)
        open_ = given or self._context.api.accessibility.field_accessible(field)
        final = bool(field.access & access.FINAL)
        entry = FieldInput(field.owner.name, field.name, slot_of(place, value), open_, assignable=not final)
        record(state, replace(node, build=replace(build, fields=(*build.fields, entry))))
        return value

    def static(self, state: State, field: Field) -> Value:
        """The value at entry of a static field that is an input and is read for the first time."""
        place = self._context.statics.place(state, field)
        value = self._context.symbol(state, place)
        entry = FieldInput(field.owner.name, field.name, slot_of(place, value), self._context.statics.accessible(field))
        self._context.statics.record(state, field, entry, value)
        return value

    def element(self, state: State, address: int, index: int) -> Value:
        """The initial value of an element of an input array of references, which a clone may have read before."""
        ref = state.refs[address]
        node = shape_of(state).node(name_of(ref))
        build = node.build
        if not isinstance(build, ReferenceArrayInput):
            raise EngineError(f"{node.name} is no array of references")
        if node.descriptor == build.class_name:
            array = InputPlace(node.name, node.descriptor, parse_generic(node.generic), elements=node.elements)
        else:  # the place is wider than the array: an Object, or an array of them
            array = InputPlace(node.name, build.class_name)
        place = element_place(array, index)
        if self._context.options.program and node.name in program_arguments(self._context.entry):
            place = replace(place, non_null=True)
        if any(at == index for at, _ in build.elements):
            return ref_var(alias_of(state, place.name) or place.name)
        value = self._context.symbol(state, place)
        elements = (*build.elements, (index, slot_of(place, value)))
        record(state, replace(node, build=replace(build, elements=tuple(sorted(elements, key=lambda e: e[0])))))
        return value
