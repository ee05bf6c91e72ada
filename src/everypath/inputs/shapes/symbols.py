"""The names of symbols of inputs, and the shape that records the object of each symbol."""

from __future__ import annotations

from everypath.classfile import access
from everypath.dataclass import replace
from everypath.inputs.places import InputPlace
from everypath.inputs.shapes.builds import EnumInput, Null, Slot, Undecided
from everypath.inputs.shapes.shape import InputShape, Node
from everypath.state import NULL, State
from everypath.term import (
    Term,
    Value,
    is_null,
    ref_var,
)

SHAPE = "inputs.shape"
"""The attachment that holds the state's `InputShape`."""


def shape_of(state: State) -> InputShape:
    """The shape of the state's inputs so far."""
    shape = state.attachments.get(SHAPE)
    if shape is None:
        return InputShape()
    assert isinstance(shape, InputShape)
    return shape


def record(state: State, node: Node) -> None:
    """Enter what is known of a reference in the shape of the state."""
    state.attachments[SHAPE] = shape_of(state).with_node(node)


def decided_shape(state: State) -> InputShape:
    """The shape in which each reference that is null on the path, or under its witness, has the build `Null`."""
    shape = shape_of(state)
    nodes = dict(shape.nodes)
    for name, node in nodes.items():
        ref = ref_var(name)
        if isinstance(node.build, Undecided) and (is_null(ref) in state.known or state.decided.get(ref) == NULL):
            nodes[name] = replace(node, build=Null())
    return replace(shape, nodes=nodes)


def name_of(ref: Term) -> str:
    """The access path of a reference symbol."""
    assert isinstance(ref.payload, str)
    return ref.payload


def slot_of(place: InputPlace, value: Value) -> Slot:
    """The slot of a place with this value. A slot of a reference has no value, since the name identifies its node."""
    primitive = place.descriptor[0] not in "L["
    return Slot(place.name, place.descriptor, value if primitive else None)


def as_condition(value: Value) -> bool | Term:
    """A condition: a term as it is, another value as a truth value."""
    return value if isinstance(value, Term) else bool(value)


def enum_constant(state: State, address: int) -> EnumInput | None:
    """The constant of an enum that an object is; None for other objects."""
    cls = state.object(address).cls
    for owner in (cls, cls.superclass):
        for each in owner.fields if owner is not None and owner.is_enum else ():
            if each.is_static and each.access & access.ENUM and state.statics.get(each) == address:
                return EnumInput(each.owner.name, each.name)
    return None
