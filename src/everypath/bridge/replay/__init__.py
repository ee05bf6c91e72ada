"""Replays plans on the analysed classes and measures what they cover.

`ReplayRunner` runs plans and replaces its JVM when a replay breaks it; a `Pipeline` holds plans that were sent before
their outcomes are asked for. `RestoringReplays` tries plans quickly, in one class loader. `Coverage` accumulates the
probes that replays hit. This package imports `processes` and `messages`.
"""

from everypath.bridge.replay.coverage import Coverage, MethodCoverage
from everypath.bridge.replay.runner import DEFAULT_FUEL, ReplayOptions, ReplayRunner

__all__ = ["DEFAULT_FUEL", "Coverage", "MethodCoverage", "ReplayOptions", "ReplayRunner"]
