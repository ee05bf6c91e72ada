"""The progress of an exploration, and the type of the rules that stop it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from everypath.dataclass import dataclass


@dataclass(slots=True)
class Progress:
    """The progress of an exploration: the input of stop rules.

    ``seconds`` is the wall time of the round, ``states`` the number of runs of the machine. ``idle`` counts the paths
    since the last one that showed anything new. ``effort`` is that of all rounds so far, as
    `everypath.explore.limits.effort` counts it; ``last_new_at`` is the effort when something new was found last.
    ``goals_open``: a block of the entry is not covered. ``helper_goals_open``: a block of a called private method is
    not covered; such a method is no entry, so its callers must cover it.
    """

    seconds: float = 0.0
    paths: int = 0
    states: int = 0
    idle: int = 0
    goals_open: bool = True
    helper_goals_open: bool = False
    effort: float = 0.0
    last_new_at: float = 0.0

    def found_new(self) -> None:
        """Something new was found."""
        self.idle = 0
        self.last_new_at = self.effort


StopRule: TypeAlias = Callable[[Progress], str | None]
"""Gives the reason to stop; None to go on."""


def first_reason(rules: Sequence[StopRule], progress: Progress) -> str | None:
    """The reason of the first rule that stops; None if no rule does."""
    for rule in rules:
        reason = rule(progress)
        if reason is not None:
            return reason
    return None
