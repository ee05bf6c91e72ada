"""The effort of an exploration: seconds estimated from counted work, the same in every run and on every machine.

Rules that compare effort with progress use it (`everypath.explore.limits.stop_rules`). So their decisions, and the
paths that are found, do not depend on the speed of the machine. Only limits of wall time do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.explore.limits.progress import Progress
    from everypath.solver import Statistics

STEP, FORK, STATE, PATH, CONDITION = 5e-6, 4.5e-4, 1.5e-4, 5e-4, 3e-4
"""Seconds of processor time for a call or backward jump, a fork, a run of the machine, a finished path, and each
condition of a path. They include the time for queries outside the solvers and for reporting the paths.

`STEP` to `PATH` were fitted to 315 methods of commons-lang3, `BitSet` and `ArrayDeque`. `CONDITION` was fitted to 165
methods of commons-lang3 and of `benchmarks/java/Orders.java` (CPython 3.11, processor time). 85 of these took 50 ms or
more. The measured time of 80 % of the 85 was 0.5 to 4 times the estimate (median 1.2). Without `CONDITION` it was 1.2
to 7.6 times the estimate (median 2.1).
"""


class Effort:
    """Counts the work of one exploration. Its solver counts its own work."""

    def __init__(self, statistics: Statistics) -> None:
        self.steps = 0
        self.forks = 0
        self.conditions = 0
        self._statistics = statistics
        self._others = self._last = statistics.work

    def seconds(self, progress: Progress) -> float:
        """The effort so far, in seconds."""
        own = STEP * self.steps + FORK * self.forks + STATE * progress.states
        own += PATH * progress.paths + CONDITION * self.conditions
        return own + self._statistics.work - self._others

    def begin(self) -> None:
        """A round begins: the work of a shared solver for others since the last round does not count."""
        self._others += self._statistics.work - self._last

    def end(self) -> None:
        """A round is over."""
        self._last = self._statistics.work
