"""The layout of translated code: the translated index of each instruction of a method.

Pseudo-instructions precede the instructions that need them, without entries in the exception table of their own:
a *leader* before each basic block that is marked as covered (target code) or jumped to backwards (a step is counted),
and a *loop entry* before the header of a nested loop, which resets the counts of decisions inside; jumps from inside
the loop skip it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import CONDITIONAL_BRANCHES, NO_FALL_THROUGH
from everypath.dataclass import dataclass, field
from everypath.program import SENSITIVE, wide_entries

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Loop, Method

_ENDS_BLOCK = NO_FALL_THROUGH | CONDITIONAL_BRANCHES


@dataclass(slots=True)
class CodeLayout:
    """The translated index of every instruction, and the pseudo-instructions before it."""

    method: Method
    slots: list[tuple[str, Instruction]] = field(default_factory=list)
    """``leader``, ``entry``, ``detour`` or ``instruction``, in order."""
    starts: dict[int, int] = field(default_factory=dict)
    """Bytecode index -> translated index of the first slot that a jump from anywhere but outside its loop runs."""
    entries: dict[int, int] = field(default_factory=dict)
    """Header of a nested loop -> translated index for jumps from outside."""
    shapes: dict[int, tuple[bool, ...]] = field(default_factory=dict)
    backward: frozenset[int] = frozenset()
    nested: dict[int, Loop] = field(default_factory=dict)

    def target(self, source: int, pc: int) -> int:
        """The translated index for a jump from ``source`` to ``pc``."""
        loop = self.nested.get(pc)
        return self.entries[pc] if loop is not None and not self.is_inside(source, loop) else self.starts[pc]

    def is_inside(self, pc: int, loop: Loop) -> bool:
        """True if the instruction at ``pc`` belongs to a loop."""
        return self.method.flow.block_at(pc).start in loop.body

    def loop_indexes(self, header: int) -> frozenset[int]:
        """The translated indexes of the instructions in the loop with this header."""
        loop = self.nested[header]
        return frozenset(i for i, (_, instruction) in enumerate(self.slots) if self.is_inside(instruction.pc, loop))

    def sides(self, pc: int, on_true: int, on_false: int) -> tuple[bool, bool] | None:
        """For each of two slots: True if it lies in the innermost loop around ``pc``. None outside loops."""
        loop = self.method.flow.loop_at(pc)
        if loop is None:
            return None
        return self.is_inside(self.slots[on_true][1].pc, loop), self.is_inside(self.slots[on_false][1].pc, loop)


def lay_out(method: Method, *, mark: bool) -> CodeLayout:
    """Number the translated code of a method; ``mark`` puts a leader before every basic block."""
    code = method.code
    assert code is not None
    layout = CodeLayout(method)
    instructions = method.instructions
    backward = {target for each in instructions for target in each.targets if target <= each.pc}
    layout.backward = frozenset(backward)
    leaders = set(backward)
    if mark:
        leaders.add(0)
        leaders.update(handler.handler for handler in code.handlers)
        for each in instructions:
            leaders.update(each.targets)
            if each.opcode in _ENDS_BLOCK:
                leaders.add(each.pc + each.length)
    if len(backward) > 1:
        layout.nested = {header: loop for header, loop in method.flow.loops.items() if loop.parent is not None}
    _number(layout, instructions, leaders)
    if any(each.opcode in SENSITIVE for each in instructions):
        layout.shapes = wide_entries(method)
    return layout


def _number(layout: CodeLayout, instructions: list[Instruction], leaders: set[int]) -> None:
    slots = layout.slots
    before: Instruction | None = None
    detours: list[Instruction] = []
    for each in instructions:
        loop = layout.nested.get(each.pc)
        if loop is not None:
            falls = before is not None and before.opcode not in NO_FALL_THROUGH
            if falls and before is not None and layout.is_inside(before.pc, loop):
                detours.append(each)
            else:
                layout.entries[each.pc] = len(slots)
                slots.append(("entry", each))
        layout.starts[each.pc] = len(slots)
        if each.pc in leaders:
            slots.append(("leader", each))
        slots.append(("instruction", each))
        before = each
    for each in detours:
        layout.entries[each.pc] = len(slots)
        slots.append(("detour", each))
