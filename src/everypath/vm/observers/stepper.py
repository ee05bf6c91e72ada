"""Going through one path line by line, as a debugger does.

A *step* is what one activation of target code does on one line before it leaves the line, calls other target code or
goes round a loop that lies on it. Setup code (class initialisers, calls that build inputs) and library code is
stepped over. Everything runs in tier 0 meanwhile.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from everypath.classfile import RETURNS, access
from everypath.dataclass import dataclass, field
from everypath.state import BoundReached, Ending

if TYPE_CHECKING:
    from everypath.classfile import LocalVariable
    from everypath.program import Method
    from everypath.state import Frame, State
    from everypath.term import Value
    from everypath.vm.core import MachineServices

FIRST_STEPS, LAST_STEPS = 300, 100
"""Steps of one path that are kept: the first ones and the last ones."""

MOST_STEPS = 5_000
"""The most steps of a path. A path with more is cut by the bound `STEPS`."""

DEEPEST_CALL = 100
"""The most nested calls of target code. A path with more is cut by the bound `STEPS`."""

STEPS = "walk"
"""The name of the bound that cuts a path with too many steps or nested calls."""


@dataclass(eq=False)
class Step:
    """``depth`` calls of target code lie between the entry and this step on a ``line`` (-1: not known) of ``method``.

    ``before`` are the local variables as it begins (None: not assigned yet), ``after`` those at its end, by their rows
    in the table of local variables. ``state`` is a copy of the state at its end, ``conditions`` how many the path had
    there. ``enters`` and ``leaves`` mark the first and the last step of its activation, ``resumes`` that it goes
    on with a line after a call; ``returned`` is the result, ``thrown`` the class of what was thrown on the line.
    """

    depth: int
    method: Method
    line: int
    before: dict[LocalVariable, Value]
    enters: bool = False
    resumes: bool = False
    leaves: bool = False
    after: dict[LocalVariable, Value] = field(default_factory=dict)
    state: State | None = None
    conditions: int = 0
    returned: Value | None = None
    thrown: str | None = None
    pcs: list[int] = field(default_factory=list)
    """The instructions that it executed, with those before the call after which it goes on."""

    def go_on(self, waited: Step, pc: int) -> None:
        """The step begins at ``pc``, after a call that the step ``waited`` made: it may still be on the same line."""
        if self.line == waited.line and pc not in waited.pcs:
            self.resumes = True
            self.pcs += waited.pcs


@dataclass(eq=False)
class _Activation:
    frame: Frame
    step: Step
    pc: int = -1
    result: Value | None = None
    returns: bool = False
    handlers: frozenset[int] = frozenset()


class Stepper:
    """Collects the steps of one path: the first in ``first``, the last in ``last``, ``count`` in all."""

    def __init__(self) -> None:
        self.first: list[Step] = []
        self.last: deque[Step] = deque(maxlen=LAST_STEPS)
        self.count = 0
        self.thrown = ""
        """The class of the exception thrown last."""
        self._stack: list[_Activation] = []

    @property
    def left_out(self) -> int:
        """The number of steps between the first and the last that were not kept."""
        return self.count - len(self.first) - len(self.last)

    def sees(self, state: State, frame: Frame) -> bool:
        """True if the steps of an activation are collected."""
        method = frame.method
        if not method.owner.is_target or state.outside:
            return False
        return not method.access & access.SYNTHETIC or method.name.startswith("lambda$")

    def at(self, state: State, frame: Frame, pc: int) -> None:
        """An activation on top, of target code, is about to execute the instruction at ``pc``.

        Raises `BoundReached` if there are too many steps or activations.
        """
        if self.count >= MOST_STEPS or len(self._stack) > DEEPEST_CALL:
            raise BoundReached(STEPS, state.here())
        stack = self._stack
        changed = not stack or stack[-1].frame is not frame
        if changed:
            self._change(state, frame, pc)
        active = stack[-1]
        if pc == active.pc:  # it is executed again, or a leader stands before it
            return
        step, line = active.step, frame.method.line(pc)
        if pc in active.handlers and not changed:
            step.thrown = self.thrown
        if line != step.line or pc in step.pcs:
            self._close(state, pc)
            active.step = step = self._new(state, frame, pc, len(stack) - 1)
        active.pc = pc
        step.pcs.append(pc)
        active.returns = _returns(frame.method, pc)
        if active.returns and frame.method.returns != "V":
            active.result = frame.stack[-1]

    def finish(self, state: State) -> None:
        """The path has ended, or it is not continued."""
        if self._stack and state.ending is Ending.BOUND:
            self._close(state, self._stack[-1].pc)
        elif self._stack:
            self._pop(state, set())

    def _change(self, state: State, frame: Frame, pc: int) -> None:
        """Note that another activation is on top than before: some were left, or one was entered."""
        alive = {id(each) for each in state.frames}
        if self._stack and id(self._stack[-1].frame) not in alive:
            self._pop(state, alive)
        elif self._stack:
            self._close(state, self._stack[-1].pc)
        depth = len(self._stack)
        if depth and self._stack[-1].frame is frame:
            active = self._stack[-1]
            waited, active.step = active.step, self._new(state, frame, pc, depth - 1)
            active.step.go_on(waited, pc)
            return
        code = frame.method.code
        handlers = frozenset(row.handler for row in code.handlers) if code is not None else frozenset()
        step = self._new(state, frame, pc, depth)
        step.enters = True
        self._stack.append(_Activation(frame, step, handlers=handlers))

    def _pop(self, state: State, alive: set[int]) -> None:
        """End the last steps of the activations that are no longer on the stack (``alive`` has the ids of those that
        are): an activation has returned if its last instruction returns, else it was left by an exception.
        """
        while self._stack and id(self._stack[-1].frame) not in alive:
            active = self._stack.pop()
            step = active.step
            if step.state is not None:  # it waited for a call, which threw
                step = self._new(state, active.frame, active.pc, len(self._stack))
                step.resumes = True
            step.leaves = True
            if active.returns:
                step.returned = active.result
            elif state.ending not in (Ending.UNSUPPORTED, Ending.CONTAINED, Ending.ERROR):
                step.thrown = self.thrown
            self._end(step, state, active.frame, active.pc)

    def _new(self, state: State, frame: Frame, pc: int, depth: int) -> Step:
        self.count += 1
        step = Step(depth, frame.method, frame.method.line(pc), locals_at(frame, pc))
        if len(self.first) < FIRST_STEPS:
            self.first.append(step)
        else:
            self.last.append(step)
        return step

    def _close(self, state: State, pc: int) -> None:
        active = self._stack[-1]
        self._end(active.step, state, active.frame, pc)

    @staticmethod
    def _end(step: Step, state: State, frame: Frame, pc: int) -> None:
        step.after = locals_at(frame, pc)
        step.state = state.fork()
        step.state.rest()
        step.conditions = len(state.path)


def locals_at(frame: Frame, pc: int) -> dict[LocalVariable, Value]:
    """The named local variables that are live at ``pc``, with their values."""
    code = frame.method.code
    if code is None:
        return {}
    live = [each for each in code.local_variables if each.start <= pc < each.start + each.length]
    return {each: frame.locals[each.index] for each in sorted(live, key=lambda each: each.index)}


def _returns(method: Method, pc: int) -> bool:
    code = method.code
    return code is not None and code.bytecode[pc] in RETURNS


def interpret(machine: MachineServices, state: State, stepper: Stepper) -> None:
    """Execute in tier 0 until the path ends, and show each instruction of target code to a stepper first."""
    frames = state.frames
    while state.ending is None:
        frame = frames[-1]
        linked = machine.link(frame.method)
        code, pcs = linked.plain, linked.pcs
        stack, locals_, index = frame.stack, frame.locals, frame.pc
        if not stepper.sees(state, frame):
            while index >= 0:
                index = code[index](state, stack, locals_)
            continue
        while index >= 0:
            frame.pc = index
            stepper.at(state, frame, pcs[index])
            index = code[index](state, stack, locals_)
