"""The few methods that only the machine can answer, whatever the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.program import Class, program_cache
from everypath.state import NULL, StackTrace
from everypath.term import eq, lt, ref_var
from everypath.vm.invocation import HelpfulMessages, record_trace, unassigned_trace

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.term import Value
    from everypath.vm.core import Call, Model


def fill_in_stack_trace(call: Call, throwable: Value, *unused: Value) -> Value:
    """``Throwable.fillInStackTrace``: the trace becomes the throwable's hidden part, unless it is not writable."""
    address = call.non_null(throwable)
    if call.get_field(address, "stackTrace") != NULL:
        record_trace(call.state, address)
        call.put_field(address, "stackTrace", unassigned_trace(call.machine, call.state))
    return address


def desired_assertion_status(call: Call, cls: Value) -> Value:
    """``Class.desiredAssertionStatus``: what ``-ea`` does: on in target code, off in the JDK and elsewhere."""
    hidden = call.state.object(call.non_null(cls)).extra
    enabled = isinstance(hidden, Class) and hidden.is_target and call.machine.program.jdk.find(hidden.name) is None
    return int(enabled)


def nothing(call: Call, *unused: Value) -> None:
    """Natives that register others."""


def no_extended_message(call: Call, exception: Value) -> Value:
    """``NullPointerException.getExtendedNPEMessage`` of one that code created: null."""
    return NULL


def null_pointer_message(call: Call, exception: Value) -> Value:
    """``NullPointerException.getMessage``: its own, or the helpful message of the JVM (JEP 358)."""
    address = call.non_null(exception)
    trace = call.state.object(address).extra
    if not (isinstance(trace, StackTrace) and trace.implicit and trace.places):
        return call.get_field(address, "detailMessage")
    place = trace.places[0]
    method = call.klass(place.class_name).declared_method(place.method, place.descriptor)
    message = _helpful(method).message(place.pc) if method is not None and method.has_code else None
    return NULL if message is None else call.new_text(message)


@program_cache(256)
def _helpful(method: Method) -> HelpfulMessages:
    return HelpfulMessages(method)


def notify(call: Call, receiver: Value) -> None:
    """``Object.notify`` and ``notifyAll``: no thread waits, but the monitor must be held."""
    _check_owner(call, receiver)


def wait(call: Call, receiver: Value, timeout: Value) -> None:
    """``Object.wait``: with one thread, it returns at once where it has a timeout and never where it has none."""
    if call.decide(lt(timeout, 0)):
        call.throw("java/lang/IllegalArgumentException", "timeout value is negative")
    forever = call.decide(eq(timeout, 0))
    _check_owner(call, receiver)
    if forever:
        call.unsupported("java.lang.Object.wait without a timeout")


def _check_owner(call: Call, receiver: Value) -> None:
    if not _is_held(call, receiver):
        call.throw("java/lang/IllegalMonitorStateException", "current thread is not owner")


def holds_lock(call: Call, receiver: Value) -> Value:
    """``Thread.holdsLock``."""
    return int(_is_held(call, receiver))


def _is_held(call: Call, receiver: Value) -> bool:
    """True if the monitor of an object is entered. A synchronized entry does not enter that of an input before code
    uses the object.
    """
    state, address = call.state, call.non_null(receiver)
    entry = state.frames[0].method
    is_own = entry.is_synchronized and not entry.is_static and state.decided.get(ref_var("this")) == address
    return is_own or state.monitors.get(address, 0) > 0


_BUILTIN: dict[tuple[str, str], Model] = {
    ("java/lang/Throwable", "fillInStackTrace"): fill_in_stack_trace,
    ("java/lang/NullPointerException", "getExtendedNPEMessage"): no_extended_message,
    ("java/lang/NullPointerException", "getMessage"): null_pointer_message,
    ("java/lang/Class", "desiredAssertionStatus"): desired_assertion_status,
    ("java/lang/Object", "notify"): notify,
    ("java/lang/Object", "notifyAll"): notify,
    ("java/lang/Thread", "holdsLock"): holds_lock,
}


def builtin(method: Method) -> Model | None:
    """The machine's own model of a method."""
    if method.is_native and method.name in ("registerNatives", "initIDs"):
        return nothing
    if method.is_native and method.owner.name == "java/lang/Object" and method.name in ("wait", "wait0"):
        return wait
    return _BUILTIN.get((method.owner.name, method.name))
