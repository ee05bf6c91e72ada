"""References: fields of objects whose identity is open, class tests, casts, and the creation of instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.classfile import UNBOXED, access
from everypath.dataclass import dataclass
from everypath.errors import UnsupportedError
from everypath.state import (
    NULL,
    BoundReached,
    LazyArray,
    Obj,
    State,
    SymbolicArray,
    TextObject,
    default_value,
    log_read,
    log_write,
)
from everypath.state.text import Constant
from everypath.term import Term, Value, is_null
from everypath.vm.core import AnswerScript, JavaThrow, OpenMap
from everypath.vm.references import class_objects

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method
    from everypath.vm.core import MachineServices

MOST_CANDIDATE_CLASSES = 4
"""Two undecided inputs are compared by value only if each has at most this many candidate classes."""

CONTENTS = "contents"
"""The bound of a path that looks at more of a map than its size and at the keys that it looks up."""

TEXT_CLASSES = frozenset({"java/lang/String", "java/lang/StringBuilder", "java/lang/StringBuffer"})
"""Classes whose instances hold their content as a text."""


def instance_creator(cls: Class) -> Callable[[State], int]:
    """A function that allocates an instance of ``cls`` with default fields."""
    if cls.name in TEXT_CLASSES:
        empty = Constant("")

        def create_text(state: State) -> int:
            return state.new_text(cls, empty)

        return create_text
    layout = [default_value(field.descriptor) for field in cls.instance_fields]

    def create(state: State) -> int:
        address = state.next_address
        state.next_address = address + 1
        state.heap[address] = Obj(cls, layout[:], state.token)
        return address

    return create


def read_field(machine: MachineServices, state: State, address: int, field: Field) -> Value:
    """An instance field of any object; an input object's field gets its symbol when it is first read."""
    obj = state.object(address)
    if isinstance(obj, TextObject) and not obj.fields:
        raise UnsupportedError(f"field {field.owner.name}.{field.name} of a modelled string")
    slot = field.slot
    value: Value | None = obj.fields[slot] if slot < len(obj.fields) else None
    if value is None and isinstance(obj.extra, OpenMap):
        raise BoundReached(CONTENTS, state.here())
    if value is None and address not in state.refs:
        raise UnsupportedError(f"{field.owner.simple_name}.{field.name}, which the JVM fills in")
    if value is None:
        value = machine.inputs.field(state, address, field)
        set_slot(state.writable(address), slot, value)
    if address in state.open:
        log_read(state, address, field)
    return value


def write_field(state: State, address: int, field: Field, value: Value) -> None:
    """Store an instance field of any object."""
    obj = state.writable(address)
    if isinstance(obj, TextObject) and not obj.fields:
        raise UnsupportedError(f"field {field.owner.name}.{field.name} of a modelled string")
    if address in state.open:
        log_write(state, address, field)
    set_slot(obj, field.slot, value)


def set_slot(obj: Obj, slot: int, value: Value) -> None:
    """Put a value into a field of this state's own copy of an object."""
    fields: list[Value | None] = obj.fields  # type: ignore[assignment]  # None: not read or written yet
    while len(fields) <= slot:
        fields.append(None)
    fields[slot] = value


def is_instance(machine: MachineServices, state: State, address: int, cls: Class, kind: str) -> bool:
    """Test whether an object is an instance of ``cls``; decides it if the class of an input object is open."""
    obj = state.object(address)
    if isinstance(obj, LazyArray) and not obj.cls.is_subtype_of(cls):
        return class_objects.runtime_class(machine, state, address).is_subtype_of(cls)
    ref = state.refs.get(address)
    if ref is not None and ref in state.types:
        holds = obj.cls.is_subtype_of(cls)
        if not holds:
            holds = state.decide_class(ref, machine.program.subtypes(cls), kind, tested=cls.name)
        elif state.control.observer is not None:
            state.observe_class(ref, machine.program.subtypes(cls), kind, answer=True)
        state.note_type_test(ref, cls.name, holds=holds)
        return holds
    return obj.cls.is_subtype_of(cls)


def comparable_references(machine: MachineServices, state: State, left: Value, right: Value) -> tuple[Value, Value]:
    """Return two references in the form that `State.same` takes.

    The identity of strings, boxes, enum constants and class objects depends on their value: undecided references to
    these are decided and materialised.
    """
    left, right = state.reference(left), state.reference(right)
    if left is right:
        return left, right
    if class_objects.is_class_value(left) or class_objects.is_class_value(right):
        return class_objects.class_values_comparable(machine, state, left, right)
    if isinstance(left, Term) and isinstance(right, Term):
        if _is_identified_by_value(machine, state, left) and _is_identified_by_value(machine, state, right):
            return machine.address(state, left), machine.address(state, right)
        return left, right
    if isinstance(left, Term):
        return _against(machine, state, left, right), right
    if isinstance(right, Term):
        return left, _against(machine, state, right, left)
    return left, right


