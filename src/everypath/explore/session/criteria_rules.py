"""The stop rules of an exploration with coverage criteria, and the proof that no input meets an unmet goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from everypath.explore.criteria import PositionedWorklist

if TYPE_CHECKING:
    from everypath.explore.criteria import Position, ReachabilityAnalysis
    from everypath.explore.limits import Progress, StopRule
    from everypath.explore.paths import Goal
    from everypath.explore.session.exploration_state import ExplorationState

STAGNATION_FACTOR = 10
"""The factor between the limit on stagnation with unmet goals and that of an exploration without criteria."""

FIRST_LOOK = 50
"""The number of paths without anything new after which it is checked if a pending state can still reach a goal. It is
checked again after twice as many, and so on.
"""


@runtime_checkable
class OpenEndedCriterion(Protocol):
    """A criterion whose goals are not all known from the start."""

    def open_ended(self) -> Sequence[Goal]:
        """The places where further goals may be found."""


def criteria_rules(session: ExplorationState, reachability: ReachabilityAnalysis) -> Sequence[StopRule]:
    """The stop rules for the requested criteria.

    ``criterion``: all goals are met, and no further goals can be found. ``out-of-reach``: no unmet goal is reachable
    from any pending state. ``enough``: many paths, or much effort, showed nothing new. There are no rules if a
    criterion is endless: then only the last path ends the exploration.
    """
    criteria, options = tuple(session.criteria.values()), session.options
    if any(each.is_endless for each in criteria):
        return ()
    open_ended = [goal for each in criteria if isinstance(each, OpenEndedCriterion) for goal in each.open_ended()]
    look_at = FIRST_LOOK

    def is_left() -> list[Goal]:
        return [goal for each in criteria for goal in each.left()]

    def when_met(progress: Progress) -> str | None:
        return None if open_ended or any(each.left() for each in criteria) else "criterion"

    def when_out_of_reach(progress: Progress) -> str | None:
        nonlocal look_at
        if progress.idle < look_at:
            look_at = FIRST_LOOK if progress.idle < FIRST_LOOK else look_at
            return None
        look_at *= 2
        waiting = _positions(session, reachability)
        left = is_left()
        if any(_is_reachable(session, reachability, waiting, goal) for goal in (*left, *open_ended)):
            return None
        return "out-of-reach" if left else "criterion"

    def when_stagnant(progress: Progress) -> str | None:
        stagnation = progress.effort - progress.last_new_at
        long = progress.idle >= options.idle_path_limit or stagnation >= max(
            STAGNATION_FACTOR * options.idle_effort_limit, 2 * progress.last_new_at
        )
        return "enough" if long else None

    return when_met, when_out_of_reach, when_stagnant


def goals_past(session: ExplorationState, *, exact: bool) -> Callable[[Goal], bool]:
    """A function that is true for an unmet goal that no input meets.

    That is proved if no pending state can reach the goal, and no path was lost. ``exact``: all kinds of inputs were
    tried, and no path rests on an unknown value. Without it, or if paths were lost, the function is false for every
    goal.
    """
    reachability = session.reachability
    dropped = session.refuted_by_limit or session.unknown_at or session.too_large or session.oversized
    lost = session.failures or session.counts["discarded"] or session.options.path is not None
    if reachability is None or not exact or dropped or lost or session.skipped is not None:
        return lambda goal: False
    waiting = _positions(session, reachability)
    return lambda goal: not _is_reachable(session, reachability, waiting, goal)


def _positions(session: ExplorationState, reachability: ReachabilityAnalysis) -> set[Position]:
    """The positions of all pending states, including those that bounds keep back."""
    states = (*session.ready, *session.halted)
    found = {reachability.position(each) for each in states}
    found.update(reachability.of_fork(each) for each in (*session.parked, *session.deferred.forks))
    if isinstance(session.pending, PositionedWorklist):
        found.update(session.pending.positions)
    return found


def _is_reachable(
    session: ExplorationState, reachability: ReachabilityAnalysis, waiting: set[Position], goal: Goal
) -> bool:
    method = next((each for each in reachability.methods if each.key == goal.method), session.entry)
    return reachability.may_reach(waiting, method, goal.pc)
