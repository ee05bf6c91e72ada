"""The effort of an exploration: its counted work (`everypath.work`), in seconds of effort.

Rules that compare effort with progress use it (`everypath.explore.limits.stop_rules`). So their decisions, and the
paths that are found, do not depend on the speed of the machine. Only limits of wall time do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.work import CONDITION, FORK, PATH, STATE, STEP

if TYPE_CHECKING:
    from everypath.explore.limits.progress import Progress
    from everypath.solver import Statistics


class Effort:
    """Counts the work of one exploration. Its solver counts its own work.

    `seconds` is what rules weigh against progress. `whole` is all work, for a budget of work.
    """

    def __init__(self, statistics: Statistics) -> None:
        self.steps = 0
        self.forks = 0
        self.conditions = 0
        self.further_steps = 0
        """Steps of seed inputs and of entries on receivers that were searched for."""
        self.others: list[Callable[[], float]] = []
        """Functions that return other work for this exploration so far, in seconds of effort."""
        self._statistics = statistics
        self._others = self._last = statistics.work

    def seconds(self, progress: Progress) -> float:
        """The effort so far, in seconds."""
        own = STEP * self.steps + FORK * self.forks + STATE * progress.states
        own += PATH * progress.paths + CONDITION * self.conditions
        return own + self._statistics.work - self._others

    def whole(self, progress: Progress) -> float:
        """All work so far, in seconds of effort: also what shows nothing by itself, and queries that were undone."""
        others = sum(each() for each in self.others)
        return self.seconds(progress) + STEP * self.further_steps + self._statistics.undone + others

    def begin(self) -> None:
        """A round begins: the work of a shared solver for others since the last round does not count."""
        self._others += self._statistics.work - self._last

    def end(self) -> None:
        """A round is over."""
        self._last = self._statistics.work
