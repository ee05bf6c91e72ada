"""The memory that this process holds and uses."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable

if sys.platform == "win32":
    resource = None
else:
    import resource

BYTES_PER_BLOCK = 80
"""Average bytes of one of Python's small blocks, measured over an engine that had explored for minutes."""


def resident(*, files: bool = False) -> int:
    """The bytes of memory that this process holds; only their peak if the system gives no more, 0 if it gives nothing.

    Pages of files count only with ``files``: the system takes them back when other processes need memory.
    """
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            _, pages, of_files, *_ = map(int, file.read().split())
            return (pages if files else pages - of_files) * os.sysconf("SC_PAGE_SIZE")
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
