"""Stop rules: each is one function of the progress that gives the reason to stop, or None."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(slots=True)
class Progress:
    """What stop rules look at. ``idle`` counts the paths since the last one that showed anything new."""

    seconds: float = 0.0
    paths: int = 0
    states: int = 0
    idle: int = 0
    goals_open: bool = True


StopRule: TypeAlias = Callable[[Progress], str | None]


def after_seconds(limit: float) -> StopRule:
    """Stop with ``time`` after this much wall time."""
    return lambda progress: "time" if progress.seconds >= limit else None


def after_paths(limit: int) -> StopRule:
    """Stop with ``paths`` after this many finished paths."""
    return lambda progress: "paths" if progress.paths >= limit else None


def after_states(limit: int) -> StopRule:
    """Stop with ``states`` after this many runs of the machine."""
    return lambda progress: "states" if progress.states >= limit else None


def when_idle(limit: int) -> StopRule:
    """Stop with ``enough`` when all goals are met and this many paths in a row showed nothing new."""
    return lambda progress: "enough" if not progress.goals_open and progress.idle >= limit else None


def first_reason(rules: Sequence[StopRule], progress: Progress) -> str | None:
    """The reason of the first rule that wants to stop."""
    for rule in rules:
        reason = rule(progress)
        if reason is not None:
            return reason
    return None
