"""The stop rules of one round of an exploration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.explore.limits import (
    HELPER_FACTOR,
    Progress,
    StopRule,
    after_effort,
    after_paths,
    after_plateau,
    after_seconds,
    after_states,
    scaled_limit,
    when_full,
)
from everypath.explore.session.criteria_rules import criteria_rules

if TYPE_CHECKING:
    from everypath.explore.limits import RoundLimits
    from everypath.explore.search import Goals
    from everypath.explore.session.exploration_state import ExplorationState

LOW_BUDGET_LIMIT = 0.02
"""The least effort without progress, in seconds, after which a round with a low budget ends. If the effort up to the
last progress was greater, the round ends after that much effort without progress.
"""


def stop_rules(round_limits: RoundLimits, session: ExplorationState, seconds: float) -> Sequence[StopRule]:
    """The stop rules of a round that may take ``seconds`` of wall time."""
    options, progress = session.options, session.progress
    over = after_seconds(seconds), after_effort(progress.effort + round_limits.effort)
    count = after_paths(options.paths), after_states(options.states)
    return (*over, *count, when_full(session.memory), *_rules_of_enough(round_limits, session))


def _rules_of_enough(round_limits: RoundLimits, session: ExplorationState) -> Sequence[StopRule]:
    """The rules that stop a round with ``enough``, or for criteria.

    With coverage criteria: all goals are met, none is reachable, or the last paths met none. Without: the last paths
    covered nothing new.
    """
    if session.reachability is not None:
        return criteria_rules(session, session.reachability)
    options = session.options
    for_now = (when_stagnant(LOW_BUDGET_LIMIT, session.goals, "time"),) if round_limits.low_budget else ()
    return (
        *for_now,
        after_plateau(options.idle_path_limit),
        when_stagnant(options.idle_effort_limit, session.goals),
        lambda progress: "enough" if session.further_arguments.used_up(progress) else None,
    )


def when_stagnant(least: float, goals: Goals, reason: str = "enough") -> StopRule:
    """Stop with ``reason`` if no goal remains and at least as much effort has passed without progress as with it.

    Goals that remain but are not promising delay this by `HELPER_FACTOR`. ``least`` is the least effort without
    progress, in seconds: hard solver queries, asked long after the last new thing, must not keep the user waiting.
    """

    def rule(progress: Progress) -> str | None:
        stagnation, limit = progress.effort - progress.last_new_at, max(least, progress.last_new_at)
        if stagnation < scaled_limit(limit, progress):
            return None
        enough = not goals.remain or (stagnation >= HELPER_FACTOR * limit and not goals.promising)
        return reason if enough else None

    return rule
