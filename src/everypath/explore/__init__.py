"""Exploration: every path of one entry, in the order a strategy likes, until nothing is left or a stop rule says so."""

from everypath.explore.changes import Behaviours
from everypath.explore.explorer import Explorer, explore
from everypath.explore.options import ExploreOptions
from everypath.explore.path import Cut, Exploration, Failure, Path, Statistics, UnreachedLine
from everypath.explore.potential import PathCounts, count_paths

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
