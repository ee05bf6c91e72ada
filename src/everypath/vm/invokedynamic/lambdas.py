"""Lambdas and method references, as `java.lang.invoke.LambdaMetafactory` links them.

A call site gives objects of a hidden class that carry a `Lambda`; a call of the functional method, or of one of its
bridges, converts the arguments and calls the implementation.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from everypath.classfile import (
    REF_INVOKE_INTERFACE,
    REF_INVOKE_SPECIAL,
    REF_INVOKE_STATIC,
    REF_INVOKE_VIRTUAL,
    REF_NEW_INVOKE_SPECIAL,
    ClassRef,
    IntConst,
    MethodHandle,
    MethodType,
    parse_method_descriptor,
)
from everypath.errors import EngineError, UnsupportedError
from everypath.state import Obj, State
from everypath.vm.core import AnswerScript, Conversion, Handler, JavaThrow
from everypath.vm.invokedynamic.conversions import adapt, require_non_null
from everypath.vm.invokedynamic.hidden_classes import class_file
from everypath.vm.references import Lambda, dispatch

if TYPE_CHECKING:
    from everypath.classfile import InvokeDynamic, Loadable
    from everypath.program import Class, Method
    from everypath.term import Value
    from everypath.vm.core import Call
    from everypath.vm.instructions import InstructionSite

_SERIALIZABLE = 1
"""``LambdaMetafactory.FLAG_SERIALIZABLE``, a bit of the fourth argument of ``altMetafactory``."""


def lambda_handler(site: InstructionSite, constant: InvokeDynamic, arguments: tuple[Loadable, ...]) -> Handler:
    """The handler of a call site of ``metafactory`` or ``altMetafactory``; ``arguments`` are the static ones."""
    captured, result = parse_method_descriptor(constant.descriptor)
    handle, instantiated = arguments[1], arguments[2]
    if not isinstance(handle, MethodHandle) or not isinstance(instantiated, MethodType):
        raise EngineError("malformed arguments of a metafactory")
    following = site.next
    target = _target(site, handle)
    cls = _hidden_class(site, [result[1:-1], *_further_interfaces(arguments[3:])])
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


def _further_interfaces(options: tuple[Loadable, ...]) -> list[str]:
    """The interfaces that ``altMetafactory`` adds: marker interfaces, and Serializable if its flag is set."""
    names = [each.name for each in options if isinstance(each, ClassRef)]
    flags = options[0] if options else None
    if isinstance(flags, IntConst) and flags.value & _SERIALIZABLE:
        names.append("java/io/Serializable")
    return names


def _target(site: InstructionSite, handle: MethodHandle) -> Method:
    if handle.kind < REF_INVOKE_VIRTUAL:
        raise UnsupportedError(f"a lambda of a method handle of kind {handle.kind}")
    member, program = handle.member, site.machine.program
    owner = program.klass(member.owner)
    resolve = program.resolve_interface_method if owner.is_interface else program.resolve_method
    method = resolve(owner, member.name, member.descriptor)
    if method.is_signature_polymorphic:
        method = method.viewed_as(member.descriptor)
    if handle.kind == REF_INVOKE_SPECIAL:
        return program.select_special(site.owner, owner, method)
    return method


def _hidden_class(site: InstructionSite, interfaces: list[str]) -> Class:
    """The class of the lambdas made by one call site: it implements the interfaces and has no code of its own."""
    owner = site.owner
    number = owner.methods.index(site.method)
    name = f"{owner.name}$$Lambda${number}${site.instruction.pc}"
    return site.machine.program.define(class_file(name, list(dict.fromkeys(interfaces))), is_target=False)


# -- calls ------------------------------------------------------------------------------------------------------


def call_abstract(call: Call, receiver: Value, *args: Value) -> Value | None:
    """The model of every abstract method: a lambda's own method, or a call on a stub; anything else is an error."""
    address = call.non_null(receiver)
    obj = call.state.object(address)
    if isinstance(obj.extra, Lambda):
        return _call_lambda(call, obj.extra, args)
    if address in call.state.refs or isinstance(obj.extra, AnswerScript):
        return call.machine.inputs.stub_call(call, address, args)
    raise JavaThrow("java/lang/AbstractMethodError", call.method.key)


def _call_lambda(call: Call, made: Lambda, args: tuple[Value, ...]) -> Value | None:
    """``call.method`` is the functional method or a bridge to it."""
    return adapt(call, args, _conversions(call, made), partial(_enter, made))


def _conversions(call: Call, made: Lambda) -> tuple[Conversion, ...]:
    """The conversions of the arguments of the functional method to those of the target."""
    target = made.target
    key = (call.method, target, made.kind, made.parameters, len(made.captured))
    known = call.machine.conversions.get(key)
    if known is None:
        wanted = target.parameters
        if made.kind not in (REF_INVOKE_STATIC, REF_NEW_INVOKE_SPECIAL):
            wanted = (target.owner.descriptor, *wanted)
        types = zip(call.method.parameters, made.parameters, wanted[len(made.captured) :], strict=True)
        known = call.machine.conversions[key] = tuple(Conversion(*each) for each in types)
    return known


def _enter(made: Lambda, call: Call, converted: tuple[Value, ...]) -> Value | None:
    machine, state, target = call.machine, call.state, made.target
    args = (*made.captured, *converted)
    if made.kind in (REF_INVOKE_VIRTUAL, REF_INVOKE_INTERFACE):
        address = require_non_null(call, args[0])
        target = dispatch(machine, state, address, target)
        args = (address, *args[1:])
    elif made.kind == REF_NEW_INVOKE_SPECIAL:
        machine.ensure_initialised(state, target.owner)
        new = machine.new_instance(state, target.owner)
        call.then(target, [new, *args], partial(_constructed, new, made.returns))
    elif target.is_static:
        machine.ensure_initialised(state, target.owner)
    call.then(target, args, partial(_returned, target.returns, made.returns))


def _constructed(new: int, inferred: str, call: Call, value: Value | None) -> Value | None:
    return new if call.method.returns != "V" else None


def _returned(source: str, inferred: str, call: Call, value: Value | None) -> Value | None:
    wanted = call.method.returns
    if wanted == "V" or value is None:
        return None
    return adapt(call, (value,), (Conversion(source, inferred, wanted),), _only)


def _only(call: Call, values: tuple[Value, ...]) -> Value | None:
    return values[0]
