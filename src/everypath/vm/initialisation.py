"""Class initialisation (JVMS 5.5).

A JDK class takes its static fields from the library's boot image where there is one; every other class runs its own
``<clinit>`` here, superclasses first. The instruction that needed the class is executed again afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile.constants import DoubleConst, FloatConst, IntConst, LongConst, StringConst
from everypath.errors import EngineError
from everypath.state import Frame, Hooks, State, default_value
from everypath.vm import exceptions
from everypath.vm.linked import SWITCH
from everypath.vm.signals import JavaThrow

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.term import Value
    from everypath.vm.machine import Machine


def begin(machine: Machine, state: State, cls: Class, waiting: frozenset[Class] = frozenset()) -> bool:
    """Begin the initialisation of a class unless it has begun; true if frames were pushed that must run first.

    ``waiting`` are subclasses without an initialiser of their own: they become unusable with ``cls`` (JVMS 5.5, 7).
    """
    if cls in state.unusable:
        raise JavaThrow("java/lang/NoClassDefFoundError", f"Could not initialize class {cls.name.replace('/', '.')}")
    if cls in state.initialised:
        return False
    if cls.is_array or cls.is_primitive:
        state.initialised[cls] = "done"
        return False
    if not cls.is_target:
        statics = machine.library.statics(cls)
        if statics is not None:
            state.statics.update(statics)
            state.initialised[cls] = "done"
            return cls.superclass is not None and begin(machine, state, cls.superclass, waiting)
    parents = _parents(cls)
    for parent in parents:
        if parent in state.unusable:
            state.unusable |= {cls, *waiting}
            message = f"Could not initialize class {parent.name.replace('/', '.')}"
            raise JavaThrow("java/lang/NoClassDefFoundError", message)
    state.initialised[cls] = "running"
    _set_defaults(machine, state, cls)
    pushed = _push_initialiser(machine, state, cls, waiting)
    failing_with_parents = frozenset() if pushed else waiting | {cls}
    for parent in parents:
        if parent not in state.initialised:
            below = state.frames[-1] if pushed else None
            if begin(machine, state, parent, failing_with_parents):
                pushed = True
                if below is not None:
                    below.pc = -1
    return pushed


def _parents(cls: Class) -> list[Class]:
    """What is initialised before ``cls``, the last one first: superinterfaces with default methods, the superclass."""
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


def _set_defaults(machine: Machine, state: State, cls: Class) -> None:
    for field in cls.fields:
        if field.is_static:
            state.statics[field] = _initial(machine, state, field)


def _initial(machine: Machine, state: State, field: Field) -> Value:
    constant = field.constant_value
    if constant is None:
        return default_value(field.descriptor)
    if isinstance(constant, StringConst):
        return machine.intern(state, constant.value)
    if isinstance(constant, IntConst | LongConst | FloatConst | DoubleConst):
        return constant.value
    raise EngineError(f"ConstantValue {constant!r}")


def _push_initialiser(machine: Machine, state: State, cls: Class, waiting: frozenset[Class]) -> bool:
    method = cls.initializer
    linked = machine.link(method) if method is not None else None
    if method is None or linked is None or linked.model is not None:
        _finish(machine, state, cls)
        return False
    initialiser = Initialiser(machine, cls, waiting)
    state.frames.append(Frame(method, linked.locals_for([]), Hooks(initialiser.done, initialiser.failed)))
    return True


def _finish(machine: Machine, state: State, cls: Class) -> None:
    """The class is initialised: from here on its static fields may be inputs."""
    state.initialised[cls] = "done"
    machine.inputs.initialised(state, cls)


class Initialiser:
    """What follows the ``<clinit>`` of a class: its status, and going on with what waited."""

    __slots__ = ("cls", "machine", "waiting")

    def __init__(self, machine: Machine, cls: Class, waiting: frozenset[Class]) -> None:
        self.machine = machine
        self.cls = cls
        self.waiting = waiting

    def done(self, state: State, value: Value | None) -> int:
        """The initialiser returned: the frame below starts, or executes its instruction again."""
        _finish(self.machine, state, self.cls)
        state.frames.pop()
        if not state.frames:
            exceptions.finish_empty(state)
        elif state.frames[-1].pc < 0:
            state.frames[-1].pc = 0
        return SWITCH

    def failed(self, state: State, thrown: int) -> int:
        """The initialiser threw: the class is unusable, and exceptions other than errors are wrapped."""
        for cls in (self.cls, *self.waiting):
            state.initialised.pop(cls, None)
        state.unusable |= {self.cls, *self.waiting}
        program = self.machine.program
        if state.object(thrown).cls.is_subtype_of(program.klass("java/lang/Error")):
            return thrown
        wrapper = exceptions.new_throwable(self.machine, state, "java/lang/ExceptionInInitializerError", None)
        exceptions.set_cause(state, wrapper, thrown)
        return wrapper
