"""Calls: pushing frames, running models in place of methods, and what happens when a frame returns.

A caller's ``pc`` stays at its invoke instruction while the callee runs. A model runs with its operands still on the
caller's stack, so a fork inside it finds the instruction untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import dotted
from everypath.errors import UnsupportedError
from everypath.state import NULL, Ending, Frame, Hooks, State, begin_setup, end_setup
from everypath.term import Term
from everypath.vm.core import SWITCH, Handler, Invoke, JavaThrow, Rethrow
from everypath.vm.invocation import exceptions
from everypath.vm.invocation.model_calls import ModelCall
from everypath.vm.references import is_undecided

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.term import Value
    from everypath.vm.core import Call, Linked, MachineServices, Model

After: TypeAlias = "Callable[[Call, Value | None], Value | None]"


def finish_call(state: State, value: Value | None) -> int:
    """The entry returned: the path ends."""
    state.frames.pop()
    state.result = value
    state.end(Ending.RETURNED)
    return SWITCH


def leave_call(machine: MachineServices, state: State, value: Value | None) -> int:
    """Return from a frame that has hooks."""
    hooks = state.frames[-1].hooks
    assert hooks is not None
    if hooks.lock and hooks.lock not in state.monitors:  # the method has left it itself
        raise JavaThrow("java/lang/IllegalMonitorStateException")
    if hooks.after is not None:
        following = hooks.after(state, value)
    else:
        state.frames.pop()
        deliver_result(state, value)
        following = SWITCH
    if hooks.lock:
        machine.release_monitor(state, hooks.lock)
    return following


def deliver_result(state: State, value: Value | None) -> None:
    """Push a result on the stack of the top frame, which continues after its invoke instruction."""
    caller = state.frames[-1]
    if value is not None:
        caller.stack.append(value)
    caller.pc += 1


def monitor_of(machine: MachineServices, state: State, method: Method, args: Sequence[Value]) -> int:
    """Enter the monitor of a synchronized method; its address."""
    if method.is_static:
        address = machine.class_object(state, method.owner)
    else:
        address = machine.address(state, args[0])
    state.monitors[address] = state.monitors.get(address, 0) + 1
    return address


def push_frame(
    machine: MachineServices, state: State, linked: Linked, args: list[Value], hooks: Hooks | None = None
) -> None:
    """Push the activation of a method with code. The caller's operands are popped already."""
    method = linked.method
    if method.is_synchronized:
        lock = monitor_of(machine, state, method, args)
        hooks = Hooks(hooks.after, hooks.abrupt, lock) if hooks is not None else Hooks(lock=lock)
    state.frames.append(Frame(method, linked.locals_for(args), hooks))


def check_limits(machine: MachineServices, state: State) -> None:
    """Raise when the path has taken too many steps, or the stack is as deep as a StackOverflowError is predicted."""
    if state.steps > machine.step_limit:
        machine.check_steps(state)
    if len(state.frames) >= machine.frame_limit:
        raise JavaThrow("java/lang/StackOverflowError")


# -- models -----------------------------------------------------------------------------------------------------


class Continuation:
    """Turns the result of a Java call into the result of the model that asked for it, one ``after`` at a time."""

    __slots__ = ("afters", "machine", "method")

    def __init__(self, machine: MachineServices, method: Method, afters: tuple[tuple[Method, After], ...]) -> None:
        self.machine = machine
        self.method = method
        self.afters = afters

    def __call__(self, state: State, value: Value | None) -> int:
        """Run when the Java call returns, with its frame still on the stack."""
        try:
            result = resume_model(self.machine, state, self.afters, value)
        except Invoke as call:
            state.frames.pop()
            enter_method(self.machine, state, self.method, call)
            return SWITCH
        except (JavaThrow, Rethrow):
            state.frames.pop()
            raise
        state.frames.pop()
        deliver_result(state, result if self.method.returns != "V" else None)
        return SWITCH


def resume_model(
    machine: MachineServices, state: State, afters: tuple[tuple[Method, After], ...], value: Value | None
) -> Value | None:
    """Apply the pending steps to a result. Raises `Invoke` if one of them needs another Java call."""
    for position, (method, after) in enumerate(afters):
        call = ModelCall(machine, state, method)
        try:
            value = after(call, value)
        except Invoke as asked:
            asked.afters = (*asked.afters, *afters[position + 1 :])
            return _settle(machine, state, asked)
        except (JavaThrow, Rethrow) as thrown:
            thrown.outside = not method.owner.is_target
            raise
    return value


