"""Makes picked forks runnable: each needs at most one query, and none if known conditions or a guess decide it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EverypathError
from everypath.explore.lemmas import next_class
from everypath.explore.paths import FURTHER_ARGUMENT, UNCERTAIN
from everypath.explore.search import guess, literals_of
from everypath.inputs.shapes import ALIAS_QUERY, AliasQuery
from everypath.solver import Answer, Mark, Sat, Unknown, Unsat
from everypath.state import Fork, Place, State, is_about_classes
from everypath.term import Model, Term, walk

if TYPE_CHECKING:
    from everypath.explore.session import ExplorationState

SECOND_TRY = 0.5
"""Seconds of work for the second try of a query that the solvers did not decide: without its hard conditions."""

FIRST_TRY_WORK = 0.02
"""Seconds of work for the first try of a query; a fork whose query takes longer is deferred."""

HARD_SHARE, HARD_WORK = 0.5, 0.1
"""While other forks wait, deferred queries may take this share of all effort; each is expected to take this work."""

SHORTEST_TIMEOUT = 0.05
"""Seconds that a query always gets, even when the time limit is reached."""

UNKNOWN_RESULTS = 3
"""The number of times that the solvers may give up on whether a path has another result. Then they are not asked again.
"""

MOST_SETTLED = 40
"""The most forks that bounds cut for which it is checked if their path refutes them without the bounds."""


class _NoTimeError(EverypathError):
    """The time limit of the exploration ended a query before its own limit did."""


class _HardError(EverypathError):
    """The first try of a query gave no answer."""


class ForkSolver:
    """Solves the forks of one exploration, and counts those that cannot be solved."""

    def __init__(self, session: ExplorationState) -> None:
        self._session = session
        self.solver = session.solver
        self.literals = literals_of(session.entry)
        self.limits = self.solver.limits
        self._deferred = session.deferred
        self._hard_work = 0.0
        """The work that deferred queries took."""
        self._is_first_try = False
        self.unknown_results = 0
        self.asked_again = 0
        self.out_of_time = False
        """True if the end of this round interrupted a query."""
        self._last_round = False
        self._mark: Mark | None = None
        self._is_partial = False
        """Whether the end of this round leaves a query less than it may take."""

    def begin(self, *, last_round: bool) -> None:
        """Begin a round. Unless it is the ``last_round``, only the queries of forks have less time near its end."""
        self.limits = self.solver.limits
        self._last_round = last_round
        self.out_of_time = False

    def solve(self, fork: Fork) -> State | None:
        """The fork as a runnable state, with at most one query.

        None if the fork is infeasible, cut, interrupted or deferred, or if the solvers give up.
        """
        before = self.solver.statistics.work
        if fork is self._deferred.interrupted:
            self._deferred.interrupted = None
        elif fork is not self._deferred.due:
            self._note_tried(fork)
        self._is_first_try = fork is not self._deferred.due and self.limits.work > FIRST_TRY_WORK
        try:
            state = self._while_there_is_time(fork, self._solve)
        except _HardError:
            is_fresh = self._session.goals.is_fresh(fork)
            (self._deferred.goals if is_fresh else self._deferred.others).append(fork)
            return None
        except Exception:  # an error of the engine: the fork is not tried again
            self._deferred.due = None if self._deferred.due is fork else self._deferred.due
            raise
        finally:
            self._is_first_try = False
        if self.out_of_time:
            self._deferred.interrupted = fork
        elif fork is self._deferred.due:
            self._deferred.due = None
            self._hard_work += self.solver.statistics.work - before
        return state

    def due(self) -> Fork | None:
        """The fork to solve before all others, or None: the interrupted fork, or a deferred one that leads to a goal,
        if deferred queries have not taken their share of the effort yet.
        """
        found = self._deferred.interrupted or self._deferred.due
        if found is None and self._hard_work + HARD_WORK <= HARD_SHARE * self._session.progress.effort:
            goals, others = self._deferred.goals, self._deferred.others
            while goals and found is None:
                fork = goals.popleft()
                if self._session.goals.is_fresh(fork):
                    found = self._deferred.due = fork
                else:
                    others.append(fork)
        return found

    def take_up(self) -> bool:
        """Make a deferred fork `due`, as no other forks are left. False if none is deferred."""
        for waiting in (self._deferred.goals, self._deferred.others):
            if self._deferred.due is None and waiting:
                self._deferred.due = waiting.popleft()
        return self._deferred.due is not None

    def _while_there_is_time(self, fork: Fork, solve: Callable[[Fork], State | None]) -> State | None:
        """The result of ``solve`` for a fork; None and `out_of_time` if the end of the round interrupts a query.

        The solver is then reset as if it had not been asked, so results do not depend on where rounds end.
        """
        if not self._is_partial:
            return solve(fork)
        self._mark = self.solver.mark()
        try:
            state = solve(fork)
            self.solver.keep()
            return state
        except _NoTimeError:
            self.solver.take_back(self._mark)
            self.out_of_time = True
            return None
        except _HardError:
            self.solver.keep()
            raise
        except Exception:  # an error of the engine: as if this query had never been asked
            self.solver.take_back(self._mark)
            raise
        finally:
            self._mark = None
            if not self._last_round:
                self.solver.limits = replace(self.solver.limits, timeout=self.limits.timeout)
            self.solver.limits = replace(self.solver.limits, partial=False)

    def _check(self, conditions: Iterable[Term], hint: Model | None) -> Answer:
        limits, first = self.solver.limits, self._is_first_try
        if first:
            self.solver.limits = replace(limits, work=FIRST_TRY_WORK, quick=True, partial=False)
        try:
            answer = self.solver.check(_numeric(conditions), hint=hint)
        finally:
            self.solver.limits = limits
        self._note_time()
        if first and isinstance(answer, Unknown):
            raise _HardError
        return answer

    def _note_time(self) -> None:
        if self._mark is not None and self.solver.cut_short:
            raise _NoTimeError

    def _note_tried(self, fork: Fork) -> None:
        following = next_class(fork)
        if following is not None:
            self._session.pending.push(following)
        side = self._session.goals.side_of(fork)
        if side is not None:
            self._session.goals.tried(side, fork.state)

    def _solve(self, fork: Fork) -> State | None:
        state, condition = fork.state, fork.condition
        question = state.attachments.get(ALIAS_QUERY)
        if isinstance(question, AliasQuery):
            return self._solve_alias(fork, question)
        if condition is True or (isinstance(condition, Term) and condition in state.known):
            return fork.resume(state.witness)
        if condition is False or not isinstance(condition, Term):
            self._session.counts["refuted_without_solver"] += 1
            return None
        if is_about_classes(condition):
            return self._solve_class(fork, condition)
        guessed = guess(state, condition, self.literals)
        if guessed is not None:
            self._note_side(fork)
            return fork.resume(guessed)
        before = self._obvious()
        answer = self._check((*state.path, condition), state.witness)
        if isinstance(answer, Sat):
            self._note_side(fork)
            return fork.resume(state.witness.with_(dict(answer.model)))
        if isinstance(answer, Unsat):
            assumed = bool(state.limits) and (not answer.core or not state.limits.isdisjoint(answer.core))
            if assumed and not self.refutes(state, condition):
                count_at(self._session.refuted_by_limit, fork.place, state)
            else:
                self._session.counts[
                    "refuted_by_solver" if self._obvious() == before else "refuted_without_solver"
                ] += 1
                if self._session.refutations is not None:
                    self._session.refutations.fork(fork, condition, answer.core)
            return None
        return self._try_anyway(fork, condition)

    def _solve_alias(self, fork: Fork, question: AliasQuery) -> State | None:
        """The restarted path, on inputs where two places hold one object, with the conditions that it had; None if it
        is infeasible.
        """
        state = self._session.initial_states.aliased(fork.state, question)
        if state is None or state.ending is not None:
            self._session.counts["refuted_without_solver"] += 1
            if self._session.refutations is not None:
                self._session.refutations.alias(fork, question)
            return None
        before = self._obvious()
        answer = self._check(state.path, state.witness)
        if isinstance(answer, Sat):
            state.witness = state.witness.with_(dict(answer.model))
            return state
        if isinstance(answer, Unsat):
            self._session.counts["refuted_by_solver" if self._obvious() == before else "refuted_without_solver"] += 1
            if self._session.refutations is not None:
                self._session.refutations.alias(fork, question)
            return None
        if FURTHER_ARGUMENT not in state.attachments:
            self._session.counts["unknown"] += 1
            count_at(self._session.unknown_at, fork.place, state)
        return None

    def resumed(self, fork: Fork) -> State | None:
        """A fork that arose while inputs of a finished path were made, as a runnable state. It is not counted."""
        state, condition = fork.state, fork.condition
        if not isinstance(condition, Term):
            return fork.resume(state.witness) if condition else None
        if is_about_classes(condition):
            return fork.resume(state.witness) if state.may_hold(condition) else None
        answer = self.solver.check(_numeric((*state.path, condition)), hint=state.witness)
        return fork.resume(state.witness.with_(dict(answer.model))) if isinstance(answer, Sat) else None

    def other_result(self, fork: Fork, seconds: float) -> State | None:
        """The same path with another result. None if there is none, or if the solvers do not decide it."""
        if not isinstance(fork.condition, Term):
            return None
        if self.unknown_results >= UNKNOWN_RESULTS:
            count_at(self._session.unknown_at, fork.place, fork.state)
            return None
        self.limit(seconds, SECOND_TRY)
        state = self._while_there_is_time(fork, self._other_result)
        if self.out_of_time:
            self._session.results.append(fork)
        return state

    def _other_result(self, fork: Fork) -> State | None:
        state, condition = fork.state, fork.condition
        assert isinstance(condition, Term)
        answer = self._check((*state.path, condition), state.witness)
        if isinstance(answer, Sat):
            return fork.resume(state.witness.with_(dict(answer.model)))
        if not isinstance(answer, Unsat):
            self.unknown_results += 1
            count_at(self._session.unknown_at, fork.place, state)
        return None

    def _obvious(self) -> int:
        """The number of queries that an obvious contradiction answered. It does not depend on the solver's cache."""
        return sum(self.solver.statistics.answered[each] for each in ("folded", "contradiction"))

    def _solve_class(self, fork: Fork, condition: Term) -> State | None:
        state = fork.state
        if not state.may_hold(condition):
            self._session.counts["refuted_without_solver"] += 1
            if self._session.refutations is not None:
                self._session.refutations.fork_of_class(fork, condition)
            return None
        self._note_side(fork)
        return fork.resume(state.witness)

    def _note_side(self, fork: Fork) -> None:
        side = self._session.goals.side_of(fork)
        if side is not None and self._session.goals.reached(side) and self._session.goals.counts(fork.state):
            self._session.progress.found_new()

    def _try_anyway(self, fork: Fork, condition: Term) -> State | None:
        """Solve only the easy conditions of a query that the solvers did not decide. A replay decides whether the model
        takes the path (Artemis, 3.3.4). None if the solvers do not decide the easy conditions either.
        """
        state = fork.state
        if FURTHER_ARGUMENT in state.attachments:
            return None
        answer: Answer | None = None
        if self._session.unknown_at.get(fork.place, 0) < self._session.options.uncertain:
            self.limit(self.solver.limits.timeout, SECOND_TRY)
            easy = [each for each in _numeric(state.path) if not _is_hard(each)]
            answer = self._check((*easy, condition), state.witness)
        self._session.counts["unknown"] += 1
        count_at(self._session.unknown_at, fork.place, state)
        if not isinstance(answer, Sat):
            return None
        state.attachments[UNCERTAIN] = True
        return fork.resume(state.witness.with_(dict(answer.model)))

    def limit(self, seconds: float, work: float = math.inf) -> None:
        """Limit each query to ``seconds`` of the exploration's clock and to ``work``, and to its own limits."""
        timeout, work = self.limits.timeout, min(self.limits.work, work)
        if self._session.options.counted:
            self._is_partial = max(seconds, SHORTEST_TIMEOUT) < work
            work = min(work, max(seconds, SHORTEST_TIMEOUT))
        else:
            timeout = max(min(timeout, seconds), SHORTEST_TIMEOUT)
            self._is_partial = timeout < self.limits.timeout
        now = self.solver.limits
        partial = self._session.options.counted and self._is_partial
        if (timeout, work, partial) != (now.timeout, now.work, now.partial):
            self.solver.limits = replace(now, timeout=timeout, work=work, partial=partial)

    def refutes(self, state: State, condition: Term) -> bool:
        """True if a path refutes a condition without assuming bounds; False after `MOST_SETTLED` such queries."""
        if self.asked_again >= MOST_SETTLED:
            return False
        known = [each for each in state.path if each not in state.limits]
        contradicts = self.solver.contradict(_numeric((*known, condition)), state.witness)
        self._note_time()
        self.asked_again += 1
        return contradicts


def count_at(table: dict[Place | None, int], place: Place | None, state: State) -> None:
    """Count one more path that was cut at ``place``; paths on further arguments are not counted."""
    if FURTHER_ARGUMENT not in state.attachments:
        table[place] = table.get(place, 0) + 1


HARD_OPERATORS = frozenset({"mul", "sdiv", "srem", "frem", "fdiv", "fmul", "fsqrt"})


def _is_hard(condition: Term) -> bool:
    """True if a condition contains arithmetic that solvers often do not decide."""
    return any(each.op in HARD_OPERATORS for each in walk(condition))


def _numeric(conditions: Iterable[Term]) -> tuple[Term, ...]:
    """The conditions that a solver can decide; those on classes are kept as candidate sets instead."""
    return tuple(each for each in conditions if not is_about_classes(each))
