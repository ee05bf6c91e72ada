"""Watches the memory of all processes of a run, and ends the largest one before they exceed its limit together.

Each process has limits of its own, which are enough nearly always: workers stop exploring, and JVMs have a largest
heap. But all processes together may grow beyond the limit of the run. What is ended costs the unit at hand, as any
process that dies. Linux only: elsewhere only the limits of single processes hold.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from everypath.run.process.signals import signals_deferred

if TYPE_CHECKING:
    from psutil import Process

PAUSE, LONGEST_PAUSE = 0.25, 2.0
"""The fewest and the most seconds between two looks at the memory. Before the first one there are the most: until then
no process has grown large.
"""

GROWTH = 2 << 30
"""The bytes that all processes together may grow by in a second."""

NEARLY_FULL = 0.9
"""The part of the limit beyond which the largest process is ended: before the next look, others may grow."""

LEAST_ENDED = 64 << 20
"""Bytes of the smallest process that is worth ending."""


WORKERS: set[int] = set()
"""The process ids of the worker processes. Other processes that a program has started itself are not everypath's."""


class MemoryWatch:
    """Keeps this process, its workers and all JVMs within ``limit`` bytes. ``ended`` counts those that it has ended.

    Memory that processes share counts once: proportional set sizes.
    """

    def __init__(self, limit: int) -> None:
        self.ended = 0
        self._limit = limit

    def look(self) -> float:
        """Look once; end the largest process other than this one if nearly all memory is used. Returns the seconds
        after which all memory could be used.
        """
        import psutil

        most, this = int(NEARLY_FULL * self._limit), psutil.Process()
        processes = [this, *_started()]
        used = sum(map(_resident, processes))  # counts shared memory in each process, but is quick to read
        if used <= most:
            return (most - used) / GROWTH
        sizes = {each: _proportional(each) for each in processes}
        if (used := sum(sizes.values())) <= most:
            return (most - used) / GROWTH
        del sizes[this]
        largest = max(sizes, key=sizes.__getitem__, default=None)
        if largest is not None and sizes[largest] >= LEAST_ENDED:
            with suppress(psutil.Error):
                largest.kill()
                self.ended += 1
        return 0.0


def used_memory() -> int:
    """The bytes that this process, its workers and all its JVMs hold now. Shared ones count once on Linux."""
    import psutil

    size = _proportional if sys.platform.startswith("linux") else _resident
    return sum(map(size, (psutil.Process(), *_started())))


@contextmanager
def within_memory(limit: int | None) -> Iterator[MemoryWatch | None]:
    """Watch while the block runs, in a thread; None: there is no limit, and nothing is watched."""
    if limit is None or not sys.platform.startswith("linux"):
        yield None
        return
    watch, over = MemoryWatch(limit), threading.Event()

    def watching() -> None:
        pause = LONGEST_PAUSE
        while not over.wait(pause):
            pause = min(max(watch.look(), PAUSE), LONGEST_PAUSE)

    thread = threading.Thread(target=watching, name="memory watch", daemon=True)
    with signals_deferred():
        thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()


def _started() -> list[Process]:
    """The workers and the JVMs, with all that runs below them."""
    import psutil

    from everypath.bridge import live_jvms

    numbers = {*WORKERS, *live_jvms()}
    found: dict[int, Process] = {}
    with suppress(psutil.Error):
        for each in psutil.Process().children(recursive=True):  # parents come before their children
            if each.pid in numbers or _asked(each.ppid) in found:
                found[each.pid] = each
    return list(found.values())


def _resident(process: Process) -> int:
    """The bytes that a process holds, shared ones included; 0 if it has ended."""
    return _asked(lambda: int(process.memory_info().rss))


def _proportional(process: Process) -> int:
    """The proportional set size of a process in bytes; 0 if it has ended or belongs to someone else."""
    return _asked(lambda: int(process.memory_full_info().pss))


def _asked(question: Callable[[], int]) -> int:
    import psutil

    with suppress(psutil.Error, OSError):
        return question()
    return 0
