"""How much memory one exploration may take, measured as what this process holds, and how much of it is in use."""

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

MOST = 300 << 20
"""Bytes by which what this process uses may grow while one method is explored."""

LOOK_AFTER = 16 << 20
"""Bytes announced between two looks."""

BLOCK = 80
"""Bytes of one of Python's small blocks, on average over the objects of an engine that has explored for minutes."""

PAUSE = 20.0
"""So many times as long as counting what is in use took it is not counted again, while little more is held."""


def resident() -> int:
    """The bytes of memory this process holds for itself; where only their peak is known, that, and where nothing is, 0.

    Pages of files do not count: they come and go with the memory that others need.
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
    """What glibc's `mallinfo2` tells."""

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
    """The bytes of what is alive in this process, without the free room between it that the process holds.

    Where the C library does not tell, all that is held. Counting takes a millisecond where hundreds of megabytes are.
    """
    held = resident()
    if _mallinfo is None:
        return held
    malloc = _mallinfo()
    pieces: int = malloc.uordblks + malloc.hblkhd
    return min(held, sys.getallocatedblocks() * BLOCK + pieces)


def uses_more(size: int) -> bool:
    """Whether more bytes than this are in use, which is only counted where so many are held."""
    return resident() > size and in_use() > size


def _trimmer() -> Callable[[int], int] | None:
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None  # no glibc
    return trim


_trim = _trimmer()


def release() -> None:
    """Give back to the system what this process has freed: solvers free hundreds of megabytes in small pieces, which
    the C library keeps for itself, and more each time that it can use them less well.
    """
    if _trim is not None:
        _trim(0)


class Memory:
    """The room that is left to one exploration, counted from the first look: ``most`` bytes, else `MOST`.

    That is milliseconds after it began, where it takes so long. What counts is what is in use: a method that fills the
    free room that others left between what stays has as much as the first one. It is counted only where the process
    holds more than that, and where it was counted just now, only again if the process has grown since.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = MOST if most is None else most
        self._announced = 0
        self._counted, self._count_after = 0, 0.0
        self._held = 0  # when it was counted

    @cached_property
    def _limit(self) -> int:
        return in_use() + self._most

    @property
    def used_up(self) -> bool:
        """Whether what is in use has grown beyond the limit, and not only for a moment."""
        if not self._beyond():
            return False
        gc.collect()
        release()
        return in_use() > self._limit

    def has_memory_for(self, size: int) -> bool:
        """Whether so many bytes more may be taken; 0 asks about what was taken so far."""
        if not fits_in_memory(size):
            return False
        self._announced += size
        if size and self._announced < LOOK_AFTER:
            return True
        self._announced = 0
        return not self._beyond(size)

    def _beyond(self, size: int = 0) -> bool:
        held = resident()
        if held + size <= self._limit:
            return False
        began = time.monotonic()
        if began >= self._count_after or held >= self._held + LOOK_AFTER:
            self._held, self._counted = held, in_use()
            now = time.monotonic()
            self._count_after = now + PAUSE * (now - began)
        return self._counted + size > self._limit
