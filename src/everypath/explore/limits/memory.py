"""The memory budget of one exploration, and the memory that this process holds and uses."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from functools import cached_property

from everypath.state import fits_in_memory

if sys.platform == "win32":
    resource = None
else:
    import resource

MOST_GROWTH = 300 << 20
"""The most bytes by which the memory in use may grow while one method is explored."""

MOST_ANNOUNCED = 16 << 20
"""The number of announced bytes after which the memory is measured again."""

LEAST_GROWTH = 32 << 20
"""The bytes by which it may grow at least, however much is in use before."""

BYTES_PER_BLOCK = 80
"""Average bytes of one of Python's small blocks, measured over an engine that had explored for minutes."""

COUNT_PAUSE_FACTOR = 20.0
"""The pause between two counts of the memory in use, as a multiple of the duration of a count. A process that grew is
counted earlier.
"""


def resident() -> int:
    """The bytes of memory that this process holds; only their peak if the system gives no more, 0 if it gives nothing.

    Pages of files do not count, since the system takes them back when other processes need memory.
    """
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            _, pages, of_files, *_ = map(int, file.read().split())
            return (pages - of_files) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if resource is None:
            return 0
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak << 10


class _Malloc(ctypes.Structure):
    """The result of glibc's `mallinfo2`."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks")
    ] + [(name, ctypes.c_size_t) for name in ("fordblks", "keepcost")]


def _find_mallinfo() -> Callable[[], _Malloc] | None:
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return None  # no glibc, or an old one
    mallinfo.restype = _Malloc
    mallinfo_of: Callable[[], _Malloc] = mallinfo
    return mallinfo_of


_mallinfo = _find_mallinfo()


def in_use() -> int:
    """The bytes of the live objects in this process, without the free blocks that it holds between them.

    All bytes that it holds if the C library cannot count them. Counting hundreds of megabytes takes a millisecond.
    """
    held = resident()
    if _mallinfo is None:
        return held
    malloc = _mallinfo()
    pieces: int = malloc.uordblks + malloc.hblkhd
    return min(held, sys.getallocatedblocks() * BYTES_PER_BLOCK + pieces)


def uses_more(size: int) -> bool:
    """True if more than ``size`` bytes are in use. They are counted only if the process holds more than that."""
    return resident() > size and in_use() > size


def _trimmer() -> Callable[[int], int] | None:
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None  # no glibc
    return trim


_trim = _trimmer()


def release() -> None:
    """Return freed memory to the system. Solvers free hundreds of megabytes in small pieces, which the C library keeps
    and cannot reuse well.
    """
    if _trim is not None:
        _trim(0)


class Memory:
    """The memory budget of one exploration: ``most`` bytes (default: `MOST_GROWTH`) beyond those in use at the first
    check, fewer if the process would use more than ``of_process`` bytes.

    The first check comes milliseconds after the exploration began. The bytes in use count, not those that the process
    holds: memory that earlier methods freed is available again. They are only counted if the process holds more than
    the limit, and shortly after a count only if the process has grown since.
    """

    def __init__(self, most: int | None = None, of_process: int | None = None) -> None:
        self._most = MOST_GROWTH if most is None else most
        self._of_process = of_process
        self._announced = 0
        self._counted, self._count_after = 0, 0.0
        self._held = 0  # when it was counted

    @cached_property
    def _limit(self) -> int:
        used = in_use()
        room = self._most if self._of_process is None else max(self._of_process - used, LEAST_GROWTH)
        return used + min(self._most, room)

    @property
    def used_up(self) -> bool:
        """True if the memory in use exceeds the limit even after a garbage collection."""
        if not self._beyond():
            return False
        gc.collect()
        release()
        return in_use() > self._limit

    def has_memory_for(self, size: int) -> bool:
        """True if ``size`` more bytes fit into the budget; 0 checks the memory in use now."""
        if not fits_in_memory(size):
            return False
        self._announced += size
        if size and self._announced < MOST_ANNOUNCED:
            return True
        self._announced = 0
        return not self._beyond(size)

    def _beyond(self, size: int = 0) -> bool:
        held = resident()
        if held + size <= self._limit:
            return False
        began = time.monotonic()
        if began >= self._count_after or held >= self._held + MOST_ANNOUNCED:
            self._held, self._counted = held, in_use()
            now = time.monotonic()
            self._count_after = now + COUNT_PAUSE_FACTOR * (now - began)
        return self._counted + size > self._limit
