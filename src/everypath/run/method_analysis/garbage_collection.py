"""The settings of Python's garbage collector for a process that explores: collections are rare and skip old objects.

Exploring makes millions of small objects. Most live until their method is done, and few are in cycles. With the default
settings, the collector takes a third of the processor time.
"""

from __future__ import annotations

import gc

from everypath.memory import in_use, release, resident, uses_more
from everypath.term import sweep

MOST_YOUNG_OBJECTS = 200_000
"""New objects between two collections of the youngest generation: more than most methods make."""

GROWTH = 256 << 20
"""Bytes by which memory in use may grow before a full collection."""

MOST_FREED_BYTES = 64 << 20
"""Bytes by which the process may grow before it returns freed memory to the system."""


class Garbage:
    """Controls the collector of this process."""

    def __init__(self) -> None:
        gc.set_threshold(MOST_YOUNG_OBJECTS, 5, 100)
        self._settled = 0
        self._held = 0

    def settle(self) -> None:
        """Exclude all living objects from collections until the process has grown."""
        if self._settled:
            gc.unfreeze()
            gc.collect()
            sweep()  # terms of earlier methods lie between what stays: pages with one of them are not given back
        gc.freeze()
        release()
        self._settled, self._held = in_use(), resident()

    def look(self) -> None:
        """Collect or release memory if the process has grown. It is called between units."""
        if uses_more(self._settled + GROWTH):
            self.settle()
        elif resident() > self._held + MOST_FREED_BYTES:
            release()
            self._held = resident()
