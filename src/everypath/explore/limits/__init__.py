"""The limits of an exploration: its progress, effort and memory, and the rules that stop it.

`Progress` is the input of stop rules, `Effort` counts work independently of the speed of the machine, `Memory` is the
memory budget, `RoundLimits` holds the limits of one round. This package imports no other package of the exploration.
"""

from everypath.explore.limits.effort import Effort
from everypath.explore.limits.memory import Memory
from everypath.explore.limits.progress import Progress, StopRule, first_reason
from everypath.explore.limits.rounds import WHOLE, RoundLimits
from everypath.explore.limits.stop_rules import (
    HELPER_FACTOR,
    after_effort,
    after_paths,
    after_plateau,
    after_seconds,
    after_states,
    scaled_limit,
    when_full,
)

__all__ = [
    "HELPER_FACTOR",
    "WHOLE",
    "Effort",
    "Memory",
    "Progress",
    "RoundLimits",
    "StopRule",
    "after_effort",
    "after_paths",
    "after_plateau",
    "after_seconds",
    "after_states",
    "first_reason",
    "scaled_limit",
    "when_full",
]
