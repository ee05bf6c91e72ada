"""Class initialisation (JVMS 5.5).

A JDK class takes its static fields from the library's boot image where there is one; every other class runs its own
``<clinit>`` here, superclasses first. The instruction that needed the class is executed again afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import DoubleConst, FloatConst, IntConst, LongConst, StringConst, dotted
from everypath.errors import EngineError
from everypath.state import NULL, Frame, Hooks, State, TextObject, begin_setup, default_value, end_setup
from everypath.unrolled import Unrolled, unrolled
from everypath.vm.core import SWITCH, JavaThrow, Rethrow
from everypath.vm.invocation import exceptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from everypath.program import Class, Field
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.core import MachineServices

THREAD = "main"
"""The name of the one thread."""


def begin_initialisation(
    machine: MachineServices, state: State, cls: Class, waiting: frozenset[Class] = frozenset()
) -> bool:
    """Begin the initialisation of a class unless it has begun. Return True if frames were pushed that must run first.

    ``waiting`` are subclasses without an initialiser of their own: they become unusable with ``cls`` (JVMS 5.5, 7).
    """
    return unrolled(_begin(machine, state, cls, waiting))


def _begin(machine: MachineServices, state: State, cls: Class, waiting: frozenset[Class]) -> Unrolled[bool]:
    if cls in state.unusable:
        raise Rethrow(_no_class(machine, state, cls))
    if cls in state.initialised:
        return False
    state.require_frames()
    if cls.is_array or cls.is_primitive:
        state.initialised[cls] = "done"
        return False
    if not cls.is_target:
        statics = machine.library.statics(cls)
        if statics is not None:
            state.statics.update(statics)
            state.initialised[cls] = "done"
            if cls.superclass is None:
                return False
            pushed: bool = yield _begin(machine, state, cls.superclass, waiting)
            return pushed
    parents = _parents(cls)
    for parent in parents:
        if parent in state.unusable:
            error = _no_class(machine, state, parent)
            _give_up(machine, state, (cls, *waiting), error)
            raise Rethrow(error)
    state.initialised[cls] = "running"
    _set_defaults(machine, state, cls)
    pushed = _push_initialiser(machine, state, cls, waiting)
    failing_with_parents = frozenset() if pushed else waiting | {cls}
    for parent in parents:
        if parent not in state.initialised:
            below = state.frames[-1] if pushed else None
            if (yield _begin(machine, state, parent, failing_with_parents)):
                pushed = True
                if below is not None:
                    below.pc = -1
    return pushed


def _parents(cls: Class) -> list[Class]:
    """The types to initialise before ``cls``, last first: superinterfaces with default methods, the superclass."""
    if cls.is_interface:
        return []
    parents = [
        interface
        for interface in reversed(cls.superinterfaces())
        if any(not (method.is_abstract or method.is_static) for method in interface.methods)
    ]
    if cls.superclass is not None:
        parents.append(cls.superclass)
    return parents


def _set_defaults(machine: MachineServices, state: State, cls: Class) -> None:
    for field in cls.fields:
        if field.is_static:
            state.statics[field] = _initial(machine, state, field)


def _initial(machine: MachineServices, state: State, field: Field) -> Value:
    constant = field.constant_value
    if constant is None:
        return default_value(field.descriptor)
    if isinstance(constant, StringConst):
        return machine.intern(state, constant.value)
    if isinstance(constant, IntConst | LongConst | FloatConst | DoubleConst):
        return constant.value
    raise EngineError(f"ConstantValue {constant!r}")


def _push_initialiser(machine: MachineServices, state: State, cls: Class, waiting: frozenset[Class]) -> bool:
    method = cls.initializer
    linked = machine.link(method) if method is not None else None
    if method is None or linked is None or linked.model is not None:
        _finish(machine, state, cls)
        return False
    initialiser = Initialiser(machine, cls, waiting)
    state.frames.append(Frame(method, linked.locals_for([]), Hooks(initialiser.done, initialiser.failed)))
    begin_setup(state)
    return True


def _finish(machine: MachineServices, state: State, cls: Class) -> None:
    """The class is initialised: from here on its static fields may be inputs."""
    state.initialised[cls] = "done"
    machine.inputs.initialised(state, cls)


def _no_class(machine: MachineServices, state: State, cls: Class) -> int:
    """The error that every use of an unusable class throws; its cause is the exception of its initialisation."""
    message = f"Could not initialize class {dotted(cls.name)}"
    error = exceptions.new_throwable(machine, state, JavaThrow("java/lang/NoClassDefFoundError", message))
    exceptions.set_cause(state, error, state.unusable[cls])
    return error


def _give_up(machine: MachineServices, state: State, classes: Iterable[Class], thrown: int) -> None:
    """Mark classes as unusable; keep an ExceptionInInitializerError that describes ``thrown`` and has its trace."""
    obj = state.object(thrown)
    parts: list[Text | str] = [f"Exception {dotted(obj.cls.name)}"]
    held = exceptions.message_field(state, thrown)
    text = state.object(held) if held else None
    if isinstance(text, TextObject):
        parts += [": ", text.text]
    parts.append(f' [in thread "{THREAD}"]')
    message = machine.library.concat(parts)
    cause = exceptions.new_throwable(machine, state, JavaThrow("java/lang/ExceptionInInitializerError", message))
    exceptions.set_cause(state, cause, NULL)
    state.writable(cause).extra = obj.extra
    for cls in classes:
        state.initialised.pop(cls, None)
        state.unusable[cls] = cause


class Initialiser:
    """The hooks that run after the ``<clinit>`` of a class: they set its status and resume the frame below."""

    __slots__ = ("cls", "machine", "waiting")

    def __init__(self, machine: MachineServices, cls: Class, waiting: frozenset[Class]) -> None:
        self.machine = machine
        self.cls = cls
        self.waiting = waiting

    def done(self, state: State, value: Value | None) -> int:
        """The initialiser returned: the frame below starts, or executes its instruction again."""
        end_setup(state)
        _finish(self.machine, state, self.cls)
        state.frames.pop()
        if not state.frames:
            exceptions.finish_empty(state)
        elif state.frames[-1].pc < 0:
            state.frames[-1].pc = 0
        return SWITCH

    def failed(self, state: State, thrown: int) -> int:
        """The initialiser threw: the class is unusable, and exceptions other than errors are wrapped."""
        end_setup(state)
        machine = self.machine
        _give_up(machine, state, (self.cls,), thrown)
        if not state.object(thrown).cls.is_subtype_of(machine.program.klass("java/lang/Error")):
            wrapper = exceptions.new_throwable(machine, state, JavaThrow("java/lang/ExceptionInInitializerError"))
            exceptions.set_cause(state, wrapper, thrown)
            thrown = wrapper
        if self.waiting:
            _give_up(machine, state, sorted(self.waiting, key=lambda cls: cls.name), thrown)
        return thrown


def carry_over_statics(machine: MachineServices, state: State) -> bool:
    """Called when a path became unsupported inside the ``<clinit>`` of a JDK class: use the statics that the JVM has.

    The frames of the initialiser are removed, and the frame below resumes. Statics that cannot be carried over are
    None: a path that reads one ends as unsupported. Other statics may differ from one JVM to the next; the reason
    ``boot`` records that. Returns False if no such initialiser runs, or the JVM has no state for its class.
    """
    for depth in reversed(range(len(state.frames))):
        initialiser = _initialiser_of(state.frames[depth])
        if initialiser is None:
            continue
        cls = initialiser.cls
        statics = machine.library.jvm_statics(cls)
        if statics is None:
            continue
        for frame in state.frames[depth:]:
            if frame.hooks is not None and frame.hooks.lock:
                machine.release_monitor(state, frame.hooks.lock)
            given_up = _initialiser_of(frame)
            if given_up is not None and given_up is not initialiser:
                end_setup(state)
                state.initialised.pop(given_up.cls, None)
        del state.frames[depth + 1 :]
        state.note("boot", f"static state of {dotted(cls.name)}")
        state.statics.update(statics)  # type: ignore[arg-type]  # None: only the JVM has it
        initialiser.done(state, None)
        return True
    return False


def _initialiser_of(frame: Frame) -> Initialiser | None:
    owner = getattr(frame.hooks.after, "__self__", None) if frame.hooks is not None else None
    return owner if isinstance(owner, Initialiser) else None
