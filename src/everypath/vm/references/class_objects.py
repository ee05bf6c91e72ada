"""Class objects of inputs whose class is open: ``x.getClass()`` is a term until something needs the class itself.

It is never null. Comparing it with a class narrows the candidates of ``x`` to that class, or to all others; what looks
into it (`address`) decides the class, a fork for each candidate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.program import Class
from everypath.state import NULL, PUT_OFF, LazyArray, State, class_constraint
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.vm.core import MachineServices

from typing import TYPE_CHECKING, TypeGuard

from everypath.term import class_of

if TYPE_CHECKING:
    from everypath.vm.core import MachineServices

HANDED_OUT = "vm.class-values"
"""The attachment that holds the terms for classes that the path has got."""


def is_class_value(value: Value) -> TypeGuard[Term]:
    """True if a reference is the class object of an input whose class was open at the call of ``getClass``."""
    return isinstance(value, Term) and value.op == "class_of"


def class_object_of(machine: MachineServices, state: State, value: Value) -> Value:
    """The class object of an object: of an address, or of an input that may stay undecided (`has_open_class`)."""
    if isinstance(value, Term):
        return _handed_out(state, value)
    address = int(value)
    ref = state.refs.get(address)
    bits = state.types.get(ref) if ref is not None else None
    is_array = isinstance(state.object(address), LazyArray)
    if ref is not None:
        state.note_use_of_class(ref)
    if ref is None or bits is None or bits & (bits - 1) == 0 or is_array:
        return machine.class_object(state, runtime_class(machine, state, address))
    return _handed_out(state, ref)


def _handed_out(state: State, ref: Term) -> Term:
    value = class_of(ref)
    state.attach(HANDED_OUT, has_observed_class(state) | {value})
    return value


def has_open_class(machine: MachineServices, state: State, ref: Term) -> bool:
    """True if an input stays undecided although code asks for its class: its object is of exactly one of the
    candidates, which are no stubs and have nothing in common. (The class of another input is open, too.)
    """
    candidates = machine.inputs.candidates(state, ref)
    if candidates & (candidates - 1) == 0 or machine.inputs.non_exact(state, ref):
        return False
    classes = list(machine.program.classes_of(candidates))
    if not all(cls.is_instantiable or cls.element is not None for cls in classes):
        return False
    return set.intersection(*(set(cls.superclasses()) for cls in classes)) <= {
        machine.program.klass("java/lang/Object")
    }


def has_observed_class(state: State) -> frozenset[Term]:
    """The terms for classes that the path has got."""
    found = state.attachments.get(HANDED_OUT)
    return found if isinstance(found, frozenset) else frozenset()


def class_value_owner(machine: MachineServices, state: State, value: Term) -> int:
    """The address of the object whose class it is."""
    return machine.address(state, class_value_input(value))


def class_value_candidates(state: State, value: Term) -> int:
    """The classes that it may still be."""
    return state.types[class_value_input(value)]


def class_value_address(machine: MachineServices, state: State, value: Term) -> int:
    """The class object itself: decides the class."""
    found = state.decided.get(value)
    if found is None:
        state.note_use_of_class(class_value_input(value))
        cls = runtime_class(machine, state, class_value_owner(machine, state, value))
        found = state.decided[value] = machine.class_object(state, cls)
    return found


def class_values_comparable(machine: MachineServices, state: State, left: Value, right: Value) -> tuple[Value, Value]:
    """Two references, one of them such a class, as `State.same` takes them."""
    if not is_class_value(left):
        left, right = right, left
    if not is_class_value(right):
        right = machine.address(state, right)
        is_one = _is_exactly(machine, state, class_value_input(left), state.object(right).extra) if right else None
        if is_one is not None:
            return (right, right) if is_one else (right, NULL)
    for each in (left, right):
        if is_class_value(each):
            state.note_use_of_class(class_value_input(each))
            class_value_owner(machine, state, each)
    return left, right


def class_value_input(value: Value) -> Term:
    """The input whose class a class object is."""
    assert isinstance(value, Term)
    (ref,) = value.args
    assert isinstance(ref, Term)
    return ref


def _is_exactly(machine: MachineServices, state: State, ref: Term, cls: object) -> bool | None:
    """Decide by a type test if an undecided input is of a class that has a name and no subclasses: a final one, or one
    of the analysed code. None if only another question decides that.
    """
    if not isinstance(cls, Class) or ref in state.decided:
        return None
    is_known = cls.is_final or (cls.is_target and cls.element is None)
    if not is_known or (cls.file is not None and cls.file.enclosing_method is not None):
        return None
    if machine.program.subtypes(cls).bit_count() != 1 or machine.inputs.non_exact(state, ref):
        return None
    holds = decide_type(machine, state, ref, cls, "class")
    state.note_type_test(ref, cls.name, holds=holds)
    return holds


def decide_type(machine: MachineServices, state: State, ref: Term, cls: Class, kind: str) -> bool:
    """Decide if an input that is not null is an instance of a class. Of the candidates that are no instances, some are
    put off.
    """
    candidates, bits = machine.inputs.candidates(state, ref), machine.program.subtypes(cls)
    side = None
    if candidates & bits and candidates & ~bits:
        known = len(state.path)
        side = bool(machine.inputs.defer_candidates(state, ref) & bits)
        for constraint in filter(None, map(class_constraint, state.path[known:])):
            state.note_tested_type(ref, constraint[1], PUT_OFF)
    return state.decide_class(ref, bits, kind, side, cls.name)


def runtime_class(machine: MachineServices, state: State, address: int) -> Class:
    """The class of an object; where an input's class is open, one candidate is chosen and the others are forked off.

    The elements of an array of references are restricted to those that an array of the class may have. A clone of an
    input array is of the same class.
    """
    obj = state.object(address)
    if isinstance(obj, LazyArray) and obj.origin > 0:
        cls = runtime_class(machine, state, obj.origin)
        if obj.cls is not cls:
            state.writable(address).cls = cls
        return cls
    ref = state.refs.get(address)
    bits = state.types.get(ref) if ref is not None else None
    if ref is None or bits is None:
        return obj.cls
    while True:
        lowest = bits & -bits
        if state.decide_class(ref, lowest, "class"):
            chosen = next(machine.program.classes_of(lowest))
            if isinstance(obj, LazyArray) and obj.cls is not chosen:
                state.writable(address).cls = chosen
                machine.inputs.narrowed(state, address, chosen)
            return chosen
        bits = state.types[ref]
