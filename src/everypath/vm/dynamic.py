"""invokedynamic: what the JDK's own bootstrap methods link, done directly (JVMS 6.5, java.lang.invoke).

`LambdaMetafactory` gives objects of a hidden class that carry a `Lambda`; `StringConcatFactory` concatenates texts.
Other
bootstrap methods end the path as unsupported, by name.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile.constants import (
    REF_INVOKE_INTERFACE,
    REF_INVOKE_STATIC,
    REF_INVOKE_VIRTUAL,
    REF_NEW_INVOKE_SPECIAL,
    ClassRef,
    IntConst,
    MethodHandle,
    MethodType,
)
from everypath.classfile.descriptors import parse_method_descriptor
from everypath.errors import EngineError, UnsupportedError
from everypath.state import Obj, State
from everypath.term import Value, f2d, i2d, i2f, i2l, l2d, l2f
from everypath.vm import invocation, references
from everypath.vm.concatenation import concatenation, recipe_pieces
from everypath.vm.linked import Handler
from everypath.vm.records import record_method
from everypath.vm.references import Lambda
from everypath.vm.signals import JavaThrow
from everypath.vm.switches import resolved_label, switch_method

if TYPE_CHECKING:
    from everypath.classfile.constants import InvokeDynamic, Loadable
    from everypath.program import Class, Method
    from everypath.vm.machine import Machine
    from everypath.vm.protocols import Call
    from everypath.vm.site import Site

_METAFACTORY = "java/lang/invoke/LambdaMetafactory"
_SERIALIZABLE = 1
"""``LambdaMetafactory.FLAG_SERIALIZABLE``."""
_CONCAT = "java/lang/invoke/StringConcatFactory"
_SWITCHES = "java/lang/runtime/SwitchBootstraps"
_RECORDS = "java/lang/runtime/ObjectMethods"


def link(site: Site, constant: InvokeDynamic) -> Handler:
    """The handler of one invokedynamic instruction."""
    rows = site.owner.file.bootstrap_methods if site.owner.file is not None else ()
    row = rows[constant.bootstrap]
    factory = row.method.member
    if factory.owner == _METAFACTORY and factory.name in ("metafactory", "altMetafactory"):
        return _lambda(site, constant, row.arguments)
    if factory.owner == _CONCAT and factory.name == "makeConcatWithConstants":
        return concatenation(site, constant.descriptor, recipe_pieces(row.arguments))
    if factory.owner == _CONCAT and factory.name == "makeConcat":
        count = len(parse_method_descriptor(constant.descriptor)[0])
        return concatenation(site, constant.descriptor, (None,) * count)
    if factory.owner == _RECORDS and factory.name == "bootstrap":
        count = len(parse_method_descriptor(constant.descriptor)[0])
        model = record_method(constant.name, row.arguments)
        return invocation.model_handler(site.machine, site.method, model, site.here, count)
    if factory.owner == _SWITCHES:
        # The model only has to be told that something is returned: any method that returns an int will do.
        nominal = site.machine.program.klass("java/lang/Object").declared_method("hashCode", "()I")
        if nominal is None:
            raise UnsupportedError("a class library without Object.hashCode")
        kind = parse_method_descriptor(constant.descriptor)[0][0]
        labels = tuple(resolved_label(rows, label) for label in row.arguments)
        model = switch_method(factory.name, kind, labels)
        return invocation.model_handler(site.machine, nominal, model, site.here, 2)
    raise UnsupportedError(f"invokedynamic {factory.owner.replace('/', '.')}.{factory.name}")


# -- lambdas and method references ------------------------------------------------------------------------------


def _lambda(site: Site, constant: InvokeDynamic, arguments: tuple[Loadable, ...]) -> Handler:
    captured, result = parse_method_descriptor(constant.descriptor)
    handle, instantiated = arguments[1], arguments[2]
    if not isinstance(handle, MethodHandle) or not isinstance(instantiated, MethodType):
        raise EngineError("malformed arguments of a metafactory")
    extra_interfaces = [each.name for each in arguments[4:] if isinstance(each, ClassRef)]
    if len(arguments) > 3 and isinstance(arguments[3], IntConst) and arguments[3].value & _SERIALIZABLE:
        extra_interfaces.append("java/io/Serializable")
    machine, following = site.machine, site.next
    target = _target(machine, handle)
    cls = _hidden_class(site, [result[1:-1], *extra_interfaces])
    parameters, returns = parse_method_descriptor(instantiated.descriptor)
    count = len(captured)
    name = constant.name
    key = f"\0lambda {cls.name}"

    def capturing(state: State, stack: list[Value], locals_: list[Value]) -> int:
        base = len(stack) - count
        extra = Lambda(name, handle.kind, target, tuple(stack[base:]), parameters, returns)
        address = state.allocate(Obj(cls, [], state.token, extra))
        del stack[base:]
        stack.append(address)
        return following

    def shared(state: State, stack: list[Value], locals_: list[Value]) -> int:
        # A lambda that captures nothing is one object per call site, kept beside the interned strings.
        address = state.interned.get(key)
        if address is None:
            extra = Lambda(name, handle.kind, target, (), parameters, returns)
            address = state.interned[key] = state.allocate(Obj(cls, [], state.token, extra))
        stack.append(address)
        return following

    return capturing if count else shared


def _target(machine: Machine, handle: MethodHandle) -> Method:
    if handle.kind < REF_INVOKE_VIRTUAL:
        raise UnsupportedError(f"method handle of kind {handle.kind}")
    member, program = handle.member, machine.program
    owner = program.klass(member.owner)
    resolve = program.resolve_interface_method if owner.is_interface else program.resolve_method
    method = resolve(owner, member.name, member.descriptor)
    if method.is_signature_polymorphic:
        raise UnsupportedError(f"{method.owner.name.replace('/', '.')}.{method.name}")
    return method


def _hidden_class(site: Site, interfaces: list[str]) -> Class:
    """The class of the lambdas made by one call site: it implements the interfaces and has no code of its own."""
    owner = site.owner
    number = owner.methods.index(site.method)
    name = f"{owner.name}$$Lambda${number}${site.instruction.pc}"
    return site.machine.program.define(_class_file(name, list(dict.fromkeys(interfaces))), is_target=False)


def _class_file(name: str, interfaces: list[str]) -> bytes:
    """A class file of a final synthetic class without members (JVMS 4.1)."""
    pool = b""
    for each in (name, "java/lang/Object", *interfaces):
        encoded = each.encode()
        pool += struct.pack(">BH", 1, len(encoded)) + encoded
    names = 2 + len(interfaces)
    for index in range(names):
        pool += struct.pack(">BH", 7, index + 1)
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 52, 2 * names + 1)
    indexes = [names + 3 + position for position in range(len(interfaces))]
    body = struct.pack(">HHHH", 0x1030, names + 1, names + 2, len(indexes))
    body += b"".join(struct.pack(">H", index) for index in indexes) + struct.pack(">HHH", 0, 0, 0)
    return head + pool + body


def call_abstract(call: Call, receiver: Value, *args: Value) -> Value | None:
    """The model of every abstract method: a lambda's own method, or a call on a stub; anything else is an error."""
    address = call.non_null(receiver)
    obj = call.state.object(address)
    if isinstance(obj.extra, Lambda):
        return _call_lambda(call, obj.extra, args)
    if address in call.state.refs:
        return call.machine.inputs.stub_call(call, address, args)
    raise JavaThrow("java/lang/AbstractMethodError", call.method.key)


