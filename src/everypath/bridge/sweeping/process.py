"""The JVM of a sweep: started, run slice by slice, and replaced when code under test broke it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from everypath.bridge.guard import guard_folder
from everypath.bridge.messages import Json, MemberTable, Step
from everypath.bridge.processes import (
    Jvm,
    JvmDiedError,
    JvmHungError,
    PlatformClasses,
    answer_timeout,
    java_side,
    raise_error,
)
from everypath.bridge.sweeping.sequences import KeptSequence, SweepSlice, decode_kept
from everypath.classfile import Jdk, dotted
from everypath.dataclass import dataclass

__all__ = ["SweepOptions", "SweepProcess"]

_GUARD_SECONDS = 2.0
"""What the guard grants a sequence at most, and what the sweep needs to answer."""
_MOST_DEATHS = 3
"""JVMs that may end in one slice without an answer."""
_LEAST_SECONDS = 0.05
_MOST_SPOILT = 2
"""JVMs that are replaced for one class whose initialiser was stopped."""


@dataclass(frozen=True, slots=True)
class SweepOptions:
    """How a sweep runs.

    With ``clocked``, operations that take long are chosen less often. Without, nothing depends on the time but whether
    an operation hangs: two sweeps with the same ``seed`` that count calls do the same.
    """

    seed: int = 0
    heap_megabytes: int = 512
    clocked: bool = True
    flags: tuple[str, ...] = ("-Dsun.reflect.inflationThreshold=15",)
    """Further flags of the JVM. Its operations are called often, so that they are worth accessors of their own."""


class _Figures:
    """The sums of a slice."""

    def __init__(self) -> None:
        self.sequences: list[KeptSequence] = []
        self.counts: defaultdict[str, int] = defaultdict(int)
        self.hung: list[str] = []


class SweepProcess:
    """A sweep over classes (internal names) on a class path, as a context manager.

    Classes that are ``of_the_jdk`` (among ``classes``) are swept with those nested in them.
    Its JVM starts with the first slice, or with `start`. What was kept stays when the JVM is replaced.
    """

    def __init__(
        self,
        jdk: Jdk,
        classpath: Sequence[Path],
        classes: Sequence[str],
        options: SweepOptions | None = None,
        of_the_jdk: Sequence[str] = (),
    ) -> None:
        self._jdk = jdk
        self._classpath = tuple(classpath)
        self._platform = PlatformClasses(jdk, of_the_jdk, watched=True)
        self._classes = tuple(dict.fromkeys((*classes, *self._platform.names)))
        self._options = options or SweepOptions()
        self._jvm: Jvm | None = None
        self._begun = False
        self._closed = False
        self._members = MemberTable()
        self._sent = 0
        """The number of members that this JVM knows."""
        self._given: list[Json] = []
        """Sequences that are to be sent."""
        self._steps: list[Json] = []
        self._passed: defaultdict[str, set[int]] = defaultdict(set)
        self._banned: list[str] = []
        self._spoilt: defaultdict[str, int] = defaultdict(int)
        """How often a JVM was replaced because the initialiser of a class had been stopped, by the class."""
        self._answered: dict[str, int] = {}
        """The figures of the last answer of this JVM, which counts from its start."""
        self._goals = 0
        self._looked = 0
        self.restarts = 0
        """How often the JVM was replaced."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the JVM for good. Another thread may call it while a slice runs, which ends then."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        jvm, self._jvm = self._jvm, None
        if jvm is not None:
            jvm.kill()

    def start(self) -> None:
        """Start the JVM and do not wait for it."""
        if self._jvm is not None and self._jvm.is_broken:
            self._replace()
        if self._jvm is None:
            side = java_side(self._jdk)
            guard = guard_folder(self._jdk, side.guard)
            options = self._options
            self._jvm = Jvm(self._jdk, side, self._classpath, options.heap_megabytes, options.flags, guard)
            self._begun = False
            self._answered = {}

    @property
    def passed(self) -> dict[str, frozenset[int]]:
        """The probes that kept sequences passed, by the internal name of the class."""
        return {name.replace(".", "/"): frozenset(numbers) for name, numbers in self._passed.items()}

    def give(self, sequences: Iterable[Sequence[Step]]) -> None:
        """Have the next slices run sequences. What passes new probes is kept, and varied like others."""
        self._given += [[step.encode(self._members) for step in each] for each in sequences]

    def run(self, seconds: float | None = None, calls: int | None = None) -> SweepSlice:
        """Sweep for some time, or for a number of calls, or until the first of both. Raises `BridgeError`."""
        if seconds is None and calls is None:
            raise ValueError("a slice needs a length")
        until = None if seconds is None else time.monotonic() + seconds
        figures = _Figures()
        restarts = self.restarts
        deaths = 0
        while deaths < _MOST_DEATHS and not self._closed:
            left = None if until is None else until - time.monotonic()
            due = None if calls is None else calls - figures.counts["calls"]
            if (left is not None and left < _LEAST_SECONDS and figures.counts["answers"]) or (
                due is not None and due <= 0
            ):
                break
            try:
                self._slice(left, due, figures)
            except (JvmDiedError, JvmHungError):
                deaths += 1
                self._replace()
        counts = figures.counts
        return SweepSlice(
            tuple(figures.sequences),
            counts["calls"],
            counts["runs"],
            counts["contained"],
            counts["stopped"],
            sum(map(len, self._passed.values())),
            self._goals,
            self._looked,
            counts["nearer"],
            self.restarts - restarts,
            tuple(figures.hung),
        )

    def _replace(self) -> None:
        self._end()
        self.restarts += 1

    def _slice(self, seconds: float | None, calls: int | None, figures: _Figures) -> None:
        """Ask for one slice and take what it brings. Raises JvmDiedError and JvmHungError."""
        self.start()
        jvm = cast("Jvm", self._jvm)
        if not jvm.is_greeted:
            jvm.greet()
        message: dict[str, Json] = {"op": "sweep", "id": 0}
        if seconds is not None:
            message["ms"] = max(1, round(seconds * 1000))
        if calls is not None:
            message["calls"] = calls
        given, self._given = self._given, []
        message["members"], message["sequences"] = self._new_members(), given
        if not self._begun:
            self._platform.instrument(jvm)
            message |= self._beginning()
            message["sequences"] = [*self._steps, *given]
            self._begun = True
        timeout = answer_timeout(_GUARD_SECONDS) + (seconds if seconds is not None else 1e6)
        answer = jvm.request(message, timeout)
        raise_error(answer)
        self._take(answer, figures)
        if "retire" in answer:
            self._replace()

    def _beginning(self) -> dict[str, Json]:
        """What a JVM needs to know before its first slice."""
        return {
            "classes": [dotted(name) for name in self._classes],
            "seed": self._options.seed + self.restarts,
            "clocked": self._options.clocked,
            "platform": bool(self._platform.names),
            "members": list[Json](self._members.members),
            "covered": [[name, *sorted(numbers)] for name, numbers in self._passed.items()],
            "banned": list[Json](self._banned),
            "tolerated": [name for name, times in self._spoilt.items() if times >= _MOST_SPOILT],
        }

    def _new_members(self) -> list[Json]:
        members = self._members.members
        new, self._sent = members[self._sent :], len(members)
        return list[Json](new)

    def _take(self, answer: dict[str, Json], figures: _Figures) -> None:
        for member in cast("list[list[str]]", answer["members"]):
            owner, name, descriptor = member
            self._members.add(owner, name, descriptor)
        self._sent = len(self._members.members)
        for wire in cast("list[dict[str, Json]]", answer["sequences"]):
            figures.sequences.append(decode_kept(wire, self._members.members))
            self._steps.append(wire["steps"])
            for class_name, *numbers in cast("list[list[Json]]", wire["hits"]) if "files" not in wire else ():
                self._passed[cast("str", class_name)].update(cast("list[int]", numbers))
        for name in ("calls", "runs", "contained", "stopped", "nearer"):
            count = cast("int", answer[name])
            figures.counts[name] += count - self._answered.get(name, 0)
            self._answered[name] = count
        figures.counts["answers"] += 1
        self._goals = max(self._goals, cast("int", answer["goals"]))
        self._looked = max(self._looked, cast("int", answer["looked"]))
        if "spoilt" in answer:
            self._spoilt[cast("str", answer["spoilt"])] += 1
        if "hung" in answer:
            self._banned.append(cast("str", answer["hung"]))
            figures.hung.append(cast("str", answer["hung"]))
