"""How much memory the workers of a run may take, so that all of them together leave the machine alive."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    resource = None
else:
    import resource

PART = 0.8
"""Of the memory that is free when a run starts, so much is for its workers."""

JVMS = 600 << 20
"""Bytes of the JVMs of one worker, at most: two of 256 MB of heap, and what a JVM takes beside it."""

LEAST = 500 << 20
"""Bytes that a worker's own process needs: what is loaded, and what one exploration may take (`explore.memory`)."""

_MEMINFO = Path("/proc/meminfo")
_CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int | None:
    """The bytes that are free for this run, within the limit of its container; None where nobody tells."""
    found: list[int] = []
    with suppress(OSError, ValueError, IndexError):
        lines = dict(line.split(":", 1) for line in _MEMINFO.read_text().splitlines())
        found.append(int(lines["MemAvailable"].split()[0]) << 10)
    with suppress(OSError, ValueError):  # "max" where there is no limit
        most = int((_CGROUP / "memory.max").read_text())
        found.append(max(most - int((_CGROUP / "memory.current").read_text()), 0))
    return min(found, default=None)


def workers_that_fit(wanted: int, free: int | None) -> int:
    """So many of the wanted workers have the memory they need; at least one."""
    if free is None:
        return wanted
    return max(1, min(wanted, int(PART * free) // (LEAST + JVMS)))


def room_of_worker(workers: int, free: int | None) -> int | None:
    """The bytes that the own process of each worker may hold; None for no limit."""
    return None if free is None else max(int(PART * free) // workers - JVMS, LEAST)


def limit_process(room: int | None) -> None:
    """Let allocations of this process beyond its room fail, where the system can: it ends alone, and early.

    The JVMs it starts inherit the limit, each for itself.
    """
    if room is None or resource is None:
        return
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = max(room, JVMS)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
