"""The unit of work of the schedule: one method for one round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.run.entries import EntryName

if TYPE_CHECKING:
    from everypath.bridge import KeptSequence
    from everypath.run.workload.flip_task import FlipTask


@dataclass(frozen=True)
class Unit:
    """One method for one round. ``seconds`` is its share of the budget, ``deadline`` the end of the analysis in seconds
    of `time.time`.

    A unit of a later ``round`` continues where the method stopped. ``last_round``: no further round is certain, so the
    unit should show all that it can. ``low_budget``: the time is too short for all methods, so paths that are unlikely
    to show anything new are left for a later round, and notes keep the call sequences that showed them first.

    ``counted``: the share is in seconds of effort, and there is no deadline. ``earlier`` are then the units of earlier
    rounds: whoever does not hold what these left repeats them first, so that the result is the same.

    A unit with ``sequences`` replays these call sequences, whose last call is the method, and explores nothing. If it
    has ``more_time``, replays may take longer, since they took too long before. A unit with ``flips`` searches for new
    sequences; its method is the last call of its first seed.
    """

    entry: EntryName
    seconds: float
    deadline: float = math.inf
    round: int = 0
    last_round: bool = False
    low_budget: bool = False
    counted: bool = False
    earlier: tuple[Unit, ...] = ()
    sequences: tuple[KeptSequence, ...] = ()
    more_time: bool = False
    flips: FlipTask | None = None

    @property
    def explores(self) -> bool:
        """True if the unit explores its method."""
        return not self.sequences and self.flips is None
