"""The data that the parts of one exploration share.

The explorer makes one `ExplorationState` and passes it to its parts: the fork solver, bound deepening, the stop rules,
the outcome. They read and write it, and do not know the explorer.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from everypath.explore.criteria import PositionedWorklist, ReachabilityAnalysis, make_criteria
from everypath.explore.limits import Effort, Memory, Progress
from everypath.explore.paths import Claim
from everypath.explore.search import FurtherArguments, GoalRanking, Goals, Worklist, worklist
from everypath.explore.session.initial_states import InitialStates
from everypath.explore.session.refutations import Refutations
from everypath.inputs.conditions import Prologue
from everypath.work import STEP

if TYPE_CHECKING:
    from everypath.explore.paths import Failure, Path
    from everypath.explore.session.listener import Listener
    from everypath.explore.session.options import Clock, ExploreOptions
    from everypath.inputs import SymbolicInputs
    from everypath.program import Method
    from everypath.solver import Solver
    from everypath.state import Ending, Fork, Place, Reason, State
    from everypath.vm.interpreter import Machine


OVERTIME, LEAST_STEPS = 0.2, 1000
"""Seconds that a path may run after the time is over; then it is parked. Where work is counted: the steps that each
path may take at least.
"""

COUNTS = ("explored", "refuted_by_solver", "refuted_without_solver", "unknown", "discarded", "states")
"""The counts of `Statistics`."""


class DeferredForks:
    """The forks whose solver queries were deferred, since they are hard or were interrupted."""

    def __init__(self) -> None:
        self.interrupted: Fork | None = None
        """The fork whose query the end of a round interrupted. The next round solves it first. None if there is none.
        """
        self.goals: deque[Fork] = deque()
        """Forks that led to an uncovered goal when their queries were deferred."""
        self.others: deque[Fork] = deque()
        self.due: Fork | None = None
        """The fork whose query is asked next, with the full time limit; None if there is none."""

    @property
    def forks(self) -> list[Fork]:
        """The forks with hard queries, the due one first, without the interrupted one."""
        return [*self.goals, *self.others] if self.due is None else [self.due, *self.goals, *self.others]

    def clear(self) -> None:
        """Drop the forks with hard queries."""
        self.goals, self.others, self.due = deque(), deque(), None


class ExplorationState:
    """The entry of one exploration with its options, the pending states, and the results so far.

    Three maps count by place: ``refuted_by_limit`` the sides that only the assumed lengths refute, ``unknown_at`` the
    sides that the solvers could not decide, ``too_large`` the paths that used up the memory. ``parked`` are forks and
    ``halted`` are states that a bound keeps back. ``unusable`` are the missing or damaged classes that ended work
    without a path of its own, in order. ``results`` are finished paths on which the entry returns another result, too.
    """

    def __init__(
        self,
        machine: Machine,
        entry: Method,
        options: ExploreOptions,
        solver: Solver,
        clock: Clock,
        inputs: SymbolicInputs,
        listener: Listener | None,
    ) -> None:
        self.machine = machine
        self.entry = entry
        self.options = options
        self.solver = solver
        self.effort = Effort(solver.statistics)
        self.clock = clock if not options.counted else self.work
        self.inputs = inputs
        self.listener = listener
        self.prologue = Prologue(machine, entry, options.requires, options.ensures)
        inputs.structures = self.prologue.structures
        self.initial_states = InitialStates(machine, entry, inputs, self.prologue)
        self.goals = Goals(machine, entry, program=inputs.options.program)
        self.ranking = GoalRanking(self.goals)
        self.criteria = make_criteria(options.criteria, self.goals)
        self.reachability = ReachabilityAnalysis(self.goals) if self.criteria else None
        self.further_arguments = FurtherArguments(machine.program, entry)
        self.tracer = options.tracer(entry)
        # The pending work.
        self.first: State | None = None
        """A copy of the first state, if seed inputs or receivers are to be run from it; else None."""
        self.pending: Worklist[Fork] = self.new_worklist()
        self.ready: list[State] = []
        self.results: list[Fork] = []
        self.parked: list[Fork] = []
        self.halted: list[State] = []
        self.deferred = DeferredForks()
        # The results so far.
        self.progress = Progress()
        self.paths: list[Path] = []
        self.failures: list[Failure] = []
        self.unusable: dict[Reason, None] = {}
        self.skipped: str | None = None
        """The reason why the entry was not explored; None if it was."""
        self.counts = dict.fromkeys(COUNTS, 0)
        self.endings: dict[Ending, int] = {}
        self.thrown_at: set[tuple[str, Place | None]] = set()
        self.refuted_by_limit: dict[Place | None, int] = {}
        self.unknown_at: dict[Place | None, int] = {}
        self.too_large: dict[Place | None, int] = {}
        self.oversized = 0
        """The number of paths that were dropped since their inputs are too long for a test."""
        self.raised_input_bounds = 0
        """The number of times that a bound on how inputs are built was raised."""
        self.claims = [Claim(each, number) for number, each in enumerate(self.prologue.ensures)]
        asks_why = options.refuted or options.path is not None
        self.refutations = Refutations(machine.program, inputs, solver, self._count_refuted) if asks_why else None
        self.memory: Memory
        self.began = self.most = 0.0
        """When it began, and its most seconds, both of the clock."""

    def new_worklist(self) -> Worklist[Fork]:
        """An empty worklist of the chosen strategy."""
        made = worklist(self.options.strategy, self.ranking.rank, self.options.seed)
        return made if self.reachability is None else PositionedWorklist(made, self.reachability.of_fork)

    def _count_refuted(self) -> None:
        self.counts["refuted_without_solver"] += 1

    @property
    def seconds(self) -> float:
        """Seconds since this round began."""
        return self.clock() - self.began

    def work(self) -> float:
        """All work so far, in seconds of effort."""
        return self.effort.whole(self.progress)

    def is_late(self) -> bool:
        """True if a path must end since the round should have ended. Where work is counted, `steps_left` ends it."""
        return not self.options.counted and self.seconds > self.most + OVERTIME

    @property
    def steps_left(self) -> int | None:
        """The most steps that the next path may take in this round; None if time limits it, not work."""
        if not self.options.counted:
            return None
        return max(round((self.most - self.seconds) / STEP), LEAST_STEPS)
