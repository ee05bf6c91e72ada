"""Makes a `Path` of each state that ended, if its input is admitted, and counts it."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EngineError, MissingClassError, TargetError
from everypath.explore.engine.fork_solver import count_at
from everypath.explore.engine.path_filter import PathFilter
from everypath.explore.engine.postconditions import PostconditionChecker
from everypath.explore.engine.result_splitting import split_result
from everypath.explore.outcome import InputDomain
from everypath.explore.paths import FURTHER_ARGUMENT, OVERFLOW, UNCERTAIN, Failure
from everypath.explore.witnesses import LONGEST_INPUT, finished_path, holds, longest_input
from everypath.inputs.lazy import complete, other_classes
from everypath.plugins import PluginFailedError
from everypath.solver import Unsat
from everypath.state import Ending, Reason, State, discard
from everypath.term import Term

if TYPE_CHECKING:
    from everypath.explore.engine.fork_solver import ForkSolver
    from everypath.explore.limits import Effort
    from everypath.explore.paths import Path
    from everypath.explore.search import SeedPaths
    from everypath.explore.session import ExplorationState
    from everypath.state import Place

MOST_FAILURES = 50
"""The most engine errors of one exploration whose traces are kept. Each of them makes the method failed."""

FIXED = "explore.fixed"
"""The attachment of states that were run with concrete values: no other witness takes the same path."""


class PathRecorder:
    """Records the finished paths of one exploration."""

    def __init__(self, session: ExplorationState, forks: ForkSolver, effort: Effort, seed_paths: SeedPaths) -> None:
        self._session = session
        self._forks = forks
        self._effort = effort
        self._seed_paths = seed_paths
        self._filter = PathFilter(session)
        self._domain = InputDomain(session)
        self._postconditions = PostconditionChecker(session, forks, self.complete)

    def record(self, state: State) -> None:
        """Count a state that ended, and keep it as a path. A state that is not admitted is dropped."""
        if not self._is_admitted(state):
            return
        self._seed_paths.ended(state)
        self._postconditions.check(state)
        if FIXED not in state.attachments and UNCERTAIN not in state.attachments:
            others = split_result(state, self._session.entry)
            if others is not None:
                self._session.results.append(others)
        self._count(state)
        if len(self._session.paths) < self._session.options.kept or self._session.progress.idle <= 1:
            self._keep(state)

    def _is_admitted(self, state: State) -> bool:
        """False for a further argument that shows nothing new, a path that a seed input has taken, an input that the
        preconditions exclude, and another path than the one that is followed.
        """
        session = self._session
        redundant = FURTHER_ARGUMENT in state.attachments and not session.further_arguments.is_new(state)
        if redundant or state in self._seed_paths or not self._filter.keeps(state):
            return False
        return session.tracer is None or session.tracer.has_wanted(state)

    def _count(self, state: State) -> None:
        """Count a path, and note whether it shows anything new."""
        session, ending = self._session, state.ending
        assert ending is not None
        session.counts["explored"] += 1
        self._effort.conditions += len(state.path)
        session.progress.paths += 1
        session.progress.idle += 1
        for criterion in session.criteria.values():
            if criterion.take(state):
                session.progress.found_new()
        session.endings[ending] = session.endings.get(ending, 0) + 1
        if ending is Ending.THREW and (state.detail, state.place) not in session.thrown_at:
            session.thrown_at.add((state.detail, state.place))
            session.progress.found_new()

    def _keep(self, state: State) -> None:
        """Add the path of a state to the result, unless its input is too long."""
        session = self._session
        base = state.fork() if session.options.per_class else None
        if session.options.completed:
            self.complete(state)
        plain = UNCERTAIN not in state.attachments and FIXED not in state.attachments
        uncertain = not plain or state.detail == OVERFLOW
        path = finished_path(len(session.paths), session.entry, state, session.solver, uncertain=uncertain, plain=plain)
        path = self._domain.marked(self._filter.without_implied(path))
        if base is not None:
            path = self._with_other_classes(path, base)
        state.rest()
        if longest_input(path) > LONGEST_INPUT:
            if self._is_too_long_to_make(state):
                session.counts["refuted_by_solver"] += 1
            else:
                count_at(session.refuted_by_limit, state.place, state)
            session.oversized += 1
        elif not holds(state.allocations, path.witness):
            count_at(session.too_large, state.place, state)
            session.oversized += 1
        else:
            session.paths.append(path)

    def _is_too_long_to_make(self, state: State) -> bool:
        """True if the path only has inputs for which it makes a text that no JVM has."""
        lengths = [each.can_be_made for each in state.joined]
        if not lengths:
            return False
        answer = self._session.solver.check([*state.path, *(each for each in lengths if isinstance(each, Term))])
        return isinstance(answer, Unsat)

    def _with_other_classes(self, path: Path, base: State) -> Path:
        """The path with its variants for each other class of its inputs; ``base`` is the state before completion."""
        session, plain = self._session, not path.uncertain
        copies: list[State] = []
        with self._without_forks(base):
            copies = list(other_classes(session.inputs, base, path.shape, self._forks.resumed))
        others = [
            finished_path(path.number, session.entry, copy, session.solver, uncertain=path.uncertain, plain=plain)
            for copy in copies
        ]
        return replace(path, others=tuple(others))

    def complete(self, state: State) -> None:
        """Decide everything about the inputs of an ended state that the path left open."""
        with self._without_forks(state):
            complete(self._session.inputs, state, self._forks.resumed)

    @contextmanager
    def _without_forks(self, state: State) -> Iterator[None]:
        """Drop the forks that arise meanwhile: they are no paths of their own. An engine error is noted."""
        machine = self._session.machine
        with machine.using(replace(machine.context, sink=discard)):
            try:
                yield
            except EngineError as error:
                self.fail(error, state)

    @contextmanager
    def contained(self, state: State | None = None) -> Iterator[None]:
        """Note an error of the engine in the block. It costs the path of ``state``; without one, optional work.

        Target code that is missing or damaged is no such error: it makes the exploration partial.
        """
        try:
            yield
        except (MemoryError, PluginFailedError):
            raise
        except TargetError as error:
            detail = error.name if isinstance(error, MissingClassError) else str(error)
            self._session.unusable[Reason("missing-class", detail, None)] = None
        except Exception as error:  # noqa: BLE001 - an error of the engine costs one path, and makes the method failed
            self.fail(error, state)

    def fail(self, error: Exception, state: State | None) -> None:
        """Note an engine error. Call it while the error is handled; each error at a place is kept once."""
        failures = self._session.failures
        message = str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
        failure = Failure(message, _place_of(state), traceback.format_exc())
        known = any((each.message, each.place) == (failure.message, failure.place) for each in failures)
        if len(failures) < MOST_FAILURES and not known:
            failures.append(failure)


def _place_of(state: State | None) -> Place | None:
    """Where a state is; None if the error left it without a place."""
    try:
        return state.here() if state is not None else None
    except (AttributeError, IndexError, KeyError):
        return None