def _call_lambda(call: Call, made: Lambda, args: tuple[Value, ...]) -> Value | None:
    target = made.target
    wanted = target.parameters
    if made.kind not in (REF_INVOKE_STATIC, REF_NEW_INVOKE_SPECIAL):
        wanted = (f"L{target.owner.name};", *wanted)
    pending = tuple(zip(args, call.method.parameters, wanted[len(made.captured) :], strict=True))
    return _adapt(made, made.captured, pending, call)


def _adapt(
    made: Lambda, done: tuple[Value, ...], pending: tuple[tuple[Value, str, str], ...], call: Call
) -> Value | None:
    """Convert the arguments from the interface method's types to the implementation's, then call it."""
    for position, (value, source, wanted) in enumerate(pending):
        if source[0] not in "L[" and wanted[0] in "L[":
            box(call, value, source, partial(_boxed, made, done, pending[position + 1 :]))
        done = (*done, _convert(call, value, source, wanted))
    return _enter(made, done, call)


def _boxed(
    made: Lambda, done: tuple[Value, ...], pending: tuple[tuple[Value, str, str], ...], call: Call, value: Value | None
) -> Value | None:
    assert value is not None
    return _adapt(made, (*done, value), pending, call)


def _enter(made: Lambda, args: tuple[Value, ...], call: Call) -> Value | None:
    machine, state, target = call.machine, call.state, made.target
    if made.kind in (REF_INVOKE_VIRTUAL, REF_INVOKE_INTERFACE):
        address = call.non_null(args[0])
        target = references.dispatch(machine, state, address, target)
        args = (address, *args[1:])
    else:
        if target.is_static or made.kind == REF_NEW_INVOKE_SPECIAL:
            machine.ensure_initialised(state, target.owner)
        if made.kind == REF_NEW_INVOKE_SPECIAL:
            new = machine.new_instance(state, target.owner)
            call.then(target, [new, *args], partial(_constructed, new))
    call.then(target, args, partial(_returned, target.returns))


