"""Runs every method of a Java subject on small numbers, in our machine with the real library and in the JVM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import TESTS, compile_java
from tests.vm.support import NoInputs, ask_java, word

from everypath.bridge import Bridge
from everypath.classfile import ClassPath, Jdk
from everypath.errors import EngineError
from everypath.library import JdkLibrary
from everypath.program import Class, Field, Method, Program
from everypath.solver import Sat, Solver, Unknown
from everypath.state import Ending, Fork, State, TextObject
from everypath.term import BV32, Value, evaluate, var
from everypath.vm import Machine


class Constants(NoInputs):
    """No inputs: every argument is a constant."""

    def initialised(self, state: State, cls: Class) -> None:
        """Static fields are no inputs either."""

    def static(self, state: State, field: Field) -> Value:
        raise EngineError("no inputs")


UNREAD = "(words of the JVM)"
"""In place of a message that the JVM words and that no code has read."""


@dataclass(frozen=True)
class Comparison:
    """What one call printed, as ``Caller`` prints it, and why our machine's answer may be inexact."""

    name: str
    argument: int
    ours: str
    wanted: str
    reasons: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the JVM says the same."""
        return self.ours == self.wanted or (
            self.ours.endswith(UNREAD) and self.wanted.startswith(self.ours.removesuffix(UNREAD))
        )


class Language:
    """Our machine over a folder of subjects, and the JVM that judges it."""

    def __init__(self, bridge: Bridge, classes: Path) -> None:
        self.classes = classes
        self.jdk = bridge.jdk
        self.program = Program(ClassPath([classes]), bridge.jdk.image(), ())
        self.machine = Machine(self.program, JdkLibrary(self.program, bridge), Constants())

    def methods(self, class_name: str) -> list[Method]:
        """The subject's methods: static ones that take one int."""
        found = self.program.klass(class_name).methods
        return [m for m in found if m.is_static and not m.is_synthetic and m.parameters == ("I",) and simple(m.returns)]

    def compare(self, class_name: str, arguments: Sequence[int], names: Sequence[str] = ()) -> list[Comparison]:
        """Every method on every argument: one fresh JVM per class, one fresh state per call.

        Subjects that look at static state are written so that it does not matter.
        """
        methods = [m for m in self.methods(class_name) if not names or m.name in names]
        calls = [(class_name, m.name, (n,), ("I",)) for m in methods for n in arguments]
        answers = iter(ask_java(self.classes, calls, home=self.jdk.home, fresh=True))
        compared = []
        for method in methods:
            for n in arguments:
                state = self.machine.start(method, [n])
                self.machine.run(state)
                reasons = tuple(f"{reason.code}: {reason.detail}" for reason in state.reasons)
                compared.append(
                    Comparison(f"{class_name}.{method.name}", n, printed(state, method.returns), next(answers), reasons)
                )
        return compared

    def explore(self, class_name: str, most: int = 10) -> list[Comparison]:
        """Every method on a symbolic number: what the first paths predict for their witnesses, and what the JVM says.

        Raises ``AssertionError`` where a path ends in any other way than by returning, throwing or a bound.
        """
        ended = [(method, *path) for method in self.methods(class_name) for path in self._paths(method, most)]
        calls = [(class_name, method.name, (n,), ("I",)) for method, n, _ in ended]
        answers = ask_java(self.classes, calls, home=self.jdk.home, fresh=True)
        return [
            Comparison(f"{class_name}.{method.name}", n, printed(state, method.returns), wanted)
            for (method, n, state), wanted in zip(ended, answers, strict=True)
        ]

    def _paths(self, method: Method, most: int) -> list[tuple[int, State]]:
        number, solver = var("n", BV32), Solver()
        forks: list[Fork] = []
        self.machine.control.sink = forks.append
        work, ended = [self.machine.start(method, [number])], []
        while (work or forks) and len(ended) < most:
            if not work:
                fork = forks.pop()
                if fork.kind == "limit":
                    continue
                answer = solver.check([*fork.state.path, fork.condition], hint=fork.state.witness)
                assert not isinstance(answer, Unknown), answer
                work += [fork.resume(answer.model)] if isinstance(answer, Sat) else []
                continue
            state = work.pop()
            self.machine.run(state)
            assert state.ending in (Ending.RETURNED, Ending.THREW, Ending.BOUND), (state.ending, state.detail)
            fits = all(evaluate(each, state.witness) for each in state.allocations)
            if state.ending is not Ending.BOUND and fits:
                ended.append((int(evaluate(number, state.witness)), state))
        return ended


def simple(descriptor: str) -> bool:
    """Whether values of this type can be compared as texts."""
    return len(descriptor) == 1 or descriptor == "Ljava/lang/String;"


def printed(state: State, returns: str) -> str:
    """How a run ended, as ``Caller`` prints it."""
    if state.ending is Ending.THREW:
        thrown = state.object(state.thrown)
        message = None
        for field in thrown.cls.instance_fields:
            if field.name == "detailMessage":
                value = thrown.fields[field.slot]
                message = UNREAD if value is None else text_of(state, value)
        return f"throws {thrown.cls.name.replace('/', '.')}: {escaped(message)}"
    if state.ending is not Ending.RETURNED:
        assert state.ending is not None
        return f"{state.ending.name}: {state.detail}"
    if returns[0] in "L[":
        return escaped(text_of(state, state.result))
    return word(evaluate(state.result, state.witness), returns)


def text_of(state: State, value) -> str | None:
    """The content of a string."""
    if value == 0:
        return None
    obj = state.object(value)
    assert isinstance(obj, TextObject), obj
    return obj.text.evaluate(state.witness)


def escaped(text: str | None) -> str:
    """As ``Caller.escape``."""
    if text is None:
        return "null"
    return "".join(c if " " <= c <= "~" else f"\\u{ord(c):04x}" for c in text)


def compiled(jdk: Jdk, folder: str, *flags: str) -> Path:
    """The classes of a folder of subjects, with the program that calls them in the JVM."""
    sources = [*sorted((TESTS / "java" / folder).glob("*.java")), TESTS / "java" / "vm" / "Caller.java"]
    return compile_java(sources, *flags, javac=str(jdk.javac))


__all__ = ["Comparison", "Language", "compiled"]
