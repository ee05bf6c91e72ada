"""Calls of pure methods on the real JVM: arguments are sent as constants, the result becomes a value of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.bridge import Argument, ArrayArgument, JdkCall, JdkResult, Literal, Primitive, Ref, messages
from everypath.classfile import UNBOXED, dotted, parse_method_descriptor
from everypath.library.models import STRING, Key, concrete_text, concretise
from everypath.state import NULL, TextObject
from everypath.state.text import Constant, units
from everypath.term import Value

if TYPE_CHECKING:
    from everypath.vm.core import Call


def ask_this(call: Call, *args: Value) -> Value:
    """The result of the called method on the real JVM. Symbolic arguments are concretised."""
    method = call.method
    return ask(call, (method.owner.name, method.name, method.descriptor), *args, is_static=method.is_static)


def ask(call: Call, key: Key, *args: Value, is_static: bool = True) -> Value:
    """The result of a pure method of the JDK, the receiver of an instance method first.

    Throws in the state what the method threw. Symbolic arguments are concretised. Arguments that are not primitives,
    strings, arrays of these or null make the path unsupported.
    """
    owner, name, descriptor = key
    parameters, result = parse_method_descriptor(descriptor)
    kinds = parameters if is_static else (f"L{owner};", *parameters)
    what = f"{dotted(owner)}.{name}"
    arguments: list[Argument] = []
    for kind, value in zip(kinds, args, strict=True):
        argument = _argument(call, kind, value, what)
        if argument is None:
            return call.unsupported(f"{what} of an object")
        arguments.append(argument)
    answer = answer_of(call, JdkCall(owner, name, descriptor, tuple(arguments)))
    if answer is None or answer.failure is not None:
        return call.unsupported(f"{what} without a running JVM" if answer is None else f"{what}: {answer.failure}")
    if answer.exception is not None:
        call.throw(answer.exception, None if answer.message is None else units(answer.message))
    converted = _result(call, answer, result)
    return call.unsupported(f"the result of {what}") if converted is None else converted


def answer_of(call: Call, jdk_call: JdkCall) -> JdkResult | None:
    """The JVM's answer. None if the library has no bridge."""
    bridge = call.machine.library.bridge
    return None if bridge is None else bridge.call_jdk(jdk_call)


def _argument(call: Call, kind: str, value: Value, what: str) -> Argument | None:
    if kind[0] not in "L[":
        return Literal.of(kind, concretise(call, value, what))
    address = call.reference(value)
    if address == NULL:
        return Literal.null()
    obj = call.state.object(address)
    if isinstance(obj, TextObject) and obj.cls.name == STRING:
        return Literal.text(concrete_text(call, obj.text, what))
    if obj.cls.name.startswith("[") and len(obj.cls.name) == 2 and obj.fields:
        element = obj.cls.name[1]
        return ArrayArgument(element, tuple(Literal.of(element, concretise(call, v, what)) for v in obj.fields))
    if obj.cls.name == "[Ljava/lang/Object;":
        elements = [_object(call, value, what) for value in obj.fields]
        known = [element for element in elements if element is not None]
        return ArrayArgument("Ljava/lang/Object;", tuple(known)) if len(known) == len(elements) else None
    return None


def _object(call: Call, value: Value, what: str) -> Literal | None:
    """An element of an array of objects: null, a string or a box."""
    address = call.reference(value)
    kind = None if address == NULL else UNBOXED.get(call.class_of(address).name)
    if kind is not None:
        return Literal.of(kind, concretise(call, call.get_field(address, "value"), what))
    argument = _argument(call, "Ljava/lang/Object;", address, what)
    return argument if isinstance(argument, Literal) else None


def _result(call: Call, answer: JdkResult, descriptor: str) -> Value | None:
    return _value(call, answer, answer.value, descriptor)


def _value(call: Call, answer: JdkResult, value: messages.Value, descriptor: str) -> Value | None:
    if isinstance(value, Primitive):
        number = value.value
        return int(number) if isinstance(number, bool) else number
    if isinstance(value, messages.Null):
        return NULL
    if isinstance(value, messages.Text):
        return call.new_text(Constant(units(value.value)))
    if isinstance(value, Ref):
        node = answer.objects[value.id]
        if isinstance(node, messages.ArrayNode) and len(node.elements) == node.length:
            converted = [_value(call, answer, element, node.descriptor[1:]) for element in node.elements]
            if any(element is None for element in converted):
                return None
            elements = [element for element in converted if element is not None]
            return call.state.new_array(call.klass(node.descriptor), elements)
    return None