def _settle(machine: MachineServices, state: State, asked: Invoke) -> Value | None:
    """Run the called method here if it has a model, else raise the signal again. What takes its result may decide, too:
    such a fork must not find what the called method has done.
    """
    linked = machine.link(asked.method)
    if linked.model is None or asked.own_code:
        raise asked
    with state.atomic():
        try:
            value = run_model(machine, state, asked.method, linked.model, asked.operands)
        except Invoke as inner:
            inner.afters = (*inner.afters, *asked.afters)
            raise
        return resume_model(machine, state, asked.afters, value)


def run_model(
    machine: MachineServices, state: State, method: Method, model: Model, args: Sequence[Value]
) -> Value | None:
    """The result of a model. Raises `Invoke` if a method with code must be called first."""
    try:
        return model(ModelCall(machine, state, method), *args)
    except MODEL_SIGNALS as signal:
        return model_left(machine, state, method, args, signal)


MODEL_SIGNALS = (Invoke, JavaThrow, Rethrow)
"""The signals with which a model ends without a result."""


def model_left(
    machine: MachineServices, state: State, method: Method, args: Sequence[Value], signal: Invoke | JavaThrow | Rethrow
) -> Value | None:
    """The result of a model that raised ``signal``. Raises the signal again if there is no result yet (`run_model`)."""
    if isinstance(signal, Invoke):
        return _settle(machine, state, signal)
    entered = not _has_no_receiver(state, method, args)
    signal.outside = entered and not method.owner.is_target
    if isinstance(signal, JavaThrow) and method.owner.is_target and not method.is_abstract and entered:
        signal.inside = signal.inside or method
    raise signal


def _has_no_receiver(state: State, method: Method, args: Sequence[Value]) -> bool:
    """True if the receiver is null: the call fails before the method is entered."""
    if method.is_static:
        return False
    return (state.decided.get(args[0]) if isinstance(args[0], Term) else args[0]) == NULL


def _with_code(machine: MachineServices, asked: Invoke) -> Linked:
    """The method that a model calls; if it has a model whose bytecode is asked for, it is translated now."""
    linked = machine.link(asked.method)
    if asked.own_code:
        machine.translate(linked)
    return linked


def enter_method(machine: MachineServices, state: State, method: Method, asked: Invoke) -> None:
    """Push the frame of a Java call that a model of ``method`` asked for; the operands of the model are popped
    already.

    No bound may end the path here, as the instruction could not be executed again. The next jump or call checks the
    number of steps.
    """
    linked = _with_code(machine, asked)
    if not linked.code:
        raise JavaThrow("java/lang/AbstractMethodError", asked.method.key)
    state.steps += 1
    if len(state.frames) >= machine.frame_limit:
        raise JavaThrow("java/lang/StackOverflowError")
    hooks = Hooks(after=Continuation(machine, method, asked.afters)) if asked.afters else None
    push_frame(machine, state, linked, list(asked.operands), hooks)
    if asked.decided:
        state.frames[-1].decisions = {}


def model_handler(machine: MachineServices, method: Method, model: Model, here: int, count: int) -> Handler:
    """A handler that runs a model in place of a method with ``count`` operands."""
    returns, following = method.returns != "V", here + 1

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        base = len(stack) - count
        try:
            result = run_model(machine, state, method, model, stack[base:])
        except Invoke as asked:
            del stack[base:]
            enter_method(machine, state, method, asked)
            return SWITCH
        del stack[base:]
        if returns:
            assert result is not None, method
            stack.append(result)
        return following

    return handler


# -- methods with code ------------------------------------------------------------------------------------------


def invoker(
    machine: MachineServices, method: Method, here: int, *, initialise: Class | None = None, checked: bool = True
) -> Handler:
    """A handler that calls exactly ``method`` from the instruction at ``here``.

    ``initialise`` is the class that a static call initialises first; ``checked``: the receiver is known
    not to
    be null.
    """
    linked = machine.link(method)
    if linked.model is not None:
        handler = model_handler(machine, method, linked.model, here, linked.size)
    elif method.is_signature_polymorphic or not linked.code:
        return _without_code(method, here)
    elif linked.is_empty and not method.is_synchronized:
        handler = _empty(linked, here)
    else:
        handler = _code_handler(machine, linked, here)
    if not checked:
        lazily = linked.is_transparent and not method.is_synchronized
        handler = null_checked(machine, handler, here, linked.size, lazily=lazily)
    return handler if initialise is None else _initialising(machine, handler, here, initialise)


