"""Observers of a run: `Tracer` follows the entry's path, `Stepper` shows each step, `accesses` logs reads and writes.

Imports `core` only.
"""

from everypath.vm.observers.accesses import LOADS, READS, STORES, WRITES, Watch, accesses_of, field_named
from everypath.vm.observers.path_trace import (
    LEFT,
    OFF_PATH,
    THROWER,
    Tracer,
    blocks_of,
    descriptor_of,
    left_of,
    thrower_of,
    trace_of,
)
from everypath.vm.observers.stepper import DEEPEST, FIRST_STEPS, LAST_STEPS, MOST_STEPS, STEPS, Step, Stepper, interpret

__all__ = [
    "DEEPEST",
    "FIRST_STEPS",
    "LAST_STEPS",
    "LEFT",
    "LOADS",
    "MOST_STEPS",
    "OFF_PATH",
    "READS",
    "STEPS",
    "STORES",
    "THROWER",
    "WRITES",
    "Step",
    "Stepper",
    "Tracer",
    "Watch",
    "accesses_of",
    "blocks_of",
    "descriptor_of",
    "field_named",
    "interpret",
    "left_of",
    "thrower_of",
    "trace_of",
]
