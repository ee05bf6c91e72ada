"""Coverage criteria: what an exploration must show before it may stop.

`Criterion` is the protocol that all of them follow, `CRITERIA` the table of their names, `Goal` one thing to reach.
`reachability` knows which goals can still be reached from a position in the code. This package imports `search` and
the packages below it.
"""

from everypath.explore.criteria.registry import (
    BOUNDED,
    CRITERIA,
    WATCHING,
    Criterion,
    Making,
    bounds_of,
    foreign,
    is_criterion,
    known_names,
    made,
    results,
)
from everypath.explore.paths.criterion_result import CriterionResult, Goal

__all__ = [
    "BOUNDED",
    "CRITERIA",
    "WATCHING",
    "Criterion",
    "CriterionResult",
    "Goal",
    "Making",
    "bounds_of",
    "foreign",
    "is_criterion",
    "known_names",
    "made",
    "results",
]
