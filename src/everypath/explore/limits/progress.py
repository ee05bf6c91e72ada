"""The progress of an exploration, and the type of the rules that stop it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from everypath.dataclass import dataclass


@dataclass(slots=True)
class Progress:
    """What stop rules look at. ``idle`` counts the paths since the last one that showed anything new.

    ``effort`` is the work of all rounds so far in seconds, as `everypath.explore.limits.effort` counts it;
    ``last_new_at``
    is what
    it was when something new was seen last. ``goals_open``: a block of the entry is not covered; ``helpers_open``: one
    of a private method, which is no entry, so that its callers are to cover it.
    """

    seconds: float = 0.0
    paths: int = 0
    states: int = 0
    idle: int = 0
    goals_open: bool = True
    helpers_open: bool = False
    effort: float = 0.0
    last_new_at: float = 0.0

    def found_new(self) -> None:
        """Something new was seen."""
        self.idle = 0
        self.last_new_at = self.effort


StopRule: TypeAlias = Callable[[Progress], str | None]


def first_reason(rules: Sequence[StopRule], progress: Progress) -> str | None:
    """The reason of the first rule that wants to stop."""
    for rule in rules:
        reason = rule(progress)
        if reason is not None:
            return reason
    return None
