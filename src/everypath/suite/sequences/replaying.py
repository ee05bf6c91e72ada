"""What the making of observed cases needs of a JVM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from everypath.bridge import Plan, ProbeTable, ReplayResult

__all__ = ["Replayer"]


class Replayer(Protocol):
    """Replays plans, each on classes whose static state no earlier replay has changed. A `Bridge` is one."""

    def replay_many(self, plans: Sequence[Plan]) -> list[ReplayResult]:
        """The results of plans, in order."""

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not analysed."""
