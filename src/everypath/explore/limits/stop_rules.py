"""Stop rules: each is one function of the progress that gives the reason to stop, or None."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass
from everypath.explore.limits.memory import Memory

if TYPE_CHECKING:
    from everypath.explore.search.goals import Goals


@dataclass(slots=True)
class Progress:
    """What stop rules look at. ``idle`` counts the paths since the last one that showed anything new.

    ``effort`` is the work of all rounds so far in seconds, as `everypath.explore.limits.effort` counts it; ``news_at``
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
    news_at: float = 0.0

    def news(self) -> None:
        """Something new was seen."""
        self.idle = 0
        self.news_at = self.effort


StopRule: TypeAlias = Callable[[Progress], str | None]


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


def when_idle(limit: int) -> StopRule:
    """Stop with ``enough`` when all goals are met and this many paths in a row showed nothing new, `PATIENT` times as
    many with helpers that are not covered.
    """
    return lambda progress: "enough" if not progress.goals_open and progress.idle >= _so_many(limit, progress) else None


PATIENT = 10


def _so_many(limit: float, progress: Progress) -> float:
    return limit * PATIENT if progress.helpers_open else limit


def when_quiet(least: float, goals: Goals, reason: str = "enough") -> StopRule:
    """Stop with ``enough``, or another ``reason``, when nothing new was seen for as long as it took to see all there
    is, and no goal remains; where only such remain as are hardly met any more, `PATIENT` times as long.

    Counted in seconds of effort, at ``least`` so many: questions that are hard for the solvers, asked long
    after everything was seen, must not keep the user waiting.
    """

    def rule(progress: Progress) -> str | None:
        quiet, limit = progress.effort - progress.news_at, max(least, progress.news_at)
        if quiet < _so_many(limit, progress):
            return None
        enough = not goals.remain or (quiet >= PATIENT * limit and not goals.promising)
        return reason if enough else None

    return rule


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


def first_reason(rules: Sequence[StopRule], progress: Progress) -> str | None:
    """The reason of the first rule that wants to stop."""
    for rule in rules:
        reason = rule(progress)
        if reason is not None:
            return reason
    return None
