"""The exploration of one entry: runs states, keeps the forks they leave, solves those it picks, deepens the bounds.

A state runs on the side its witness satisfies; the other side of each decision waits as a `Fork`, unsolved, until the
strategy picks it. What a bound cuts is parked and resumed when the bound is raised, never run again from the start.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.errors import EngineError, UnsupportedError, WitnessContradictionError
from everypath.explore.criteria import WATCHING, made, with_bounds
from everypath.explore.criteria.reachability import Ahead, Watched
from everypath.explore.engine.bound_deepening import Deepening
from everypath.explore.engine.fork_solver import ForkSolver, count_at
from everypath.explore.engine.path_filter import Keeper
from everypath.explore.engine.postconditions import Proofs
from everypath.explore.engine.receiver_search import Rear
from everypath.explore.engine.result_splitting import split_result
from everypath.explore.lemmas.lemmas import Lemmas
from everypath.explore.limits.effort import Effort
from everypath.explore.limits.memory import Memory
from everypath.explore.limits.stop_rules import Progress, StopRule, first_reason
from everypath.explore.outcome.outcome import SETUP, outcome, unsatisfied, with_excluded
from everypath.explore.outcome.refutations import Refutations
from everypath.explore.paths.path import Exploration, Failure, Path
from everypath.explore.search.concrete_seeds import Seeds, SeedSource, Taken
from everypath.explore.search.further_arguments import SPARE, Spares
from everypath.explore.search.goals import Goals, is_aside
from everypath.explore.search.recursion import OVERFLOW, Overflows
from everypath.explore.search.strategies import Worklist, worklist
from everypath.explore.session.initial_states import UNBEGUN, UNCERTAIN, Beginnings
from everypath.explore.session.options import Clock, ExploreOptions
from everypath.explore.session.round_rules import WHOLE, Round
from everypath.explore.witnesses.finish import LONG, finished_path, longest_input, shorter
from everypath.inputs import SymbolicInputs
from everypath.inputs.conditions import UNMET, Prologue
from everypath.inputs.construction import DISCARDED, is_building
from everypath.inputs.lazy import complete, other_classes
from everypath.inputs.shapes import ASKED
from everypath.inputs.sources import BEFOREHAND
from everypath.solver import Solver
from everypath.state import Ending, Fork, Place, State, discard
from everypath.vm.observers.accesses import Watch
from everypath.vm.observers.path_trace import ASTRAY

if TYPE_CHECKING:
    from everypath.explore.behaviours.behaviours import Behaviours
    from everypath.explore.session.listener import Listener
    from everypath.program import Method
    from everypath.term import Model
    from everypath.vm.interpreter.machine import Machine

Going: TypeAlias = Generator[Path, None, Exploration]
"""An exploration that goes on only while somebody asks for its next path."""

LONGEST = 1 << 16
"""A path that only longer input strings or arrays take is cut by the length bound: no test could hold them."""

MOST_ASIDE = 64
"""So many forks that only calls which build inputs leave in code of the library are taken as they come."""

OVERTIME = 0.2
"""Seconds that a path may run after the time is over; then it is parked."""

SOWING, FUZZING = 0.8, 0.1
"""After the first part of its time or of its paths, an exploration with goals left looks for seeds, for the second."""

FIXED = "explore.fixed"
"""The attachment of states that were run with concrete values: no other witness takes the same path."""


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

    Engine errors on a path are kept as failures; everything else that is raised is a bug of the caller.
    """
    explorer = Explorer(machine, entry, options or ExploreOptions(), solver or Solver(), clock, inputs)
    return explorer.run()


