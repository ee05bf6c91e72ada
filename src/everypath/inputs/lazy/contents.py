"""The contents of input objects: initial values of fields, static fields and array elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.inputs.code_facts import class_in_field
from everypath.inputs.lazy.context import InputContext, bindings_at, program_arguments
from everypath.inputs.places import (
    InputPlace,
    element_place,
    field_path,
    field_place,
    parse_generic,
    type_of_class,
)
from everypath.inputs.shapes import (
    FieldInput,
    FieldsInput,
    ReferenceArrayInput,
    alias_of,
    held,
    name_of,
    record,
    shape_of,
    slot_of,
)
from everypath.state import Ending, State, equal_index
from everypath.term import Term, Value, ref_var
from everypath.vm.core import Retry
from everypath.vm.references import lazy_is_instance

if TYPE_CHECKING:
    from everypath.inputs.shapes import Slot
    from everypath.program import Class, Field


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
        held = class_in_field(self._context.program, field) if self._context.options.with_data else None
        if held is not None:
            generic = type_of_class(held, place.generic, self._context.program)
            place = replace(place, generic=generic, exact=held.name)
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

    def element(self, state: State, address: int, index: Value) -> Value:
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
        slots = dict(build.elements)
        known = equal_index(state, slots, index)
        if known is not None:
            slot = slots[known]
            return ref_var(alias_of(state, slot.name) or slot.name)
        value = self._context.symbol(state, place)
        entry = index, slot_of(place, value)
        record(state, replace(node, build=replace(build, elements=tuple(sorted((*build.elements, entry), key=_rank)))))
        return value

    def is_element(self, state: State, address: int, value: Value) -> bool:
        """True if a reference is the initial value of an element of an input array of references."""
        ref = value if isinstance(value, Term) else state.refs.get(int(value))
        build = shape_of(state).node(name_of(state.refs[address])).build
        assert isinstance(build, ReferenceArrayInput)
        return any(held(state, slot.name) is ref for _, slot in build.elements)

    def narrowed(self, state: State, address: int, cls: Class) -> None:
        """The class of an input array of references was decided: its elements are of its element class."""
        node = shape_of(state).node(name_of(state.refs[address]))
        assert isinstance(node.build, ReferenceArrayInput)
        assert cls.element is not None
        record(state, replace(node, build=replace(node.build, class_name=cls.name)))
        machine = self._context.machine
        for _, slot in node.build.elements:
            ref = held(state, slot.name)
            if machine.is_null(state, ref) or lazy_is_instance(machine, state, ref, cls.element, "class"):
                continue
            state.end(Ending.INFEASIBLE, f"{node.name} is no array of {cls.element.name}")
            raise Retry


def _rank(element: tuple[Value, Slot]) -> tuple[bool, int]:
    """A sort key: numbers before terms, which stay in the order in which they were met."""
    index = element[0]
    return (True, 0) if isinstance(index, Term) else (False, int(index))
