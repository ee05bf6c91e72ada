"""Coverage criteria: the goals that an exploration must meet before it may stop.

`Criterion` is the protocol that all of them follow, `CRITERIA` the table of their names, `Goal` one goal.
`ReachabilityAnalysis` finds the goals that can still be reached from a position in the code. This package imports
`search` and the packages below it.
"""

from everypath.explore.criteria.exceptions import ExceptionOrigin, exception_origins
from everypath.explore.criteria.reachability import Position, PositionedWorklist, ReachabilityAnalysis
from everypath.explore.criteria.registry import (
    BOUNDED,
    CRITERIA,
    NEEDS_ACCESS_LOG,
    Criterion,
    CriterionFactory,
    bounds_of,
    guarded_criterion,
    is_criterion,
    known_names,
    make_criteria,
    results,
)
from everypath.explore.paths import CriterionResult, Goal

__all__ = [
    "BOUNDED",
    "CRITERIA",
    "NEEDS_ACCESS_LOG",
    "Criterion",
    "CriterionFactory",
    "CriterionResult",
    "ExceptionOrigin",
    "Goal",
    "Position",
    "PositionedWorklist",
    "ReachabilityAnalysis",
    "bounds_of",
    "exception_origins",
    "guarded_criterion",
    "is_criterion",
    "known_names",
    "make_criteria",
    "results",
]
