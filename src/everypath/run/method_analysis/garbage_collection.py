"""When a process that explores looks for garbage in cycles: rarely, and not among what stays.

Exploring makes millions of small objects, most of which live until their method is done, and few of which lie in
cycles. Looked at again and again, as Python's collector does by default, they cost a third of the processor time.
"""

from __future__ import annotations

import gc

from everypath.explore.limits import in_use, release, resident, uses_more
from everypath.term import sweep

YOUNG = 200_000
"""New objects between two looks at the youngest: more than most methods take."""

GROWTH = 256 << 20
"""Bytes by which what is in use may grow before everything is looked at."""

FREED = 64 << 20
"""Bytes by which the process may grow before what it has freed is given back."""


class Garbage:
    """The collector of this process, for as long as it explores."""

    def __init__(self) -> None:
        gc.set_threshold(YOUNG, 5, 100)
        self._settled = 0
        self._held = 0

    def settle(self) -> None:
        """What is alive now stays: the collector looks at none of it until the process has grown."""
        if self._settled:
            gc.unfreeze()
            gc.collect()
            sweep()  # terms of earlier methods lie between what stays: pages with one of them are not given back
        gc.freeze()
        release()
        self._settled, self._held = in_use(), resident()

    def look(self) -> None:
        """To be called between units of work."""
        if uses_more(self._settled + GROWTH):
            self.settle()
        elif resident() > self._held + FREED:
            release()
            self._held = resident()
