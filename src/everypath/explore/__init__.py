"""Exploration: every path of one entry, in the order a strategy likes, until nothing is left or a stop rule says so."""

from everypath.explore.behaviours.behaviours import Behaviours
from everypath.explore.engine.explorer import Explorer, explore
from everypath.explore.paths.exploration import Cut, Exploration, Failure, Statistics, UnreachedLine
from everypath.explore.paths.path import Path
from everypath.explore.paths.path_counts import PathCounts, count_paths
from everypath.explore.session.options import ExploreOptions

__all__ = [
    "Behaviours",
    "Cut",
    "Exploration",
    "ExploreOptions",
    "Explorer",
    "Failure",
    "Path",
    "PathCounts",
    "Statistics",
    "UnreachedLine",
    "count_paths",
    "explore",
]
