"""The step, the unit of counted work, and the factors by which everything that everypath does is counted in it.

A *step* is what the machine takes for a call or a backward jump, with the instructions up to the next one. All other
work counts as so many steps: forks and paths, the solvers' own units, replays and the blocks that they enter. These
counts are the same in every run and on every machine, unlike seconds.

Rules that weigh work against results use *effort*: work as the seconds that it takes on a usual machine, at
`STEPS_PER_SECOND`. The factors below are in seconds of effort.

In a run with a budget of work, no decision depends on the clock. Limits by the clock remain as safety nets for what
hangs. `NETS` says how long they are, and notes each one that ended something.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from everypath.dataclass import dataclass

STEPS_PER_SECOND = 200_000
"""The steps of one second of effort."""

STEP = 1 / STEPS_PER_SECOND
FORK, STATE, PATH, CONDITION = 4.5e-4, 1.5e-4, 5e-4, 3e-4
"""Seconds of effort for a call or backward jump, a fork, a run of the machine, a finished path, and each condition of a
path. They include the time for queries outside the solvers and for reporting the paths.

`STEP` to `PATH` were fitted to 315 methods of commons-lang3, `BitSet` and `ArrayDeque`. `CONDITION` was fitted to 165
methods of commons-lang3 and of `benchmarks/java/Orders.java` (CPython 3.11, processor time). 85 of these took 50 ms or
more. The measured time of 80 % of the 85 was 0.5 to 4 times the estimate (median 1.2). Without `CONDITION` it was 1.2
to 7.6 times the estimate (median 2.1).
"""

Z3_UNITS, BITWUZLA_CALLS, BITWUZLA_QUERY = 6_000_000, 15_000.0, 0.02
"""The resource units of z3 in a second of effort, the calls of Bitwuzla's terminator in one, and the seconds of effort
of a query to Bitwuzla, which may end before the first call. z3 uses 3.5 to 12 million units a second on queries that
take 50 ms and more. Bitwuzla calls the terminator 10,000 to 40,000 times a second for integers, as few as 90 times for
floats.
"""

REPLAY, BLOCK, MUTANT, RESTART = 2e-4, 1e-8, 2e-3, 0.3
"""Seconds of effort for a replay, for each block that it enters, for defining a mutant, and for a JVM after one that
was lost.
"""

CALL = 5e-6
"""Seconds of effort for an operation that a sweep runs. Sweeps of jackson-databind, gson, commons-cli and commons-lang3
run 70,000 to 740,000 of them a second.
"""

TEST = 0.008
"""Seconds of effort for compiling and running one written test."""

OBSERVED_TEST = 3
"""The number of tests that a test of a call sequence takes as long as, since it calls more."""


def in_tests(are_observed: Iterable[bool]) -> int:
    """How many tests take as long as some tests, of which those of call sequences are given as True."""
    return sum(OBSERVED_TEST if each else 1 for each in are_observed)


@dataclass(frozen=True)
class Steps:
    """A budget of work: a number of steps."""

    count: int

    @property
    def effort(self) -> float:
        """The same in seconds of effort."""
        return self.count * STEP

    def __str__(self) -> str:
        """The shortest exact spelling, such as ``200k-steps``."""
        for letter, size in (("M", 1_000_000), ("k", 1_000)):
            if self.count and self.count % size == 0:
                return f"{self.count // size}{letter}-steps"
        return f"{self.count}-steps"


def seconds_of(budget: float | Steps) -> float:
    """The seconds of a budget: of time, or of effort."""
    return budget.effort if isinstance(budget, Steps) else budget


def end_of(beginning: float, budget: float | Steps) -> float:
    """The time at which a budget that counts from ``beginning`` is used up; infinite for a budget of work."""
    return math.inf if isinstance(budget, Steps) else beginning + budget


def replay_effort(difference: float) -> float:
    """The effort of some replays, as the ``difference`` of the effort of all, without what its size has rounded off."""
    return round(difference / BLOCK) * BLOCK


def steps_of(effort: float) -> int:
    """The whole steps of so many seconds of effort; how their parts were added up makes no difference."""
    return int(round(effort * STEPS_PER_SECOND, 3))


class SafetyNets:
    """The limits by the clock in this process, while work is what limits the run.

    ``factor`` is that of limits on queries: 1 if time limits the run. ``struck`` names what limits ended since
    it was last emptied.
    """

    def __init__(self) -> None:
        self.factor = 1.0
        self.struck: list[str] = []

    def strike(self, what: str) -> None:
        """Note that a limit ended something. It is not noted where time limits the run."""
        if self.factor > 1:
            self.struck.append(what)

    @contextmanager
    def loosened(self) -> Iterator[list[str]]:
        """Limits by the clock are longer in the block. Yields the list of what they end in it."""
        before, self.factor, self.struck = self.factor, FACTOR, []
        try:
            yield self.struck
        finally:
            self.factor = before


FACTOR = 20.0
"""The factor of limits on queries in a run with a budget of work: a machine may be so many times as slow."""

NETS = SafetyNets()
"""The safety nets of this process."""
