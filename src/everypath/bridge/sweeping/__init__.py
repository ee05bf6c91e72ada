"""Runs sweeps: call sequences made by feedback in a JVM of their own, which keeps what passes new probes.

`SweepProcess` owns the JVM. A `KeptSequence` is a list of steps as in a plan, where stubs are `NewStub`. This package
imports `messages`, `guard` and `processes`.
"""

from everypath.bridge.sweeping.process import SweepOptions, SweepProcess
from everypath.bridge.sweeping.sequences import KeptSequence, SweepSlice

__all__ = ["KeptSequence", "SweepOptions", "SweepProcess", "SweepSlice"]
