"""Translation of a method's bytecode into handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.errors import EngineError
from everypath.state import BoundReached, State
from everypath.term import Value
from everypath.vm import opcodes
from everypath.vm.layout import CodeLayout, lay_out
from everypath.vm.linked import CatchRange, Handler, Linked, argument_layout
from everypath.vm.site import Site
from everypath.vm.table import TRANSLATORS

if TYPE_CHECKING:
    from everypath.vm.machine import Machine

assert opcodes.__all__


def translate(machine: Machine, linked: Linked) -> None:
    """Fill in ``linked``: one handler per slot of the layout, and the exception table in translated indexes."""
    method = linked.method
    code = method.code
    if code is None:
        raise EngineError(f"{method.key} has no code")
    layout = lay_out(method, mark=method.owner.is_target)
    slots, wide = argument_layout(method)
    linked.max_locals = max(code.max_locals, len(slots))
    linked.layout = slots if wide else None
    linked.pads = [0] * (linked.max_locals - len(slots))
    linked.pcs = [instruction.pc for _, instruction in layout.slots]
    for index, (kind, instruction) in enumerate(layout.slots):
        if kind == "instruction":
            translator = TRANSLATORS.get(instruction.name)
            if translator is None:
                raise EngineError(f"no translator for {instruction.name}")
            linked.code.append(translator(Site(machine, linked, instruction, index, layout)))
        elif kind == "leader":
            linked.code.append(_leader(machine, layout, index))
        else:
            following = index + 1 if kind == "entry" else layout.starts[instruction.pc]
            linked.code.append(_entry(layout.loop_indexes(instruction.pc), following))
    starts, size = layout.starts, len(layout.slots)
    linked.catches = tuple(
        CatchRange(starts[row.start], starts.get(row.end, size), starts[row.handler], row.catch_type)
        for row in code.handlers
    )


def _leader(machine: Machine, layout: CodeLayout, index: int) -> Handler:
    """Mark a block of target code as covered; count a step where something jumps backwards to it."""
    following = index + 1
    method = layout.method
    pc = layout.slots[index][1].pc
    counts = pc in layout.backward
    number = -1
    if method.owner.is_target:
        number = len(machine.blocks)
        machine.blocks.append((method, pc, _block_end(layout, index)))

    def mark(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.covered.add(number)
        return following

    def step(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.steps += 1
        if state.steps > machine.step_limit:
            state.frames[-1].pc = index
            machine.check_steps(state)
        return following

    def mark_and_step(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.covered.add(number)
        state.steps += 1
        if state.steps > machine.step_limit:
            state.frames[-1].pc = index
            machine.check_steps(state)
        if machine.block_limit is not None:
            _visit(state, index, machine.block_limit)
        return following

    if number < 0:
        return step
    return mark_and_step if counts else mark


def _visit(state: State, index: int, most: int) -> None:
    """Count an entry into the first block of a loop: no block in the loop is entered more often."""
    frame = state.frames[-1]
    visits = frame.visits = frame.visits or {}
    count = visits.get(index, 0)
    if count >= most:
        frame.pc = index
        raise BoundReached("block", state.here())
    visits[index] = count + 1


def _block_end(layout: CodeLayout, index: int) -> int:
    """The pc of the last instruction of the block whose leader stands at ``index``."""
    last = layout.slots[index][1].pc
    for kind, instruction in layout.slots[index + 1 :]:
        if kind != "instruction":
            break
        last = instruction.pc
    return last


def _entry(inside: frozenset[int], following: int) -> Handler:
    """Forget the decisions counted inside a nested loop that is entered anew."""

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        decisions = state.frames[-1].decisions
        if decisions:
            for index in inside.intersection(decisions):
                del decisions[index]
        return following

    return handler
