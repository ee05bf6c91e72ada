"""What the making of observed cases needs of a JVM."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, TypeVar

from everypath.bridge import JvmDefaults, Plan, ProbeTable, ReplayResult
from everypath.suite.replay import ELSEWHERE

__all__ = ["Asked", "Replayer", "driven", "replayed"]

_T = TypeVar("_T")


class Asked(NamedTuple):
    """A plan that is to be replayed, here or ``elsewhere``: in another JVM, with other defaults."""

    plan: Plan
    elsewhere: bool = False


class Replayer(Protocol):
    """Replays plans, each on classes whose static state no earlier replay has changed. A `Bridge` is one."""

    def replay_many(self, plans: Sequence[Plan], *, defaults: JvmDefaults | None = None) -> list[ReplayResult]:
        """The results of plans, in order; with the JVM's own defaults, or with others."""

    def second_jvm(self) -> AbstractContextManager[None]:
        """In a ``with`` block, plans are replayed in a JVM in which objects have other identity hash codes."""

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not analysed."""


def driven(makers: Sequence[Generator[list[Asked], Sequence[ReplayResult], _T]], replayer: Replayer) -> list[_T]:
    """The results of generators that run in step: the plans that they ask for are replayed together."""
    found: dict[int, _T] = {}
    sent: dict[int, Sequence[ReplayResult] | None] = dict.fromkeys(range(len(makers)))
    while sent:
        asked: dict[int, list[Asked]] = {}
        for at, replays in sent.items():
            try:
                asked[at] = next(makers[at]) if replays is None else makers[at].send(replays)
            except StopIteration as end:
                found[at] = end.value
        results = iter(replayed([each for plans in asked.values() for each in plans], replayer))
        sent = {at: [next(results) for _ in plans] for at, plans in asked.items()}
    return [found[at] for at in range(len(makers))]


def replayed(asked: Sequence[Asked], replayer: Replayer) -> list[ReplayResult]:
    """The results of plans, in order."""
    here = [each.plan for each in asked if not each.elsewhere]
    away = [each.plan for each in asked if each.elsewhere]
    found = {False: iter(replayer.replay_many(here) if here else ()), True: iter(_replayed_elsewhere(away, replayer))}
    return [next(found[each.elsewhere]) for each in asked]


def _replayed_elsewhere(plans: Sequence[Plan], replayer: Replayer) -> list[ReplayResult]:
    if not plans:
        return []
    with replayer.second_jvm():
        return replayer.replay_many(plans, defaults=ELSEWHERE[0])
