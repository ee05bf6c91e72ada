"""The limits of one round of an exploration."""

from __future__ import annotations

import math
from typing import NamedTuple


class RoundLimits(NamedTuple):
    """One round of an exploration, of at most ``effort`` seconds of effort.

    ``last_round``: there may be no further round, so seed inputs are run before the end of this one. ``low_budget``:
    work that will probably show nothing new is left for another round, since other methods wait. ``memory``: the bytes
    that this process may use; None for no limit but that of one exploration.
    """

    effort: float = math.inf
    last_round: bool = True
    low_budget: bool = False
    memory: int | None = None


WHOLE = RoundLimits()
"""The only round of an exploration, without a limit on effort."""
