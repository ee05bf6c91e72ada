"""The memory budget of one exploration."""

from __future__ import annotations

import gc
import time
from functools import cached_property

from everypath.memory import in_use, release, resident
from everypath.state import fits_in_memory

MOST_GROWTH = 300 << 20
"""The most bytes by which the memory in use may grow while one method is explored."""

MOST_ANNOUNCED = 16 << 20
"""The number of announced bytes after which the memory is measured again."""

LEAST_GROWTH = 32 << 20
"""The bytes by which it may grow at least, however much is in use before."""

COUNT_PAUSE_FACTOR = 20.0
"""The pause between two counts of the memory in use, as a multiple of the duration of a count. A process that grew is
counted earlier.
"""


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
        left = self._most if self._of_process is None else max(self._of_process - used, LEAST_GROWTH)
        return used + min(self._most, left)

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
