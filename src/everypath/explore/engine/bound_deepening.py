"""Raises bounds: keeps the states and forks that a bound cut, and resumes them when the bound is raised.

This is iterative deepening on demand (PET: bounds on loops and calls). The bound that cut the path nearest to an open
goal is raised first. A bound is raised further only while the new paths show something new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.engine.fork_solver import MOST_SETTLED, SECOND_TRY
from everypath.explore.paths import FAR, INPUT_BOUNDS, SETUP
from everypath.inputs.shapes import choices_of, low_priority_choices
from everypath.state import Bounds, Fork, State
from everypath.term import Term

if TYPE_CHECKING:
    from everypath.explore.engine.fork_solver import ForkSolver
    from everypath.explore.session import ExplorationState

RAISED = {
    "loop": (2, 256),
    "calls": (2, 128),
    "conditions": (2, 6400),
    "length": (4, 1024),
    "steps": (8, 100_000_000),
    "depth": (2, 1 << 20),
}
"""The factor by which deepening raises each bound, and the most to which it raises it."""

MOST_FRUITLESS = 6
"""The number of raised bounds in a row that show nothing new, after which no bound is raised."""

OTHER_INPUTS = 18
"""The same limit for bounds on how inputs are built (`INPUT_BOUNDS`). Raising one of these adds only one way to build
the inputs.
"""

EMPTY_INPUTS = 60
"""The most ways to build inputs that produce no input and are not counted as fruitless."""

STALE_PATHS = 24
"""The number of paths in a row that show nothing new, after which the next way to build inputs is tried as well."""

STALE_EFFORT = 0.3
"""The seconds of effort without anything new, spent on building inputs, after which the next way is tried as well."""

UNLIKELY_WEIGHT = 6
"""A low-priority class of an input counts like this number of additional setup calls in the order of ways to build it.
"""

FORCED_PASSES = 3
"""The most passes that give free fields to objects which an API built: first to the inputs of the entry, then to
objects inside them.
"""


class BoundDeepening:
    """Holds the bounds of one exploration, and raises them as long as that shows something new."""

    def __init__(self, session: ExplorationState, forks: ForkSolver) -> None:
        self._session = session
        self._options, self._goals, self._progress = session.options, session.goals, session.progress
        self._forks, self._prologue = forks, session.prologue
        self.bounds = session.options.bounds
        self.in_setup = False
        """True while only setup code runs: library code that builds inputs."""
        self._fruitless = {True: 0, False: 0}
        """The number of bounds raised in a row that showed nothing new: bounds on inputs (True), and others (False)."""
        self._empty = 0
        self._paths_before = 0
        self._forced = 0
        self._widen_at = 0
        self._widened = 0.0
        self._settled = False

    def park(self, fork: Fork) -> None:
        """Keep a fork that a bound cut."""
        self._session.parked.append(fork)
        if self._session.listener is not None:
            self._session.listener.cut(fork.bound or "", fork.place, fork.state)

    def halt(self, state: State) -> None:
        """Keep a state that a bound stopped."""
        state.rest()
        self._session.halted.append(state)
        if self._session.listener is not None:
            self._session.listener.cut(state.detail, state.place, state)

    def take(self, fork: Fork) -> None:
        """Make one fork pending that a bound had cut."""
        self._session.parked.remove(fork)
        self._session.pending.push(replace(fork, kind="deepened"))

    def deepen(self) -> bool:
        """Raise the bound that cut the path nearest to an open goal, and resume what it cut. False if there is none."""
        if not (self._session.parked or self._session.halted):
            return False
        ranked = [
            (
                self._urgency(fork.bound, fork.state, weight=_weight(fork), fresh=self._goals.is_fresh(fork)),
                fork.bound,
            )
            for fork in self._session.parked
            if fork.bound is not None and self._can_raise(fork.bound)
        ]
        ranked += [
            (self._urgency(state.detail, state, fresh=False), state.detail)
            for state in self._session.halted
            if self._can_raise(state.detail)
        ]
        if not self._progress.idle:
            self._fruitless = dict.fromkeys(self._fruitless, 0)
        of_inputs = [each for each in ranked if each[1] in INPUT_BOUNDS]
        others = [each for each in ranked if each[1] not in INPUT_BOUNDS]
        for urgency, bound in sorted(min(some) for some in (of_inputs, others) if some):
            if self._is_worth_it(bound, urgency):
                if bound == "length" and self._forks.take_up():
                    return True  # put-off forks have texts up to the present bound: solve them before it is raised
                self._count_fruitless(bound)
                self._progress.idle = max(self._progress.idle, 1)
                self._raise(bound)
                return True
        return False

    def _is_worth_it(self, bound: str, urgency: tuple[int, ...]) -> bool:
        """True if raising a bound may lead to a goal, and not too many raised bounds in a row showed nothing new."""
        inputs = bound in INPUT_BOUNDS
        helps = (inputs or bound == "steps") and self._goals.helper_goals_open  # at any position of the path
        helps = helps or self._prologue.waits  # no input was built so far
        wanted = (self._goals.open and urgency[-1] < FAR) or any(
            each.left() for each in self._session.criteria.values()
        )
        if not (urgency[0] == 0 or helps or wanted):
            return False
        return self._fruitless[inputs] < (OTHER_INPUTS if inputs else MOST_FRUITLESS)

    def _count_fruitless(self, bound: str) -> None:
        inputs = bound in INPUT_BOUNDS
        if not inputs or self._progress.paths > self._paths_before or self._empty >= EMPTY_INPUTS:
            self._fruitless[inputs] += bool(self._progress.idle)
        else:
            self._empty += 1  # the last way to build the inputs led to none
        self._paths_before = self._progress.paths

    def widen(self) -> None:
        """Resume the paths of the next way to build inputs if those of the present ways showed nothing new for long."""
        progress = self._progress
        tired = progress.paths >= self._widen_at and progress.idle >= STALE_PATHS and self._goals.open
        slow = self.in_setup and progress.effort - max(progress.last_new_at, self._widened) >= STALE_EFFORT
        if not (tired or (slow and (self._goals.open or self._goals.helper_goals_open))):
            return
        self._widen_at, self._widened = progress.paths + STALE_PATHS, progress.effort
        raised_input_bounds = [
            f
            for f in self._session.parked
            if f.bound is not None and f.bound in INPUT_BOUNDS and self._can_raise(f.bound)
        ]
        if raised_input_bounds:
            self._raise(min(raised_input_bounds, key=_weight).bound or "")

    def force(self) -> bool:
        """Give free fields to objects that an API built, for goals that no such object met. False if that is not
        needed, or was done often enough.
        """
        if (
            self._forced >= FORCED_PASSES
            or not self._goals.remain
            or not any(f.bound == "forced" for f in self._session.parked)
        ):
            return False
        self._forced += 1
        self._fruitless = dict.fromkeys(self._fruitless, 0)
        self._progress.found_new()
        self._raise("forced")
        return True

    def settle(self) -> None:
        """Drop the parked forks that are infeasible: their path refutes them without the assumed bounds."""
        if self._settled or len(self._session.parked) > MOST_SETTLED:
            return
        self._settled = True
        self._forks.limit(self._forks.limits.timeout, SECOND_TRY)
        for fork in [each for each in self._session.parked if each.bound in ("length", "memory")]:
            if isinstance(fork.condition, Term) and self._forks.refutes(fork.state, fork.condition):
                self._session.parked.remove(fork)
                self._session.counts["refuted_by_solver"] += 1

    def _can_raise(self, bound: str) -> bool:
        if bound in INPUT_BOUNDS:
            return bound != "forced"
        return bound in RAISED and bound not in self._options.fixed and getattr(self.bounds, bound) < RAISED[bound][1]

    def _urgency(self, bound: str, state: State, *, weight: int = 0, fresh: bool) -> tuple[int, ...]:
        """The rank of raising a bound for this state: the smallest is raised first."""
        if fresh:
            return (0, 0, 0)
        distance = self._session.ranking.distance(state)
        if bound not in INPUT_BOUNDS:
            first = getattr(Bounds(), bound) or getattr(self._options.bounds, bound)
            weight = getattr(self.bounds, bound) // first
        return (1, weight, distance)

    def _raise(self, bound: str) -> None:
        if bound in INPUT_BOUNDS:
            self._session.raised_input_bounds += 1
            weights = [_weight(fork) if fork.bound == bound else None for fork in self._session.parked]
            least = min(weight for weight in weights if weight is not None)
            chosen = [fork for fork, weight in zip(self._session.parked, weights, strict=True) if weight == least]
            self._session.parked = [
                fork for fork, weight in zip(self._session.parked, weights, strict=True) if weight != least
            ]
        else:
            raised = getattr(self.bounds, bound) * RAISED[bound][0]
            self.bounds = replace(self.bounds, **{bound: raised})
            machine = self._session.machine
            machine.use(replace(machine.context, bounds=self.bounds))
            chosen = [fork for fork in self._session.parked if fork.bound == bound]
            self._session.parked = [fork for fork in self._session.parked if fork.bound != bound]
            self.resume(bound)
        for fork in chosen:
            self._session.pending.push(replace(fork, kind="deepened"))

    @property
    def is_cut(self) -> bool:
        """True if a bound cut a path that a larger bound may finish. Bounds on how inputs are built do not count."""
        return bool(self._session.halted) or any(fork.bound not in INPUT_BOUNDS for fork in self._session.parked)

    def resume(self, bound: str) -> None:
        """Make the states that a bound cut runnable again."""
        for state in self._session.halted:
            if state.detail == bound:
                state.reopen()
                self._session.ready.append(state)
        self._session.halted = [state for state in self._session.halted if state.ending is not None]


def _weight(fork: Fork) -> int:
    """The weight of one way to build inputs; small ones come first. It grows with its choices and, for setup
    calls, with the decisions that their code took.
    """
    choices = sum(choices_of(fork.state).values()) + UNLIKELY_WEIGHT * low_priority_choices(fork.state)
    return choices + (len(fork.state.path) if fork.bound == SETUP else 0)
