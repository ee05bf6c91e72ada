"""Compiles methods: decides when, lets tier 0 enter generated code, and counts deoptimisations.

Tier 0 counts calls and backward jumps. After enough of them, the handler at the first slot of the method, or at the
head of the loop, is replaced by one that enters the generated function. A function that deoptimises too early too often
is no longer entered.
"""

from __future__ import annotations

from collections import Counter
from itertools import repeat
from typing import TYPE_CHECKING, Any

from everypath.vm.compiled import runtime
from everypath.vm.compiled.code_cache import code_of
from everypath.vm.compiled.deoptimisation import (
    HIDDEN,
    Compiled,
    Deoptimise,
    Hooked,
    Interpreted,
    Unprofiled,
    UnreadField,
)
from everypath.vm.compiled.generator import generate
from everypath.vm.compiled.model_calls import model_function
from everypath.vm.compiled.regions import UncompilableError
from everypath.vm.core import SWITCH, Handler

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm.compiled.deoptimisation import Function
    from everypath.vm.core import Linked, MachineServices

HOT = 200
"""The number of calls of a method, or iterations of a loop, in tier 0 before it is compiled. Compiling an instruction
takes 17 us; about this many executions of the compiled instruction save as much.
"""

MOST_ACTIVATIONS = 60
"""The most nested compiled activations, each a few Python frames. The next one deoptimises, and the count begins again.
"""

WORTH = 3
"""The number of steps after which an entry was worth it, even if it deoptimises."""

MOST_IDLE = 40
"""The number of entries not worth it after which a function is no longer entered. Each entry that was worth it adds
two.
"""

SMALL_METHOD = 12
"""The most slots of a small method. A small method without loops is entered only from generated code, not from tier 0.
"""

RENEWED = 10
"""The number of deoptimisations at instructions not executed before the compilation, after which it is repeated."""


_SHOWN: dict[type[Exception], str] = {Deoptimise: "HandOver", Unprofiled: "Cold", UnreadField: "Unlooked"}
"""Names of reasons in profiles where they are not those of the classes."""