class Explorer:
    """One exploration, which can be run again with more time: `run` goes on where it stopped."""

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
        behaviours: Behaviours | None = None,
    ) -> None:
        self.machine = machine
        self.entry = entry
        self.options = options = with_bounds(options)
        self.solver = solver
        self.clock = clock
        self.inputs = inputs if inputs is not None else SymbolicInputs(machine.program, entry)
        self.prologue = Prologue(machine, entry, options.requires, options.ensures)
        self.inputs.structures = self.prologue.structures
        self.beginnings = Beginnings(machine, entry, self.inputs, self.prologue)
        self.goals = Goals(machine, entry, program=self.inputs.options.program)
        self.criteria = made(options.criteria, self.goals)
        self.ahead = Ahead(self.goals) if self.criteria else None
        self.overflows = Overflows(machine)
        self.seeds = Seeds(seeds) if seeds is not None else None
        self.sown = Taken()
        self.first: State | None = None
        self.pending = self._worklist()
        self.results: list[Fork] = []
        self.ready: list[State] = []
        self.unbuilt: State | None = None
        self.paths: list[Path] = []
        self._handed_out = 0
        self._stopped: bool | None = None
        """Whether the state that the time stopped has shown something new until there; None where none is."""
        self.listener = listener
        self.failures: list[Failure] = []
        self.counts: dict[str, int] = dict.fromkeys(
            ("explored", "infeasible", "pruned", "unknown", "discarded", "states"), 0
        )
        self.endings: dict[Ending, int] = {}
        self.thrown_at: set[tuple[str, Place | None]] = set()
        self.refutations = Refutations(machine.program, self.inputs, solver, self._prune) if self._asks_why else None
        self.progress = Progress()
        self.skipped: str | None = None
        self.too_large: dict[Place | None, int] = {}
        self.begun = False
        """Whether there was a round."""
        self.forks = ForkSolver(self, solver)
        self.deepening = Deepening(self)
        self.keeper = Keeper(self)
        self.proofs = Proofs(self)
        self.models: list[Model] = []
        """Models found last, by this exploration."""
        self.oversized = self.asides = 0
        self.began = 0.0
        self.effort = Effort(solver.statistics)
        self.spares = Spares(machine.program, entry)
        self.tracer = self.options.tracer(entry)
        self.watch = Watch(machine, entry) if not WATCHING.isdisjoint(options.criteria) else None
        self.memory: Memory
        """What is left to this round."""
        self.lemmas = Lemmas(machine, solver, self.goals.is_fresh_ahead, entry)
        self.rear = Rear(self, behaviours)
        self.expired: Callable[[], bool] = lambda: False

    def _worklist(self) -> Worklist[Fork]:
        made = worklist(self.options.strategy, self.goals.rank, self.options.seed)
        return made if self.ahead is None else Watched(made, self.ahead.of_fork)

    @property
    def _asks_why(self) -> bool:
        """Whether what contradicts where no input goes on is to be kept."""
        return self.options.refuted or self.options.path is not None

    # -- the loop -----------------------------------------------------------------------------------------------

    def run(
        self, seconds: float | None = None, tell: Callable[[Path], object] | None = None, this: Round = WHOLE
    ) -> Exploration:
        """Explore until nothing is left, a stop rule says so, or so many ``seconds`` (else the option) or the effort of
        ``this`` round have passed. Each path is told.
        """
        going = self.going(seconds, this)
        while True:
            try:
                path = next(going)
                if tell is not None:
                    tell(path)
            except StopIteration as over:
                result: Exploration = over.value
                return result

    def going(self, seconds: float | None = None, this: Round = WHOLE) -> Going:
        """The same, lazily: each path as it is found, and the exploration as the value of the generator."""
        seconds = seconds if seconds is not None else self.options.seconds
        if self.watch is None:
            return (yield from self._going(seconds, this))
        self.watch.begin()
        try:
            return (yield from self._going(seconds, this))
        finally:
            self.watch.end()

    def _going(self, seconds: float, this: Round) -> Going:
        hurried = this.hurried
        self.memory = Memory()
        self.take_machine()
        self.forks.begin(hurried=hurried)
        self.rear.is_patient = this.scarce or not (hurried or self.begun)
        self.spares.begin(patient=this.scarce)
        self.solver.recent = self.models
        self.solver.suggestions = self.seeds.models if self.seeds is not None and self.options.suggest else None
        self.began = self.clock()
        self.effort.begin()
        self.expired = self.machine.expired = lambda: False  # class initialisers run to their end, or to the step bound
        rules = this.rules(self, seconds)
        if not self.begun:
            self.begun = True
            self._begin()
        self.expired = self.machine.expired = lambda: self.clock() - self.began > seconds + OVERTIME
        self.deepening.resume("time")
        while True:
            stop = yield from self._loop(rules, seconds, hurried=hurried)
            cut_short = stop == "time" and bool(self.spares.tried or self.results or self.deepening.parked)
            if stop is not None and (self.spares.tried or not self._is_left()):
                stop = None
            over = hurried or (stop is None and not cut_short)
            if self.unbuilt is not None and not self.paths and over:
                self.finish(self.unbuilt)  # no other input could be built: this is all there is to say
                self.unbuilt = None
            if self.prologue.waits and self.skipped is None and stop is None and over:
                self.skipped = unsatisfied(self)
            result = outcome(self, stop)
            missed = any(not line.proved for line in result.unreached)
            if stop in ("time", "memory") or not (missed and over) or not self._sow(seconds, partly=hurried):
                break
            result = outcome(self, stop)
            if stop is not None or not len(self.pending):
                break
        if stop not in ("time", "memory") and self.rear.look(seconds):
            result = outcome(self, stop)
        unsown = missed and self.seeds is not None and self.seeds.cut_short
        cut_short = cut_short or (stop is None and (self.rear.left or self.spares.wait or unsown))
        if stop not in ("time", "memory"):
            result = with_excluded(result, self.rear.excluded())
        yield from self._new_paths()
        if stop == "memory":
            self._let_go()
        self.effort.end()
        result = replace(result, cut_short=cut_short, lemmas=self.lemmas.counts)
        self.solver.limits = self.forks.limits
        self.solver.suggestions = None
        return result

    def _new_paths(self) -> Iterator[Path]:
        """The paths that were not handed out yet."""
        while self._handed_out < len(self.paths):
            self._handed_out += 1
            yield self.paths[self._handed_out - 1]

    def _loop(self, rules: Sequence[StopRule], seconds: float, *, hurried: bool) -> Generator[Path, None, str | None]:
        """Take one fork after the other until nothing is left or a rule says to stop: its reason."""
        sown = False
        while self.skipped is None:
            yield from self._new_paths()
            self.progress.seconds = self.clock() - self.began
            if self._stopped is None:
                self.progress.effort = self.effort.seconds(self.progress)
            self.progress.goals_open = self.goals.open
            self.progress.helpers_open = self.goals.helpers_open
            stop = "time" if self.forks.out_of_time else first_reason(rules, self.progress)
            if stop is not None:
                return stop
            late = hurried and self.progress.seconds > SOWING * seconds
            if not sown and (late or self.progress.paths > SOWING * self.options.paths):
                sown = True
                self._sow(FUZZING * seconds, partly=True)
            if self.ready:
                self._advance(self.ready.pop())
                continue
            self.deepening.widen()
            fork = self.forks.due() or self.pending.pop()
            if fork is not None:
                self.deepening.aside = is_aside(fork)
                self.forks.limit(seconds - self.progress.seconds)
                state = self._solved(fork)
                if state is not None:
                    self._keep_short(state)
                    self._advance(state)
            elif self.results:
                other = self.forks.other_result(self.results.pop(), seconds - self.progress.seconds)
                if other is not None:
                    self._advance(other)
            elif not self._goes_on(seconds):
                self.deepening.settle()
                if not self._spare():
                    break
        return None

    def _goes_on(self, seconds: float) -> bool:
        """Whether there is more to do beyond a bound, for what was put off, or by effects used backwards."""
        back, deepening = self.rear.leads_on, self.deepening
        late = self.rear.is_due and back(seconds)
        return late or deepening.deepen() or self.forks.take_up() or back(seconds) or deepening.force()

    def _solved(self, fork: Fork) -> State | None:
        before = self.counts["infeasible"] + self.counts["pruned"]
        state = self.forks.solve(fork)
        refuted = state is None and self.counts["infeasible"] + self.counts["pruned"] > before
        if refuted and self.listener is not None:
            self.listener.refuted(fork)
        return state

    def _keep_short(self, state: State) -> None:
        """Where every path is wanted, inputs are made short before many paths go on from them, not each at its end."""
        if self.tracer is not None and self.tracer.counts_rounds:
            state.witness = shorter(state.path, state.witness, state.lengths, self.solver, (LONG,))

    def _is_left(self) -> bool:
        forks = len(self.pending) or self.forks.interrupted is not None or self.forks.put_off
        return bool(self.ready or forks or self.deepening.is_cut)

    @property
    def waiting(self) -> int:
        """How many states this holds for a further round."""
        bounded = len(self.deepening.parked) + len(self.deepening.halted)
        return len(self.pending) + len(self.results) + len(self.forks.put_off) + bounded

    def _let_go(self) -> None:
        """Forget what could go on: there is no room for it."""
        self.pending, self.ready = self._worklist(), []
        self.deepening.let_go()
        self.forks.let_go()

    def take_machine(self) -> None:
        """Have the machine work for this exploration: another one may have had it."""
        control = self.machine.control
        self.machine.expired = self.expired
        control.room = self.memory.room
        control.apart = self.inputs.aliasing.ask
        control.sink = self._sink
        control.observer = self.refutations
        control.bounds = self.deepening.bounds
        control.rounds = self.tracer is not None and self.tracer.counts_rounds
        self.machine.tracer = self.tracer
        self.machine.inputs = self.inputs
        self.machine.library.answer_calls(self.lemmas.model, self.lemmas.where_it_pays)
        self.inputs.bind(self.machine)

    def _sink(self, fork: Fork) -> None:
        self.effort.forks += 1
        if self.goals.gone(fork):
            self.progress.news()
        if fork.kind == "limit":
            self.deepening.park(fork)
            return
        cut = self.tracer.cut(fork) if self.tracer is not None else None
        if cut is not None:
            if cut != ASTRAY:
                self.deepening.park(replace(fork, kind="limit", bound=cut))
            return
        if ASKED not in fork.state.attachments and is_aside(fork):
            self.asides += 1
            if self.asides > MOST_ASIDE:
                self.deepening.park(replace(fork, kind="limit", bound=SETUP))
                return
        self.goals.offer(fork)
        if self.listener is not None:
            self.listener.forked(fork)
        self.pending.push(fork)

    def _begin(self) -> None:
        if not self.inputs.has_receiver(self.entry):
            name = dotted(self.entry.owner.name)
            extended = f"{name} is abstract and a test cannot extend it with this constructor"
            self.skipped = extended if self.entry.is_constructor else f"no call makes an object of {name}"
            return
        try:
            first = self.beginnings.first()
            if first.ending is not None:
                self.skipped = f"static initialiser of {dotted(self.entry.owner.name)}: {first.detail}"
                return
            self.ready.append(first)
            wanted = self.seeds is not None or self.rear.left
            self.first = first.fork() if wanted else None
            for pair in self.inputs.alias_pairs(self.entry):
                one = self.beginnings.first(pair)
                if self.inputs.options.aliasing == "eager":
                    self.pending.push(Fork(one, True, None, "alias"))
                else:
                    self.deepening.park(Fork(one, True, None, "limit", "alias"))
        except UnsupportedError as error:
            self.skipped = error.construct
        except EngineError as error:
            self._fail(error, None)

    def _prune(self) -> None:
        self.counts["pruned"] += 1

    def _advance(self, state: State) -> None:
        self.counts["states"] += 1
        self.progress.states += 1
        steps = state.steps
        try:
            self.machine.control.bounds = self.spares.bounds(state, self.deepening.bounds)
            self.prologue.run(state)
            if state.ending is None:
                self.inputs.prepare(state)
            if state.ending is None:
                self.machine.run(state)
        except WitnessContradictionError as error:
            if UNCERTAIN not in state.attachments:
                self._fail(error, state)
            return
        except EngineError as error:
            self._fail(error, state)
            return
        finally:
            self.effort.steps += state.steps - steps
        if BEFOREHAND in state.attachments:
            self.ready.append(self.beginnings.again(state))
            return
        if UNBEGUN in state.attachments and state.ending is not Ending.BOUND:
            if state.ending is Ending.RETURNED:
                self.ready.append(self.beginnings.after_initialiser(state))
            else:
                self.counts["discarded"] += 1
            return
        if not self.rear.admits(state):
            self.counts["infeasible"] += 1
            return
        if state.ending is Ending.BOUND and state.detail == "time":
            self._stop(state)
            return
        if self.goals.cover(state) or self._stopped:
            self.progress.news()
        self._stopped = None
        if state.ending is Ending.BOUND and state.detail == "memory":
            count_at(self.too_large, state.place, state)  # what takes the memory is not kept
        elif state.ending is Ending.BOUND and state.detail == ASTRAY:
            pass  # it is another path than the one to be followed
        elif state.ending is Ending.BOUND:
            if state.detail == "calls" and not self._overflow(state):
                self._stop(state)
                return
            self.deepening.halt(state)
        elif UNMET in state.attachments:
            return
        elif DISCARDED in state.attachments or state.ending is Ending.INFEASIBLE:
            self.counts["discarded"] += 1
        elif state.ending is Ending.UNSUPPORTED and is_building(state):
            self.counts["discarded"] += 1
            self.unbuilt = self.unbuilt or state
        else:
            self.finish(state)

    def _stop(self, state: State) -> None:
        """Keep a state that the time stopped: it goes on first, and as if nothing had happened."""
        self.counts["states"] -= 1
        self.progress.states -= 1
        self._stopped = self.goals.cover(state) or bool(self._stopped)
        state.detail = "time"
        self.deepening.halt(state)

    def _overflow(self, state: State) -> bool:
        """Run a recursion that the bound on calls cut on with concrete values, to see the stack overflow. False: there
        was no time for all of it.
        """
        for deeper in self.overflows.search(state):
            if self.goals.cover(deeper) or deeper.ending is Ending.THREW:
                deeper.attachments[FIXED] = True
                self.finish(deeper)
        return not self.overflows.cut_short

    def finish(self, state: State) -> None:
        """Keep a state that ended as a path."""
        assert state.ending is not None
        spare = SPARE in state.attachments and not self.spares.is_telling(state)
        if spare or state in self.sown or not self.keeper.keeps(state):
            return
        if self.tracer is not None and not self.tracer.has_wanted(state):
            return
        self.sown.ended(state)
        self.proofs.judge(state)
        if FIXED not in state.attachments and UNCERTAIN not in state.attachments:
            others = split_result(state, self.entry)
            if others is not None:
                self.results.append(others)
        self.counts["explored"] += 1
        self.effort.conditions += len(state.path)
        self.progress.paths += 1
        self.progress.idle += 1
        for criterion in self.criteria.values():
            if criterion.take(state):
                self.progress.news()
        self.endings[state.ending] = self.endings.get(state.ending, 0) + 1
        if state.ending is Ending.THREW and (state.detail, state.place) not in self.thrown_at:
            self.thrown_at.add((state.detail, state.place))
            self.progress.news()
        if len(self.paths) < self.options.kept or self.progress.idle <= 1:
            base = state.fork() if self.options.per_class else None
            if self.options.completed:
                self.complete(state)
            plain = UNCERTAIN not in state.attachments and FIXED not in state.attachments
            uncertain = not plain or state.detail == OVERFLOW
            path = finished_path(len(self.paths), self.entry, state, self.solver, uncertain=uncertain, plain=plain)
            path = self.keeper.told(path)
            if base is not None:
                path = self._with_other_classes(path, base)
            state.rest()
            if longest_input(path) > LONGEST:
                count_at(self.forks.refuted_by_limit, state.place, state)
                self.oversized += 1
            else:
                self.paths.append(path)

    def _with_other_classes(self, path: Path, base: State) -> Path:
        """A path with its like for each other class of its inputs; ``base`` is the state before it was completed."""
        twins: list[State] = []
        with self._aside(base):
            twins = list(other_classes(self.inputs, base, path.shape, self.forks.resumed))
        others = [
            finished_path(
                path.number, self.entry, twin, self.solver, uncertain=path.uncertain, plain=not path.uncertain
            )
            for twin in twins
        ]
        return replace(path, others=tuple(others))

    def _sow(self, seconds: float, *, partly: bool = False) -> bool:
        """Where blocks of the entry or a helper are left: run the seeds that reach what no path did. True: one did.
        What lies beside their paths is explored next, as the children of a concolic run are.
        """
        seeds, found = self.seeds, False
        if seeds is None or self.first is None:
            return False
        if not seeds.are_ready(self.goals, seconds, partly=partly):
            return False
        sown = seeds.sow(self.machine, self.first, self.inputs, self.goals, self.options.fixed, seconds)
        for state, beside in sown:
            found = True
            self.progress.news()
            self.sown.begin()
            self.finish(state)
            for fork in beside:
                self.pending.push(fork)
        return found

    def _spare(self) -> bool:
        """Nothing is left to do but to see what other arguments show. False: not even that."""
        chosen = self.spares.next(self.deepening.parked, self.paths, self.progress)
        if chosen is None:
            return False
        self.deepening.take(chosen)
        return True

    def complete(self, state: State) -> None:
        """Give a state that ended what it left open."""
        with self._aside(state):
            complete(self.inputs, state, self.forks.resumed)

    @contextmanager
    def _aside(self, state: State) -> Iterator[None]:
        """What forks from a state meanwhile is no path of its own; a bug of the engine is noted."""
        control = self.machine.control
        control.sink = discard
        try:
            yield
        except EngineError as error:
            self._fail(error, state)
        finally:
            control.sink = self._sink

    def _fail(self, error: EngineError, state: State | None) -> None:
        place = state.here() if state is not None else None
        self.failures.append(Failure(str(error), place, traceback.format_exc()))
