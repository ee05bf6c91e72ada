"""Chooses the next state: worklists, coverage goals, and inputs that need no solver.

`Worklist` orders the pending forks by a strategy. `Goals` records the covered code, `GoalRanking` ranks forks by their
distance to uncovered code, `Seeds` runs concrete inputs. This package imports `limits`, `paths`, `lemmas` and
`witnesses`.
"""

from everypath.explore.search.concrete_seeds import Limit, Seed, SeedPaths, Seeds, SeedSource, run_seed
from everypath.explore.search.further_arguments import FurtherArguments
from everypath.explore.search.goals import Goals, is_in_setup, places_left
from everypath.explore.search.ranking import GoalRanking, distances, pc_of
from everypath.explore.search.recursion import Overflows
from everypath.explore.search.strategies import (
    STRATEGIES,
    BestFirst,
    BreadthFirst,
    DepthFirst,
    Generational,
    RandomPath,
    Strategy,
    Worklist,
    guarded_strategy,
    worklist,
)
from everypath.explore.search.string_literals import guess, literals_of

__all__ = [
    "STRATEGIES",
    "BestFirst",
    "BreadthFirst",
    "DepthFirst",
    "FurtherArguments",
    "Generational",
    "GoalRanking",
    "Goals",
    "Limit",
    "Overflows",
    "RandomPath",
    "Seed",
    "SeedPaths",
    "SeedSource",
    "Seeds",
    "Strategy",
    "Worklist",
    "distances",
    "guarded_strategy",
    "guess",
    "is_in_setup",
    "literals_of",
    "pc_of",
    "places_left",
    "run_seed",
    "worklist",
]