def _constructed(new: int, call: Call, value: Value | None) -> Value | None:
    return new if call.method.returns != "V" else None


def _returned(source: str, call: Call, value: Value | None) -> Value | None:
    wanted = call.method.returns
    if wanted == "V" or value is None:
        return None
    if source[0] not in "L[" and wanted[0] in "L[":
        box(call, value, source, _given)
    return _convert(call, value, source, wanted)


def _given(call: Call, value: Value | None) -> Value | None:
    return value


BOXES = {
    "Z": "java/lang/Boolean",
    "B": "java/lang/Byte",
    "C": "java/lang/Character",
    "S": "java/lang/Short",
    "I": "java/lang/Integer",
    "J": "java/lang/Long",
    "F": "java/lang/Float",
    "D": "java/lang/Double",
}


def box(call: Call, value: Value, kind: str, after: Callable[[Call, Value | None], Value | None]) -> None:
    """Leave the model by ``valueOf`` of the box class; ``after`` gets the box."""
    cls = call.klass(BOXES[kind])
    method = cls.declared_method("valueOf", f"({kind})L{cls.name};")
    if method is None:
        raise EngineError(f"{cls.name} has no valueOf")
    call.machine.ensure_initialised(call.state, cls)
    call.then(method, [value], after)


_UNBOXED = {name: kind for kind, name in BOXES.items()}
_WIDENINGS: dict[tuple[str, str], Callable[[Value], Value]] = {
    **{(narrow, "J"): i2l for narrow in "BCSI"},
    **{(narrow, "F"): i2f for narrow in "BCSI"},
    **{(narrow, "D"): i2d for narrow in "BCSI"},
    ("J", "F"): l2f,
    ("J", "D"): l2d,
    ("F", "D"): f2d,
}


def _convert(call: Call, value: Value, source: str, wanted: str) -> Value:
    """Unboxing and widening; references pass unchanged (heap pollution is never assumed)."""
    if wanted[0] in "L[":
        return value
    if source[0] in "L[":
        address = call.non_null(value)
        kind = _UNBOXED.get(call.class_of(address).name)
        if kind is None:
            raise JavaThrow("java/lang/ClassCastException", known=False)
        value, source = call.get_field(address, "value"), kind
    widening = _WIDENINGS.get((source, wanted))
    return value if widening is None else widening(value)
