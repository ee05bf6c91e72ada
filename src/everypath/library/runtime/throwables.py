"""Models of ``Throwable`` and ``StackWalker``: stack traces that code reads.

Real stack traces also contain the callers of the entry, and frames of JDK methods that are modelled here. So a path
that reads a stack trace is marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.library.models import in_java, model
from everypath.library.runtime.console import note_unknown
from everypath.state import NULL, StackTrace
from everypath.vm.invocation import places_of, unassigned_trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from everypath.state import Place
    from everypath.term import Value
    from everypath.vm.core import Call

THROWABLE, ELEMENT = "java/lang/Throwable", "java/lang/StackTraceElement"
HELPERS = "everypath/library/"
"""Prefix of the library's own Java classes, whose frames stack traces do not show."""
_NATIVE = -2
"""The line number of a native method's frame."""


@model(THROWABLE, "getOurStackTrace", "()[Ljava/lang/StackTraceElement;")
def get_stack_trace(call: Call, this: Value) -> Value:
    """The stack trace that was set, or the one taken when the throwable was created or filled in."""
    address = call.non_null(this)
    unassigned = unassigned_trace(call.machine, call.state)
    held = call.get_field(address, "stackTrace")
    if held not in (NULL, unassigned):
        return held
    trace = call.state.object(address).extra
    if not isinstance(trace, StackTrace):
        return call.state.new_array(call.klass(f"[L{ELEMENT};"), [])
    made = elements(call, trace.places)
    call.put_field(address, "stackTrace", made)
    return made


def elements(call: Call, places: Iterable[Place]) -> int:
    """An array of new ``StackTraceElement`` objects."""
    call.state.note("boot", "stack traces")
    shown = [_element(call, place) for place in places if not place.class_name.startswith(HELPERS)]
    return call.state.new_array(call.klass(f"[L{ELEMENT};"), [*shown])


def _element(call: Call, place: Place) -> int:
    element = call.new_object(ELEMENT)
    cls = call.klass(place.class_name)
    source = cls.file.source_file if cls.file is not None else None
    module = call.machine.program.jdk_module(cls)
    call.put_field(element, "declaringClass", call.intern(dotted(place.class_name)))
    call.put_field(element, "methodName", call.intern(place.method))
    call.put_field(element, "fileName", NULL if source is None else call.intern(source))
    call.put_field(element, "moduleName", NULL if module is None else call.intern(module))
    method = cls.declared_method(place.method, place.descriptor)
    native = method is not None and method.is_native
    call.put_field(element, "lineNumber", _NATIVE if native else place.line)
    return element


@model(THROWABLE, "printStackTrace", "()V")
def print_stack_trace(call: Call, this: Value) -> None:
    """Noted as unknown output."""
    note_unknown(call.state, "System.err")


# -- StackWalker ------------------------------------------------------------------------------------------------------

WALKER = "java/lang/StackWalker"
in_java(
    WALKER,
    "everypath/library/Walks",
    "walk(Ljava/util/function/Function;)Ljava/lang/Object;",
    "forEach(Ljava/util/function/Consumer;)V",
    "getCallerClass()Ljava/lang/Class;",
)


def _walked(call: Call) -> list[Place]:
    """The frames without those of the library, innermost first."""
    places = places_of(call.state.frames)
    while places and places[0].class_name.startswith(HELPERS):
        del places[0]
    return [place for place in places if not place.class_name.startswith(HELPERS)]


@model("everypath/library/Walks", "elements", "()[Ljava/lang/StackTraceElement;")
def walked_elements(call: Call) -> Value:
    """The frames as ``StackTraceElement`` objects."""
    return elements(call, _walked(call))


@model("everypath/library/Walks", "classes", "()[Ljava/lang/Class;")
def walked_classes(call: Call) -> Value:
    """The classes of the frames."""
    classes = [call.class_object(call.klass(place.class_name)) for place in _walked(call)]
    return call.state.new_array(call.klass("[Ljava/lang/Class;"), [*classes])


@model("everypath/library/Walks", "indexes", "()[I")
def walked_indexes(call: Call) -> Value:
    """The bytecode indexes of the frames."""
    return call.state.new_array(call.klass("[I"), [place.pc for place in _walked(call)])


@model("everypath/library/Walks", "callerOfEntry", "()Ljava/lang/Class;")
def caller_of_entry(call: Call) -> Value:
    """The class that calls the entry: that of whatever test or program does, which no input decides."""
    call.unsupported("java.lang.StackWalker.getCallerClass, where the entry asks for its caller")


@model("everypath/library/Walks", "keepsClasses", "(Ljava/lang/StackWalker;)Z")
def keeps_classes(call: Call, walker: Value) -> Value:
    """True if the walker has ``Option.RETAIN_CLASS_REFERENCE``."""
    return call.get_field(call.non_null(walker), "retainClassRef")
