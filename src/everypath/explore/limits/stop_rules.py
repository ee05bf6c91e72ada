"""The stop rules. Each is a function of the progress that gives the reason to stop, or None."""

from __future__ import annotations

import time

from everypath.explore.limits.memory import Memory
from everypath.explore.limits.progress import Progress, StopRule


def after_seconds(limit: float) -> StopRule:
    """Stop with ``time`` after this much wall time."""
    return lambda progress: "time" if progress.seconds >= limit else None


def after_effort(limit: float) -> StopRule:
    """Stop with ``time`` after this much effort. Unlike wall time, it is the same on every machine."""
    return lambda progress: "time" if progress.effort >= limit else None


def after_paths(limit: int) -> StopRule:
    """Stop with ``paths`` after this many finished paths."""
    return lambda progress: "paths" if progress.paths >= limit else None


def after_states(limit: int) -> StopRule:
    """Stop with ``states`` after this many runs of the machine."""
    return lambda progress: "states" if progress.states >= limit else None


def after_plateau(limit: int) -> StopRule:
    """Stop with ``enough`` if the entry is covered and this many paths in a row showed nothing new.

    The limit is that of `scaled_limit`.
    """
    return lambda progress: (
        "enough" if not progress.goals_open and progress.idle >= scaled_limit(limit, progress) else None
    )


HELPER_FACTOR = 10
"""The factor on limits of stagnation while a called private method is not covered."""


def scaled_limit(limit: float, progress: Progress) -> float:
    """The limit; `HELPER_FACTOR` times as large while a called private method is not covered."""
    return limit * HELPER_FACTOR if progress.helper_goals_open else limit


MEMORY_CHECK_INTERVAL = 0.005
"""Seconds between two checks of the memory of this process; each takes a system call."""


def when_full(memory: Memory) -> StopRule:
    """Stop with ``memory`` if the memory budget is used up. The first check comes `MEMORY_CHECK_INTERVAL` seconds
    after the start.
    """
    looked = time.monotonic()

    def rule(progress: Progress) -> str | None:
        nonlocal looked
        now = time.monotonic()
        if now - looked < MEMORY_CHECK_INTERVAL:
            return None
        looked = now
        return "memory" if memory.used_up else None

    return rule
