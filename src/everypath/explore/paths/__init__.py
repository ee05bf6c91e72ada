"""Finished paths and the result of an exploration, as data.

`Path` is an equivalence class of inputs with its effect, `Exploration` the result for one entry. Their parts are
defined here, too, even if other packages compute them. This package imports no other package of the exploration
at run time.
"""

from everypath.explore.paths.criterion_result import CriterionResult, Goal
from everypath.explore.paths.exploration import BoundCut, Exploration, Failure, Statistics, UnreachedLine
from everypath.explore.paths.marks import FAR, FURTHER_ARGUMENT, INPUT_BOUNDS, OVERFLOW, SETUP, UNBOUNDED, UNCERTAIN
from everypath.explore.paths.path import BlockTrace, Path
from everypath.explore.paths.path_counts import PotentialPathCounts, count_paths
from everypath.explore.paths.result_records import NEVER, NOT_BY_CALLS, Claim, LemmaCounts, Refutation, UnreachableCode

__all__ = [
    "FAR",
    "FURTHER_ARGUMENT",
    "INPUT_BOUNDS",
    "NEVER",
    "NOT_BY_CALLS",
    "OVERFLOW",
    "SETUP",
    "UNBOUNDED",
    "UNCERTAIN",
    "BlockTrace",
    "BoundCut",
    "Claim",
    "CriterionResult",
    "Exploration",
    "Failure",
    "Goal",
    "LemmaCounts",
    "Path",
    "PotentialPathCounts",
    "Refutation",
    "Statistics",
    "UnreachableCode",
    "UnreachedLine",
    "count_paths",
]
