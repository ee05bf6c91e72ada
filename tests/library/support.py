"""The library against the real JVM: subjects run on constants and on symbols, every result compared with the JVM's."""

from __future__ import annotations

import hashlib
import math
import tempfile
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.compiling import javac

from everypath.bridge import Bridge, Literal, Primitive, ReplayResult, Status, messages, static_call
from everypath.classfile import ClassPath, Jdk
from everypath.errors import EngineError
from everypath.library import JdkLibrary
from everypath.program import Method, Program
from everypath.solver import Limits, Sat, Solver, Unknown
from everypath.state import Bounds, Ending, Fork, State, TextObject
from everypath.state import text as texts
from everypath.state.text import units
from everypath.term import (
    BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    F32,
    F64,
    Model,
    Term,
    bool_to_int,
    evaluate,
    ge,
    le,
    sext,
    var,
    zext,
)
from everypath.vm import Machine

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "tests" / "java" / "library"


def compiled(jdk: Jdk, sources: Path = SOURCES) -> Path:
    """The subjects' classes, compiled once per content."""
    files = sorted(sources.glob("*.java"))
    key = hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]
    folder = ROOT / ".cache" / "library-subjects" / key
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=folder.parent))
        javac("-g", "-nowarn", "--release", "17", "-d", work, *files, tool=jdk.javac)
        if not folder.is_dir():
            work.rename(folder)
    return folder


class NoInputs:
    def materialise(self, state, ref):
        raise EngineError("no inputs")

    def field(self, state, address, field):
        raise EngineError("no inputs")

    def element(self, state, address, index):
        raise EngineError("no inputs")

    def environment_value(self, state, name):
        """Nothing around the program is an input."""

    def initialised(self, state, cls):
        """No static field is an input."""

    def static(self, state, field):
        raise EngineError("no inputs")

    def candidates(self, state, ref):
        raise EngineError("no inputs")

    def non_exact(self, state, ref):
        raise EngineError("no inputs")

    def defer_candidates(self, state, ref):
        raise EngineError("no inputs")

    def declared(self, state, ref):
        raise EngineError("no inputs")

    def stub_call(self, call, receiver, args):
        raise EngineError("no inputs")


@dataclass
class Result:
    """The end of one path: the predicted result under the witness, and the witness's arguments."""

    ending: Ending
    predicted: object
    arguments: tuple[object, ...] = ()
    reasons: tuple[str, ...] = ()
    detail: str = ""
    cut: list[str] = field(default_factory=list)


