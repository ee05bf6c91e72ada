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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field, replace
from everypath.errors import EverypathError, TargetError, UnsupportedError
from everypath.explore.concolic.following import followed_path
from everypath.explore.concolic.open_sides import OpenSides, Side
from everypath.explore.concolic.recorded import Record, RecordedResults
from everypath.explore.concolic.running import running
from everypath.explore.concolic.sequence_code import SequenceEntry, sequence_entry
from everypath.explore.concolic.symbols import Symbols, symbols_of
from everypath.explore.limits import Memory
from everypath.explore.paths import FAR
from everypath.explore.search import literals_of
from everypath.explore.witnesses import holds
from everypath.solver import Sat, Unsat
from everypath.state import BoundReached, Ending, discard, is_about_classes
from everypath.state.text import units
from everypath.term import Model, Term, evaluate, variables

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.program import Class
    from everypath.solver import Solver
    from everypath.state import Fork, State
    from everypath.vm import Machine

__all__ = ["ConcolicSearch", "NewSequence", "SeedReport"]

Steps: TypeAlias = "tuple[Step, ...]"

STEPS = 300_000
"""The most calls and backward jumps of one path."""

MOST_CONDITIONS = 4_000
"""The most conditions of one path."""

MOST_WAITING = 400
"""The most forks of one sequence that wait."""

QUERY_WORK = 0.3
"""Seconds of the solvers' work for one query."""

FOLLOWING = 0.5
"""The most seconds for following a sequence."""

