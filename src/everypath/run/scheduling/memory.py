"""The memory of a run: its limit, how many workers fit, and the limit of each process."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from everypath.memory import resident

if sys.platform == "win32":
    resource = None
else:
    import resource

USABLE_PART = 0.8
"""The part of the free memory at the start of a run that all its processes may use, if the user states no limit."""

MAIN_MEMORY = 250 << 20
"""Bytes of the main process and its JVMs, which confirm findings and run the written tests, as measured in runs of 60
seconds. The process that checks tests while a run goes on takes as much again at times.
"""

JVM_MEMORY = 250 << 20
"""Bytes of the two JVMs of one worker in such runs. A JVM can take more: `everypath.run.process.MemoryWatch`."""

LEAST_WORKER_MEMORY = 350 << 20
"""Bytes that a worker's own process needs for loaded code and for one exploration (`explore.limits.memory`)."""

_LARGEST_JVM = 600 << 20
"""The most bytes of a JVM: its heap of up to 256 MB, classes, compiled code, buffers and stacks."""

_MEMINFO = Path("/proc/meminfo")
_CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int | None:
    """The free bytes of the machine, within the limits of the container and of this process; None if the system does
    not report them.
    """
    found: list[int] = []
    if resource is not None:
        limits = (resource.getrlimit(each)[0] for each in (resource.RLIMIT_DATA, resource.RLIMIT_AS))
        found += [each for each in limits if each != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError, IndexError):
        lines = dict(line.split(":", 1) for line in _MEMINFO.read_text().splitlines())
        found.append(int(lines["MemAvailable"].split()[0]) << 10)
    with suppress(OSError, ValueError):  # "max" where there is no limit
        most = int((_CGROUP / "memory.max").read_text())
        found.append(max(most - int((_CGROUP / "memory.current").read_text()), 0))
    return min(found, default=None)


def memory_of_run(stated: int, free: int | None) -> int | None:
    """The bytes that all processes of a run may use together: those that the user has ``stated``, else (0) most of the
    free ones; None if nothing is known.
    """
    if stated:
        return stated
    return None if free is None else int(USABLE_PART * free)


def with_held(memory: int | None, stated: int) -> int | None:
    """The bytes that this process may hold if it may take so many ``memory``: what it holds already counts only within
    a ``stated`` limit.
    """
    return memory if memory is None or stated else memory + resident()


def workers_that_fit(wanted: int, memory: int | None) -> int:
    """The number of workers, at most ``wanted``, that have the memory they need in a run; at least one."""
    if memory is None:
        return wanted
    return max(1, min(wanted, (memory - MAIN_MEMORY) // (LEAST_WORKER_MEMORY + JVM_MEMORY)))


def memory_of_worker(workers: int, memory: int | None) -> int | None:
    """The bytes that each worker's own process may use; None for no limit."""
    return None if memory is None else max((memory - MAIN_MEMORY) // workers - JVM_MEMORY, LEAST_WORKER_MEMORY)


def limit_process(limit: int | None) -> None:
    """Make allocations beyond the limit fail, if the system can: then only this process ends, and early.

    The JVMs it starts inherit the limit, each for itself.
    """
    if limit is None or resource is None:
        return
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = max(limit, _LARGEST_JVM)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
