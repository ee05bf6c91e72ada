"""The memory of the workers of a run: how many workers fit, and the limit of each process."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    resource = None
else:
    import resource

USABLE_PART = 0.8
"""The part of the free memory at the start of a run that its workers may use."""

JVM_MEMORY = 600 << 20
"""The most bytes of the JVMs of one worker: two with 256 MB of heap each, and their other memory."""

LEAST_WORKER_MEMORY = 500 << 20
"""Bytes that a worker's own process needs for loaded code and for one exploration (`explore.limits.memory`)."""

_MEMINFO = Path("/proc/meminfo")
_CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int | None:
    """The free bytes of the machine, within the limit of the container; None if the system does not report them."""
    found: list[int] = []
    with suppress(OSError, ValueError, IndexError):
        lines = dict(line.split(":", 1) for line in _MEMINFO.read_text().splitlines())
        found.append(int(lines["MemAvailable"].split()[0]) << 10)
    with suppress(OSError, ValueError):  # "max" where there is no limit
        most = int((_CGROUP / "memory.max").read_text())
        found.append(max(most - int((_CGROUP / "memory.current").read_text()), 0))
    return min(found, default=None)


def workers_that_fit(wanted: int, free: int | None) -> int:
    """The number of workers, at most ``wanted``, that have the memory they need; at least one."""
    if free is None:
        return wanted
    return max(1, min(wanted, int(USABLE_PART * free) // (LEAST_WORKER_MEMORY + JVM_MEMORY)))


def memory_of_worker(workers: int, free: int | None) -> int | None:
    """The bytes that each worker's own process may use; None for no limit."""
    return None if free is None else max(int(USABLE_PART * free) // workers - JVM_MEMORY, LEAST_WORKER_MEMORY)


def limit_process(limit: int | None) -> None:
    """Make allocations beyond the limit fail, if the system can: then only this process ends, and early.

    The JVMs it starts inherit the limit, each for itself.
    """
    if limit is None or resource is None:
        return
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = max(limit, JVM_MEMORY)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
