"""Searches for call sequences that take open sides of decisions, from a sequence that ran on the JVM.

The machine runs the sequence on symbols in place of its literals, along the path that the literals take. Each decision
on the way leaves a fork. Those that lead to an open side, or near one, are solved, the nearest first; what was solved
runs on and leaves further forks (generational search: Godefroid, Levin and Molnar, NDSS 2008). A solved fork gives the
same calls with other literals.

Nothing is claimed about the new sequences: the JVM runs them, and keeps what passes new goals. So the machine may be
inexact, and a path that ends early still gives the forks before its end.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field, replace
from everypath.errors import EverypathError, TargetError, UnsupportedError
from everypath.explore.concolic.open_sides import OpenSides, Side
from everypath.explore.concolic.sequence_code import SequenceEntry, sequence_entry
from everypath.explore.concolic.symbols import Symbols, symbols_of
from everypath.explore.paths import FAR
from everypath.explore.search import literals_of
from everypath.explore.witnesses import holds
from everypath.inputs import SymbolicInputs
from everypath.solver import Sat, Unsat
from everypath.state import Ending, is_about_classes
from everypath.state.text import units
from everypath.term import Model, Term, evaluate, variables
from everypath.vm.interpreter import RunContext

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.program import Class
    from everypath.solver import Solver
    from everypath.state import Fork, State
    from everypath.vm import Call, Machine
    from everypath.term import Value

__all__ = ["ConcolicSearch", "NewSequence", "SeedReport"]

Steps: TypeAlias = "tuple[Step, ...]"

STEPS = 300_000
"""The most calls and backward jumps of one path."""

MOST_CONDITIONS = 4_000
"""The most conditions of one path."""

ROOM = 8
"""Strings may become so many chars longer than the longest one of the sequence, and up to the bound at least."""

MOST_WAITING = 400
"""The most forks of one sequence that wait."""

QUERY_WORK = 0.3
"""Seconds of the solvers' work for one query."""

FIRST_PART = 0.6
"""The part of the time of a sequence within which its own path must end; the rest is for what it leaves."""

NO_BOUND = 1 << 30


@dataclass(frozen=True)
class NewSequence:
    """A sequence with other literals. ``aims`` are the open sides to which it leads by what the machine knows; empty
    for one that only leads near such a side.
    """

    steps: Steps
    aims: frozenset[Side]


@dataclass
class SeedReport:
    """What came of one sequence.

    ``ending`` is how its own path ended in the machine, and ``detail`` says why where it is not supported. ``forks``
    counts the decisions on all paths, ``asked`` the queries, ``solved`` those with an answer, ``refuted`` those
    without. ``aimed`` are the solved ones that lead to an open side.
    """

    ending: Ending
    detail: str = ""
    forks: int = 0
    asked: int = 0
    solved: int = 0
    refuted: int = 0
    aimed: int = 0
    seconds: float = 0.0
    steps: int = 0
    made: list[NewSequence] = field(default_factory=list)


class ConcolicSearch:
    """Flips decisions of sequences. One for each machine; ``sides`` are the goals, in which it notes what it reached."""

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        sides: OpenSides,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._machine = machine
        self._solver = solver
        self._clock = clock
        self.sides = sides
        self._base = machine.new_state()
        """A state in which the classes are initialised that earlier sequences needed."""
        self._refused: set[Class] = set()
        self.endings: Counter[str] = Counter()

    def run(self, steps: Sequence[Step], seconds: float) -> SeedReport:
        """Search from one sequence for so many seconds."""
        began = self._clock()
        report = SeedReport(Ending.UNSUPPORTED)
        self.sides.begin()
        try:
            entry = sequence_entry(self._machine.program, steps)
            _Seed(self, self._machine, self._solver, entry, tuple(steps), report, began, seconds).run()
        except (UnsupportedError, TargetError) as error:
            report.detail = str(error)
        report.seconds = self._clock() - began
        self.endings[report.ending.value] += 1
        return report

    def first_state(self) -> State:
        """A state in which no code has run but class initialisers."""
        return self._base.fork()

    def initialise_as(self, state: State) -> None:
        """Initialise classes for later sequences that a path has initialised, outside of the path."""
        for cls, status in list(state.initialised.items()):
            if status != "done" or cls in self._base.initialised or cls in self._refused:
                continue
            trial = self._base.fork()
            try:
                self._machine.initialise(trial, cls)
            except EverypathError:
                self._refused.add(cls)
                continue
            if trial.ending is None:
                self._base = trial
            else:
                self._refused.add(cls)


