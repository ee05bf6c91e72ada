"""Results of calls that the machine does not support, as a run of the same sequence on the JVM saw them.

A recording has the results of the calls of one method from one class, in their order, and the arrays of primitives
among their arguments as they were afterwards. Whatever else such a call wrote is not known. Objects get the fields that
the run saw; what it could not see is zero. So a path with such a result proves nothing: the JVM runs what is found with
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from everypath.bridge import messages
from everypath.classfile import UNBOXED, is_reference
from everypath.state import NULL, LazyArray, SymbolicArray
from everypath.state.text import Constant, units

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.program import Class, Method
    from everypath.term import Value
    from everypath.vm.core import Call

__all__ = ["Record", "RecordedCall", "RecordedResults", "Recording"]

MOST_OBJECTS = 2_000
"""The most objects of one result."""

_TAKEN = "recorded"
_TEXTS = frozenset({"java/lang/StringBuilder", "java/lang/StringBuffer"})


class RecordedCall(NamedTuple):
    """The result of a call, and its arguments that are arrays of primitives after it, in their order; empty if they are
    not known.
    """

    result: messages.Value
    arrays: tuple[messages.Value, ...] = ()


class Recording(NamedTuple):
    """What calls returned and wrote; it refers to a table of objects."""

    calls: tuple[RecordedCall, ...]
    objects: Sequence[messages.Node]


Record: TypeAlias = "Callable[[tuple[Step, ...], Class, Method], Recording | None]"
"""Runs a sequence on the JVM. Gives the results of the calls of a method from a class; None if they cannot be had."""


class RecordedResults:
    """The results in the runs of one sequence. ``record`` is as `Record`, for this sequence."""

    def __init__(self, record: Callable[[Class, Method], Recording | None]) -> None:
        self._record = record
        self._known: dict[tuple[Class, Method], Recording | None] = {}

    def __call__(self, call: Call, name: str, args: Sequence[Value]) -> Value | None:
        """The next result of the called method on this path. Ends the path as unsupported if there is none."""
        method, state = call.method, call.state
        key = state.frames[-1].method.owner, method
        is_unseen = method.returns == "V" and not any(map(is_primitive_array, method.parameters))
        if is_unseen and call.machine.program.loader.jdk.find(key[0].name) is None:
            return None
        if key not in self._known:
            self._known[key] = self._record(*key)
        recording = self._known[key]
        taken = state.attachments.get(_TAKEN)
        counts: Mapping[object, int] = taken if isinstance(taken, Mapping) else {}
        at = counts.get(key, 0)
        if recording is None or at >= len(recording.calls):
            return call.unsupported(name)
        state.attachments[_TAKEN] = {**counts, key: at + 1}
        importing, seen = _Import(call, recording.objects), recording.calls[at]
        importing.write(seen.arrays, args if method.is_static else args[1:])
        if method.returns == "V":
            return None
        found = importing.value(seen.result, method.returns)
        return call.unsupported(f"the result of {name}") if found is None else found


class _Import:
    """Brings values of the JVM into the state of a call."""

    def __init__(self, call: Call, objects: Sequence[messages.Node]) -> None:
        self._call = call
        self._objects = objects
        self._addresses: dict[int, int] = {}

    def write(self, arrays: Sequence[messages.Value], args: Sequence[Value]) -> None:
        """Write the elements of arrays to those among the arguments."""
        state = self._call.state
        kinds = zip(args, self._call.method.parameters, strict=True)
        written = [each for each, kind in kinds if is_primitive_array(kind)]
        for argument, array in zip(written, arrays, strict=True) if arrays else ():
            node = self._objects[array.id] if isinstance(array, messages.Ref) else None
            address = state.reference(argument)
            if not isinstance(node, messages.ArrayNode) or not isinstance(address, int) or address == NULL:
                continue
            elements = [_number(each) for each in node.elements if isinstance(each, messages.Primitive)]
            obj = state.writable(address)
            if not isinstance(obj, SymbolicArray | LazyArray) and len(elements) == len(obj.fields):
                obj.fields[:] = elements

    def value(self, value: messages.Value, kind: str) -> Value | None:
        """A value of a type; None if the state cannot have it."""
        match value:
            case messages.Primitive():
                return _number(value)
            case messages.Null():
                return NULL
            case messages.Text(value=text):
                return self._call.new_text(Constant(units(text)))
            case messages.Ref(id=number):
                node = self._objects[number]
                if isinstance(node, messages.BoxNode) and not is_reference(kind):
                    return _number(node.value)
                return self._object(number, node)
        return None

    def _object(self, number: int, node: messages.Node) -> int | None:
        known = self._addresses.get(number)
        if known is not None:
            return known
        if len(self._addresses) >= MOST_OBJECTS:
            return None
        call = self._call
        match node:
            case messages.ClassNode(descriptor=descriptor):
                found = call.class_object(call.machine.program.class_of_descriptor(descriptor))
            case messages.EnumNode(klass=klass, name=name):
                return self._constant(call.klass(klass), name)
            case messages.BoxNode(value=primitive):
                found = call.new_object(next(box for box, kind in UNBOXED.items() if kind == primitive.type))
                call.put_field(found, "value", _number(primitive))
            case messages.ArrayNode(descriptor=descriptor, length=length):
                return self._array(number, node) if len(node.elements) == length else None
            case messages.ObjectNode(klass=klass) | messages.OpaqueNode(klass=klass) if klass not in _TEXTS:
                return self._plain(number, node, klass)
            case _:
                return None
        self._addresses[number] = found
        return found

    def _constant(self, cls: Class, name: str) -> int | None:
        call = self._call
        call.machine.ensure_initialised(call.state, cls)
        field = next((each for each in cls.fields if each.is_static and each.name == name), None)
        found = call.state.statics.get(field) if field is not None else None
        return found if isinstance(found, int) else None

    def _array(self, number: int, node: messages.ArrayNode) -> int:
        call, element = self._call, node.descriptor[1:]
        zero: Value = NULL if is_reference(element) else 0.0 if element in "FD" else 0
        address = call.state.new_array(call.klass(node.descriptor), [zero] * node.length)
        self._addresses[number] = address
        for at, each in enumerate(node.elements):
            found = self.value(each, element)
            if found is not None:
                call.state.writable(address).fields[at] = found
        return address

    def _plain(self, number: int, node: messages.ObjectNode | messages.OpaqueNode, name: str) -> int | None:
        call = self._call
        cls = call.machine.program.find(name)
        if cls is None:
            return None
        address = self._addresses[number] = call.state.new_object(cls)
        fields = {(each.owner.name, each.name): each for each in cls.instance_fields}
        for owner, field, value in node.fields if isinstance(node, messages.ObjectNode) else ():
            known = fields.get((owner, field))
            found = self.value(value, known.descriptor) if known is not None else None
            if found is not None:
                call.put_field(address, field, found)
        return address


def is_primitive_array(descriptor: str) -> bool:
    """True for the type of an array of primitives."""
    return descriptor.startswith("[") and not is_reference(descriptor[1:])


def _number(value: messages.Primitive) -> int | float:
    number = value.value
    return int(number) if isinstance(number, bool) else number
