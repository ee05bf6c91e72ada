"""everypath from Python: paths as they are found, whole analyses, and parts that a program supplies itself.

The names are those of the package ``everypath`` (``everypath.explore``); ``docs/api.md`` describes them. `Job` opens
targets under options, also for the command line. Names are imported when they are first used. The modules, lowest
first:

values      inputs as Python values
events      the events that hooks are notified of
results     the result of each method
path        one path
extensions  hooks, strategies, criteria and models of a caller
jobs        targets opened under options; ``check`` and ``paths``
exploring   ``explore``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.lazy import loader

if TYPE_CHECKING:
    from everypath.api.events import Block, Cut, Fork, Query, Refuted
    from everypath.api.exploring import Exploration, explore
    from everypath.api.jobs import Job, Silent, check, method_target, paths, with_methods
    from everypath.api.path import Path, Replay
    from everypath.api.results import MethodResult
    from everypath.api.values import JavaObject

__all__ = [
    "Block",
    "Cut",
    "Exploration",
    "Fork",
    "JavaObject",
    "Job",
    "MethodResult",
    "Path",
    "Query",
    "Refuted",
    "Replay",
    "Silent",
    "check",
    "explore",
    "method_target",
    "paths",
    "with_methods",
]

__getattr__ = loader(
    __name__,
    {
        "events": ("Block", "Cut", "Fork", "Query", "Refuted"),
        "exploring": ("Exploration", "explore"),
        "jobs": ("Job", "Silent", "check", "method_target", "paths", "with_methods"),
        "path": ("Path", "Replay"),
        "results": ("MethodResult",),
        "values": ("JavaObject",),
    },
)
