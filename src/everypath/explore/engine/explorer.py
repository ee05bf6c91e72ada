"""The exploration of one entry: runs states, keeps the forks they leave, solves those it picks, deepens the bounds.

A state runs on the side that its witness satisfies. The other side of each decision waits as a `Fork`, unsolved, until
the strategy picks it. A path that a bound cuts is parked, and resumed when the bound is raised.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import replace
from everypath.explore.criteria import NEEDS_ACCESS_LOG
from everypath.explore.engine.bound_deepening import BoundDeepening
from everypath.explore.engine.first_states import make_first_states
from everypath.explore.engine.fork_sink import ForkSink
from everypath.explore.engine.fork_solver import ForkSolver
from everypath.explore.engine.path_recorder import PathRecorder
from everypath.explore.engine.receiver_search import ReceiverSearch
from everypath.explore.engine.state_runner import StateRunner
from everypath.explore.lemmas import Lemmas
from everypath.explore.limits import WHOLE, Memory, RoundLimits, StopRule, first_reason
from everypath.explore.outcome import outcome, unsatisfied, with_excluded
from everypath.explore.search import Limit, SeedPaths, Seeds, SeedSource, is_in_setup
from everypath.explore.session import Clock, ExplorationState, ExploreOptions, stop_rules
from everypath.explore.witnesses import LONGEST_PLAIN, shorter
from everypath.inputs import SymbolicInputs
from everypath.solver import Solver
from everypath.state import Fork, State
from everypath.vm.interpreter import RunContext
from everypath.vm.observers import Watch

if TYPE_CHECKING:
    from everypath.explore.behaviours import ClassSummaries
    from everypath.explore.paths import Exploration, Path
    from everypath.explore.session import Listener
    from everypath.program import Method
    from everypath.term import Model
    from everypath.vm.interpreter import Machine

PathGenerator: TypeAlias = Generator["Path", None, "Exploration"]
"""An exploration that runs only while its caller waits for the next path."""

SEEDS_AFTER, SEED_SECONDS = 0.8, 0.1
"""Seed inputs are run if goals are left after the first fraction of the time (in the last round) or of the paths. They
may take the second fraction of the time.
"""

OUT_OF_RESOURCES = ("time", "memory")
"""The stop rules after which nothing else is tried in a round."""


def explore(
    machine: Machine,
    entry: Method,
    options: ExploreOptions | None = None,
    solver: Solver | None = None,
    clock: Clock = time.monotonic,
    *,
    inputs: SymbolicInputs | None = None,
) -> Exploration:
    """Explore one entry. The machine's inputs, sink and bounds are replaced for the time of the exploration.

    What is raised on a path is an error of the engine, and kept as a failure; so the exploration goes on.
    """
    explorer = Explorer(machine, entry, options or ExploreOptions(), solver or Solver(), clock, inputs)
    return explorer.run()


class Explorer:
    """One exploration. Another call of `run` continues where the last round stopped."""

    def __init__(
        self,
        machine: Machine,
        entry: Method,
        options: ExploreOptions,
        solver: Solver,
        clock: Clock = time.monotonic,
        inputs: SymbolicInputs | None = None,
        seeds: SeedSource | None = None,
        listener: Listener | None = None,
        behaviours: ClassSummaries | None = None,
    ) -> None:
        self.machine = machine
        self.entry = entry
        self.options = options = options.with_criterion_bounds()
        self.solver = solver
        self.inputs = inputs if inputs is not None else SymbolicInputs(machine.program, entry)
        self.session = session = ExplorationState(machine, entry, options, solver, clock, self.inputs, listener)
        self.goals = session.goals
        self.seeds = Seeds(seeds) if seeds is not None else None
        self.seed_paths = SeedPaths()
        self.models: list[Model] = []
        """The models that this exploration found last."""
        self.begun = False
        """True after the first round began."""
        self.lemmas = Lemmas(machine, solver, self.goals.reaches_goal, entry)
        session.effort.others.append(self.lemmas.effort)
        self.forks = ForkSolver(session)
        self.deepening = BoundDeepening(session, self.forks)
        self._recorder = PathRecorder(session, self.forks, session.effort, self.seed_paths)
        self.receivers = ReceiverSearch(session, behaviours, self.bind_machine, self._recorder.record)
        self._runner = StateRunner(session, self.deepening, self.receivers, self._recorder)
        self._sink = ForkSink(session, self.deepening, session.effort)
        self._watch = Watch(machine, entry) if not NEEDS_ACCESS_LOG.isdisjoint(options.criteria) else None
        self._handed_out = 0
        """The number of paths that the generator of `iterate_paths` has yielded."""
        self._expired: Callable[[], bool] = lambda: False

    @property
    def waiting(self) -> int:
        """The number of states that wait for a further round."""
        session = self.session
        bounded = len(session.parked) + len(session.halted)
        return len(session.pending) + len(session.results) + len(session.deferred.forks) + bounded

    def complete(self, state: State) -> None:
        """Decide everything about the inputs of an ended state that the path left open."""
        self._recorder.complete(state)

    # -- the loop -----------------------------------------------------------------------------------------------

    def run(
        self,
        seconds: float | None = None,
        on_path: Callable[[Path], object] | None = None,
        round_limits: RoundLimits = WHOLE,
    ) -> Exploration:
        """Explore until no pending state is left, a stop rule fires, or the limit of ``seconds`` (default:
        `ExploreOptions.seconds`) or of the round's effort is reached. ``on_path`` is called with each finished path.
        """
        paths = self.iterate_paths(seconds, round_limits)
        while True:
            try:
                path = next(paths)
                if on_path is not None:
                    on_path(path)
            except StopIteration as over:
                result: Exploration = over.value
                return result

    def iterate_paths(self, seconds: float | None = None, round_limits: RoundLimits = WHOLE) -> PathGenerator:
        """Explore lazily: a generator of the finished paths, whose value is the exploration."""
        seconds = seconds if seconds is not None else self.options.seconds
        if self._watch is None:
            return (yield from self._iterate_paths(seconds, round_limits))
        self._watch.begin()
        try:
            return (yield from self._iterate_paths(seconds, round_limits))
        finally:
            self._watch.end()

    def _iterate_paths(self, seconds: float, round_limits: RoundLimits) -> PathGenerator:
        session = self.session
        rules = self._begin_round(seconds, round_limits)
        while True:
            reason = yield from self._loop(rules, seconds, last_round=round_limits.last_round)
            stop, cut_short = self._stopped_by(reason)
            over = round_limits.last_round or (stop is None and not cut_short)
            if over:
                self._end_inputs(stop)
            result = outcome(session, stop)
            missed = any(not line.proved for line in result.unreached)
            if (
                stop in OUT_OF_RESOURCES
                or not (missed and over)
                or not self._run_seeds(seconds, partly=round_limits.last_round)
            ):
                break
            result = outcome(session, stop)
            if stop is not None or not len(session.pending):
                break
        if stop not in OUT_OF_RESOURCES:
            with self._recorder.contained():
                if self.receivers.look(seconds):
                    result = outcome(session, stop)
                result = with_excluded(result, self.receivers.excluded())
            session.failures += self.receivers.take_failures()
            result = replace(result, failures=tuple(session.failures))
        cut_short = cut_short or (stop is None and self._is_left_for_later(missed=missed))
        yield from self._new_paths()
        self._end_round(stop)
        return replace(result, cut_short=cut_short, lemmas=self.lemmas.counts)

    def _begin_round(self, seconds: float, round_limits: RoundLimits) -> Sequence[StopRule]:
        """Set everything up for one round, and return its stop rules."""
        session = self.session
        session.memory = Memory(of_process=round_limits.memory)
        self.forks.begin(last_round=round_limits.last_round)
        self.receivers.is_low_budget = round_limits.low_budget or not (round_limits.last_round or self.begun)
        session.further_arguments.begin(low_budget=round_limits.low_budget)
        self.solver.recent = self.models
        session.began, session.most = session.clock(), seconds
        session.effort.begin()
        self._expired = lambda: False  # initialisers run to their end, or to the step bound
        self.bind_machine()
        rules = stop_rules(round_limits, session, seconds)
        if not self.begun:
            self.begun = True
            make_first_states(
                session, self.deepening, self._recorder, keeps_first=self.seeds is not None or self.receivers.left
            )
        self._expired = session.is_late
        self.machine.use(replace(self.machine.context, expired=self._expired))
        self.deepening.resume("time")
        return rules

    def _stopped_by(self, reason: str | None) -> tuple[str | None, bool]:
        """The stop rule that cut the exploration, None if only further arguments are left; and True if the time was
        over with anything left.
        """
        session = self.session
        tried = session.further_arguments.tried
        cut_short = reason == "time" and bool(tried or session.results or session.parked)
        is_left = bool(session.results) or (not tried and self._is_left())
        return (reason if is_left else None), cut_short

    def _end_inputs(self, stop: str | None) -> None:
        """Note why there is no path if no input could be built, or none meets the precondition."""
        session, unbuilt = self.session, self._runner.unbuilt
        if unbuilt is not None and not session.paths:
            self._recorder.record(unbuilt)
            self._runner.unbuilt = None
        if session.prologue.waits and session.skipped is None and stop is None:
            session.skipped = unsatisfied(session)

    def _is_left_for_later(self, *, missed: bool) -> bool:
        """True if another round may show more although no state is pending."""
        no_seeds = missed and self.seeds is not None and self.seeds.cut_short
        return self.receivers.left or self.session.further_arguments.wait or no_seeds

    def _end_round(self, stop: str | None) -> None:
        session = self.session
        if stop == "memory":  # there is no memory to keep the pending states
            session.pending, session.ready = session.new_worklist(), []
            session.parked, session.halted = [], []
            session.deferred.clear()
        session.effort.end()
        self.solver.limits = self.forks.limits

    def _new_paths(self) -> Iterator[Path]:
        """Yield the paths that were not yielded yet."""
        paths = self.session.paths
        while self._handed_out < len(paths):
            self._handed_out += 1
            yield paths[self._handed_out - 1]

    def _loop(
        self, rules: Sequence[StopRule], seconds: float, *, last_round: bool
    ) -> Generator[Path, None, str | None]:
        """Run one pending state after the other. Returns the reason of the stop rule that fired, or None if no state
        is left.
        """
        session, progress = self.session, self.session.progress
        ran_seeds = False
        while session.skipped is None:
            yield from self._new_paths()
            self._update_progress()
            stop = "time" if self.forks.out_of_time else first_reason(rules, progress)
            if stop is not None:
                return stop
            late = last_round and progress.seconds > SEEDS_AFTER * seconds
            if not ran_seeds and (late or progress.paths > SEEDS_AFTER * self.options.paths):
                ran_seeds = True
                self._run_seeds(SEED_SECONDS * seconds, partly=True)
            if session.ready:
                self._run(session.ready.pop())
                continue
            self.deepening.widen()
            fork = self.forks.due() or session.pending.pop()
            if fork is not None:
                self._run_fork(fork, seconds)
            elif session.results:
                self._run_other_result(session.results.pop(), seconds - progress.seconds)
            elif not self._goes_on(seconds):
                self.deepening.settle()
                if not self._take_further_argument():
                    break
        return None

    def _update_progress(self) -> None:
        progress = self.session.progress
        progress.seconds = self.session.seconds
        if not self._runner.is_stopped:
            progress.effort = self.session.effort.seconds(progress)
        progress.goals_open = self.goals.open
        progress.helper_goals_open = self.goals.helper_goals_open

    def _run_fork(self, fork: Fork, seconds: float) -> None:
        """Solve a fork, and run its state if the fork is feasible."""
        with self._recorder.contained(fork.state):
            self.deepening.in_setup = is_in_setup(fork)
            self.forks.limit(seconds - self.session.progress.seconds)
            state = self._solved(fork)
            if state is not None:
                self._keep_short(state)
                self._runner.run(state)

    def _run(self, state: State) -> None:
        with self._recorder.contained(state):
            self._runner.run(state)

    def _run_other_result(self, fork: Fork, seconds: float) -> None:
        """Run the path of a fork with another result, if it has one."""
        with self._recorder.contained(fork.state):
            other = self.forks.other_result(fork, seconds)
            if other is not None:
                self._runner.run(other)

    def _goes_on(self, seconds: float) -> bool:
        """Find more to do when no fork is pending: put-off queries, raised bounds, receivers found by the backward
        search. False if there is none.
        """
        back, deepening = self.receivers.leads_on, self.deepening
        with self._recorder.contained():
            late = self.receivers.is_due and back(seconds)
            return late or deepening.deepen() or self.forks.take_up() or back(seconds) or deepening.force()
        return False

    def _solved(self, fork: Fork) -> State | None:
        counts, listener = self.session.counts, self.session.listener
        before = counts["refuted_by_solver"] + counts["refuted_without_solver"]
        state = self.forks.solve(fork)
        refuted = state is None and counts["refuted_by_solver"] + counts["refuted_without_solver"] > before
        if refuted and listener is not None:
            listener.refuted(fork)
        return state

    def _keep_short(self, state: State) -> None:
        """Shorten the strings and arrays of a witness, if every path is wanted: many paths may fork from this state."""
        tracer = self.session.tracer
        if tracer is not None and tracer.bounds_loop_iterations:
            state.witness = shorter(state.path, state.witness, state.lengths, self.solver, (LONGEST_PLAIN,))

    def _is_left(self) -> bool:
        session = self.session
        forks = len(session.pending) or session.deferred.interrupted is not None or session.deferred.forks
        return bool(session.ready or forks or self.deepening.is_cut)

    @property
    def context(self) -> RunContext:
        """The context of the machine when it runs a state of this exploration."""
        session, tracer = self.session, self.session.tracer
        return RunContext(
            inputs=self.inputs,
            sink=self._sink,
            bounds=self.deepening.bounds,
            observer=session.refutations,
            explores_alias=self.inputs.aliasing.assume_distinct,
            has_memory_for=session.memory.has_memory_for,
            replay_conditions=(),
            bounds_loop_iterations=tracer is not None and tracer.bounds_loop_iterations,
            tracer=tracer,
            expired=self._expired,
            call_models=(self.lemmas.lemma_model, self.lemmas.auto_model),
        )

    def bind_machine(self) -> None:
        """Set the machine up for this exploration, since another one may have used it."""
        self.inputs.bind(self.machine)
        self.machine.use(self.context)

    # -- further inputs -----------------------------------------------------------------------------------------

    def _run_seeds(self, seconds: float, *, partly: bool = False) -> bool:
        """If blocks of the entry or a helper are uncovered, run the seed inputs that reach them, and push the forks
        beside their paths, as concolic testing does. True if a seed covered something new.
        """
        with self._recorder.contained():
            return self._ran_seeds(seconds, partly=partly)
        return False

    def _ran_seeds(self, seconds: float, *, partly: bool) -> bool:
        session, seeds, found = self.session, self.seeds, False
        if seeds is None or session.first is None:
            return False
        if not seeds.are_ready(self.goals, seconds, partly=partly):
            return False
        limit = Limit(session.clock if self.options.counted else time.monotonic, seconds, session.effort)
        runs = seeds.run_all(self.machine, session.first, self.inputs, self.goals, self.options.fixed, limit)
        for state, beside in runs:
            found = True
            session.progress.found_new()
            self.seed_paths.begin()
            self._recorder.record(state)
            for fork in beside:
                session.pending.push(fork)
        return found

    def _take_further_argument(self) -> bool:
        """Let the next further argument be explored. False if there is none, or enough were tried."""
        session = self.session
        chosen = session.further_arguments.next(session.parked, session.paths, session.progress)
        if chosen is None:
            return False
        self.deepening.take(chosen)
        return True
