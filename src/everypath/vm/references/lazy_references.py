"""Input references that are not materialised: null tests, type tests and calls that need no object.

An undecided input reference is a term. A null test decides only whether it is null, and a type test narrows its
candidate classes. A call that has one target for all candidates may begin before the object exists. The object is made
by the first instruction that accesses its contents (`Machine.address`), with one of the remaining classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from everypath.classfile import dotted
from everypath.errors import LinkageError
from everypath.state import State
from everypath.term import Term, Value
from everypath.vm.core import JavaThrow
from everypath.vm.references import references
from everypath.vm.references.class_objects import decide_type, has_open_class, is_class_value

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.vm.core import MachineServices


def is_undecided(value: Value, state: State) -> TypeGuard[Term]:
    """True if a reference is an input that is so far neither known to be null nor materialised."""
    return isinstance(value, Term) and value.op == "var" and value not in state.decided


def lazy_is_instance(machine: MachineServices, state: State, value: Value, cls: Class, kind: str) -> bool:
    """Decide whether a reference is not null and an instance of ``cls``; ``kind`` names the decision."""
    if is_class_value(value):
        return machine.program.klass("java/lang/Class").is_subtype_of(cls)
    if machine.is_null(state, value):
        return False
    bits = machine.program.subtypes(cls)
    if is_undecided(value, state) and not _may_have_subclass(machine, state, value, cls, bits):
        holds = decide_type(machine, state, value, cls, kind)
        state.note_type_test(value, cls.name, holds=holds)
        return holds
    return references.is_instance(machine, state, machine.address(state, value), cls, kind)


def _may_have_subclass(machine: MachineServices, state: State, value: Term, cls: Class, bits: int) -> bool:
    """True if the object may be of a subclass of a candidate that is an instance of ``cls``, though the candidate is
    not (``bits`` are the subtypes of ``cls``).
    """
    others = machine.program.classes_of(machine.inputs.non_exact(state, value) & ~bits)
    return any(cls.is_interface or cls.is_subtype_of(each) for each in others)


def lazy_check_cast(machine: MachineServices, state: State, value: Value, cls: Class) -> None:
    """Raise a ClassCastException unless the reference is null or an instance of ``cls``."""
    if lazy_conforms(machine, state, value, cls):
        if is_undecided(value, state):
            state.note_type_test(value, cls.name, holds=True)
        if state.control.observer is not None and is_undecided(value, state):
            state.observe_class(value, machine.program.subtypes(cls), "cast", answer=True)
        return
    if machine.is_null(state, value) or lazy_is_instance(machine, state, value, cls, "cast"):
        return
    if is_undecided(value, state):  # the message depends on the class
        raise JavaThrow("java/lang/ClassCastException", known=False)
    message = _cast_message(machine, state.object(machine.address(state, value)).cls, cls)
    raise JavaThrow("java/lang/ClassCastException", message, known=message is not None)


def _cast_message(machine: MachineServices, found: Class, wanted: Class) -> str | None:
    """The JVM's message for a failed cast between classes of ``java.base``.

    None for other classes: the message names their class loader, which is not known here.
    """
    for cls in (found, wanted):
        base = cls
        while base.element is not None:
            base = base.element
        if not (base.is_primitive or machine.program.jdk_module(base) == "java.base"):
            return None
    one, other = dotted(found.name), dotted(wanted.name)
    where = f"{one} and {other} are in module java.base of loader 'bootstrap'"
    return f"class {one} cannot be cast to class {other} ({where})"


def lazy_conforms(machine: MachineServices, state: State, value: Value, cls: Class) -> bool:
    """True if a reference is undecided and each of its candidate classes is a subtype of ``cls``."""
    if is_class_value(value):
        return machine.program.klass("java/lang/Class").is_subtype_of(cls)
    return is_undecided(value, state) and not machine.inputs.candidates(state, value) & ~machine.program.subtypes(cls)


def lazy_target(machine: MachineServices, state: State, value: Value, method: Method) -> Method | None:
    """The method that a call of ``method`` runs on an undecided reference; None if the call needs the object.

    Decides null and, if the candidate classes have several targets, which of them is called.
    """
    if not is_undecided(value, state) or machine.is_null(state, value):
        return None
    if method.name == "getClass" and not method.parameters and has_open_class(machine, state, value):
        return method
    candidates = machine.inputs.candidates(state, value)
    if candidates & ~machine.program.subtypes(method.owner) or machine.inputs.non_exact(state, value):
        return None
    if method.owner.is_final:
        return method if _needs_no_object(machine, state, method) else None
    plainest = 0
    try:
        cells = machine.program.dispatch(candidates, method)
        if len(cells) > 1:
            plainest = machine.inputs.defer_candidates(state, value)
            cells = machine.program.dispatch(machine.inputs.candidates(state, value), method)
    except LinkageError:
        return None
    if state.control.observer is not None:
        references.observe_targets(machine, state, value, state.types[value], method)
    for found, cell in sorted(cells.items(), key=lambda each: not each[1] & plainest):
        if state.decide_class(value, cell, "dispatch", side=True):
            return found if _needs_no_object(machine, state, found) else None
    return None


def _needs_no_object(machine: MachineServices, state: State, method: Method) -> bool:
    """True if the call runs the bytecode of the method, which materialises its receiver when it needs it.

    Initialises the class of the method in that case.
    """
    if not method.has_code or method.is_synchronized or method.owner.is_interface:
        return False
    linked = machine.link(method)
    if not linked.is_transparent or not linked.code:
        return False
    machine.ensure_initialised(state, method.owner)
    return True
