"""Stop rules: each is one function of the progress that gives the reason to stop, or None."""

from __future__ import annotations

import time

from everypath.explore.limits.memory import Memory
from everypath.explore.limits.progress import Progress, StopRule


def after_seconds(limit: float) -> StopRule:
    """Stop with ``time`` after this much wall time."""
    return lambda progress: "time" if progress.seconds >= limit else None


def after_effort(limit: float) -> StopRule:
    """Stop with ``time`` when the exploration has come to this effort: at the same place on any machine."""
    return lambda progress: "time" if progress.effort >= limit else None


def after_paths(limit: int) -> StopRule:
    """Stop with ``paths`` after this many finished paths."""
    return lambda progress: "paths" if progress.paths >= limit else None


def after_states(limit: int) -> StopRule:
    """Stop with ``states`` after this many runs of the machine."""
    return lambda progress: "states" if progress.states >= limit else None


def after_plateau(limit: int) -> StopRule:
    """Stop with ``enough`` when all goals are met and this many paths in a row showed nothing new, `PATIENT` times as
    many with helpers that are not covered.
    """
    return lambda progress: (
        "enough" if not progress.goals_open and progress.idle >= scaled_limit(limit, progress) else None
    )


HELPER_FACTOR = 10


def scaled_limit(limit: float, progress: Progress) -> float:
    """The limit, `HELPER_FACTOR` times as large while a helper is not covered."""
    return limit * HELPER_FACTOR if progress.helpers_open else limit


LOOK = 0.005
"""Seconds between two looks at the memory of this process, which take a system call."""


def when_full(memory: Memory) -> StopRule:
    """Stop with ``memory`` when this process has grown too large: so much takes longer than the first look waits."""
    looked = time.monotonic()

    def rule(progress: Progress) -> str | None:
        nonlocal looked
        now = time.monotonic()
        if now - looked < LOOK:
            return None
        looked = now
        return "memory" if memory.used_up else None

    return rule