class Compiler:
    """The compiled methods of one machine.

    ``deoptimisations`` counts how often generated code went back to tier 0, by method, bytecode index and reason.
    ``refused`` maps a method and a slot to the reason why the method was not compiled from this slot.
    """

    def __init__(self, machine: MachineServices) -> None:
        self.machine = machine
        self.enabled = True
        self.hot = HOT
        self.storable = runtime.Storable()
        self.deoptimisations: Counter[tuple[str, int, str]] = Counter()
        self.refused: dict[tuple[str, int], str] = {}
        self.made: dict[tuple[Linked, int], Compiled] = {}
        self._users: dict[Linked, list[tuple[dict[Any, Any], Any]]] = {}
        """The places that hold the function of a method: dictionaries, and the key in each."""
        self._functions: dict[Linked, Function] = {}
        self._own: dict[Method, Compiled] = {}

    # -- called by tier 0 -----------------------------------------------------------------------------------------

    def called(self, linked: Linked) -> None:
        """Compile a method that tier 0 has called often."""
        if self.enabled and (len(linked.code) > SMALL_METHOD or linked.has_loops):
            self._patch(linked, 0)

    def jumped(self, linked: Linked, index: int) -> None:
        """Compile a method from a slot on to which tier 0 has often jumped back."""
        if self.enabled:
            self._patch(linked, index)

    def _patch(self, linked: Linked, entry: int) -> None:
        compiled = self._compile(linked, entry)
        if compiled is not None:
            linked.code[entry] = self._entering(compiled)

    # -- compiling ------------------------------------------------------------------------------------------------

    def _compile(self, linked: Linked, entry: int) -> Compiled | None:
        """The function from a slot on, generated once; None if the code stays in tier 0."""
        compiled = self.made.get((linked, entry))
        if compiled is not None:
            return compiled
        if (linked.method.key, entry) in self.refused:
            return None
        try:
            compiled = generate(self.machine, linked, entry)
        except UncompilableError as error:
            self.refused[linked.method.key, entry] = str(error)
            return None
        compiled.count = self.count
        self.made[linked, entry] = compiled
        if entry == 0:
            self._own.pop(linked.method, None)
        method = linked.method
        exec(code_of(compiled.source, f"<{method.owner.name}.{method.name}>"), compiled.namespace)
        compiled.function = compiled.namespace["function"]
        if entry == 0 and not method.is_synchronized and linked.model is None:
            self._functions[linked] = compiled.function
            for mapping, key in self._users.get(linked, ()):
                mapping[key] = compiled.function
        return compiled

    def use(self, method: Method, namespace: dict[str, Any], name: str) -> None:
        """Store the function of a method under ``name`` in ``namespace``, now and whenever it is replaced."""
        self._users.setdefault(self.machine.link(method), []).append((namespace, name))
        namespace[name] = self.function_for(method)

    def targets(self, known: dict[Class, Method]) -> runtime.Targets:
        """The table of functions for a call with dynamic dispatch; ``known`` are the targets that tier 0 has found."""
        return runtime.Targets(known, self._target)

    def _target(self, targets: runtime.Targets, cls: Class, method: Method) -> Function:
        self._users.setdefault(self.machine.link(method), []).append((targets, cls))
        return self.function_for(method)

    def function_for(self, method: Method) -> Function:
        """The function that generated code calls for a method."""
        linked = self.machine.link(method)
        function = self._functions.get(linked)
        if function is not None:
            return function
        if linked.model is not None:
            made = model_function(self.machine, linked, self.own_function)
        elif method.is_signature_polymorphic or not linked.code:
            made = _refuse
        elif linked.is_empty and not method.is_synchronized:
            made = _nothing
        elif method.is_synchronized:
            made = _refuse
        else:
            made = self._compiling(linked)
        self._functions[linked] = made
        return made

    def own_function(self, method: Method) -> Function | None:
        """The function compiled from a method's own bytecode, even if it has a model; None if it is not compiled."""
        compiled = self._own.get(method)
        if compiled is None:
            linked = self.machine.link(method)
            if method.is_synchronized or not method.has_code:
                return None
            self.machine.translate(linked)
            compiled = self._compile(linked, 0)
            if compiled is None:
                return None
            self._own[method] = compiled
        return compiled.function

    def _compiling(self, linked: Linked) -> Function:
        """The function that compiles a method when generated code calls it first."""

        def function(state: State, steps: object, depth_left: int, *operands: Value) -> Value | None:
            if self._compile(linked, 0) is None:
                self._functions[linked] = _refuse
                for mapping, key in self._users.get(linked, ()):
                    mapping[key] = _refuse
            return self._functions[linked](state, steps, depth_left, *operands)

        return function

    # -- entering -------------------------------------------------------------------------------------------------

    def _entering(self, compiled: Compiled) -> Handler:
        """The handler that runs the generated function on the top frame in place of tier 0."""
        machine, linked, entry = self.machine, compiled.linked, compiled.entry
        slots = linked.slots if entry == 0 else tuple(range(linked.max_locals))
        extra = 1 if entry == 0 else 0
        returns = linked.method.returns != "V"
        plain = linked.plain
        function = compiled.function

        def enter(state: State, stack: list[Value], locals_: list[Value]) -> int:
            limit = machine.step_limit
            left = limit - state.steps
            frames = state.frames
            depth_left = min(MOST_ACTIVATIONS, machine.frame_limit - len(frames))
            if left <= 0 or depth_left <= 0 or machine.coverage_bounds is not None or machine.merges:
                return plain[entry](state, stack, locals_)
            if machine.tracer is not None and len(frames) == 1:
                return plain[entry](state, stack, locals_)
            frame = frames[-1]
            steps = repeat(None, left + extra)
            state.frames = HIDDEN
            try:
                operands = [locals_[slot] for slot in slots]
                value = function(state, steps, depth_left, *operands, frame, frame.hooks is not None)
            except Deoptimise as deoptimised:
                state.frames = frames
                state.steps = limit - steps.__length_hint__()
                return self._resume_in_tier_0(state, compiled, deoptimised, state.steps - limit + left)
            except BaseException:
                state.frames = frames
                state.steps = limit - steps.__length_hint__()
                raise
            state.frames = frames
            state.steps = limit - steps.__length_hint__()
            compiled.worth += 1
            frames.pop()
            caller = frames[-1]
            if returns:
                caller.stack.append(value)  # type: ignore[arg-type]  # a method that is not void gives a value
            caller.pc += 1
            return SWITCH

        return enter

    def _resume_in_tier_0(self, state: State, compiled: Compiled, deoptimised: Deoptimise, steps: int) -> int:
        """Push the frames of the activations that were left, and execute the current instruction in tier 0."""
        frames = state.frames
        frame = frames[-1]
        if steps >= WORTH:
            compiled.worth += 1
        else:
            compiled.idle += 1
            if compiled.idle > MOST_IDLE + 2 * compiled.worth:
                compiled.linked.code[compiled.entry] = compiled.linked.plain[compiled.entry]
        if not deoptimised.left:
            frame.pc = compiled.entry
        frames.extend(reversed(deoptimised.frames))
        top = frames[-1]
        linked = top.method.linked
        following: int = linked.plain[top.pc](state, top.stack, top.locals)  # type: ignore[union-attr]  # its own
        if top is frame:
            return following
        if following >= 0:
            top.pc = following
        return SWITCH

    def _renew(self, compiled: Compiled) -> None:
        """Generate a function again, as more of its instructions have been executed since the first time."""
        linked, entry = compiled.linked, compiled.entry
        del self.made[linked, entry]
        if linked.code[entry] is linked.plain[entry]:
            self._compile(linked, entry)
        else:
            self._patch(linked, entry)

    def count(self, compiled: Compiled, index: int, error: Exception) -> None:
        """Count one deoptimisation."""
        linked = compiled.linked
        if isinstance(error, Unprofiled):
            compiled.cold += 1
            if compiled.cold == RENEWED:
                self._renew(compiled)
        if isinstance(error, Hooked):
            return
        reason = _SHOWN.get(type(error)) or type(error).__name__
        self.deoptimisations[linked.method.key, linked.pc_of(index), reason] += 1


def _nothing(state: State, steps: object, depth_left: int, *operands: Value) -> None:
    """A method that only returns."""


def _refuse(state: State, steps: object, depth_left: int, *operands: Value) -> Value | None:
    """A method that only tier 0 runs."""
    raise Interpreted
