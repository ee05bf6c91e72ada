"""The few methods that only the machine can answer, whatever the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.program import Class
from everypath.vm import exceptions

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.term import Value
    from everypath.vm.protocols import Call, Model


def fill_in_stack_trace(call: Call, throwable: Value, *unused: Value) -> Value:
    """``Throwable.fillInStackTrace``: the trace becomes the throwable's hidden part."""
    address = call.non_null(throwable)
    exceptions.record_trace(call.state, address)
    return address


def desired_assertion_status(call: Call, cls: Value) -> Value:
    """``Class.desiredAssertionStatus``: what ``-ea`` does: on in target code, off in the JDK and elsewhere."""
    hidden = call.state.object(call.non_null(cls)).extra
    enabled = isinstance(hidden, Class) and hidden.is_target and call.machine.program.jdk.find(hidden.name) is None
    return int(enabled)


def nothing(call: Call, *unused: Value) -> None:
    """Natives that register others."""


def no_extended_message(call: Call, exception: Value) -> Value:
    """``NullPointerException.getExtendedNPEMessage`` of one that code created: null. The JVM's own have no readable
    message at all (`JavaThrow`).
    """
    return 0


_BUILTIN: dict[tuple[str, str], Model] = {
    ("java/lang/Throwable", "fillInStackTrace"): fill_in_stack_trace,
    ("java/lang/NullPointerException", "getExtendedNPEMessage"): no_extended_message,
    ("java/lang/Class", "desiredAssertionStatus"): desired_assertion_status,
}


def builtin(method: Method) -> Model | None:
    """The machine's own model of a method."""
    if method.is_native and method.name in ("registerNatives", "initIDs"):
        return nothing
    return _BUILTIN.get((method.owner.name, method.name))