FIRST_PART = 0.6
"""The part of the time of a sequence within which its own path must end; the rest is for what it leaves."""


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
    without. ``aimed`` are the solved ones that lead to an open side. ``left`` forks waited at the end of the time.
    """

    ending: Ending = Ending.ERROR
    detail: str = ""
    forks: int = 0
    asked: int = 0
    solved: int = 0
    refuted: int = 0
    aimed: int = 0
    left: int = 0
    seconds: float = 0.0
    steps: int = 0
    made: list[NewSequence] = field(default_factory=list)


class ConcolicSearch:
    """Flips decisions of sequences. One for each machine. ``clock`` is in seconds.

    ``sides`` are the goals, in which it notes what it reached. ``memory`` is the most memory of this process, in bytes.
    ``record`` runs a sequence on the JVM and gives the results of calls that the machine does not support.
    """

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        sides: OpenSides | None = None,
        memory: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        record: Record | None = None,
    ) -> None:
        self.machine = machine
        self.solver = solver
        self.clock = clock
        self.sides = sides or OpenSides(lambda method: {})
        self.memory = memory
        self._record = record
        self._recorded: tuple[Steps, RecordedResults] | None = None
        self._base = machine.new_state()
        self._refused: set[Class] = set()

    def run(
        self,
        steps: Sequence[Step],
        seconds: float,
        report: SeedReport | None = None,
        *,
        tried: Iterable[Side] = (),
        fixed_lengths: bool = False,
    ) -> SeedReport:
        """Search from one sequence for so many seconds; not for the sides that were ``tried`` from it.

        ``fixed_lengths``: strings keep their lengths, which makes terms smaller. A given report is filled as the search
        goes on, so that it holds what was found before an alarm.
        """
        report = report if report is not None else SeedReport()
        began = self.clock()
        self.sides.begin(tried)
        try:
            entry = sequence_entry(self.machine.program, steps)
            state = self._base.fork()
            symbols = symbols_of(self.machine, state, steps, entry.parameters, fixed_lengths=fixed_lengths)
            with self.short_queries():
                state = _Seed(self, tuple(steps), symbols, report, began + seconds).run(entry, state)
            self._initialise_as(state)
        except (UnsupportedError, TargetError) as error:
            report.ending, report.detail = Ending.UNSUPPORTED, str(error)
        finally:
            report.seconds += self.clock() - began
        return report

    def followed(self, steps: Steps) -> State | None:
        """The end of a sequence's own path, without symbols; its result is the array that the last step makes. None if
        the machine cannot run it.
        """
        until = self.clock() + FOLLOWING
        state = self._base.fork()
        path = followed_path(self.machine, steps, {}, lambda: self.clock() > until, state=state, returns=True)
        return path.state if path is not None else None

    def recorded(self, steps: Steps) -> RecordedResults | None:
        """The recorded results of a sequence. Those of the last one are kept: it may be searched again."""
        if self._record is None:
            return None
        if self._recorded is None or self._recorded[0] != steps:
            self._recorded = steps, RecordedResults(partial(self._record, steps))
        return self._recorded[1]

    @contextmanager
    def short_queries(self) -> Iterator[None]:
        """In the block, the solver works `QUERY_WORK` seconds on a query at most."""
        limits = self.solver.limits
        self.solver.limits = replace(limits, work=min(limits.work, QUERY_WORK))
        try:
            yield
        finally:
            self.solver.limits = limits

    def _initialise_as(self, state: State) -> None:
        """Initialise classes that a path has initialised, so that paths of later sequences find them so."""
        present = self.machine.context
        with self.machine.using(replace(present, sink=discard, bounds=replace(present.bounds, steps=STEPS))):
            for cls, status in list(state.initialised.items()):
                if status == "done" and cls not in self._base.initialised and cls not in self._refused:
                    trial = self._base.fork()
                    with suppress(EverypathError):
                        self.machine.initialise(trial, cls)
                        if trial.ending is None:
                            self._base = trial
                            continue
                    self._refused.add(cls)


class _Seed:
    """The search from one sequence, until a time of the search's clock."""

    def __init__(
        self, search: ConcolicSearch, steps: Steps, symbols: Symbols, report: SeedReport, until: float
    ) -> None:
        self._machine, self._solver, self._sides = search.machine, search.solver, search.sides
        self._clock = search.clock
        self._recorded = search.recorded(steps)
        self._memory = Memory(of_process=search.memory)
        self._steps = steps
        self._symbols = symbols
        self._report = report
        self._until = until
        self._path_until = until - (1 - FIRST_PART) * (until - self._clock())
        self._waiting: list[tuple[int, int, Fork]] = []
        self._order = count()
        self._known: set[Steps] = {steps, *(each.steps for each in report.made)}

    def run(self, entry: SequenceEntry, state: State) -> State:
        """Run the sequence from a first state, then what its forks lead to. Returns the end of its own path."""
        report = self._report
        with running(
            self._machine,
            entry.method,
            longest=self._symbols.longest,
            conditions=MOST_CONDITIONS,
            steps=STEPS,
            memory=self._memory,
            sink=self._take,
            expired=lambda: self._clock() > self._path_until,
            observer=self,
            recorded=self._recorded,
        ):
            self._machine.start(entry.method, self._symbols.arguments, state)
            self._execute(state)
            report.ending, report.detail = state.ending or Ending.ERROR, state.detail or ""
            self._path_until = self._until
            while self._waiting and self._clock() < self._until:
                self._flip(heapq.heappop(self._waiting)[2])
            report.left = len(self._waiting)
        return state

    def _execute(self, state: State) -> None:
        before = state.steps
        try:
            self._machine.run(state)
        except EverypathError as error:
            state.end(Ending.ERROR, str(error))
        finally:
            self._report.steps += state.steps - before

    # ---- the observer of decisions: it ends paths that decide much in few steps

    def asked(self, state: State) -> None:
        """A decision is about to be taken."""
        if self._clock() > self._path_until:
            raise BoundReached("time", state.here())

    def again(self, state: State) -> None:
        """Frames were pushed above the current instruction."""

    def refuted(self, state: State, condition: Term, kind: str) -> None:
        """The path refutes a side."""

    def refuted_class(self, state: State, ref: Term, bits: int, kind: str, *, inside: bool) -> None:
        """The candidates of an input refute a side."""

    def refuted_alias(self, state: State, left: Term, right: Term) -> None:
        """The classes of two inputs refute that they are one object."""

    # ---- forks

    def _take(self, fork: Fork) -> None:
        self._report.forks += 1
        if fork.kind == "limit" or len(self._waiting) >= MOST_WAITING or not isinstance(fork.condition, Term):
            return
        if is_about_classes(fork.condition):
            return
        distance = self._sides.distance(fork)
        if distance < FAR:
            fork.state.rest()
            heapq.heappush(self._waiting, (distance, next(self._order), fork))

    def _flip(self, fork: Fork) -> None:
        """Solve a fork, and run it on."""
        aims = self._sides.aims(fork)
        if aims and not self._sides.try_once(aims):
            return
        if not aims and self._sides.distance(fork) >= FAR:  # its goals were reached meanwhile
            return
        self._report.asked += 1
        model = self._model(fork)
        if model is None:
            return
        self._report.solved += 1
        self._report.aimed += bool(aims)
        method = fork.state.frames[-1].method
        state = fork.resume(model)
        steps = self._symbols.changed(self._steps, model)
        if steps is not None and steps not in self._known:
            self._known.add(steps)
            self._report.made.append(NewSequence(steps, aims))
            if aims and fork.place is not None:
                self._sides.reached(fork.place, aims, method)
        self._execute(state)

    def _model(self, fork: Fork) -> Model | None:
        state, condition = fork.state, fork.condition
        assert isinstance(condition, Term)
        guessed = self._guess(state, condition)
        if guessed is not None:
            return guessed
        asked = [each for each in (*state.path, condition) if not is_about_classes(each)]
        answer = self._solver.check(asked, hint=state.witness)
        if isinstance(answer, Sat):
            return state.witness.with_(dict(answer.model))
        self._report.refuted += isinstance(answer, Unsat)
        return None

    def _guess(self, state: State, condition: Term) -> Model | None:
        """A model in which a string is one of the literals of the code on the stack."""
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