def may_only_be(machine: MachineServices, state: State, value: Value, name: str) -> bool:
    """True if a reference is null or an object of exactly the named class, whatever is decided later."""
    value = state.reference(value)
    if not isinstance(value, Term):
        return value == NULL or state.object(int(value)).cls.name == name
    if value.op != "var":
        return False
    return machine.inputs.candidates(state, value) == machine.program.bits_of((machine.program.klass(name),))


BY_VALUE = frozenset({"java/lang/Class", "java/lang/String", *UNBOXED})
"""Classes whose equal values may be one object: the constant pool, caches and the class table share them."""


def _is_by_value(cls: Class) -> bool:
    """True if an input of the class may be an object that the code holds, too: a shared value or a constant."""
    return cls.name in BY_VALUE or cls.is_enum or _makes_its_own_objects(cls)


def _makes_its_own_objects(cls: Class) -> bool:
    constructors = [each for each in cls.methods if each.name == "<init>"]
    return bool(constructors) and all(each.access & access.PRIVATE for each in constructors)


def _is_constant(state: State, cls: Class, address: int) -> bool:
    """True if a static final field of the object's own class refers to it, as for the constants of a class."""
    own = (each for each in cls.fields if each.is_static and each.is_final and each.descriptor == cls.descriptor)
    return any(state.statics.get(each) == address for each in own)


def _is_identified_by_value(machine: MachineServices, state: State, ref: Term) -> bool:
    bits = machine.inputs.candidates(state, ref)
    return bits.bit_count() <= MOST_CANDIDATE_CLASSES and all(
        _is_by_value(cls) for cls in machine.program.classes_of(bits)
    )


def _against(machine: MachineServices, state: State, ref: Term, other: Value) -> Value:
    """Return the undecided reference ``ref`` in the form in which it is compared with ``other``, an object or null."""
    if isinstance(other, Term) or not other:
        return ref
    obj = state.object(int(other))
    cls = obj.cls
    if cls.superclass is not None and cls.superclass.is_enum:
        cls = cls.superclass
    if not (_is_by_value(cls) or _is_constant(state, cls, int(other))):
        return ref
    if isinstance(obj, TextObject) and obj.extra is None:
        return ref
    bits = machine.inputs.candidates(state, ref)
    if not bits & machine.program.subtypes(cls):
        return ref
    if state.decide(is_null(ref), "null"):
        state.decided[ref] = NULL
        return NULL
    may_be_one = state.decide_class(ref, machine.program.subtypes(cls), "class", tested=cls.name)
    state.note_type_test(ref, cls.name, holds=may_be_one)
    return machine.address(state, ref) if may_be_one else ref


def element_count(obj: Obj) -> Value:
    """The length of an array object of any representation."""
    return obj.array_length


def is_array(obj: Obj) -> bool:
    """True if the object is an array."""
    return isinstance(obj, SymbolicArray | LazyArray) or obj.cls.name.startswith("[")


def dispatch(machine: MachineServices, state: State, address: int, method: Method) -> Method:
    """The method that a virtual or interface call of ``method`` runs on an object (JVMS 5.4.6).

    Where an input's class is open, the candidates are split by target. An abstract result means that the object is a
    stub (`Inputs.stub_call`) or a lambda. Raises `LinkageError`.
    """
    obj = state.object(address)
    ref = state.refs.get(address)
    bits = state.types.get(ref) if ref is not None else None
    if isinstance(obj.extra, AnswerScript):
        (target,) = machine.program.dispatch(1 << obj.cls.number, method)
        return target
    if ref is None or bits is None or method.owner.is_final:  # there the class does not matter
        return select_method(machine, obj, method)
    if state.control.observer is not None:
        observe_targets(machine, state, ref, bits, method)
    for target, cell in machine.program.dispatch(bits, method).items():
        if state.decide_class(ref, cell, "dispatch"):
            return target
    raise JavaThrow("java/lang/AbstractMethodError", method.key)


def observe_targets(machine: MachineServices, state: State, ref: Term, bits: int, method: Method) -> None:
    """Report to the observer the targets of a call whose classes the path has already ruled out."""
    left = machine.program.dispatch(bits, method)
    callable_on = machine.inputs.declared(state, ref) & machine.program.subtypes(method.owner)
    for target, cell in machine.program.dispatch(callable_on, method).items():
        if target not in left and not target.is_abstract:
            state.observe_class(ref, cell, "dispatch", answer=False)


def select_method(machine: MachineServices, obj: Obj, method: Method) -> Method:
    """The method selected by the object's class; for the functional method of a lambda, the abstract method itself."""
    if isinstance(obj.extra, Lambda) and method.is_abstract and method.name == obj.extra.name:
        return method
    return machine.program.select(obj.cls, method)


@dataclass(frozen=True, slots=True)
class Lambda:
    """The hidden part of a lambda object: the implementation it calls, and what it captured (JVMS 6.5,
    LambdaMetafactory).

    ``kind`` is that of the method handle; ``instantiated`` the parameter and return descriptors after type inference.
    """

    name: str
    kind: int
    target: Method
    captured: tuple[Value, ...]
    parameters: tuple[str, ...]
    returns: str
