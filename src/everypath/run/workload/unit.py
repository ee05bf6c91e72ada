"""TODO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.run.entries import EntryName

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Unit:
    """One method, once. `deadline` is absolute, in seconds of `time.time`; `seconds` is its share of the budget.

    A unit of a later `round` goes on where the last one stopped. The `last` one should show what it can while there is
    time: none is sure to follow. Where it is ``scarce``, other methods may not have their turn: what most likely shows
    nothing new is left for a later round.
    """

    entry: EntryName
    seconds: float
    deadline: float
    round: int = 0
    last: bool = False
    scarce: bool = False
