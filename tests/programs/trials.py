"""Trials: a method on generated inputs, in the JVM and in our machine.

The JVM alone decides which inputs are used: those for which the method is reached, and ends within its time. What our
machine makes of them has no say. One JVM runs all methods, and the JDK remembers; where our machine differs from it, a
JVM that has run nothing else is asked, and its answer counts.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from tests.programs.comparing import ending_difference, value_difference
from tests.programs.makers import Makers
from tests.programs.population import ROOT, SEED, Classes, Subject
from tests.programs.running import Execution, LocalMachine
from tests.programs.values import SPECIAL, candidate_plans

from everypath.bridge import Bridge, Plan, ReplayResult, Status
from everypath.classfile import Jdk

Answer = TypeVar("Answer")
INPUTS = 5
"""Inputs of each method, two of them at most such that it throws, where there are others."""
CANDIDATES = (12, 48)
"""Inputs that are generated for the choice: more, where the first do not suffice."""
UNUSABLE = frozenset({"java/lang/StackOverflowError", "java/lang/OutOfMemoryError"})
"""Errors that depend on the memory of the machine."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One execution.

    ``verdict`` is ``equal``, ``mismatch``, ``machine`` (the outcome depends on the clock; or the program asked for an
    identity hash code or the like, ended alike and left other values), ``unsupported``, ``limit`` or ``failed``.
    """

    verdict: str
    detail: str
    plan: str
    steps: int
    seconds: float
    message_known: bool = True


class Laboratory:
    """The JVM and our machine, side by side, over the libraries.

    The answers of the JVM are kept in ``memory``, where given, for as long as the generator of the inputs stays the
    same.
    """

    def __init__(self, jdk: Jdk, classpath: Sequence[Path], inputs: int = INPUTS, memory: Path | None = None) -> None:
        self.bridge = Bridge(jdk, classpath)
        self.classpath = list(classpath)
        self.machine = LocalMachine(self.bridge, classpath)
        self.inputs = inputs
        self.memory = None if memory is None else memory / f"jdk{jdk.version}-{_generator()}"

    @cached_property
    def makers(self) -> Makers:
        """The index of what makes values; it takes seconds."""
        return Makers(Classes(self.bridge.jdk, self.classpath), SPECIAL)

    def close(self) -> None:
        self.bridge.close()

    def chosen(self, subject: Subject) -> list[tuple[Plan, ReplayResult]]:
        """The inputs of a method, and the answer of the JVM to each."""
        return self._remembered(str(subject), lambda: self._choose(subject))

    def _remembered(self, key: str, ask: Callable[[], Answer]) -> Answer:
        if self.memory is None:
            return ask()
        kept = self.memory / hashlib.sha256(key.encode()).hexdigest()[:24]
        if kept.exists():
            return pickle.loads(kept.read_bytes())
        found = ask()
        self.memory.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(found))
        return found

    def _replay_fresh(self, plan: Plan) -> ReplayResult:
        return self.bridge.replay_fresh(plan, timeout=2.0, whole=True)

    def _choose(self, subject: Subject) -> list[tuple[Plan, ReplayResult]]:
        usable: list[tuple[Plan, ReplayResult]] = []
        for count in CANDIDATES:
            plans = candidate_plans(self.makers, subject, SEED, count)
            outcomes = self.bridge.replay_many(plans, timeout=1.0, whole=True)
            usable = [row for row in zip(plans, outcomes, strict=True) if _is_usable(row[1])]
            if len(usable) >= self.inputs:
                break
        returned = [row for row in usable if row[1].status is Status.OK]
        threw = [row for row in usable if row[1].status is Status.THROW]
        kept = returned[: max(self.inputs - 2, self.inputs - len(threw))]
        return kept + threw[: self.inputs - len(kept)]

    def trials(self, subject: Subject) -> list[Trial]:
        """The method on all its inputs; none where no input was usable."""
        found: list[Trial] = []
        for plan, outcome in self.chosen(subject):
            found.append(self._trial(plan, outcome, all(each.verdict != "machine" for each in found)))
        return found

    def _trial(self, plan: Plan, outcome: ReplayResult, doubted: bool) -> Trial:
        """One execution; where it differs, a JVM that has run nothing else is asked: always about a mismatch, and as
        long as it is ``doubted`` that the method depends on the machine.
        """
        ours = self.machine.run(plan)
        verdict, detail = self._verdict(outcome, ours)
        if verdict == "mismatch" or (verdict == "machine" and doubted and not detail.startswith("havoc")):
            again = self._remembered(f"fresh {plan.dumps()}", lambda: self._replay_fresh(plan))
            verdict, detail = self._verdict(again, ours) if _is_usable(again) else (verdict, detail)
        known = ours.status != "throw" or isinstance(ours.message, str | None)
        return Trial(verdict, detail, plan.dumps(), ours.steps, ours.seconds, known)

    def _verdict(self, outcome: ReplayResult, ours: Execution) -> tuple[str, str]:
        """The verdict on one execution and what it rests on."""
        if ours.status in ("unsupported", "limit", "failed", "machine"):
            return ours.status, ours.detail
        found = ending_difference(outcome, ours)
        if found is not None:
            return "mismatch", found
        found = value_difference(outcome, ours, self.machine.hashes_by_identity)
        if found is None:
            return "equal", ""
        return ("machine", f"{ours.machine[0]}: {found}") if ours.machine else ("mismatch", found)


def _generator() -> str:
    """A digest of all that decides on the inputs and on how the JVM's answers are written."""
    digest = hashlib.sha256(repr((INPUTS, CANDIDATES)).encode())
    here, bridge = Path(__file__).parent, ROOT / "src" / "everypath" / "bridge"
    sources = [
        *(here / f"{name}.py" for name in ("makers", "population", "values")),
        *bridge.rglob("SnapshotWriter.java"),
    ]
    sources += [bridge / "messages" / f"{name}.py" for name in ("plan", "outcome", "snapshot")]
    for path in [*sources, *sorted((ROOT / "tests" / "java" / "programs").rglob("*.java"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _is_usable(outcome: ReplayResult) -> bool:
    return outcome.status in (Status.OK, Status.THROW) and outcome.exception not in UNUSABLE