class _Seed:
    """The search from one sequence."""

    def __init__(
        self,
        search: ConcolicSearch,
        machine: Machine,
        solver: Solver,
        entry: SequenceEntry,
        steps: Steps,
        report: SeedReport,
        began: float,
        seconds: float,
    ) -> None:
        self.search = search
        self.machine = machine
        self.solver = solver
        self.entry = entry
        self.steps = steps
        self.report = report
        self.clock = search._clock
        self.began = began
        self.until = began + seconds
        self.path_until = began + FIRST_PART * seconds
        self.sides = search.sides
        self._waiting: list[tuple[int, int, Fork]] = []
        self._order = count()
        self._known: set[Steps] = {steps}
        self._symbols: Symbols | None = None

    def run(self) -> None:
        """Run the sequence, then what its forks lead to."""
        state = self.search.first_state()
        symbols = self._symbols = symbols_of(self.machine, state, self.steps, self.entry.parameters)
        limits = self.solver.limits
        self.solver.limits = replace(limits, work=min(limits.work, QUERY_WORK))
        inputs = SymbolicInputs(self.machine.program, self.entry.method)
        present = self.machine.context
        try:
            inputs.bind(self.machine)
            with self.machine.using(self._context(inputs, symbols)):
                self.machine.start(self.entry.method, symbols.arguments, state)
                self._execute(state)
                self.report.ending, self.report.detail = state.ending or Ending.ERROR, state.detail or ""
                self.path_until = self.until
                while self._waiting and self.clock() < self.until:
                    _, _, fork = heapq.heappop(self._waiting)
                    self._flip(fork)
                with self.machine.using(replace(self.machine.context, sink=_ignore, expired=_never)):
                    self.search.initialise_as(state)
        finally:
            self.solver.limits = limits
            present.inputs.bind(self.machine) if isinstance(present.inputs, SymbolicInputs) else None

    def _context(self, inputs: SymbolicInputs, symbols: Symbols) -> RunContext:
        present = self.machine.context
        bounds = replace(
            present.bounds,
            loop=NO_BOUND,
            calls=NO_BOUND,
            conditions=MOST_CONDITIONS,
            length=max(present.bounds.length, symbols.longest + ROOM),
            steps=STEPS,
            block=None,
            depth=None,
        )
        return replace(
            present,
            inputs=inputs,
            sink=self._take,
            bounds=bounds,
            observer=None,
            tracer=None,
            replay_conditions=(),
            bounds_loop_iterations=False,
            expired=lambda: self.clock() > self.path_until,
            call_models=(_own_code, _own_code),
        )

    def _execute(self, state: State) -> None:
        before = state.steps
        try:
            self.machine.run(state)
        except EverypathError as error:
            state.end(Ending.ERROR, str(error))
        self.report.steps += state.steps - before

    # ---- forks

    def _take(self, fork: Fork) -> None:
        self.report.forks += 1
        if fork.kind == "limit" or len(self._waiting) >= MOST_WAITING or not isinstance(fork.condition, Term):
            return
        if is_about_classes(fork.condition):
            return
        distance = self.sides.distance(fork)
        if distance < FAR:
            fork.state.rest()
            heapq.heappush(self._waiting, (distance, next(self._order), fork))

    def _flip(self, fork: Fork) -> None:
        """Solve a fork, and run it on."""
        aims = self.sides.aims(fork)
        if aims and not self.sides.try_once(aims):
            return
        if not aims and self.sides.distance(fork) >= FAR:  # its goals were reached meanwhile
            return
        self.report.asked += 1
        model = self._model(fork)
        if model is None:
            return
        self.report.solved += 1
        self.report.aimed += bool(aims)
        method = fork.state.frames[-1].method
        state = fork.resume(model)
        assert self._symbols is not None
        steps = self._symbols.changed(self.steps, model)
        if steps is not None and steps not in self._known:
            self._known.add(steps)
            self.report.made.append(NewSequence(steps, aims))
            if aims and fork.place is not None:
                self.sides.reached(fork.place, aims, method)
        self._execute(state)

    def _model(self, fork: Fork) -> Model | None:
        state, condition = fork.state, fork.condition
        assert isinstance(condition, Term)
        guessed = self._guess(state, condition)
        if guessed is not None:
            return guessed
        asked = [each for each in (*state.path, condition) if not is_about_classes(each)]
        answer = self.solver.check(asked, hint=state.witness)
        if isinstance(answer, Sat):
            return state.witness.with_(dict(answer.model))
        self.report.refuted += isinstance(answer, Unsat)
        return None

    def _guess(self, state: State, condition: Term) -> Model | None:
        """A model in which a string is one of the literals of the code on the stack."""
        assert self._symbols is not None
        symbols = variables(condition)
        for text in self._symbols.texts.values():
            if text.array not in symbols or not isinstance(text.length, Term):
                continue
            for literal in self._literals(state):
                cells = dict(enumerate(map(ord, literal)))
                model = state.witness.with_({text.length: len(literal), text.array: cells})
                if evaluate(condition, model) is True and holds(state.path, model):
                    return model
        return None

    @staticmethod
    def _literals(state: State) -> Iterator[str]:
        targets = (frame.method for frame in reversed(state.frames) if frame.method.owner.is_target)
        method = next(targets, None)
        for each in literals_of(method) if method is not None else ():
            yield units(each)


def _own_code(call: Call, *args: Value) -> Value | None:
    """The model of calls that lemmas may answer elsewhere: there are none here."""
    return call.run_code(args)


def _ignore(fork: Fork) -> None:
    """The sink of class initialisers for later sequences."""


def _never() -> bool:
    return False
