"""The loop of the exploration.

`Explorer` explores one entry: it picks forks, solves them, runs the states, deepens the bounds and records the paths.
`ObjectRuns` runs its entry on objects that chosen calls build. This package imports all others of the exploration.
"""

from everypath.explore.engine.explorer import Explorer, PathGenerator, explore
from everypath.explore.engine.object_runs import Choice, ObjectRuns
from everypath.explore.engine.receiver_search import invariants_of
from everypath.explore.engine.step_trace import StepTrace, retrace, unmatched

__all__ = [
    "Choice",
    "Explorer",
    "ObjectRuns",
    "PathGenerator",
    "StepTrace",
    "explore",
    "invariants_of",
    "retrace",
    "unmatched",
]
