"""Test doubles for the machine: the JDK's classes, a library with a few models, and inputs that raise."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.compiling import QUICK

from everypath.classfile import ClassPath, JImage
from everypath.errors import EngineError
from everypath.program import Class, Field, Method, Program
from everypath.state import Bounds, Ending, Fork, State, TextObject
from everypath.state.text import Constant, Text, concat, decimal
from everypath.term import Term, Value
from everypath.term.values import double_to_bits, float_to_bits
from everypath.vm import Call, Machine


def java_home() -> Path:
    """The JDK that ``java`` on the path belongs to."""
    import shutil

    java = shutil.which("java")
    assert java is not None, "no java on the path"
    return Path(java).resolve().parent.parent


@cache
def jdk_image(home: Path | None = None) -> JImage:
    return JImage((home or java_home()) / "lib" / "modules")


def newer_home() -> Path | None:
    """The home of a JDK with pattern switches (21 or newer) next to the default one; None if there is none."""
    for release in sorted(java_home().parent.glob("*/release"), reverse=True):
        version = re.search(r'JAVA_VERSION="(\d+)', release.read_text())
        if version and int(version[1]) >= 21 and (release.parent / "lib" / "modules").exists():
            return release.parent
    return None


def arraycopy(call: Call, source: Value, start: Value, target: Value, at: Value, count: Value) -> None:
    state = call.state
    left, right = state.object(call.non_null(source)), state.writable(call.non_null(target))
    assert isinstance(start, int)
    assert isinstance(at, int)
    assert isinstance(count, int)
    if start < 0 or at < 0 or count < 0 or start + count > len(left.fields) or at + count > len(right.fields):
        call.throw("java/lang/ArrayIndexOutOfBoundsException")
    right.fields[at : at + count] = left.fields[start : start + count]


def get_message(call: Call, throwable: Value) -> Value:
    return call.get_field(call.non_null(throwable), "detailMessage")


def string_length(call: Call, string: Value) -> Value:
    return call.text(string).length


def string_equals(call: Call, string: Value, other: Value) -> Value:
    from everypath.state import text
    from everypath.term import bool_to_int

    left, address = call.text(string), call.reference(other)
    if address == 0 or not isinstance(call.state.object(address), TextObject):
        return 0
    same = text.equal(left, call.text(address))
    return bool_to_int(same) if isinstance(same, Term) else int(same)


def get_class(call: Call, receiver: Value) -> Value:
    return call.class_object(call.class_of(call.non_null(receiver)))


def clone(call: Call, receiver: Value) -> Value:
    obj = call.state.object(call.non_null(receiver))
    return call.state.allocate(obj.copy(call.state.token))


def float_bits_of(call: Call, value: Value) -> Value:
    from everypath.term import float_bits

    return float_bits(value)


def double_bits_of(call: Call, value: Value, *unused: Value) -> Value:
    from everypath.term import double_bits

    return double_bits(value)


def box(call: Call, value: Value) -> Value:
    """``valueOf`` of a box class, without its cache."""
    address = call.new_object(call.method.owner.name)
    call.put_field(address, "value", value)
    return address


def primitive_class(call: Call, name: Value) -> Value:
    return call.class_object(call.klass(call.text(name).constant or ""))


MODELS = {
    ("java/lang/Class", "getPrimitiveClass"): primitive_class,
    ("java/lang/Integer", "valueOf"): box,
    ("java/lang/Long", "valueOf"): box,
    ("java/lang/System", "arraycopy"): arraycopy,
    ("java/lang/Throwable", "getMessage"): get_message,
    ("java/lang/String", "length"): string_length,
    ("java/lang/String", "equals"): string_equals,
    ("java/lang/Object", "getClass"): get_class,
    ("java/lang/Object", "clone"): clone,
    ("java/lang/Float", "floatToRawIntBits"): float_bits_of,
    ("java/lang/Double", "doubleToRawLongBits"): double_bits_of,
}


class NullLibrary:
    """A library with the models above; all other methods run as bytecode."""

    boot = None
    bridge = None

    def find(self, method: Method):
        if method.name == "valueOf" and not (method.is_static and len(method.parameters[0]) == 1):
            return None
        return MODELS.get((method.owner.name, method.name))

    def answer_calls(self, lemma, auto) -> None:
        """No rules: no call is answered by a lemma."""

    def missing_native(self, method: Method):
        return None

    def statics(self, cls: Class) -> dict[Field, Value] | None:
        return None

    def jvm_statics(self, cls: Class) -> dict[Field, Value | None] | None:
        return None

    def to_text(self, call: Call, value: Value, descriptor: str) -> Text | None:
        if descriptor in ("I", "S", "B"):
            return decimal(value, 32)
        if descriptor == "J":
            return decimal(value, 64)
        if descriptor == "Z":
            return Constant("true" if value else "false")
        if descriptor == "C":
            return Constant(chr(value))
        assert descriptor[0] in "L["
        address = call.reference(value)
        if address == 0:
            return Constant("null")
        obj = call.state.object(address)
        return obj.text if isinstance(obj, TextObject) else None

    def concat(self, parts: Sequence[Text | str]) -> Text:
        return concat(*(Constant(part) if isinstance(part, str) else part for part in parts))


class NoInputs:
    """Inputs for runs without symbolic references."""

    def materialise(self, state: State, ref: Term) -> int:
        raise EngineError("no inputs")

    def field(self, state: State, address: int, field: Field) -> Value:
        raise EngineError("no inputs")

    def element(self, state: State, address: int, index: int) -> Value:
        raise EngineError("no inputs")

    def environment_value(self, state: State, name: str | None) -> None:
        """The environment of the program is no input."""

    def initialised(self, state: State, cls: Class) -> None:
        """No static field is an input."""

    def static(self, state: State, field: Field) -> Value:
        raise EngineError("no inputs")

    def candidates(self, state: State, ref: Term) -> int:
        raise EngineError("no inputs")

    def non_exact(self, state: State, ref: Term) -> int:
        raise EngineError("no inputs")

    def defer_candidates(self, state: State, ref: Term) -> int:
        raise EngineError("no inputs")

    def declared(self, state: State, ref: Term) -> int:
        raise EngineError("no inputs")

    def stub_call(self, call: Call, receiver: int, args: Sequence[Value]) -> Value | None:
        raise EngineError("no inputs")


def machine_for(
    classes: Path, bounds: Bounds | None = None, targets: Sequence[str] = (), home: Path | None = None
) -> Machine:
    program = Program(ClassPath([classes]), jdk_image(home), targets)
    return Machine(program, NullLibrary(), NoInputs(), bounds)


def find_method(machine: Machine, class_name: str, name: str) -> Method:
    cls = machine.program.klass(class_name)
    found = [method for method in cls.methods if method.name == name]
    assert len(found) == 1, (class_name, name, len(found))
    return found[0]


def run(machine: Machine, class_name: str, name: str, *args: Value) -> State:
    """Run a static method concretely."""
    state = machine.start(find_method(machine, class_name, name), args)
    machine.run(state)
    return state


def outcome(state: State) -> str:
    """The outcome of a concrete run: its result, or the exception and its message."""
    if state.ending is Ending.THREW:
        thrown = state.object(state.thrown)
        message = "null"
        for field in thrown.cls.instance_fields:
            if field.name == "detailMessage":
                address = thrown.fields[field.slot]
                text = state.object(address) if address else None
                message = text.text.constant if isinstance(text, TextObject) else message
        return f"throws {thrown.cls.name.replace('/', '.')}: {message}"
    assert state.ending is Ending.RETURNED, (state.ending, state.detail)
    return repr(state.result)


def printed(state: State, returns: str) -> str:
    """The outcome of a concrete run, as ``Caller`` prints it."""
    if state.ending is Ending.THREW:
        return outcome(state)
    assert state.ending is Ending.RETURNED, (state.ending, state.detail)
    value = state.result
    if returns == "F":
        return f"{float_to_bits(value) & 0xFFFFFFFF:x}"
    if returns == "D":
        return f"{double_to_bits(value) & 0xFFFFFFFFFFFFFFFF:x}"
    if returns == "Ljava/lang/String;":
        text = state.object(value).text.constant
        return "".join(c if " " <= c <= "~" else f"\\u{ord(c):04x}" for c in text)
    return str(value)


def word(value: Value, descriptor: str) -> str:
    """An argument in the form that ``Caller`` reads."""
    if descriptor == "F":
        return f"{float_to_bits(value) & 0xFFFFFFFF:x}"
    if descriptor == "D":
        return f"{double_to_bits(value) & 0xFFFFFFFFFFFFFFFF:x}"
    return str(value)


def ask_java(
    classes: Path,
    calls: Sequence[tuple[str, str, tuple[Value, ...], tuple[str, ...]]],
    *,
    fresh: bool = False,
    home: Path | None = None,
) -> list[str]:
    """The outcomes of calls (class, method, arguments, descriptors) in the JVM; ``fresh`` resets statics."""
    lines = [" ".join((c, m, *map(word, args, kinds))) for c, m, args, kinds in calls]
    java = str((home or java_home()) / "bin" / "java")
    done = subprocess.run(
        [java, *QUICK, "-ea", "-Xmx256m", "-cp", str(classes), "Caller", *(("fresh",) if fresh else ())],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def explore(machine: Machine, states: list[State], solve, parked: list[Fork] | None = None) -> list[State]:
    """A minimal exploration: depth first, every fork is solved by ``solve(conditions, hint) -> Model | None``."""
    forks: list[Fork] = []
    machine.control.sink = forks.append
    finished: list[State] = []
    work = list(states)
    while work or forks:
        if not work:
            fork = forks.pop()
            if fork.kind == "limit":
                if parked is not None:
                    parked.append(fork)
                continue
            model = solve([*fork.state.path, fork.condition], fork.state.witness)
            if model is None:
                continue
            work.append(fork.resume(model))
            continue
        current = work.pop()
        machine.run(current)
        finished.append(current)
    return finished
