"""Inputs without fields or calls of their own: strings, boxes, constants, class objects and members.

Two references to objects of these kinds may be to one object, although the objects were made separately. Their values
decide this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from everypath.classfile import UNBOXED
from everypath.dataclass import replace
from everypath.inputs.candidates import Candidate, Kind, reflected_member
from everypath.inputs.construction import DISCARDED
from everypath.inputs.places import held_by
from everypath.inputs.shapes import (
    BoxInput,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    MemberInput,
    Node,
    Slot,
    TextInput,
    as_condition,
    choices_of,
    choose,
    record,
)
from everypath.library.models import cache_of
from everypath.state import NULL, Ending, Identity, Obj, State, TextObject
from everypath.state.text import Elements
from everypath.term import BV16, BV32, Term, Value, array_sort, ge, primitive_symbol, var
from everypath.vm.core import Retry

if TYPE_CHECKING:
    from everypath.inputs.lazy.context import InputContext
    from everypath.program import Class, Field

KINDS = frozenset({Kind.TEXT, Kind.BOX, Kind.ENUM, Kind.CLASS, Kind.CONSTANT, Kind.MEMBER})
"""The kinds of candidates that `make` handles."""


def make(context: InputContext, state: State, ref: Term, node: Node, candidate: Candidate) -> int:
    """The address of a new input of one of `KINDS`."""
    match candidate.kind:
        case Kind.TEXT:
            return _text(context, state, ref, node, candidate.cls)
        case Kind.BOX:
            return _box(context, state, ref, node, candidate.cls)
        case Kind.ENUM:
            return _enum(context, state, ref, node, candidate.cls)
        case Kind.CLASS:
            return _class_literal(context, state, ref, node)
        case Kind.MEMBER:
            return _member(context, state, ref, node, candidate.cls)
    return _constant(context, state, ref, node, candidate.cls)


def _text(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    length = length_of(state, node)
    chars = var(f"{node.name}.chars", array_sort(BV16))
    identity = var(f"{node.name}.identity", BV32)
    record(state, replace(node, build=TextInput(length, chars, identity)))
    obj = TextObject(cls, Elements(chars, length), state.token, extra=Identity(identity))
    return state.add_input(ref, obj, settled=True)


def length_of(state: State, node: Node) -> Term:
    """The length of a string or array: a new symbol."""
    length = var(f"{node.name}.length", BV32)
    state.assume(as_condition(ge(length, 0)))
    state.lengths += (length,)
    return length


def _box(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    context.machine.ensure_initialised(state, cls)
    name = f"{node.name}.value"
    value = primitive_symbol(name, UNBOXED[cls.name])
    fields: list[Value] = [0] * len(cls.instance_fields)
    for each in cls.instance_fields:
        if each.name == "value":
            fields[each.slot] = value
    identity = var(f"{node.name}.identity", BV32)
    record(state, replace(node, build=BoxInput(cls.name, Slot(name, UNBOXED[cls.name], value), identity)))
    return state.add_input(ref, Obj(cls, fields, state.token, cache_of(cls.name, identity)))


def _enum(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    owner = cls if cls.superclass is not None and cls.superclass.name == "java/lang/Enum" else cls.superclass
    assert owner is not None
    context.machine.ensure_initialised(state, owner)
    constants = [each for each in owner.fields if each.is_static and each.access & 0x4000]
    if owner is not cls:
        constants = [each for each in constants if _class_of(state, each) is cls]
    chosen = constants[choose(state, node.name, len(constants), None)] if constants else None
    if chosen is None:
        state.end(Ending.INFEASIBLE, f"{owner.name} has no constants")
        raise Retry
    address = state.statics[chosen]
    assert isinstance(address, int)
    record(state, replace(node, build=EnumInput(owner.name, chosen.name)))
    state.decided[ref] = address
    return address


def _class_of(state: State, of: Field) -> Class | None:
    """The class of the object in a static field."""
    address = state.statics.get(of)
    return state.object(address).cls if isinstance(address, int) and address != NULL else None


def _constant(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    constants = context.api.creators.constants(cls)
    for each in dict.fromkeys(constant.owner for constant in constants):
        context.machine.ensure_initialised(state, each)
    program, generic = context.program, node.generic
    out = [not held_by(each, generic, program) for each in constants]
    chosen = constants[choose(state, node.name, len(constants), "recipe", out.__getitem__)]
    address = state.statics.get(chosen)
    if not isinstance(address, int) or address == NULL:
        no_object(state, f"{cls.name}.{chosen.name} is null")
    if chosen.owner is not cls and not state.object(address).cls.is_subtype_of(cls):
        no_object(state, f"{cls.name} is not the class of {chosen.name}")
    if not held_by(chosen, generic, program):
        no_object(state, f"{cls.name}.{chosen.name} is no object of the type of {node.name}")
    record(state, replace(node, build=ConstantInput(chosen.owner.name, chosen.name, chosen.descriptor)))
    state.decided[ref] = address
    return address


def no_object(state: State, why: str) -> NoReturn:
    """End a path on which a choice gives no object for an input."""
    state.attachments[DISCARDED] = why
    state.end(Ending.INFEASIBLE, why)
    raise Retry


def _class_literal(context: InputContext, state: State, ref: Term, node: Node) -> int:
    wanted, others = context.known.class_literals(node.descriptor, node.generic)
    late = choices_of(state).get(node.name, 0) + 1 >= len(wanted)
    count = len(wanted) + len(others)
    name = (wanted + others)[choose(state, node.name, count, "candidates" if late else None)]
    address = context.machine.class_object(state, context.program.klass(name))
    record(state, replace(node, build=ClassLiteral(name)))
    state.decided[ref] = address
    return address


def _member(context: InputContext, state: State, ref: Term, node: Node, cls: Class) -> int:
    members = context.members_at(node.name, cls.name)
    handed_on = context.handled is not None and context.handled.method == node.name
    named = handed_on or bool(context.program.reflect.patterns)
    late = None if named and node.descriptor == cls.descriptor else "candidates"
    chosen = members[choose(state, node.name, len(members), late)]
    address = reflected_member(context.machine, state, chosen, cls.name)
    build = MemberInput(cls.name, chosen.owner.name, chosen.name, chosen.descriptor)
    record(state, replace(node, build=build))
    state.decided[ref] = address
    return address
