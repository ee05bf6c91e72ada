"""Models called by generated code, and the Java calls that models ask for.

A model runs on its operands only. Where it asks for a Java call (`everypath.vm.core.signals.Invoke`), the compiled
function of the method is called. If the model continues with the result, its continuation runs as in tier 0, with the
frame of the call at its return instruction. Where the method has one return instruction, this frame is made only when
it is needed; otherwise the function leaves it (`Hooked`). If the continuation cannot run here, it deoptimises with that
frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state import Frame, Hooks
from everypath.vm.compiled.deoptimisation import EXPECTED, Deoptimise, Hooked, Interpreted, roll_back
from everypath.vm.core import Invoke
from everypath.vm.invocation import MODEL_SIGNALS, Continuation, ModelCall, model_left, resume_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.program import Method
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.compiled.deoptimisation import Function
    from everypath.vm.core import Linked, MachineServices


def model_function(
    machine: MachineServices, linked: Linked, function_of: Callable[[Method], Function | None]
) -> Function:
    """The function that generated code calls in place of a method with a model.

    ``function_of`` gives the generated function of a method that the model asks for; None if it is not compiled.
    """
    method, model = linked.method, linked.model
    assert model is not None

    def function(state: State, steps: object, depth_left: int, *operands: Value) -> Value | None:
        before, known = state.next_address, len(state.interned) + len(state.class_objects)
        try:
            try:
                return model(ModelCall(machine, state, method), *operands)
            except MODEL_SIGNALS as signal:
                return model_left(machine, state, method, operands, signal)
        except Invoke as call:
            asked = call
        except Exception:
            roll_back(state, before, known)
            raise
        return _JavaCall(machine, function_of, method, asked).run(state, steps, depth_left, before, known)

    return function


class _JavaCall:
    """The Java call ``asked`` for by the model of ``method``, and the continuation of the model."""

    def __init__(
        self,
        machine: MachineServices,
        function_of: Callable[[Method], Function | None],
        method: Method,
        asked: Invoke,
    ) -> None:
        self.machine = machine
        self.function_of = function_of
        self.method = method
        self.asked = asked
        self.waiting: Frame | None = None
        """The frame of the previous call, which has returned, while the continuation asks for a further call."""

    def run(self, state: State, steps: object, depth_left: int, before: int, known: int) -> Value | None:
        """Make the calls that the model asks for; return the result of the model."""
        while True:
            asked = self.asked
            function = self.function_of(asked.method)
            leaves = bool(asked.afters) and len(self._returns(asked)) != 1
            value: Value | None = None
            stopped: Deoptimise | None = None
            try:
                if function is None or depth_left <= 0:
                    raise Interpreted
                if leaves:
                    function(state, steps, depth_left - 1, *asked.operands, hooked=True)
                else:
                    value = function(state, steps, depth_left - 1, *asked.operands)
            except Deoptimise as deoptimised:
                frames = deoptimised.frames
                if not deoptimised.left:
                    self._refused(state, deoptimised, before, known)
                if asked.afters:
                    frames[-1].hooks = self._hooks(asked)
                if not isinstance(deoptimised, Hooked) or len(frames) > 1:
                    raise
                stopped = deoptimised
                value = frames[0].stack[-1] if frames[0].stack else None
            if not asked.afters:
                return value
            try:
                return resume_model(self.machine, state, asked.afters, value)
            except Invoke as again:
                self.asked, self.waiting = again, (stopped or self._returning(asked, value)).frames[0]
            except (Deoptimise, *EXPECTED):
                raise stopped or self._returning(asked, value) from None

    def _returns(self, asked: Invoke) -> tuple[int, ...]:
        return self.machine.link(asked.method).returns

    def _returning(self, asked: Invoke, value: Value | None) -> Deoptimise:
        """A deoptimisation with the frame of the call at its only return instruction."""
        frame = Frame(asked.method, [0] * self.machine.link(asked.method).max_locals, self._hooks(asked))
        frame.pc = self._returns(asked)[0]
        frame.stack = [] if value is None else [value]
        deoptimised = Deoptimise()
        deoptimised.frames, deoptimised.left = [frame], True
        return deoptimised

    def _hooks(self, asked: Invoke) -> Hooks:
        return Hooks(after=Continuation(self.machine, self.method, asked.afters))

    def _refused(self, state: State, deoptimised: Deoptimise, before: int, known: int) -> None:
        """The call was not made: tier 0 runs the model again, or its continuation after the previous call."""
        if self.waiting is None:
            roll_back(state, before, known)
        else:
            deoptimised.frames.append(self.waiting)
            deoptimised.left = True
        raise deoptimised


__all__ = ["model_function"]
