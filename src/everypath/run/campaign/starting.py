"""When a run sweeps, and how its sweep is started."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from everypath.run.campaign.sweep import Sweep
from everypath.run.workload import ClassFinder, ErrorLog, Workload

if TYPE_CHECKING:
    from collections.abc import Iterable

    from everypath.bridge import SweepProcess
    from everypath.run.campaign.campaign import Campaign
    from everypath.run.campaign.counted_sweep import CountedSweep
    from everypath.run.entries import EntryName

LARGE_HEAP, SMALL_HEAP, LEAST_FOR_LARGE_HEAP = 448, 256, 2 << 30
"""Megabytes of the heap of the sweep's JVM, and the bytes of ``--memory`` from which on it has the larger one."""


LEAST = 0.25
"""The seconds for each method with which it can be explored at all."""

MANY = 100
"""The number of methods from which on objects mostly come from calls of others: however long each is explored, call
sequences reach more.
"""


class SweepStart(Enum):
    """When the sweep of a run begins."""

    NEVER = "never"
    FIRST = "first"
    LATER = "later"
    """Where exploring covers nothing more, or much of the time has passed, and goals are open."""


def sweep_start(workload: Workload, methods: int, seconds: float) -> SweepStart:
    """When methods are called in sequences: first where that is asked for, or (by default) if there are many methods or
    so many ``seconds`` are too short for exploring them; else where exploring ends.

    Sequences keep to no condition and know no sources of unknown values, so there is no sweep beside these, nor where
    all paths are wanted.
    """
    options = workload.options
    if workload.every_path or options.assume or options.ensure or options.source or options.entry:
        return SweepStart.NEVER
    if options.sweep != "auto":
        return SweepStart.FIRST if options.sweep == "on" else SweepStart.NEVER
    return SweepStart.FIRST if methods >= MANY or methods * LEAST > seconds else SweepStart.LATER


def sweep_of(workload: Workload, start: SweepStart) -> Sweep:
    """The sweep of a target, not started yet. Its errors are in the log of the run.

    One that begins later is counted: what it finds first is the same in each run of a small target.
    """
    opening = partial(_open, workload, clocked=start is SweepStart.FIRST)
    on_error = partial(ErrorLog(workload).note, doing="calling methods in sequences")
    return Sweep(opening, on_error, counted=start is not SweepStart.FIRST)


def counted_sweep_of(workload: Workload, campaign: Campaign, entries: Iterable[EntryName]) -> CountedSweep:
    """The sweep of a target in a run with a budget of work. Its errors are in the log of the run."""
    on_error = partial(ErrorLog(workload).note, doing="calling methods in sequences")
    return campaign.counted_sweep(partial(_open, workload, clocked=False), on_error, entries)


def _open(workload: Workload, *, clocked: bool = True) -> SweepProcess:
    from everypath.bridge import SweepOptions, SweepProcess

    memory = workload.options.memory
    heap = LARGE_HEAP if not memory or memory >= LEAST_FOR_LARGE_HEAP else SMALL_HEAP
    options = SweepOptions(seed=workload.options.seed, heap_megabytes=heap, clocked=clocked)
    own = set(ClassFinder(workload).classpath.names())
    of_the_jdk = [name for name in workload.classes if name not in own]
    return SweepProcess(workload.jdk, workload.classpath, workload.classes, options, of_the_jdk)
