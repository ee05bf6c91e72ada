"""What the machine around a program gives it: system properties, environment variables, the standard input.

Where a whole program is analysed, properties and environment variables that its code asks for and the bytes of its
standard input are inputs (`everypath.inputs.sources.environment`). Elsewhere, and where the JDK's own code asks,
properties
are pinned, and the environment and the input are empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import model
from everypath.state import NULL, Bounds, SymbolicArray
from everypath.term import Value, conj, disj, ge, le, select, sext

if TYPE_CHECKING:
    from everypath.vm.core.protocols import Call

SYSTEM, VM, ACTION = "java/lang/System", "jdk/internal/misc/VM", "sun/security/action/GetPropertyAction"

PROPERTIES = {
    "line.separator": "\n",
    "file.separator": "/",
    "path.separator": ":",
    "file.encoding": "UTF-8",
    "user.language": "en",
    "java.vendor": "N/A",
}
"""Pinned system properties; every other one is null."""

STANDARD = frozenset(
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
"""Properties that every JVM sets (``System.getProperties``). What the JDK's own code asks for beyond these tunes it,
and is not set unless somebody does.
"""


CONVERTING = frozenset({"java/lang/Boolean", "java/lang/Integer", "java/lang/Long"})
"""Classes whose ``getBoolean``, ``getInteger`` and ``getLong`` ask for properties on behalf of their callers."""

ASSIGNED = "library.properties"
"""The attachment that holds the properties that the path has set, by name (`NULL`: it has cleared them)."""


def _name(call: Call, key: Value) -> str:
    """The name of a property, which has to be known."""
    name = call.text(key).constant
    if name is None:
        call.unsupported(f"java.lang.System.{call.method.name} of a symbolic name")
        raise AssertionError
    if not name:
        call.throw("java/lang/IllegalArgumentException", "key can't be empty")
    return name


def _is_asked_by_program(call: Call) -> bool:
    """Whether the analysed code asks, straight or by ``Integer.getInteger`` and its like."""
    frames = call.state.frames
    if frames[-1].method.owner.is_target:
        return True
    return frames[-1].method.owner.name in CONVERTING and any(frame.method.owner.is_target for frame in frames)


def _property(call: Call, key: Value) -> Value:
    """The value of a property: what the path has set, an input, or what is pinned."""
    name = _name(call, key)
    assigned = _assigned(call)
    if name in assigned:
        return assigned[name]
    asked = _is_asked_by_program(call)
    if asked and name not in STANDARD and name not in PROPERTIES:
        value = call.machine.inputs.surrounding(call.state, name)
        if value is not None:
            return value
    if name in STANDARD or asked:
        call.state.note("boot", f"system property {name}")
    pinned = PROPERTIES.get(name)
    return NULL if pinned is None else call.intern(pinned)


def _assigned(call: Call) -> dict[str, Value]:
    found = call.state.attachments.get(ASSIGNED)
    return found if isinstance(found, dict) else {}


@model(SYSTEM, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")
@model(VM, "getSavedProperty", "(Ljava/lang/String;)Ljava/lang/String;")
@model(ACTION, "privilegedGetProperty", "(Ljava/lang/String;)Ljava/lang/String;")
def get_property(call: Call, key: Value) -> Value:
    """A system property: an input of a program, else pinned."""
    return _property(call, key)


@model(SYSTEM, "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
@model(ACTION, "privilegedGetProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
def get_property_or(call: Call, key: Value, default: Value) -> Value:
    """A system property with a default."""
    value = _property(call, key)
    return default if call.machine.is_null(call.state, value) else value


@model(SYSTEM, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
def set_property(call: Call, key: Value, value: Value) -> Value:
    """The path remembers what it sets."""
    before = _property(call, key)
    given: Value = call.non_null(value)
    call.state.attachments[ASSIGNED] = {**_assigned(call), _name(call, key): given}
    return before


@model(SYSTEM, "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;")
def clear_property(call: Call, key: Value) -> Value:
    """The path remembers that it is not set any more."""
    before = _property(call, key)
    call.state.attachments[ASSIGNED] = {**_assigned(call), _name(call, key): NULL}
    return before


@model("java/lang/Boolean", "getBoolean", "(Ljava/lang/String;)Z")
def get_boolean(call: Call, key: Value) -> Value:
    """The property is asked for where the program does; no property that tunes the JDK is ``true``."""
    return call.run_code([key]) if call.state.frames[-1].method.owner.is_target else 0


@model("everypath/library/StandardInput", "given", "()[B")
def standard_input(call: Call) -> Value:
    """The bytes of the standard input: an input of a program, else none (null). They are ASCII until the bound on
    lengths is raised.
    """
    state = call.state
    found = call.machine.inputs.surrounding(state, None)
    if found is None:
        state.note("boot", "standard input")
        return NULL
    array = state.object(call.non_null(found))
    most = state.control.bounds.length
    if most <= Bounds().length and isinstance(array, SymbolicArray):
        cells = [ge(sext(select(array.elements, at), 32), 0) for at in range(most)]
        call.limit(conj(*(disj(le(array.length, at), cell) for at, cell in enumerate(cells))), "length")
    return found


REDIRECTED = "library.redirected"
"""The attachment that names the stream of ``System`` that the path has replaced last, as `System.out`."""

_REPLACED = {"setIn0": "in", "setOut0": "out", "setErr0": "err"}


@model(SYSTEM, "setIn0", "(Ljava/io/InputStream;)V")
@model(SYSTEM, "setOut0", "(Ljava/io/PrintStream;)V")
@model(SYSTEM, "setErr0", "(Ljava/io/PrintStream;)V")
def replace_stream(call: Call, stream: Value) -> None:
    """``System.setIn`` and its like assign the final field."""
    name = _REPLACED[call.method.name]
    (field,) = (each for each in call.method.owner.fields if each.name == name)
    call.state.statics[field] = stream
    call.state.attachments[REDIRECTED] = f"System.{name}"


@model(SYSTEM, "console", "()Ljava/io/Console;")
def console(call: Call) -> Value:
    """There is none where nobody sits at a terminal."""
    call.state.note("boot", "the console")
    return NULL


@model(SYSTEM, "getProperties", "()Ljava/util/Properties;")
@model("sun/security/action/GetPropertyAction", "privilegedGetProperties", "()Ljava/util/Properties;")
def get_properties(call: Call) -> Value:
    """All properties at once are not pinned."""
    return call.unsupported("java.lang.System.getProperties")


@model(SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;")
def get_environment(call: Call, key: Value) -> Value:
    """A variable that the program asks for by a known name is an input of it; elsewhere the environment is empty."""
    name = call.text(call.non_null(key)).constant
    if name is not None and not set(name) & set("=\0") and call.state.frames[-1].method.owner.is_target:
        value = call.machine.inputs.surrounding(call.state, name, variable=True)
        if value is not None:
            return value
    call.state.note("boot", "environment variables")
    return NULL
