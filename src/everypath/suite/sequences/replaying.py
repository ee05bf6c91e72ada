"""What the making of observed cases needs of a JVM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from everypath.bridge import JvmDefaults, Plan, ProbeTable, ReplayResult
from everypath.suite.replay import ELSEWHERE

__all__ = ["Asked", "Replayer", "replayed"]


class Asked(NamedTuple):
    """A plan that is to be replayed, here or ``elsewhere``: with other defaults of the JVM."""

    plan: Plan
    elsewhere: bool = False


class Replayer(Protocol):
    """Replays plans, each on classes whose static state no earlier replay has changed. A `Bridge` is one."""

    def replay_many(self, plans: Sequence[Plan], *, defaults: JvmDefaults | None = None) -> list[ReplayResult]:
        """The results of plans, in order; with the JVM's own defaults, or with others."""

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not analysed."""


def replayed(asked: Sequence[Asked], replayer: Replayer) -> list[ReplayResult]:
    """The results of plans, in order."""
    places = {where: [at for at, each in enumerate(asked) if each.elsewhere is where] for where in (False, True)}
    found: dict[int, ReplayResult] = {}
    for elsewhere, numbers in places.items():
        if numbers:
            plans = [asked[at].plan for at in numbers]
            results = replayer.replay_many(plans, defaults=ELSEWHERE[0] if elsewhere else None)
            found |= dict(zip(numbers, results, strict=True))
    return [found[at] for at in range(len(asked))]
