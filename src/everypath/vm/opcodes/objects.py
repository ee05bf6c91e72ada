"""Objects: new, instanceof, checkcast, athrow and monitors."""

from __future__ import annotations

from everypath.classfile import dotted
from everypath.state import State
from everypath.term import Value
from everypath.vm.core import Handler, JavaThrow, Rethrow
from everypath.vm.instructions import InstructionSite, opcode
from everypath.vm.references import instance_creator, lazy_check_cast, lazy_is_instance


@opcode("new")
def new(site: InstructionSite) -> Handler:
    """Create an instance; its class is initialised first."""
    return site.quicken(_new)


def _new(site: InstructionSite) -> Handler:
    machine, here, following = site.machine, site.here, site.next
    cls = site.named_class(site.class_name())
    if cls.is_interface or cls.is_abstract:
        raise JavaThrow("java/lang/InstantiationError", dotted(cls.name))
    create = instance_creator(cls)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        if cls not in state.initialised:
            state.frames[-1].pc = here
            machine.ensure_initialised(state, cls)
        stack.append(create(state))
        return following

    return handler


@opcode("instanceof")
def instance_of(site: InstructionSite) -> Handler:
    """Push 1 if a reference is not null and of the type, else 0; an open class set is split by a fork."""
    return _unless_null(site, site.quicken(_instance_of))


def _unless_null(site: InstructionSite, resolving: Handler) -> Handler:
    """Null is of no class and casts to any: the class is not resolved. ``resolving`` replaces this handler."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        if type(stack[-1]) is int and stack[-1] == 0:
            return following
        return resolving(state, stack, locals_)

    return handler


def _instance_of(site: InstructionSite) -> Handler:
    machine, here, following = site.machine, site.here, site.next
    cls = site.named_class(site.class_name())

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = stack[-1]
        if value != 0 or type(value) is not int:
            state.frames[-1].pc = here
            value = int(lazy_is_instance(machine, state, value, cls, "instanceof"))
        stack[-1] = value
        return following

    return handler


@opcode("checkcast")
def check_cast(site: InstructionSite) -> Handler:
    """Throw a ClassCastException unless a reference is null or of a type."""
    return _unless_null(site, site.quicken(_check_cast))


def _check_cast(site: InstructionSite) -> Handler:
    machine, here, following = site.machine, site.here, site.next
    cls = site.named_class(site.class_name())

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = stack[-1]
        if type(value) is not int or value != 0:
            obj = state.heap.get(value)  # type: ignore[arg-type]  # a term is no key
            if obj is not None and obj.cls is cls and value not in state.refs:
                return following
            state.frames[-1].pc = here
            lazy_check_cast(machine, state, value, cls)
        return following

    return handler


@opcode("athrow")
def throw(site: InstructionSite) -> Handler:
    """Throw an object; null throws a NullPointerException instead."""
    here, machine = site.here, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        if machine.tracer is not None:
            machine.tracer.throws(state)
        thrown = machine.non_null(state, stack[-1])
        if machine.tracer is not None:
            machine.tracer.threw(state, thrown)
        raise Rethrow(thrown)

    return handler


@opcode("monitorenter")
def enter_monitor(site: InstructionSite) -> Handler:
    """Count an entry into a monitor; there is one thread, so no thread waits."""
    here, following, machine = site.here, site.next, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        address = machine.non_null(state, stack[-1])
        state.monitors[address] = state.monitors.get(address, 0) + 1
        del stack[-1]
        return following

    return handler


@opcode("monitorexit")
def exit_monitor(site: InstructionSite) -> Handler:
    """Count an exit; leaving a monitor that is not held throws."""
    here, following, machine = site.here, site.next, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        address = machine.non_null(state, stack[-1])
        if not machine.release_monitor(state, address):
            raise JavaThrow("java/lang/IllegalMonitorStateException")
        del stack[-1]
        return following

    return handler
