"""The outcome of a replay in a shared loader: what it passed and how it ended, without values of objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from everypath.bridge.guard import sink_name
from everypath.bridge.messages.plan import Json
from everypath.bridge.messages.replay_result import Status
from everypath.bridge.messages.snapshot import NULL, Null, Primitive, Text, decode_value
from everypath.classfile import internal_name
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class BriefResult:
    """The outcome of one replay after which static state was put back.

    ``status``, ``exception``, ``step``, ``sink``, ``retired`` and ``hits`` are those of `ReplayResult`; where the plan
    is bad, ``message`` is the reason. ``returned`` is the result of the call if it is a primitive, a string (its first
    4,096 characters) or null, which ``void`` methods return, too.

    ``initial`` are the probes passed when the plan ran and initialised classes; it then ran again, and ``hits`` are
    those of the last run. ``is_unsure``: the plan met a class of which a replay in a fresh loader may
    show something else.
    """

    status: Status
    steps_used: int = 0
    hits: tuple[int, ...] = ()
    returned: Primitive | Text | Null | None = None
    exception: str | None = None
    message: str | None = None
    step: int | None = None
    sink: str | None = None
    initial: tuple[int, ...] = ()
    is_unsure: bool = False
    retired: bool = False


def decode_brief_result(wire: Sequence[Json], probe_ids: Callable[[Json], tuple[int, ...]]) -> BriefResult:
    """An outcome from its wire format (``RestoringRunner.java``); ``probe_ids`` turns numbers of probes into ids."""
    status = Status(cast("str", wire[0]))
    rest = [*wire[1:], *(None,) * (9 - len(wire))]
    steps, hits, returned, exception, step, sink, initial, unsure = rest
    name = cast("str | None", exception)
    is_bad = status is Status.BAD_PLAN
    return BriefResult(
        status,
        cast("int", steps or 0),
        probe_ids(hits),
        _returned(returned),
        None if name is None or is_bad else internal_name(name),
        name if is_bad else None,
        cast("int | None", step),
        None if sink is None else sink_name(cast("int", sink)),
        probe_ids(initial),
        unsure is not None,
    )


def _returned(wire: Json) -> Primitive | Text | Null | None:
    if wire is None:
        return None
    if cast("list[Json]", wire)[0] == "N":
        return NULL
    return cast("Primitive | Text", decode_value(wire))
