"""Drivers run in our machine, on constants and on symbols bound by the witness, and in the JVM."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import compile_java
from tests.library.models.drivers import TEXT, Driver, driven, hand_made, source_of
from tests.library.models.values import arguments_of
from tests.library.support import ROOT, NoInputs, Setup, canonical

from everypath.bridge import Bridge, Ref, ReplayResult, Status
from everypath.classfile import Jdk
from everypath.program import Method
from everypath.solver import Solver
from everypath.state import Bounds, Ending, State, TextObject
from everypath.state import text as texts
from everypath.state.text import units
from everypath.term import BOOL, BV8, BV16, BV32, BV64, F32, F64, Model, Term, bool_to_int, ge, sext, var, zext
from everypath.vm import Machine

UNKNOWN = "?"
"""An exception message that the machine does not know."""

SKIPPED = "too large"
"""The result of calls that need too much memory in the JVM, or whose texts its answers shorten. Not compared."""

LENGTH = 32
"""The bound on the lengths of symbolic texts: none of the arguments is longer."""


def drivers_of(jdk: Jdk) -> tuple[list[Driver], list[tuple[str, str, str]], Path]:
    """The drivers for a JDK, the public methods without one, and the folder of the compiled drivers."""
    from everypath.classfile import ClassPath
    from everypath.program import Program

    generated, missing = driven(Program(ClassPath([]), jdk.image()))
    drivers = generated + hand_made()
    folder = ROOT / ".cache" / "drivers" / jdk.version
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "Drivers.java"
    source = source_of(drivers)
    if not path.exists() or path.read_text() != source:
        path.write_text(source)
    return drivers, missing, compile_java([path], javac=str(jdk.javac))


@dataclass
class Tally:
    """The results of comparing one driver."""

    compared: int = 0
    symbolic: int = 0
    unmodelled: Counter[str] = field(default_factory=Counter)
    partial: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


class Bench(Setup):
    """A machine over the drivers, and the JVM that judges it."""

    def __init__(self, bridge: Bridge, classes: Path) -> None:
        super().__init__(bridge, [classes])
        self.machine = Machine(self.program, self.library, NoInputs(), Bounds(length=LENGTH, loop=1000))
        self.solver = Solver()
        self.methods_by_name = {method.name: method for method in self.program.klass("Drivers").methods}

    def compare(self, driver: Driver, count: int, symbolic: int) -> Tally:
        """Run a driver on ``count`` argument lists, the first ``symbolic`` of them also as symbols."""
        tally = Tally()
        method = self.methods_by_name[driver.name]
        calls = arguments_of(driver.parameters, count, f"{driver.key}")
        wanted = self.judge(method, calls)
        for number, (arguments, expected) in enumerate(zip(calls, wanted, strict=True)):
            if expected is SKIPPED:
                continue
            self._one(tally, method, arguments, expected, self._constants(method, arguments), "concrete")
            if number < symbolic and method.parameters:
                self._one(tally, method, arguments, expected, self._symbols(method, arguments), "symbolic")
        return tally

    def _one(
        self, tally: Tally, method: Method, arguments: Sequence[object], expected: object, start: State, kind: str
    ) -> None:
        state = start
        self.machine.control.sink = lambda fork: None
        self.machine.run(state)
        if state.ending not in (Ending.RETURNED, Ending.THREW):
            tally.unmodelled[f"{kind} {state.ending.value}: {state.detail}"] += 1
            return
        for reason in state.reasons:
            tally.partial[f"{reason.code}: {reason.detail}"] += 1
        actual = self._machine_result(state, method)
        tally.compared += kind == "concrete"
        tally.symbolic += kind == "symbolic"
        if not _agree(actual, expected):
            tally.differences.append(f"{kind} {arguments!r}: {actual!r} instead of {expected!r}")

    def _constants(self, method: Method, arguments: Sequence[object]) -> State:
        state = self.machine.new_state()
        values = [self._constant(state, kind, value) for kind, value in zip(method.parameters, arguments, strict=True)]
        self.machine.start(method, values, state)
        return state

    def _symbols(self, method: Method, arguments: Sequence[object]) -> State:
        state = self.machine.new_state()
        model: dict[Term, object] = {}
        values = []
        for number, (kind, value) in enumerate(zip(method.parameters, arguments, strict=True)):
            name = f"p{number}"
            if kind == TEXT:
                assert isinstance(value, str)
                length, chars = var(f"{name}.length", BV32), var(f"{name}.chars", texts.type_of_chars)
                model[length] = len(value)
                model[chars] = {i: _signed(ord(c)) for i, c in enumerate(value)}
                values.append(state.new_text(self.program.klass("java/lang/String"), texts.Elements(chars, length)))
            else:
                symbol, widened = _symbol(name, kind)
                model[symbol] = _signed(value) if kind == "C" else bool(value) if kind == "Z" else value
                values.append(widened)
        state.witness = Model(model)
        for symbol in model:
            if str(symbol.payload).endswith(".length"):
                state.assume(ge(symbol, 0))
        self.machine.start(method, values, state)
        return state

    def _machine_result(self, state: State, method: Method) -> object:
        if state.ending is Ending.RETURNED:
            return self._value(state, method.returns, state.result)
        thrown = state.object(state.thrown)
        worded = self.program.resolve_method(thrown.cls, "getMessage", "()Ljava/lang/String;")
        if worded.owner.name != "java/lang/Throwable":
            return ("throws", thrown.cls.name, UNKNOWN)
        slot = next(f.slot for f in thrown.cls.instance_fields if f.name == "detailMessage")
        address = thrown.fields[slot]
        message: str | None = UNKNOWN
        if isinstance(address, int) and address == 0:
            message = None
        elif isinstance(address, int):
            text = state.object(address)
            assert isinstance(text, TextObject)
            message = text.text.evaluate(state.witness)
        return ("throws", thrown.cls.name, message)

    def _jvm_result(self, outcome: ReplayResult, kind: str) -> object:
        if outcome.status is Status.OOM or isinstance(outcome.returned, Ref):
            return SKIPPED
        if outcome.status is Status.THROW:
            return ("throws", outcome.exception.replace(".", "/"), outcome.message and units(outcome.message))
        return super()._jvm_result(outcome, kind)


def _symbol(name: str, kind: str) -> tuple[Term, object]:
    match kind:
        case "Z":
            symbol = var(name, BOOL)
            return symbol, bool_to_int(symbol)
        case "B":
            symbol = var(name, BV8)
            return symbol, sext(symbol, 32)
        case "S":
            symbol = var(name, BV16)
            return symbol, sext(symbol, 32)
        case "C":
            symbol = var(name, BV16)
            return symbol, zext(symbol, 32)
    symbol = var(name, {"I": BV32, "J": BV64, "F": F32, "D": F64}[kind])
    return symbol, symbol


def _signed(code: object) -> int:
    assert isinstance(code, int)
    return code - 0x10000 if code >= 0x8000 else code


def _agree(actual: object, expected: object) -> bool:
    if actual == expected:
        return True
    return (
        isinstance(actual, tuple)
        and isinstance(expected, tuple)
        and actual[1] == expected[1]
        and (actual[2] in (UNKNOWN, expected[2]) or actual[1] == "java/lang/NullPointerException")
    )


__all__ = ["Bench", "Tally", "canonical", "drivers_of"]
