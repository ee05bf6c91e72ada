"""Method calls: invokestatic, invokespecial, invokevirtual, invokeinterface and invokedynamic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import InvokeDynamic, access, dotted
from everypath.errors import EngineError, LinkageError, UnsupportedError
from everypath.program import expect_static
from everypath.state import State
from everypath.term import Value
from everypath.vm.core import Handler, JavaThrow
from everypath.vm.instructions import InstructionSite, opcode
from everypath.vm.invocation import invoker, model_handler, null_checked
from everypath.vm.invokedynamic import link
from everypath.vm.references import dispatch, is_class_value, lazy_target

if TYPE_CHECKING:
    from everypath.program import Class, Method


def resolve_call(site: InstructionSite) -> Method:
    """The method that a call names (JVMS 5.4.3.3, 5.4.3.4)."""
    member = site.member()
    program = site.machine.program
    owner = site.named_class(member.owner)
    resolve = program.resolve_interface_method if member.is_interface else program.resolve_method
    method = resolve(owner, member.name, member.descriptor, site.caller)
    if method.is_signature_polymorphic:
        return method.viewed_as(member.descriptor)
    expect_static(method, owner, static=site.name == "invokestatic", by_interface=site.name == "invokeinterface")
    return method


@opcode("invokestatic")
def invoke_static(site: InstructionSite) -> Handler:
    """Call a static method; its class is initialised first."""
    return site.quicken(_invoke_static)


def _invoke_static(site: InstructionSite) -> Handler:
    method = resolve_call(site)
    initialise = None if site.initialised_here(method.owner) else method.owner
    return invoker(site.machine, method, site.here, initialise=initialise)


@opcode("invokespecial")
def invoke_special(site: InstructionSite) -> Handler:
    """Call a constructor, a private method or a method of a superclass."""
    return site.quicken(_invoke_special)


def _invoke_special(site: InstructionSite) -> Handler:
    resolved = resolve_call(site)
    program = site.machine.program
    method = program.select_special(site.owner, program.klass(site.member().owner), resolved)
    return invoker(site.machine, method, site.here, checked=method.is_constructor)


@opcode("invokevirtual", "invokeinterface")
def invoke_virtual(site: InstructionSite) -> Handler:
    """Call the method selected by the receiver's class."""
    return site.quicken(_invoke_virtual)


def _invoke_virtual(site: InstructionSite) -> Handler:
    method, machine, here = resolve_call(site), site.machine, site.here
    count = len(method.parameters) + 1
    if method.is_signature_polymorphic:
        model = machine.library.polymorphic(method)
        if model is None:
            raise UnsupportedError(f"{dotted(method.owner.name)}.{method.name}")
        modelled = model_handler(machine, method, model, here, count)
        return null_checked(machine, modelled, here, count)
    named = machine.program.klass(site.member().owner) if site.name == "invokeinterface" else None
    by_class: dict[Class, Handler] = {}
    found = site.linked.targets.setdefault(here, {})
    by_target: dict[Method, Handler] = {}

    def handler_of(target: Method) -> Handler:
        handler = by_target.get(target)
        if handler is None:
            handler = by_target[target] = invoker(machine, target, here)
        return handler

    def slow(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        if is_class_value(stack[-count]) and stack[-count] not in state.decided:
            return handler_of(machine.program.select(machine.program.klass("java/lang/Class"), method))(
                state, stack, locals_
            )
        chosen = lazy_target(machine, state, stack[-count], method)
        if chosen is not None:
            return handler_of(chosen)(state, stack, locals_)
        address = machine.non_null(state, stack[-count])
        if named is not None:
            _check_receiver(state, address, named)
        target = dispatch(machine, state, address, method)
        if named is not None and not target.access & _CALLABLE:
            raise JavaThrow("java/lang/IllegalAccessError", known=False)
        obj = state.heap.get(address)
        if obj is not None and address not in state.refs:
            by_class[obj.cls] = handler_of(target)
            found[obj.cls] = target
        stack[-count] = address
        return handler_of(target)(state, stack, locals_)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        try:
            target = by_class[state.heap[stack[-count]].cls]  # type: ignore[index]  # a term is no key: slow
        except LookupError:
            return slow(state, stack, locals_)
        return target(state, stack, locals_)

    return handler


_CALLABLE = access.PUBLIC | access.PRIVATE
"""A method that an interface call selects must have one of these flags."""


def _check_receiver(state: State, address: int, interface: Class) -> None:
    """An object of another class than the interface called on is refused (JVMS 6.5, invokeinterface)."""
    cls = state.object(address).cls
    if address not in state.refs and not cls.is_subtype_of(interface):
        names = dotted(cls.name), dotted(interface.name)
        message = f"Class {names[0]} does not implement the requested interface {names[1]}"
        raise JavaThrow("java/lang/IncompatibleClassChangeError", message)


@opcode("invokedynamic")
def invoke_dynamic(site: InstructionSite) -> Handler:
    """Run what the bootstrap method would link: string concatenation, lambdas and method references."""
    return site.quicken(_invoke_dynamic)


def _invoke_dynamic(site: InstructionSite) -> Handler:
    constant = site.constant()
    if not isinstance(constant, InvokeDynamic):
        raise EngineError(f"invokedynamic names {constant!r}")
    try:
        return link(site, constant)
    except LinkageError as error:
        raise JavaThrow("java/lang/BootstrapMethodError", error.message) from None
