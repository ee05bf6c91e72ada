"""What an exploration took, counted by what was done: the same in every run, however busy or fast the machine is.

Rules that weigh an effort against what it showed look at it (`everypath.explore.limits.stop_rules`), so what they
decide, and the
paths that are found, do not depend on time. Only budgets do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.explore.limits.progress import Progress
    from everypath.solver import Statistics

STEP, FORK, STATE, PATH, CONDITION = 5e-6, 4.5e-4, 1.5e-4, 5e-4, 3e-4
"""Seconds of processor time for a call or backward jump, a fork, a run of the machine, a finished path and each
condition of one: what the method's questions take beside the solvers is in these, as is what telling of paths takes.
Fitted to 315 methods of commons-lang3, `BitSet` and `ArrayDeque`, the last to 165 methods of commons-lang3 and of
`benchmarks/java/Orders.java` (CPython 3.11, processor time): of the 85 that took 50 ms and more, eight of ten took 0.5
to 4 times as long as this gives, the median 1.2; without the last, 1.2 to 7.6 times, the median 2.1.
"""


class Effort:
    """Counts the work of one exploration; what its solver does, the solver counts itself."""

    def __init__(self, statistics: Statistics) -> None:
        self.steps = 0
        self.forks = 0
        self.conditions = 0
        self._statistics = statistics
        self._others = self._last = statistics.work

    def seconds(self, progress: Progress) -> float:
        """All of it, in seconds."""
        own = STEP * self.steps + FORK * self.forks + STATE * progress.states
        own += PATH * progress.paths + CONDITION * self.conditions
        return own + self._statistics.work - self._others

    def begin(self) -> None:
        """A round begins: what others had of a shared solver since the last one does not count."""
        self._others += self._statistics.work - self._last

    def end(self) -> None:
        """A round is over."""
        self._last = self._statistics.work
