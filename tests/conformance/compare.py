"""Sessions of calls in our machine and in the JVM, and where they differ."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.conformance.calls import Call, Session, operands
from tests.conformance.dump import dump, same
from tests.conformance.tally import CountingMachine, Tally, counting_edges
from tests.conftest import TESTS, compile_java
from tests.vm.support import NoInputs

from everypath.bridge import Bridge
from everypath.classfile import ClassPath, Jdk
from everypath.library import JdkLibrary
from everypath.program import Method, Program
from everypath.state import Bounds, Ending

STEPS = 100_000
"""Calls and backward jumps of one call: what takes longer in our machine is not compared."""

_TIMEOUT = 600


@dataclass
class Comparison:
    """The outcome of some sessions.

    ``executions`` are calls compared; ``cut`` were too long for our machine; ``mismatches`` are differences in words,
    ``unsupported`` calls that our machine could not or only partly run: both are failures.
    """

    executions: int = 0
    cut: int = 0
    mismatches: list[tuple[Call, str]] = field(default_factory=list)
    unsupported: list[tuple[Call, str]] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, other: Comparison) -> None:
        """Add another comparison's counts."""
        self.executions += other.executions
        self.cut += other.cut
        self.mismatches += other.mismatches
        self.unsupported += other.unsupported
        self.tally.add(other.tally)

    @property
    def failures(self) -> list[tuple[Call, str]]:
        """Everything that should not be."""
        return [*self.mismatches, *self.unsupported]


class Laboratory:
    """Our machine on the classes of one folder, with the whole library; several may share a program."""

    def __init__(self, bridge: Bridge, classes: Path, program: Program | None = None) -> None:
        self.program = program or Program(ClassPath([classes]), bridge.jdk.image())
        library = JdkLibrary(self.program, bridge)
        self.machine = CountingMachine(self.program, library, NoInputs(), Bounds(steps=STEPS))

    def method(self, class_name: str, name: str) -> Method:
        """The static method of this name."""
        return next(each for each in self.program.klass(class_name).methods if each.name == name)

    def run(self, session: Session) -> list[str | Cut]:
        """How each call of a session ended, up to the first one that is cut."""
        state = self.machine.new_state()
        endings: list[str | Cut] = []
        for call in session:
            method = self.method(call.class_name, call.method)
            arguments = operands(self.program, state, call)
            state.steps = 0
            self.machine.start(method, list(arguments), state)
            self.machine.run(state)
            if state.ending not in (Ending.RETURNED, Ending.THREW) or state.reasons:
                endings.append(Cut(state.ending, f"{state.detail} {' '.join(map(str, state.reasons))}"))
                break
            endings.append(dump(state, call, method.returns, arguments))
            state.reopen()
        return endings


@dataclass(frozen=True)
class Cut:
    """A call that our machine did not run to its end."""

    ending: Ending | None
    detail: str


def ask_jvm(jdk: Jdk, classes: Path, sessions: Sequence[Session]) -> list[list[str]]:
    """What the JVM says to each call of each session."""
    judge = compile_java(
        [TESTS / "java" / "conformance" / "Judge.java"],
        "--add-exports",
        "java.base/jdk.internal.misc=ALL-UNNAMED",
        javac=str(jdk.javac),
    )
    command = [str(jdk.java), "-Xmx512m", "-Xss2m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", str(judge)]
    command += ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"]
    command += [word for name in ("lang", "util") for word in ("--add-opens", f"java.base/java.{name}=ALL-UNNAMED")]
    lines = [line for session in sessions for line in ("new", *(call.line for call in session))]
    done = subprocess.run(
        [*command, "Judge", str(classes)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=_TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answers = iter(done.stdout.split("\n"))
    return [[next(answers) for _ in session] for session in sessions]


def compare(bridge: Bridge, classes: Path, sessions: Sequence[Session]) -> Comparison:
    """Run sessions on both sides."""
    laboratory = Laboratory(bridge, classes)
    found = Comparison()
    answers = ask_jvm(bridge.jdk, classes, sessions)
    with counting_edges():
        for session, theirs in zip(sessions, answers, strict=True):
            for call, mine, real in zip(session, laboratory.run(session), theirs, strict=False):
                if isinstance(mine, Cut):
                    if mine.ending is Ending.BOUND:
                        found.cut += 1
                    else:
                        found.unsupported.append((call, f"{mine.ending} {mine.detail}; the JVM says {real[:200]}"))
                    break
                found.executions += 1
                if not same(mine, real):
                    found.mismatches.append((call, difference(mine, real)))
                    break
    found.tally = laboratory.machine.count()
    return found


def difference(ours: str, theirs: str) -> str:
    """The first place where two dumps differ, with what stands before."""
    left, right = ours.split(" "), theirs.split(" ")
    at = next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b and a != "~"),
        min(len(left), len(right)),
    )
    before = " ".join(left[max(0, at - 6) : at])
    return f"after … {before}: {' '.join(left[at : at + 4])} instead of {' '.join(right[at : at + 4])}"
