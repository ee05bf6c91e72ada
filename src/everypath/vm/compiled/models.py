"""Models called by generated code, and the Java calls that models ask for.

A model runs on operands alone. Where it asks for a Java call (`everypath.vm.signals.Invoke`), the compiled function is
called; if the model goes on with its result, the function leaves the frame of the call at its return instruction, as
tier 0 would have it, and the rest of the model is run. Whatever cannot go on here hands over with that frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state import Hooks
from everypath.vm import invocation
from everypath.vm.compiled.unwinding import EXPECTED, HandOver, Hooked, Interpreted, roll_back
from everypath.vm.signals import Invoke

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Frame, State
    from everypath.term import Value
    from everypath.vm.compiled.compiler import Compiler
    from everypath.vm.compiled.runtime import Function
    from everypath.vm.linked import Linked


def modelled(compiler: Compiler, linked: Linked) -> Function:
    """The function that generated code calls in place of a method with a model."""
    machine, method, model = compiler.machine, linked.method, linked.model
    assert model is not None

    def function(state: State, steps: object, room: int, *operands: Value) -> Value | None:
        before, known = state.next_address, len(state.interned) + len(state.class_objects)
        try:
            return invocation.run_model(machine, state, method, model, operands)
        except Invoke as call:
            asked = call
        except Exception:
            roll_back(state, before, known)
            raise
        return _Asking(compiler, method, asked).run(state, steps, room, before, known)

    return function


class _Asking:
    """A model of ``method`` that has asked for a Java call."""

    def __init__(self, compiler: Compiler, method: Method, asked: Invoke) -> None:
        self.compiler = compiler
        self.method = method
        self.asked = asked
        self.waiting: Frame | None = None
        """The frame of a call that has returned, and whose result the model could not use here."""

    def run(self, state: State, steps: object, room: int, before: int, known: int) -> Value | None:
        """The result of the model."""
        while True:
            asked = self.asked
            function = self.compiler.own_function(asked.method)
            try:
                if function is None or room <= 0:
                    raise Interpreted
                if not asked.afters:
                    return function(state, steps, room - 1, *asked.operands)
                function(state, steps, room - 1, *asked.operands, hooked=True)
            except HandOver as over:
                if not over.left:
                    self._refused(state, over, before, known)
                returned = over.frames[-1]
                if asked.afters:
                    returned.hooks = self._hooks(asked)
                if not isinstance(over, Hooked) or len(over.frames) > 1:
                    raise
                try:
                    return self._resume(state, returned)
                except Invoke as again:
                    self.asked, self.waiting = again, returned
                except (HandOver, *EXPECTED):
                    raise over from None

    def _resume(self, state: State, returned: Frame) -> Value | None:
        value = returned.stack[-1] if returned.stack else None
        return invocation.resume(self.compiler.machine, state, self.asked.afters, value)

    def _hooks(self, asked: Invoke) -> Hooks:
        return Hooks(after=invocation.Continuation(self.compiler.machine, self.method, asked.afters))

    def _refused(self, state: State, over: HandOver, before: int, known: int) -> None:
        """The call was not made: tier 0 begins again, with the model or with what it does with an earlier result."""
        if self.waiting is None:
            roll_back(state, before, known)
        else:
            over.frames.append(self.waiting)
            over.left = True
        raise over


__all__ = ["modelled"]
