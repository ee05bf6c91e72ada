"""Observers of a run: `Tracer` follows the entry's path, `Stepper` shows each step, `accesses` logs reads and writes.

Imports `core` only.
"""

from everypath.vm.observers.accesses import LOADS, READS, STORES, WRITES, Watch, accesses_of, field_named
from everypath.vm.observers.path_trace import (
    OFF_PATH,
    THROWER,
    THROWING_CALL,
    Tracer,
    blocks_of,
    descriptor_of,
    thrower_of,
    throwing_call_of,
    trace_of,
)
from everypath.vm.observers.stepper import (
    DEEPEST_CALL,
    FIRST_STEPS,
    LAST_STEPS,
    MOST_STEPS,
    STEPS,
    Step,
    Stepper,
    interpret,
)

__all__ = [
    "DEEPEST_CALL",
    "FIRST_STEPS",
    "LAST_STEPS",
    "LOADS",
    "MOST_STEPS",
    "OFF_PATH",
    "READS",
    "STEPS",
    "STORES",
    "THROWER",
    "THROWING_CALL",
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
    "thrower_of",
    "throwing_call_of",
    "trace_of",
]
