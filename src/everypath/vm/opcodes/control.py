"""Unconditional control: goto, switches, subroutines and returns."""

from __future__ import annotations

from everypath.errors import EngineError
from everypath.state import State
from everypath.term import Value, eq
from everypath.vm.core import SWITCH, Handler
from everypath.vm.instructions import InstructionSite, opcode


@opcode("goto", "goto_w")
def goto(site: InstructionSite) -> Handler:
    """Jump."""
    target = site.jump_target()

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        return target

    return handler


@opcode("jsr", "jsr_w")
def jump_to_subroutine(site: InstructionSite) -> Handler:
    """Push the return address and jump (class files before version 51)."""
    target, following = site.jump_target(), site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack.append(following)
        return target

    return handler


@opcode("ret")
def return_from_subroutine(site: InstructionSite) -> Handler:
    """Jump to the return address in a local variable."""
    variable = site.instruction.operand

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        address = locals_[variable]
        if type(address) is not int:
            raise EngineError("ret of a symbolic address")
        return address

    return handler


@opcode("tableswitch", "lookupswitch")
def switch(site: InstructionSite) -> Handler:
    """Jump by an int; a symbolic one forks case by case, the default last."""
    operands = site.instruction.switch
    if operands is None:
        raise EngineError("a switch without cases")
    cases = {key: site.target(pc) for key, pc in operands.cases.items()}
    default = site.target(operands.default)
    lookup = cases.get

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        key = stack[-1]
        if type(key) is int:
            del stack[-1]
            return lookup(key, default)
        state.frames[-1].pc = site.here
        chosen = default
        for value, target in cases.items():
            if target != default and state.decide(eq(key, value), "switch", site.sides(target, default)):
                chosen = target
                break
        del stack[-1]
        return chosen

    return handler


@opcode("ireturn", "lreturn", "freturn", "dreturn", "areturn")
def return_value(site: InstructionSite) -> Handler:
    """Hand the result to the caller."""
    here, machine = site.here, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        frames = state.frames
        if frames[-1].hooks is not None:
            frames[-1].pc = here
            return machine.leave(state, stack[-1])
        frames.pop()
        caller = frames[-1]
        caller.stack.append(stack[-1])
        caller.pc += 1
        return SWITCH

    return handler


@opcode("return")
def return_void(site: InstructionSite) -> Handler:
    """Return without a result."""
    here, machine = site.here, site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        frames = state.frames
        if frames[-1].hooks is not None:
            frames[-1].pc = here
            return machine.leave(state, None)
        frames.pop()
        frames[-1].pc += 1
        return SWITCH

    return handler
