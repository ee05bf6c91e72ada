"""Fields: getfield, putfield, getstatic, putstatic. References resolve when the instruction is first executed."""

from __future__ import annotations

from everypath.program import check_assignment
from everypath.state import State
from everypath.term import Value
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode
from everypath.vm.references import read_field, write_field


@opcode("getfield")
def getfield(site: InstructionSite) -> Handler:
    """Replace a reference by the value of its field."""
    return site.quicken(_getfield)


def _getfield(site: InstructionSite) -> Handler:
    field = site.resolve_field(static=False)
    slot, here, following, machine = field.slot, site.here, site.next, site.machine

    def slow(state: State, stack: list[Value]) -> int:
        state.frames[-1].pc = here
        address = machine.non_null(state, stack[-1])
        stack[-1] = read_field(machine, state, address, field)
        return following

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        try:
            value = state.heap[stack[-1]].fields[slot]  # type: ignore[index]  # a term is no key: slow
        except LookupError:
            return slow(state, stack)
        if value is None:
            return slow(state, stack)
        stack[-1] = value
        return following

    return handler


@opcode("putfield")
def putfield(site: InstructionSite) -> Handler:
    """Store into a field."""
    return site.quicken(_putfield)


def _putfield(site: InstructionSite) -> Handler:
    field = site.resolve_field(static=False)
    check_assignment(field, site.method)
    slot, here, following, machine = field.slot, site.here, site.next, site.machine

    def slow(state: State, stack: list[Value]) -> int:
        state.frames[-1].pc = here
        address = machine.non_null(state, stack[-2])
        write_field(state, address, field, stack[-1])
        del stack[-2:]
        return following

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        address = stack[-2]
        try:
            obj = state.heap[address]  # type: ignore[index]  # a term is no key: slow
        except KeyError:
            return slow(state, stack)
        if obj.owner is not state.token:
            obj = state.writable(address)  # type: ignore[arg-type]  # it was a key of the heap
        try:
            obj.fields[slot] = stack[-1]
        except IndexError:
            return slow(state, stack)
        del stack[-2:]
        return following

    return handler


@opcode("getstatic")
def getstatic(site: InstructionSite) -> Handler:
    """Push a static field; its class is initialised first (JVMS 5.5). ``None`` is an input that was not read yet."""
    return site.quicken(_getstatic)


def _getstatic(site: InstructionSite) -> Handler:
    field = site.resolve_field(static=True)
    owner, here, following, machine = field.owner, site.here, site.next, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = state.statics.get(field)
        if value is None or owner not in state.initialised:
            state.frames[-1].pc = here
            machine.ensure_initialised(state, owner)
            value = state.statics[field]
            if value is None:
                value = machine.inputs.static(state, field)
        stack.append(value)
        return following

    return handler


@opcode("putstatic")
def putstatic(site: InstructionSite) -> Handler:
    """Store into a static field; its class is initialised first."""
    return site.quicken(_putstatic)


def _putstatic(site: InstructionSite) -> Handler:
    field = site.resolve_field(static=True)
    owner, here, following, machine = field.owner, site.here, site.next, site.machine
    check_assignment(field, site.method)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        if owner not in state.initialised:
            state.frames[-1].pc = here
            machine.ensure_initialised(state, owner)
        state.statics[field] = stack.pop()
        return following

    return handler
