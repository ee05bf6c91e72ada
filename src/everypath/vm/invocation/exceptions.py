"""Throwing: creating throwables with their trace, and finding the handler (JVMS 2.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.state import NULL, Ending, Place, StackTrace, State, place_of
from everypath.state.text import Constant
from everypath.vm.core import JavaThrow
from everypath.vm.references import is_instance

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.state import Frame
    from everypath.vm.core import Linked, MachineServices

TRACE_DEPTH = 64
"""Frames kept in a throwable's trace."""


def places_of(frames: Sequence[Frame]) -> list[Place]:
    """The places of frames, innermost first.

    An initialiser that waits for that of its superclass is left out: it has not begun.
    """
    return [place_of(frame) for frame in reversed(frames) if frame.pc >= 0]


def stack_trace(state: State, *, implicit: bool = False, inside: Method | None = None) -> StackTrace:
    """The trace of the current frames, innermost first, above them one of a method that a model stands for."""
    places = tuple(places_of(state.frames[-TRACE_DEPTH:]))
    if inside is not None:
        places = (Place(inside.owner.name, inside.name, inside.descriptor, -1, -1, is_target=True), *places)
    return StackTrace(places, implicit)


def new_throwable(machine: MachineServices, state: State, thrown: JavaThrow) -> int:
    """A throwable as the JVM itself creates it: message, no cause, trace of the current frames.

    A message that is not known is a field that cannot be read (see `references.read_field`).
    """
    cls = machine.program.klass(thrown.class_name)
    message, known = thrown.message, thrown.known
    address = state.new_object(cls, stack_trace(state, implicit=thrown.implicit, inside=thrown.inside))
    fields = state.heap[address].fields
    for field in cls.instance_fields:
        if field.owner.name != "java/lang/Throwable":
            continue
        if field.name == "cause":
            fields[field.slot] = address
        elif field.name == "detailMessage" and not known:
            fields[field.slot] = None  # type: ignore[call-overload]  # the mark of a value that is not there
        elif field.name == "detailMessage" and message is not None:
            text = Constant(message) if isinstance(message, str) else message
            fields[field.slot] = state.new_text(machine.program.klass("java/lang/String"), text)
        elif field.name in _SENTINELS:
            fields[field.slot] = _sentinel(machine, state, field.owner, _SENTINELS[field.name])
    return address


_SENTINELS = {"suppressedExceptions": "SUPPRESSED_SENTINEL", "stackTrace": "UNASSIGNED_STACK"}
"""Fields of Throwable whose initial value is a static of Throwable."""


def unassigned_trace(machine: MachineServices, state: State) -> int:
    """The array in place of a trace that was not read yet (``Throwable.UNASSIGNED_STACK``)."""
    return _sentinel(machine, state, machine.program.klass("java/lang/Throwable"), "UNASSIGNED_STACK")


def _sentinel(machine: MachineServices, state: State, throwable: Class, name: str) -> int:
    if throwable not in state.initialised:
        statics = machine.library.statics(throwable)
        if statics is None:
            return 0
        state.statics.update(statics)
        state.initialised[throwable] = "done"
    for field in throwable.fields:
        if field.name == name:
            value = state.statics.get(field, 0)
            return value if isinstance(value, int) else 0
    return 0


def message_field(state: State, throwable: int) -> int:
    """The address of a throwable's message; 0 if it has none or it cannot be read."""
    obj = state.object(throwable)
    for field in obj.cls.instance_fields:
        if field.name == "detailMessage" and field.owner.name == "java/lang/Throwable":
            value = obj.fields[field.slot] if field.slot < len(obj.fields) else None
            return value if isinstance(value, int) else NULL
    return NULL


def set_cause(state: State, throwable: int, cause: int) -> None:
    """Set the cause of a new throwable."""
    obj = state.writable(throwable)
    for field in obj.cls.instance_fields:
        if field.name == "cause" and field.owner.name == "java/lang/Throwable":
            obj.fields[field.slot] = cause


def record_trace(state: State, throwable: int) -> None:
    """``Throwable.fillInStackTrace``: the trace without the frames of the throwable's own constructors."""
    frames = state.frames
    top = len(frames)
    while top and frames[top - 1].method.name in ("<init>", "fillInStackTrace"):
        frame = frames[top - 1]
        if frame.method.name == "<init>" and (not frame.locals or frame.locals[0] != throwable):
            break
        top -= 1
    state.writable(throwable).extra = StackTrace(
        tuple(places_of(frames[max(0, top - TRACE_DEPTH) : top])), constructed=True
    )


def throw_new(machine: MachineServices, state: State, thrown: JavaThrow) -> None:
    """Throw a new exception at the current instruction."""
    throw_object(machine, state, new_throwable(machine, state, thrown), outside=thrown.outside)


def throw_object(machine: MachineServices, state: State, address: int, *, outside: bool = False) -> None:
    """Unwind to the innermost handler that catches the object; without one the path ends as *threw*.

    Which handler catches an input object with several candidate classes is decided first. ``outside``: a model of code
    that is not analysed throws it.
    """
    if machine.stepper is not None:
        machine.stepper.thrown = state.object(address).cls.name
    frames = state.frames
    place = _throwing_place(state, address)
    while True:
        depth, target = _find_handler(machine, state, address)
        outside = outside or bool(frames and not frames[-1].method.owner.is_target)
        if outside and frames and machine.tracer is not None:
            machine.tracer.leaves(state, address, depth)
        while len(frames) > depth + 1:
            _discard(machine, state)
        if target >= 0:
            frames[-1].stack[:] = [address]
            frames[-1].pc = target
            return
        if depth < 0:
            state.thrown = address
            state.end(Ending.THREW, state.object(address).cls.name, place)
            return
        hooks = frames[-1].hooks
        assert hooks is not None
        before = address
        if not _discard(machine, state):
            address = new_throwable(machine, state, JavaThrow("java/lang/IllegalMonitorStateException"))
        if hooks.abrupt is not None:
            address = hooks.abrupt(state, address)
        outside = outside and address == before
        if state.ending is not None:
            return


def _discard(machine: MachineServices, state: State) -> bool:
    """Pop a frame that an exception leaves; false if it should hold a monitor and does not."""
    frame = state.frames.pop()
    return frame.hooks is None or not frame.hooks.lock or machine.release_monitor(state, frame.hooks.lock)


def _throwing_place(state: State, address: int) -> Place | None:
    trace = state.object(address).extra
    if isinstance(trace, StackTrace) and trace.places:
        return trace.places[0]
    return state.here()


def _find_handler(machine: MachineServices, state: State, address: int) -> tuple[int, int]:
    """The index of the catching frame and the translated index of its handler.

    (index, -1) for a frame with an ``abrupt`` hook, or one that has left its own monitor, that comes first; (-1, -1)
    where nothing catches.
    """
    for depth in range(len(state.frames) - 1, -1, -1):
        frame = state.frames[depth]
        linked: Linked = machine.link(frame.method)
        for row in linked.catches:
            if row.start <= frame.pc < row.end and (
                row.catch_type is None or _catches(machine, state, address, row.catch_type)
            ):
                return depth, row.target
        hooks = frame.hooks
        if hooks is not None and (hooks.abrupt is not None or (hooks.lock and hooks.lock not in state.monitors)):
            return depth, -1
    return -1, -1


def _catches(machine: MachineServices, state: State, address: int, catch_type: str) -> bool:
    return is_instance(machine, state, address, machine.program.klass(catch_type), "catch")


def finish_empty(state: State) -> None:
    """The last frame returned without an entry below it (a class initialiser run on its own)."""
    state.end(Ending.RETURNED)