def _code_handler(machine: MachineServices, linked: Linked, here: int) -> Handler:
    method, count, pads, compiler = linked.method, linked.size, linked.pads, machine.compiler
    if linked.layout is not None or method.is_synchronized or count == 0:

        def general(state: State, stack: list[Value], locals_: list[Value]) -> int:
            state.frames[-1].pc = here
            state.steps += 1
            check_limits(machine, state)
            linked.heat += 1
            if linked.heat == compiler.hot:
                compiler.called(linked)
            base = len(stack) - count
            args = stack[base:]
            push_frame(machine, state, linked, args)
            del stack[base:]
            return SWITCH

        return general
    negative = -count

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        frames = state.frames
        frames[-1].pc = here
        state.steps += 1
        if state.steps > machine.step_limit or len(frames) >= machine.frame_limit:
            check_limits(machine, state)
        linked.heat += 1
        if linked.heat == compiler.hot:
            compiler.called(linked)
        frames.append(Frame(method, stack[negative:] + pads))
        del stack[negative:]
        return SWITCH

    return handler


def _empty(linked: Linked, here: int) -> Handler:
    """A method that does nothing, such as ``Object.<init>``: only its operands go."""
    count, following = linked.size, here + 1

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        del stack[len(stack) - count :]
        return following

    return handler


def _without_code(method: Method, here: int) -> Handler:
    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        state.frames[-1].pc = here
        if method.is_abstract:
            raise JavaThrow("java/lang/AbstractMethodError", method.key)
        raise UnsupportedError(f"native {dotted(method.owner.name)}.{method.name}")

    return handler


def null_checked(machine: MachineServices, inner: Handler, here: int, count: int, *, lazily: bool = False) -> Handler:
    """A handler that lets the receiver be null-checked by the instruction first; ``lazily`` makes no object of it."""

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        receiver = stack[-count]
        if type(receiver) is not int or receiver == 0:
            state.frames[-1].pc = here
            if not (lazily and is_undecided(receiver, state)) or machine.is_null(state, receiver):
                stack[-count] = machine.non_null(state, receiver)
        return inner(state, stack, locals_)

    return handler


def _initialising(machine: MachineServices, inner: Handler, here: int, cls: Class) -> Handler:
    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        if cls not in state.initialised:
            state.frames[-1].pc = here
            machine.ensure_initialised(state, cls)
        return inner(state, stack, locals_)

    return handler


# -- calls from outside bytecode --------------------------------------------------------------------------------


class Above:
    """A call pushed above the instruction that waits for it and is executed again afterwards."""

    __slots__ = ("returned",)

    def __init__(self, returned: Callable[[State, Value | None], None]) -> None:
        self.returned = returned

    def __call__(self, state: State, value: Value | None) -> int:
        """The call returned."""
        state.frames.pop()
        end_setup(state)
        self.returned(state, value)
        return SWITCH


def push_java_call(
    machine: MachineServices,
    state: State,
    method: Method,
    args: list[Value],
    returned: Callable[[State, Value | None], None],
    abrupt: Callable[[State, int], int],
) -> None:
    """Push a call above the current instruction; see `Machine.push_call`."""
    linked = machine.link(method)
    if linked.model is not None:
        try:
            value = run_model(machine, state, method, linked.model, args)
        except Invoke as asked:
            after = Chained(machine, asked.afters, Above(returned))
            begin_setup(state)
            push_frame(machine, state, _with_code(machine, asked), list(asked.operands), Hooks(after, abrupt))
            return
        except (JavaThrow, Rethrow) as thrown:
            begin_setup(state)
            address = (
                exceptions.new_throwable(machine, state, thrown) if isinstance(thrown, JavaThrow) else thrown.address
            )
            propagated = abrupt(state, address)
            if state.ending is None:
                raise Rethrow(propagated) from None
            return
        returned(state, value)
        return
    if not linked.code:
        raise UnsupportedError(f"call of {method.key}, which has no code")
    begin_setup(state)
    push_frame(machine, state, linked, args, Hooks(Above(returned), abrupt))


class Chained:
    """As `Above`, but a model's pending steps come first."""

    __slots__ = ("above", "afters", "machine")

    def __init__(self, machine: MachineServices, afters: tuple[tuple[Method, After], ...], above: Above) -> None:
        self.machine = machine
        self.afters = afters
        self.above = above

    def __call__(self, state: State, value: Value | None) -> int:
        """The Java call returned."""
        try:
            result = resume_model(self.machine, state, self.afters, value)
        except Invoke as asked:
            hooks = state.frames[-1].hooks
            abrupt = hooks.abrupt if hooks is not None else None
            state.frames.pop()
            after = Chained(self.machine, asked.afters, self.above)
            push_frame(self.machine, state, _with_code(self.machine, asked), list(asked.operands), Hooks(after, abrupt))
            return SWITCH
        return self.above(state, result)
