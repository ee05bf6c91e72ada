"""The outcome of a replay in the real JVM."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import cast

from everypath.bridge.guard import sink_name
from everypath.bridge.messages.plan import Json
from everypath.bridge.messages.snapshot import Snapshot, Value, decode_value
from everypath.classfile import internal_name
from everypath.dataclass import dataclass
from everypath.work import BLOCK, MUTANT, REPLAY, RESTART


class Status(StrEnum):
    """How a replay ended."""

    OK = "ok"
    """The call returned (and so did the steps after it)."""
    THROW = "throw"
    """The call under test threw."""
    SETUP_THROW = "setup-throw"
    """A step before the call under test threw."""
    AFTER_THROW = "after-throw"
    """A step after the call under test threw."""
    FUEL = "fuel"
    """The step budget was spent: by the call itself, or by threads that it waits for."""
    TIMEOUT = "timeout"
    """The time was up."""
    EXIT = "exit"
    """The code asked the JVM to exit or halt."""
    OOM = "oom"
    """Memory ran out."""
    DIED = "died"
    """The JVM died while it ran this plan."""
    CONTAINED = "contained"
    """The code met a sink of the JDK that is refused (`everypath.bridge.guard`), whatever it did then."""
    BAD_PLAN = "bad-plan"
    """The plan names a class or member that is not there, or passes what does not fit."""


@dataclass(frozen=True, slots=True)
class TraceFrame:
    """One frame of a stack trace; ``line`` is negative where unknown (-2: native)."""

    klass: str
    method: str
    line: int


@dataclass(frozen=True, slots=True)
class Cause:
    """One of the chained causes of an exception."""

    exception: str
    message: str | None
    trace: tuple[TraceFrame, ...]


@dataclass(frozen=True, slots=True)
class EscapedException:
    """An exception that left a method: the method as ``shop.Fee.fee(IZ)I``, and the trace of the exception."""

    method: str
    exception: str
    trace: tuple[TraceFrame, ...]


_NO_OBJECTS = Snapshot()


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of one replay.

    ``returned`` is the result of the call (None if it did not return). ``observed`` are the values that the plan read
    afterwards, up to the step where it stopped. Their `Ref`s point into ``objects``. ``exception`` is an internal class
    name; None if nothing was thrown. ``trace`` begins with the innermost frame and ends where the plan called; for
    ``fuel``, ``timeout`` and ``exit`` it shows where the code was. ``step`` is the index of the step that threw.

    ``steps_used`` counts the basic blocks entered. ``hits`` are the ids of the probes passed (see
    `everypath.bridge.messages`), ``called`` those among them that were passed after the call had begun. Both include
    static initialisers whose classes serve this replay alone; `Bridge.initialiser_hits` has the others. ``threads``
    counts the threads that outlived the replay. ``sink`` is the first sink that was refused, None if there was none.
    ``retired``: the JVM is replaced after it, since only that undoes what it did. If the runner asks for statics,
    ``holds_statics`` says whether a class is loaded with static state that can change, ``initialised`` are the loaded
    classes whose static initialisers have run, and ``unusable`` those whose initialisers failed in this replay: none
    where static state is put back.
    ``wrote_files``: it wrote, made, moved or deleted
    a file; what it left is taken away. If the runner records exits (`ReplayOptions.exits`), ``escaped_exceptions`` are
    the exceptions that left methods, and ``return_sites`` the instructions that returned (``shop.Fee.fee(IZ)I@12``).
    """

    status: Status
    returned: Value | None = None
    observed: tuple[Value, ...] = ()
    objects: Snapshot = _NO_OBJECTS
    exception: str | None = None
    message: str | None = None
    trace: tuple[TraceFrame, ...] = ()
    causes: tuple[Cause, ...] = ()
    step: int | None = None
    steps_used: int = 0
    hits: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    out: str = ""
    err: str = ""
    threads: int = 0
    sink: str | None = None
    retired: bool = False
    exit_code: int | None = None
    holds_statics: bool = False
    initialised: frozenset[str] = frozenset()
    unusable: frozenset[str] = frozenset()
    wrote_files: bool = False
    escaped_exceptions: tuple[EscapedException, ...] = ()
    return_sites: tuple[str, ...] = ()


