"""How long an exploration goes on before others have their turn, and what it leaves for another time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from everypath.explore.limits.stop_rules import (
    StopRule,
    after_effort,
    after_paths,
    after_seconds,
    after_states,
    when_full,
    when_idle,
    when_quiet,
)
from everypath.explore.session.criteria_rules import rules_of_criteria

if TYPE_CHECKING:
    from everypath.explore.engine.explorer import Explorer

SCARCE = 0.02
"""A round whose time is scarce is over when so many seconds of effort, and as many as it took to see everything, showed
nothing new.
"""


class Round(NamedTuple):
    """One round of an exploration, of so many seconds of ``effort`` at most.

    ``hurried``: seeds are sown before, as there may be no further round. ``scarce``: what most likely shows nothing new
    is left for another round, so that other methods have their turn.
    """

    effort: float = math.inf
    hurried: bool = True
    scarce: bool = False

    def rules(self, explorer: Explorer, seconds: float) -> Sequence[StopRule]:
        """When to stop it, and why; ``seconds`` are by the clock."""
        options, progress = explorer.options, explorer.progress
        over = after_seconds(seconds), after_effort(progress.effort + self.effort)
        count = after_paths(options.paths), after_states(options.states)
        return (*over, *count, when_full(explorer.memory), *self._rules_of_enough(explorer))

    def _rules_of_enough(self, explorer: Explorer) -> Sequence[StopRule]:
        """When enough was seen: when all criteria are met, or nothing new came on so many paths that nobody waits for
        what is left; without any, when nothing new comes.
        """
        if explorer.ahead is not None:
            return rules_of_criteria(explorer, explorer.ahead)
        for_now = (when_quiet(SCARCE, explorer.goals, "time"),) if self.scarce else ()
        return (
            *for_now,
            when_idle(explorer.options.patience),
            when_quiet(explorer.options.quiet, explorer.goals),
            lambda progress: "enough" if explorer.spares.used_up(progress) else None,
        )


WHOLE = Round()
"""What goes on as far as time allows."""
