"""How busy the machine is: budgets are wall time, and what is found in one must not depend on who else works here."""

from __future__ import annotations

import os

MOST = 10.0


def slowness(each: float = 2.0) -> float:
    """How much longer things may take here and now: 1 up to ``each`` processes for a core, and in proportion beyond."""
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return min(max(waiting / each, 1.0), MOST)


def budget(seconds: float) -> str:
    """A ``--budget`` that is worth as much as these seconds are where nobody else works."""
    return f"{seconds * slowness():.0f}s"