_EXHAUSTED = frozenset({Status.FUEL, Status.TIMEOUT, Status.OOM, Status.DIED})
_OUT_OF_MEMORY = frozenset({"java/lang/StackOverflowError", "java/lang/OutOfMemoryError"})


def effort_of(outcome: ReplayResult | None, timeout: float, fuel: int) -> float:
    """The effort of a replay, or of defining a mutant (None), in seconds of effort (`everypath.work`).

    It is computed from counts, not measured: it is the same in every run, however busy the machine is. Where the
    fuel, the time, the stack or the memory ends a replay, the blocks before that depend on the JVM: all of its ``fuel``
    counts in their place.
    """
    if outcome is None:
        return MUTANT
    is_exhausted = outcome.status in _EXHAUSTED or outcome.exception in _OUT_OF_MEMORY
    effort = REPLAY + BLOCK * (fuel if is_exhausted else outcome.steps_used)
    if outcome.status is Status.TIMEOUT:
        effort += timeout
    if outcome.retired or outcome.threads or outcome.status in (Status.OOM, Status.DIED):
        effort += RESTART
    return effort


def by_mutant(outcomes: Sequence[ReplayResult | None], sizes: Sequence[int]) -> list[list[ReplayResult]]:
    """Split the answers by mutant. Those of a mutant follow the answer (None) to its definition."""
    found: list[list[ReplayResult]] = []
    start = 0
    for size in sizes:
        part = outcomes[start + 1 : start + 1 + size]
        found.append([each for each in part if each is not None])
        start += 1 + size
    return found


def decode_replay_result(answer: dict[str, Json], hits: tuple[int, ...], called: tuple[int, ...]) -> ReplayResult:
    """An outcome from the answer of the bridge's process."""
    get = answer.get
    if answer["status"] == "ok" and _UNUSUAL.isdisjoint(answer):
        return ReplayResult(  # the usual case, kept short
            Status.OK,
            decode_value(answer["returned"]),
            _values(answer.get("observed")),
            _nodes(answer.get("objects")),
            steps_used=cast("int", answer["steps"]),
            hits=hits,
            called=called,
        )
    exception = cast("str | None", get("exception"))
    return ReplayResult(
        status=Status(cast("str", answer["status"])),
        returned=decode_value(answer["returned"]) if "returned" in answer else None,
        observed=_values(get("observed")),
        objects=_nodes(get("objects")),
        exception=None if exception is None else internal_name(exception),
        message=cast("str | None", get("message")),
        trace=decode_trace(get("trace")),
        causes=tuple(
            Cause(internal_name(cast("str", name)), cast("str | None", message), decode_trace(trace))
            for name, message, trace in cast("list[list[Json]]", get("causes") or [])
        ),
        step=cast("int | None", get("step")),
        steps_used=cast("int", get("steps") or 0),
        hits=hits,
        called=called,
        out=cast("str", get("out") or ""),
        err=cast("str", get("err") or ""),
        threads=cast("int", get("threads") or 0),
        holds_statics="statics" in answer,
        initialised=_classes(get("initialised")),
        unusable=_classes(get("unusable")),
        wrote_files="wrote" in answer,
        retired="retire" in answer,
        sink=sink_name(cast("int", answer["sink"])) if "sink" in answer else None,
        exit_code=cast("int | None", get("exit")),
        escaped_exceptions=tuple(
            EscapedException(cast("str", method), internal_name(cast("str", name)), decode_trace(trace))
            for method, name, trace in cast("list[list[Json]]", get("left") or [])
        ),
        return_sites=tuple(cast("list[str]", get("ended") or [])),
    )


_UNUSUAL = frozenset({"out", "err", "threads", "left", "sink", "retire", "statics", "initialised", "wrote"})


def _classes(wire: Json) -> frozenset[str]:
    return frozenset(map(internal_name, cast("list[str]", wire or [])))


def _values(wire: Json) -> tuple[Value, ...]:
    return tuple(decode_value(value) for value in cast("list[Json]", wire)) if wire else ()


def _nodes(wire: Json) -> Snapshot:
    return Snapshot(cast("list[Json]", wire)) if wire else _NO_OBJECTS


def decode_trace(wire: Json) -> tuple[TraceFrame, ...]:
    """A stack trace from its wire format."""
    frames = cast("list[list[Json]]", wire or [])
    return tuple(
        TraceFrame(internal_name(cast("str", klass)), cast("str", method), cast("int", line))
        for klass, method, line in frames
    )
