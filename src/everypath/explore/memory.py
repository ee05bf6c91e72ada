"""How much memory one exploration may take, measured as what this process holds."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from functools import cached_property

from everypath.state.control import room_for

if sys.platform == "win32":
    resource = None
else:
    import resource

MOST = 300 << 20
"""Bytes by which this process may grow while one method is explored."""

LOOK_AFTER = 16 << 20
"""Bytes announced between two looks."""


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

    That is milliseconds after it began, where it takes so long.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = MOST if most is None else most
        self._announced = 0

    @cached_property
    def _limit(self) -> int:
        return resident() + self._most

    @property
    def used_up(self) -> bool:
        """Whether the process has grown beyond the limit, and not only for a moment."""
        if self._limit >= resident():
            return False
        gc.collect()
        release()
        return resident() > self._limit

    def room(self, size: int) -> bool:
        """Whether so many bytes more may be taken; 0 asks about what was taken so far."""
        if not room_for(size):
            return False
        self._announced += size
        if size and self._announced < LOOK_AFTER:
            return True
        self._announced = 0
        return self._limit >= resident() + size
