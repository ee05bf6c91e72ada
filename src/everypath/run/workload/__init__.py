"""The tasks of a worker: the `Workload` of the whole run, and one `Unit` for each method and round.

`open_bridge` starts the JVM for a workload. `ErrorLog` keeps traces of engine errors.
`EngineExtensions` and the protocol `Extensions` describe the parts that a
caller supplies from Python. The package may import ``entries``, ``options`` and ``results``; it loads neither the
machine nor a solver.
"""

from everypath.run.workload.class_finder import ClassFinder
from everypath.run.workload.error_log import ErrorLog, error_text, repeating_command
from everypath.run.workload.extensions import NO_EXTENSIONS, EngineExtensions, ExplorationListener, ReplayServices
from everypath.run.workload.flip_task import FlipTask, Seed
from everypath.run.workload.jvm import open_bridge, rewrite_sources, supplied_classes
from everypath.run.workload.unit import Unit
from everypath.run.workload.workload import Workload

__all__ = [
    "NO_EXTENSIONS",
    "ClassFinder",
    "EngineExtensions",
    "ErrorLog",
    "ExplorationListener",
    "FlipTask",
    "ReplayServices",
    "Seed",
    "Unit",
    "Workload",
    "error_text",
    "open_bridge",
    "repeating_command",
    "rewrite_sources",
    "supplied_classes",
]
