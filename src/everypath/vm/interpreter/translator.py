"""Translation of a method's bytecode into handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import RETURNS
from everypath.errors import EngineError
from everypath.state import State
from everypath.term import Value
from everypath.vm import opcodes
from everypath.vm.core import CatchRange, Handler, Linked, argument_layout, derivation_steps
from everypath.vm.instructions import TRANSLATORS, CodeLayout, InstructionSite, lay_out

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.vm.core import MachineServices

assert opcodes.__all__


def translate(machine: MachineServices, linked: Linked) -> None:
    """Fill in ``linked``: one handler per slot of the layout, and the exception table in translated indexes."""
    method = linked.method
    code = method.code
    if code is None:
        raise EngineError(f"{method.key} has no code")
    layout = lay_out(method, mark=method.owner.is_target)
    slots, wide = argument_layout(method)
    linked.max_locals = max(code.max_locals, len(slots))
    linked.layout = slots if wide else None
    linked.slots = slots
    linked.has_loops = bool(layout.backward)
    linked.pads = [0] * (linked.max_locals - len(slots))
    linked.pcs = [instruction.pc for _, instruction in layout.slots]
    for index, (kind, instruction) in enumerate(layout.slots):
        if kind == "instruction":
            translator = TRANSLATORS.get(instruction.name)
            if translator is None:
                raise EngineError(f"no translator for {instruction.name}")
            linked.plain.append(translator(InstructionSite(machine, linked, instruction, index, layout)))
        elif kind == "leader":
            linked.plain.append(_leader(machine, linked, layout, index))
        else:
            following = index + 1 if kind == "entry" else layout.starts[instruction.pc]
            linked.plain.append(_entry(layout.loop_indexes(instruction.pc), following))
    linked.code = linked.plain[:]
    linked.returns = tuple(
        index
        for index, (kind, instruction) in enumerate(layout.slots)
        if kind == "instruction" and instruction.opcode in RETURNS
    )
    starts, size = layout.starts, len(layout.slots)
    linked.catches = tuple(
        CatchRange(starts[row.start], starts.get(row.end, size), starts[row.handler], row.catch_type)
        for row in code.handlers
    )


def _leader(machine: MachineServices, linked: Linked, layout: CodeLayout, index: int) -> Handler:
    """Mark a block of target code as covered; count a step where something jumps backwards to it, and have it compiled
    when it is hot.
    """
    following = index + 1
    method = layout.method
    pc = layout.slots[index][1].pc
    counts = pc in layout.backward
    number, cost = -1, 0
    if method.owner.is_target:
        block = _block(layout, index)
        number, cost = len(machine.blocks), derivation_steps(block)
        machine.blocks.append((method, pc, block[-1].pc))
        linked.marks[index] = number
    compiler = machine.compiler
    heat = 0

    def mark(state: State, stack: list[Value], locals_: list[Value]) -> int:
        if machine.tracer is not None and machine.tracer.method is method:
            machine.tracer.enter(state, index, pc)
        if machine.coverage_bounds is not None:
            machine.coverage_bounds.enter(state, index, cost, counted=counts or pc == 0)
        state.covered[number] = None
        return following

    def step(state: State, stack: list[Value], locals_: list[Value]) -> int:
        nonlocal heat
        heat += 1
        if heat == compiler.hot:
            compiler.jumped(linked, index)
        state.steps += 1
        if state.steps > machine.step_limit:
            state.frames[-1].pc = index
            machine.check_steps(state)
        return following

    def mark_and_step(state: State, stack: list[Value], locals_: list[Value]) -> int:
        nonlocal heat
        heat += 1
        if heat == compiler.hot:
            compiler.jumped(linked, index)
        state.steps += 1
        if state.steps > machine.step_limit:
            state.frames[-1].pc = index
            machine.check_steps(state)
        if machine.tracer is not None and machine.tracer.method is method:
            machine.tracer.enter(state, index, pc)
        if machine.coverage_bounds is not None:
            machine.coverage_bounds.enter(state, index, cost, counted=True)
        state.covered[number] = None
        return following

    if number < 0:
        return step
    return mark_and_step if counts else mark


def _block(layout: CodeLayout, index: int) -> list[Instruction]:
    """The instructions of the block whose leader stands at ``index``."""
    found = [layout.slots[index][1]]
    for kind, instruction in layout.slots[index + 2 :]:
        if kind != "instruction":
            break
        found.append(instruction)
    return found


def _entry(inside: frozenset[int], following: int) -> Handler:
    """Forget the decisions counted inside a nested loop that is entered anew."""

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].forget_decisions(inside)
        return following

    return handler
