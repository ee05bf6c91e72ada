"""The environment of a program: system properties, environment variables, the standard input.

If a whole program is analysed, the properties and environment variables that its code reads and the bytes of its
standard input are inputs (`everypath.inputs.sources.environment`). Otherwise, and for the JDK's own code, properties
are pinned, and environment variables and standard input are empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import model
from everypath.state import NULL, Bounds, SymbolicArray
from everypath.term import Value, conj, disj, ge, le, select, sext

if TYPE_CHECKING:
    from everypath.vm.core import Call

SYSTEM, VM, ACTION = "java/lang/System", "jdk/internal/misc/VM", "sun/security/action/GetPropertyAction"

PROPERTIES = {
    "line.separator": "\n",
    "file.separator": "/",
    "path.separator": ":",
    "file.encoding": "UTF-8",
    "user.language": "en",
    "java.vendor": "N/A",
}
"""Pinned system properties; all others are null."""

STANDARD_PROPERTIES = frozenset(
    {
        "file.encoding",
        "java.class.path",
        "java.class.version",
        "java.home",
        "java.io.tmpdir",
        "java.library.path",
        "java.vendor",
        "java.vendor.url",
        "java.version",
        "native.encoding",
        "os.arch",
        "os.name",
        "os.version",
        "sun.jnu.encoding",
        "user.country",
        "user.dir",
        "user.home",
        "user.language",
        "user.name",
        "user.timezone",
    }
)
"""Properties that every JVM sets (``System.getProperties``). The JDK also reads others, which tune it and are not
set by default.
"""


CONVERTING_CLASSES = frozenset({"java/lang/Boolean", "java/lang/Integer", "java/lang/Long"})
"""Classes whose ``getBoolean``, ``getInteger`` and ``getLong`` read properties for their callers."""

ASSIGNED_PROPERTIES = "library.properties"
"""The attachment that holds the properties that the path has set, by name. The value of a cleared one is `NULL`."""


def _name(call: Call, key: Value) -> str:
    """The name of a property; a symbolic name is unsupported."""
    name = call.text(key).constant
    if name is None:
        call.unsupported(f"java.lang.System.{call.method.name} of a symbolic name")
        raise AssertionError
    if not name:
        call.throw("java/lang/IllegalArgumentException", "key can't be empty")
    return name


def _is_asked_by_program(call: Call) -> bool:
    """True if the analysed code reads the property, directly or through a class of `CONVERTING_CLASSES`."""
    frames = call.state.frames
    if frames[-1].method.owner.is_target:
        return True
    return frames[-1].method.owner.name in CONVERTING_CLASSES and any(frame.method.owner.is_target for frame in frames)


def _property(call: Call, key: Value) -> Value:
    """The value of a property: the one that the path has set, an input, or the pinned one."""
    name = _name(call, key)
    assigned = _assigned(call)
    if name in assigned:
        return assigned[name]
    asked = _is_asked_by_program(call)
    if asked and name not in STANDARD_PROPERTIES and name not in PROPERTIES:
        value = call.machine.inputs.environment_value(call.state, name)
        if value is not None:
            return value
    if name in STANDARD_PROPERTIES or asked:
        call.state.note("boot", f"system property {name}")
    pinned = PROPERTIES.get(name)
    return NULL if pinned is None else call.intern(pinned)


def _assigned(call: Call) -> dict[str, Value]:
    found = call.state.attachments.get(ASSIGNED_PROPERTIES)
    return found if isinstance(found, dict) else {}


@model(SYSTEM, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")
@model(VM, "getSavedProperty", "(Ljava/lang/String;)Ljava/lang/String;")
@model(ACTION, "privilegedGetProperty", "(Ljava/lang/String;)Ljava/lang/String;")
def get_property(call: Call, key: Value) -> Value:
    """A system property."""
    return _property(call, key)


@model(SYSTEM, "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
@model(ACTION, "privilegedGetProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
def get_property_or(call: Call, key: Value, default: Value) -> Value:
    """A system property with a default."""
    value = _property(call, key)
    return default if call.machine.is_null(call.state, value) else value


@model(SYSTEM, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
def set_property(call: Call, key: Value, value: Value) -> Value:
    """Set a property on the path. Returns the value before."""
    before = _property(call, key)
    given: Value = call.non_null(value)
    call.state.attachments[ASSIGNED_PROPERTIES] = {**_assigned(call), _name(call, key): given}
    return before


@model(SYSTEM, "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;")
def clear_property(call: Call, key: Value) -> Value:
    """Clear a property on the path. Returns the value before."""
    before = _property(call, key)
    call.state.attachments[ASSIGNED_PROPERTIES] = {**_assigned(call), _name(call, key): NULL}
    return before


@model("java/lang/Boolean", "getBoolean", "(Ljava/lang/String;)Z")
def get_boolean(call: Call, key: Value) -> Value:
    """``Boolean.getBoolean``: runs as code for analysed code. False for the JDK's, as no tuning property is set."""
    return call.run_code([key]) if call.state.frames[-1].method.owner.is_target else 0


@model("everypath/library/StandardInput", "given", "()[B")
def standard_input(call: Call) -> Value:
    """The bytes of the standard input: an input of a program, otherwise null.

    They are restricted to ASCII as long as the length bound has its first value.
    """
    state = call.state
    found = call.machine.inputs.environment_value(state, None)
    if found is None:
        state.note("boot", "standard input")
        return NULL
    array = state.object(call.non_null(found))
    most = state.control.bounds.length
    if most <= Bounds().length and isinstance(array, SymbolicArray):
        cells = [ge(sext(select(array.elements, at), 32), 0) for at in range(most)]
        call.limit(conj(*(disj(le(array.length, at), cell) for at, cell in enumerate(cells))), "length")
    return found


REDIRECTED_STREAM = "library.redirected"
"""The attachment with the name of the last stream of ``System`` that the path replaced: `System.out`."""

_REPLACED = {"setIn0": "in", "setOut0": "out", "setErr0": "err"}


@model(SYSTEM, "setIn0", "(Ljava/io/InputStream;)V")
@model(SYSTEM, "setOut0", "(Ljava/io/PrintStream;)V")
@model(SYSTEM, "setErr0", "(Ljava/io/PrintStream;)V")
def replace_stream(call: Call, stream: Value) -> None:
    """``System.setIn``, ``setOut`` and ``setErr`` assign the final field."""
    name = _REPLACED[call.method.name]
    (field,) = (each for each in call.method.owner.fields if each.name == name)
    call.state.statics[field] = stream
    call.state.attachments[REDIRECTED_STREAM] = f"System.{name}"


@model(SYSTEM, "console", "()Ljava/io/Console;")
def console(call: Call) -> Value:
    """``System.console``: null, as without a terminal. The path is marked."""
    call.state.note("boot", "the console")
    return NULL


@model(SYSTEM, "getProperties", "()Ljava/util/Properties;")
@model("sun/security/action/GetPropertyAction", "privilegedGetProperties", "()Ljava/util/Properties;")
def get_properties(call: Call) -> Value:
    """``System.getProperties``: unsupported."""
    return call.unsupported("java.lang.System.getProperties")


@model(SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;")
def get_environment(call: Call, key: Value) -> Value:
    """An environment variable: an input if analysed code reads it by a concrete name, otherwise null."""
    name = call.text(call.non_null(key)).constant
    if name is not None and not set(name) & set("=\0") and call.state.frames[-1].method.owner.is_target:
        value = call.machine.inputs.environment_value(call.state, name, variable=True)
        if value is not None:
            return value
    call.state.note("boot", "environment variables")
    return NULL