class Setup:
    """A machine over some classes, and the JVM to compare it with."""

    def __init__(self, bridge: Bridge, classes: Sequence[Path], targets: Sequence[str] = ()) -> None:
        self.bridge = bridge
        self.program = Program(ClassPath(list(classes)), bridge.jdk.image(), targets)
        self.library = JdkLibrary(self.program, bridge)
        self.machine = Machine(self.program, self.library, NoInputs(), Bounds())
        self.solver = Solver(Limits(timeout=60.0))

    def methods(self, class_name: str) -> list[Method]:
        cls = self.program.klass(class_name)
        return [m for m in cls.methods if m.is_static and not m.is_synthetic and m.name != "<clinit>"]

    # -- concrete -----------------------------------------------------------------------------------------------

    def concrete(self, method: Method, arguments: Sequence[object]) -> Result:
        state = self.machine.new_state()
        values = [self._constant(state, kind, value) for kind, value in zip(method.parameters, arguments, strict=True)]
        self.machine.start(method, values, state)
        self.machine.run(state)
        return self._result(state, method, tuple(arguments))

    def _constant(self, state: State, kind: str, value):
        if kind == "Ljava/lang/String;":
            return 0 if value is None else state.new_text(self.program.klass("java/lang/String"), texts.Constant(value))
        return value

    # -- symbolic -----------------------------------------------------------------------------------------------

    def symbolic(self, method: Method, most: int = 200) -> list[Result]:
        """Explore breadth first; strings are not null. Forks that the solver cannot decide fail the test."""
        state = self.machine.new_state()
        self._small: list[Term] = []
        self._lengths: list[Term] = []
        symbols = [self._symbol(state, f"p{i}", kind) for i, kind in enumerate(method.parameters)]
        forks: deque[Fork] = deque()
        self.machine.control.sink = forks.append
        self.machine.start(method, symbols, state)
        results: list[Result] = []
        work = [state]
        cut: list[str] = []
        while (work or forks) and len(results) < most:
            if not work:
                fork = forks.popleft()
                if fork.kind == "limit":
                    cut.append(fork.bound or "")
                    continue
                answer = self.solver.check(
                    [*fork.state.path, fork.condition], soft=self._small, hint=fork.state.witness
                )
                assert not isinstance(answer, Unknown), answer
                if isinstance(answer, Sat):
                    work.append(fork.resume(answer.model))
                continue
            current = work.pop()
            self.machine.run(current)
            if any(evaluate(length, current.witness) > 100_000 for length in self._lengths):
                continue
            arguments = tuple(
                self._argument(current, kind, symbol) for kind, symbol in zip(method.parameters, symbols, strict=True)
            )
            results.append(self._result(current, method, arguments))
        if results:
            results[0].cut = cut
        return results

    def evaluated(self, method: Method, arguments: Sequence[object], most: int = 60) -> object:
        """The result that symbolic exploration predicts for these arguments."""
        model = Model({})
        for i, (kind, value) in enumerate(zip(method.parameters, arguments, strict=True)):
            sort = {"Z": BOOL, "B": BV8, "S": BV16, "C": BV16, "I": BV32, "J": BV64, "F": F32, "D": F64}[kind]
            model = model.with_({var(f"p{i}", sort): bool(value) if kind == "Z" else value})
        if not hasattr(self, "_explored") or self._explored[0] is not method:
            self._explored = (method, self._states(method, most))
        for state in self._explored[1]:
            if all(evaluate(condition, model) for condition in state.path):
                state.witness = model
                return self._result(state, method, tuple(arguments)).predicted
        return "no path"

    def _states(self, method: Method, most: int) -> list[State]:
        state = self.machine.new_state()
        self._small, self._lengths = [], []
        symbols = [self._symbol(state, f"p{i}", kind) for i, kind in enumerate(method.parameters)]
        forks: list[Fork] = []
        self.machine.control.sink = forks.append
        self.machine.start(method, symbols, state)
        ended = [state]
        self.machine.run(state)
        while forks and len(ended) < most:
            fork = forks.pop()
            answer = self.solver.check([*fork.state.path, fork.condition], hint=fork.state.witness)
            if isinstance(answer, Sat):
                ended.append(fork.resume(answer.model))
                self.machine.run(ended[-1])
        return ended

    def _symbol(self, state: State, name: str, kind: str):
        match kind:
            case "Z":
                return bool_to_int(var(name, BOOL))
            case "B":
                return sext(var(name, BV8), 32)
            case "S":
                return sext(var(name, BV16), 32)
            case "C":
                return zext(var(name, BV16), 32)
            case "I" | "J" | "F" | "D":
                return var(name, {"I": BV32, "J": BV64, "F": F32, "D": F64}[kind])
            case "Ljava/lang/String;":
                length = var(f"{name}.length", BV32)
                state.assume(ge(length, 0))
                self._lengths.append(length)
                self._small.append(le(length, 8))
                chars = var(f"{name}.chars", texts.type_of_chars)
                return state.new_text(self.program.klass("java/lang/String"), texts.Elements(chars, length))
        raise NotImplementedError(kind)

    def _argument(self, state: State, kind: str, symbol):
        if kind == "Ljava/lang/String;":
            obj = state.object(symbol)
            assert isinstance(obj, TextObject)
            return obj.text.evaluate(state.witness)
        return evaluate(symbol, state.witness)

    # -- results ------------------------------------------------------------------------------------------------

    def _result(self, state: State, method: Method, arguments: tuple[object, ...]) -> Result:
        reasons = tuple(f"{r.code}: {r.detail}" for r in state.reasons)
        predicted: object = None
        if state.ending is Ending.THREW:
            predicted = ("throws", state.object(state.thrown).cls.name)
        elif state.ending is Ending.RETURNED:
            predicted = self._value(state, method.returns, state.result)
        return Result(state.ending, predicted, arguments, reasons, state.detail)

    def _value(self, state: State, kind: str, value):
        if kind == "V":
            return None
        if kind[0] in "L[":
            address = state.reference(value)
            if address == 0:
                return None
            obj = state.object(address)
            assert isinstance(obj, TextObject), obj
            return obj.text.evaluate(state.witness)
        return canonical(evaluate(value, state.witness), kind)

    # -- the JVM ------------------------------------------------------------------------------------------------

    def judge(self, method: Method, calls: Sequence[Sequence[object]]) -> list[object]:
        plans = []
        for arguments in calls:
            literals = [self._literal(kind, v) for kind, v in zip(method.parameters, arguments, strict=True)]
            plans.append(static_call(method.owner.name, method.name, method.descriptor, *literals))
        return [self._jvm_result(outcome, method.returns) for outcome in self.bridge.replay_many(plans)]

    def _literal(self, kind: str, value) -> Literal:
        if kind == "Ljava/lang/String;":
            return Literal.null() if value is None else Literal.text(value)
        return Literal.of(kind, value)

    def _jvm_result(self, outcome: ReplayResult, kind: str) -> object:
        if outcome.status is Status.THROW:
            return ("throws", outcome.exception.replace(".", "/"))
        assert outcome.status is Status.OK, outcome
        value = outcome.returned
        if isinstance(value, Primitive):
            return canonical(value.value, kind)
        if isinstance(value, messages.Text):
            return units(value.value)
        assert isinstance(value, messages.Null) or value is None, value
        return None


def canonical(value, kind: str):
    """A primitive so that equality is that of Java's results: NaN equals NaN, and the zeros differ."""
    if kind in "FD":
        return "NaN" if math.isnan(value) else repr(float(value))
    return int(value)


__all__ = ["Ending", "Result", "Setup", "Term", "compiled", "le"]
