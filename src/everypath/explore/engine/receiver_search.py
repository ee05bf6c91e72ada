"""Searches for call sequences that build a receiver which an exploration needs, and runs them.

The sequences come from the backward search (`everypath.explore.behaviours.BackwardSearch`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from everypath.explore.behaviours import (
    THIS,
    BackwardSearch,
    CallSequence,
    UnreachableStates,
    name_of,
    with_name,
)
from everypath.explore.paths import UnreachableCode
from everypath.explore.search import Seed, run_seed
from everypath.inputs.shapes import FieldsInput, shape_of
from everypath.inputs.stubs import promise
from everypath.solver import Sat, Unsat
from everypath.state import Ending, State
from everypath.term import Term, evaluate, substitute, variables

if TYPE_CHECKING:
    from everypath.explore.behaviours import ClassSummaries, SummaryCase
    from everypath.explore.paths import Failure
    from everypath.explore.session import ExplorationState
    from everypath.program import Class
    from everypath.solver import Solver

FORWARD, STAGNATION = 6, 0.1
"""The backward search begins after this number of raised input bounds (`FORWARD`), and this many seconds of effort
without progress (`STAGNATION`).
"""

INVARIANTS = "explore.invariants"
"""The attachment that holds the invariants of the classes of the objects whose fields were forced."""


def invariants_of(state: State) -> frozenset[Term]:
    """The invariants of classes that concern the path condition of a path on free fields."""
    found = state.attachments.get(INVARIANTS)
    return found if isinstance(found, frozenset) else frozenset()


class ReceiverSearch:
    """The search for receivers of one exploration; without behaviours there is none."""

    def __init__(
        self,
        session: ExplorationState,
        behaviours: ClassSummaries | None,
        bind_machine: Callable[[], None],
        finish: Callable[[State], None],
    ) -> None:
        self._session = session
        self._bind_machine = bind_machine
        self._finish = finish
        self._behaviours = behaviours
        self._sequences: Iterator[CallSequence | None] | None = None
        self._applies = False
        self._backwards: BackwardSearch | None = None
        self._effort = 0.0
        """The effort of the summaries that were explored for this search."""
        self._solvers: list[Solver] = []
        self._session.effort.others.append(self.effort)
        self.is_low_budget = False
        """True if other methods are analysed first, before all methods of the class are explored for this one."""
        if behaviours is not None:
            self._backwards = search = BackwardSearch(behaviours, session.inputs, session.entry)
            self._applies = search.applies
            if search.applies:
                self._solvers.append(search.solver)
                self._sequences = self._search(search, behaviours)

    def effort(self) -> float:
        """The work of this search so far, in seconds of effort."""
        return self._effort + sum(each.statistics.work for each in self._solvers)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """The summaries that are explored in the block count as work of this search."""
        before = self._behaviours.effort if self._behaviours is not None else 0.0
        try:
            yield
        finally:
            self._effort += self._behaviours.effort - before if self._behaviours is not None else 0.0

    def _within(self, seconds: float) -> AbstractContextManager[None]:
        """In the block, summaries are explored until the exploration has taken ``seconds`` by the clock."""
        session = self._session
        if self._behaviours is None or session.options.counted:
            return nullcontext()
        return self._behaviours.within(lambda: max(seconds - session.seconds, 0.0))

    @property
    def left(self) -> bool:
        """True if the search may find more in this round or a later one."""
        return self._sequences is not None

    @property
    def _can_go_on(self) -> bool:
        """True if the search may find more in this round."""
        waits = self.is_low_budget and self._backwards is not None and self._backwards.needs_class
        return self.left and not waits

    @property
    def is_due(self) -> bool:
        """True if the last `STAGNATION` seconds of effort showed nothing new."""
        progress = self._session.progress
        return progress.effort - progress.last_new_at >= STAGNATION

    def leads_on(self, seconds: float) -> bool:
        """Run the search if `FORWARD` bounds on inputs were raised before. True if it showed something new, or if it is
        not finished.
        """
        enough = self._session.raised_input_bounds >= FORWARD
        return enough and self._can_go_on and (self.look(seconds) or self._can_go_on)

    def take_failures(self) -> list[Failure]:
        """The errors of the engine in the summaries that this search has asked for."""
        return self._behaviours.take_failures() if self._behaviours is not None else []

    def _search(self, search: BackwardSearch, behaviours: ClassSummaries) -> Iterator[CallSequence | None]:
        """The call sequences for receivers; then the exploration that `excluded` needs. Yields None for each step that
        finds no sequence.
        """
        yield from search.sequences(self._is_unseen)
        session = self._session
        search_unreachable = UnreachableStates(behaviours, session.inputs, session.entry)
        self._solvers.append(search_unreachable.solver)
        for _ in search_unreachable.explore_rounds(session.goals, session.thrown_at):
            search.needs_class = True
            yield None

    def look(self, seconds: float) -> bool:
        """Run the entry on receivers that the search finds, until the exploration has taken ``seconds``. True if a run
        showed something new.
        """
        session, found = self._session, False
        if session.first is None:
            self._sequences = None
        try:
            while self._can_go_on and self._sequences is not None and session.seconds < seconds:
                with self._counted(), self._within(seconds):
                    sequence = next(self._sequences)
                if sequence is not None:
                    found = self._go(sequence) or found
        except StopIteration:
            self._sequences = None
        except Exception:
            self._sequences = None  # a generator that raised something is over
            raise
        finally:
            self._bind_machine()
        return found

    def excluded(self) -> tuple[UnreachableCode, ...]:
        """The code that no path reached because it needs a state of the receiver that calls never produce."""
        session = self._session
        if self._behaviours is None or not self._applies or self.left:
            return ()
        search_unreachable = UnreachableStates(self._behaviours, session.inputs, session.entry)
        self._solvers.append(search_unreachable.solver)
        try:
            with self._counted():
                return tuple(search_unreachable.prove(session.goals, session.thrown_at))
        finally:
            self._bind_machine()

    def admits(self, state: State) -> bool:
        """True if the invariants of classes admit the objects of a finished state whose fields were forced. The witness
        of the state is changed to satisfy the invariants.
        """
        if state.ending not in (Ending.RETURNED, Ending.THREW):
            return True
        holds = list(self._invariants(state))
        state.attachments[INVARIANTS] = frozenset(holds)
        promise(state, *holds)
        if all(evaluate(each, state.witness) for each in holds):
            return True
        answer = self._session.solver.check((*state.path, *holds), hint=state.witness)
        if isinstance(answer, Sat):
            state.witness = state.witness.with_(answer.model)
            for each in holds:
                state.assume(each)
        return not isinstance(answer, Unsat)

    def know_invariants(self, classes: Iterable[Class], seconds: float) -> bool:
        """Explore the methods that the invariants of classes need, for so many seconds: by the clock, or of effort if
        work is counted. False if more is left for another call. To be called before a round, which binds the machine
        anew.
        """
        behaviours, session = self._behaviours, self._session
        if behaviours is None:
            return True
        counted = session.options.counted
        most, until = behaviours.effort + seconds, time.monotonic() + seconds
        with self._counted(), behaviours.within(lambda: math.inf if counted else max(until - time.monotonic(), 0.0)):
            rounds = (each for cls in classes for each in behaviours.explore_invariant_rounds(cls, session.inputs.api))
            return not any((behaviours.effort >= most) if counted else time.monotonic() >= until for _ in rounds)

    def _invariants(self, state: State) -> Iterator[Term]:
        """The invariants of forced objects that share symbols with the path condition of a state."""
        behaviours, session = self._behaviours, self._session
        nodes = shape_of(state).nodes.items() if behaviours is not None else ()
        forced = {name: each.build for name, each in nodes if isinstance(each.build, FieldsInput) and each.build.forced}
        symbols = {symbol for each in state.path for symbol in variables(each)} if forced else set()
        for name, build in forced.items():
            assert behaviours is not None
            with self._counted():
                cls = session.machine.program.klass(build.class_name)
                known = behaviours.class_invariants(cls, session.inputs.api)
            self._bind_machine()
            for each in known:
                there = {symbol: with_name(symbol, name + name_of(symbol)[len(THIS) :]) for symbol in variables(each)}
                moved = substitute(each, there)
                if isinstance(moved, Term) and not symbols.isdisjoint(variables(moved)):
                    yield moved

    def _go(self, sequence: CallSequence) -> bool:
        """Build the receiver by a call sequence and run the entry on it. True if that showed something new."""
        session = self._session
        assert session.first is not None
        self._bind_machine()
        number = session.inputs.api.plans.of(session.entry.owner).add(sequence.creator, sequence.calls)
        seed = Seed(sequence.model, choices={THIS: number})
        start = session.first.fork()
        state = run_seed(session.machine, start, session.inputs, seed, session.options.fixed)
        session.effort.further_steps += start.steps - session.first.steps
        if state is None or not self._shows_more(state):
            return False
        session.progress.found_new()
        self._finish(state)
        return True

    def _shows_more(self, state: State) -> bool:
        covers = self._session.goals.cover(state)
        return covers or (state.ending is Ending.THREW and (state.detail, state.place) not in self._session.thrown_at)

    def _is_unseen(self, change: SummaryCase) -> bool:
        """True if a case of the entry on free fields ends or covers as no path on built objects did."""
        if change.ending is Ending.THREW and (change.detail, change.place) not in self._session.thrown_at:
            return True
        return not change.covered <= self._session.goals.covered
