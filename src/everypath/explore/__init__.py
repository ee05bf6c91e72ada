"""Exploration: finds the paths of one entry, in the order of a strategy, until a stop rule fires or none is left.

Its packages, lowest first:

- `limits`: progress, effort, memory and stop rules.
- `paths`: finished paths and the result of an exploration, as data.
- `lemmas`: summaries of called methods.
- `witnesses`: minimal and readable inputs of a path.
- `search`: worklists, goals, and inputs that need no solver.
- `concolic`: call sequences on symbols, and their decisions flipped.
- `behaviours`: what the methods of a class do to its objects.
- `criteria`: coverage criteria.
- `session`: the state, the options and the initial states of one exploration.
- `outcome`: from the state of an exploration to its result.
- `engine`: the loop.
"""

from everypath.explore.behaviours import ClassSummaries
from everypath.explore.engine import Explorer, explore
from everypath.explore.paths import (
    BoundCut,
    Exploration,
    Failure,
    Path,
    PotentialPathCounts,
    Statistics,
    UnreachedLine,
    count_paths,
)
from everypath.explore.session import ExploreOptions

__all__ = [
    "BoundCut",
    "ClassSummaries",
    "Exploration",
    "ExploreOptions",
    "Explorer",
    "Failure",
    "Path",
    "PotentialPathCounts",
    "Statistics",
    "UnreachedLine",
    "count_paths",
    "explore",
]
