"""Sequences that a sweep kept, and what one slice of it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import intern
from typing import TypeAlias, cast

from everypath.bridge.messages import Call, GetStatic, Handed, Json, Literal, New, NewArray, NewStub, Step
from everypath.dataclass import dataclass, field

__all__ = ["KeptSequence", "Members", "SweepSlice", "decode_kept"]

_CALL, _NEW, _ARRAY, _GET = range(4)
_STUB, _HANDED = 6, 7

Members: TypeAlias = Sequence[tuple[str, str, str]]
"""Owner, name (``<init>`` for constructors) and descriptor (empty for fields), by number."""


@dataclass(frozen=True, slots=True)
class KeptSequence:
    """A sequence that passed probes which no earlier one passed. Its last step is the call under test.

    ``hits`` are those probes: the internal name of a class, and their numbers in it. ``passed`` are all probes of the
    classes under test that it passes: one bit for each, by the internal name of the class. ``exception`` is the dotted
    name of the class of the exception that the last step threw, None if it returned. ``microseconds`` is what the last
    step took (blocks instead, by hundreds, in a sweep that counts calls). ``given`` sequences were sent to the sweep.
    Of one that ``changes_files`` there can be no test: others may pass its probes again.
    """

    steps: tuple[Step, ...]
    hits: tuple[tuple[str, tuple[int, ...]], ...]
    exception: str | None
    microseconds: int
    given: bool = False
    passed: Mapping[str, int] = field(default_factory=dict, compare=False)
    changes_files: bool = False


@dataclass(frozen=True, slots=True)
class SweepSlice:
    """What one slice of a sweep did.

    ``sequences`` are new. ``calls`` operations were run in ``runs`` sequences, ``contained`` of them met a sink of the
    JDK and ``stopped`` were stopped. ``covered`` of the ``goals`` (the probes of the classes that were looked at) are
    passed since the sweep began; ``looked`` classes were looked at. ``nearer`` says how often a sequence came nearer to
    an open side of a decision than those before it, ``restarts`` how often the JVM was replaced; ``hung`` names the
    operations that cost it.
    """

    sequences: tuple[KeptSequence, ...]
    calls: int
    runs: int
    contained: int
    stopped: int
    covered: int
    goals: int
    looked: int
    nearer: int
    restarts: int
    hung: tuple[str, ...]


def decode_kept(wire: dict[str, Json], members: Members) -> KeptSequence:
    """A kept sequence from its wire format (``SequenceCoding.java``)."""
    hits = tuple(
        (_internal(cast("str", entry[0])), tuple(cast("list[int]", entry[1:])))
        for entry in cast("list[list[Json]]", wire["hits"])
    )
    steps = tuple(_step(step, members) for step in cast("list[list[Json]]", wire["steps"]))
    exception = cast("str | None", wire.get("exception"))
    passed = {_internal(name): int(digits, 16) for name, digits in cast("list[tuple[str, str]]", wire["passed"])}
    given, changes_files = wire.get("given") is True, wire.get("files") is True
    return KeptSequence(steps, hits, exception, cast("int", wire["cost"]), given, passed, changes_files)


def _internal(name: str) -> str:
    """The internal name of a class. Each sequence has hundreds, which are always the same."""
    return intern(name.replace(".", "/"))


def _step(wire: list[Json], members: Members) -> Step:
    kind = wire[0]
    if isinstance(kind, str):
        return Literal(kind, cast("int | str | None", wire[1]))
    if kind == _STUB:
        answers = tuple((name, each, step) for name, each, step in cast("list[tuple[str, str, int]]", wire[2]))
        constructor, given = (wire[3], wire[4]) if len(wire) > 3 else ("", [])
        return NewStub(cast("str", wire[1]), answers, cast("str", constructor), tuple(cast("list[int]", given)))
    if kind == _HANDED:
        return Handed(*cast("tuple[int, str, str, str, int, int]", wire[1:]))
    if kind == _ARRAY:
        elements = cast("list[tuple[int, int]]", wire[3])
        return NewArray(cast("str", wire[1]), cast("int", wire[2]), tuple((at, step) for at, step in elements))
    owner, name, descriptor = members[cast("int", wire[1])]
    numbers = cast("list[int]", wire[2:])
    if kind == _NEW:
        return New(owner, descriptor, tuple(numbers))
    if kind == _GET:
        return GetStatic(owner, name)
    return Call(owner, name, descriptor, None if numbers[0] < 0 else numbers[0], tuple(numbers[1:]))
