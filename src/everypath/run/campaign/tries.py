"""What the units of a run have tried and gained, and for how long they have gained nothing."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping

from everypath.run.entries import EntryName
from everypath.run.results import MethodReport, Part, PartTally
from everypath.run.workload import Unit

STAGNATION_SECONDS, STAGNATION_PART = 1.0, 0.1
"""A run stagnates when each worker has tried for so many seconds, and for this part of the time of the run, without
covering anything new.
"""


class Tries:
    """The tries of each part of a run with some ``workers``, which ``began`` then, in seconds of `time.time`.

    Only time that units have used counts as time without gain. That of a worker that starts, or that died, does not: a
    busy machine is no reason to try something else.
    """

    def __init__(self, began: float) -> None:
        self._began = began
        self._tallies: defaultdict[Part, PartTally] = defaultdict(PartTally)
        self._covered = 0
        self._without_gain = 0.0
        self._explored: dict[EntryName, float] = {}
        """The seconds of each method until now: reports of explorations add up those of all rounds."""

    def note(self, unit: Unit, report: MethodReport, covered: int) -> None:
        """A unit has ended with this report; now so many goals are covered."""
        seconds = report.seconds
        if unit.explores:
            before = self._explored.get(unit.entry, 0.0)
            self._explored[unit.entry] = seconds
            seconds -= before if before <= seconds else 0.0  # less than before: it began anew
        gained = covered > self._covered
        self._covered = covered
        self._without_gain = 0.0 if gained else self._without_gain + seconds
        self._tallies[_part_of(unit)] += PartTally(0, 1, int(gained), seconds)

    def stagnates(self, workers: int) -> bool:
        """True if so many workers have covered nothing new for a while."""
        least = max(STAGNATION_SECONDS, STAGNATION_PART * (time.time() - self._began))
        return self._without_gain > least * workers

    def of_each_part(self, goals: Mapping[Part, int]) -> Mapping[Part, PartTally]:
        """The tries of each part that did anything, with the number of ``goals`` that it covered first."""
        found = {part: self._tallies[part] + PartTally(goals.get(part, 0)) for part in Part}
        return {part: tally for part, tally in found.items() if tally.goals or tally.tries}


def _part_of(unit: Unit) -> Part:
    if unit.flips is not None or (unit.sequences and unit.sequences[0].given):
        return Part.FLIPS
    return Part.SEQUENCES if unit.sequences else Part.PATHS
