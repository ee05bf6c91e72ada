"""One round of an exploration: how much effort it may take, and what it leaves for later rounds."""

from __future__ import annotations

import math
from typing import NamedTuple


class Round(NamedTuple):
    """One round of an exploration, of at most ``effort`` seconds of effort.

    ``last_round``: there may be no further round, so seed inputs are run before the end of this one. ``low_budget``:
    work that
    probably shows nothing new is left for another round, so that other methods have their turn.
    """

    effort: float = math.inf
    last_round: bool = True
    low_budget: bool = False


WHOLE = Round()
"""The only round of an exploration: it ends with the time or with the last path."""
