"""Class objects of inputs whose class is open: ``x.getClass()`` is a term until something needs the class itself.

It is never null. Comparing it with a class narrows the candidates of ``x`` to that class, or to all others; what looks
into it (`address`) decides the class, a fork for each candidate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state import LazyArray, State
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.program import Class
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


def class_object_of(machine: MachineServices, state: State, address: int) -> Value:
    """The class object of the object at an address."""
    ref = state.refs.get(address)
    bits = state.types.get(ref) if ref is not None else None
    is_array = isinstance(state.object(address), LazyArray)
    if ref is not None:
        state.note_use_of_class(ref)
    if ref is None or bits is None or bits & (bits - 1) == 0 or is_array:
        return machine.class_object(state, runtime_class(machine, state, address))
    value = class_of(ref)
    state.attach(HANDED_OUT, has_observed_class(state) | {value})
    return value


def has_observed_class(state: State) -> frozenset[Term]:
    """The terms for classes that the path has got."""
    found = state.attachments.get(HANDED_OUT)
    return found if isinstance(found, frozenset) else frozenset()


def class_value_owner(state: State, value: Term) -> int:
    """The address of the object whose class it is."""
    (ref,) = value.args
    assert isinstance(ref, Term)
    return state.decided[ref]


def class_value_candidates(state: State, value: Term) -> int:
    """The classes that it may still be."""
    (ref,) = value.args
    assert isinstance(ref, Term)
    return state.types[ref]


def class_value_address(machine: MachineServices, state: State, value: Term) -> int:
    """The class object itself: decides the class."""
    found = state.decided.get(value)
    if found is None:
        cls = runtime_class(machine, state, class_value_owner(state, value))
        found = state.decided[value] = machine.class_object(state, cls)
    return found


def class_values_comparable(machine: MachineServices, state: State, left: Value, right: Value) -> tuple[Value, Value]:
    """Two references, one of them such a class, as `State.same` takes them."""
    if not is_class_value(left):
        left, right = right, left
    if not is_class_value(right):
        right = machine.address(state, right)
    return left, right


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
