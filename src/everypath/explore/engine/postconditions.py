"""Checks postconditions: for each path that returns, looks for an input on which one fails.

The condition is evaluated on the last state of the path, where its values are terms over the inputs. If the evaluation
forks, its cases are explored here and do not count as paths of the entry. An input on which the condition fails
becomes a path of its own, a *counterexample*. Only a replay on the JVM confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import UNCERTAIN, Claim
from everypath.explore.witnesses import finished_path
from everypath.inputs.conditions import (
    StateContext,
    UndefinedError,
    arguments_of,
    holds,
    look,
    past_of,
    settled,
)
from everypath.inputs.shapes import ALIAS_QUERY
from everypath.solver import Sat, Unsat
from everypath.state import Ending, Fork, State, is_about_classes
from everypath.term import Term, Value, not_

if TYPE_CHECKING:
    from everypath.explore.engine.fork_solver import ForkSolver
    from everypath.explore.paths import Path
    from everypath.explore.session import ExplorationState

MOST_CASES = 64
"""The most cases of one path in which a postcondition is evaluated."""

MOST_COUNTEREXAMPLES = 5
"""The most paths that are kept on which one postcondition fails."""


class PostconditionChecker:
    """Checks the postconditions of one exploration. ``complete`` finishes the inputs of a state that ended."""

    def __init__(self, session: ExplorationState, forks: ForkSolver, complete: Callable[[State], None]) -> None:
        self._session = session
        self._forks = forks
        self._complete = complete

    def check(self, state: State) -> None:
        """Look for inputs of a path that ended on which a postcondition fails; the claims keep what is found."""
        if state.ending is not Ending.RETURNED:
            return
        for claim in self._session.claims:
            if len(claim.counterexamples) < MOST_COUNTEREXAMPLES:
                self._check(claim, state)

    def _check(self, claim: Claim, state: State) -> None:
        claim.checked += 1
        for case, parts in self._cases(claim, state):
            for part in parts:
                failing = self._failing(claim, case, part)
                if failing is not None:
                    claim.counterexamples.append(self._counterexample(state, failing))
                    return

    def _cases(self, claim: Claim, state: State) -> Iterator[tuple[State, list[Value]]]:
        """The cases of a path, each with the values of the parts of the postcondition."""
        machine = self._session.machine
        context = machine.context
        first = state.fork()
        first.reopen()
        first.frames = []
        forks: list[Fork] = []
        waiting: list[State] = [first]
        with machine.using(replace(context, sink=forks.append)):
            for _ in range(MOST_CASES):
                while not waiting and forks:
                    fork = forks.pop()
                    if ALIAS_QUERY in fork.state.attachments:
                        context.sink(
                            fork
                        )  # if two inputs are one object, the path begins again and is checked at its end
                    elif fork.kind == "limit":
                        claim.count_unknown(f"bound {fork.bound}")
                    elif (resumed := self._forks.resumed(fork)) is not None:
                        waiting.append(resumed)
                if not waiting:
                    return
                case = waiting.pop()
                parts = self._evaluated(claim, case)
                if parts is None:
                    claim.count_unknown(case.detail or "it cannot be evaluated")
                    continue
                for reason in case.reasons[len(state.reasons) :]:
                    claim.count_unknown(reason.code)
                yield case, parts
            if waiting or forks:
                claim.count_unknown("too many cases")

    def _evaluated(self, claim: Claim, case: State) -> list[Value] | None:
        """The values of the parts: False if Java would throw; None in place of the list if they cannot be evaluated."""
        machine = self._session.machine
        arguments = arguments_of(case)
        context = StateContext(machine, case, arguments, case.result, past_of(case, claim.number))
        found: list[Value] = []

        def evaluate() -> bool:
            try:
                found[:] = [holds(part, context) for part in claim.condition.parts]
            except UndefinedError:
                found[:] = [False]
            return True

        while case.ending is None:
            if settled(machine, case) and look(case, evaluate):
                return found
        return None

    def _failing(self, claim: Claim, case: State, condition: Value) -> State | None:
        """The case with a witness on which the condition is false; None if the solver finds none."""
        fails = not_(condition)
        if not isinstance(fails, Term):
            return case if fails else None
        known = [each for each in case.path if not is_about_classes(each)]
        answer = self._session.solver.check([*known, fails], hint=case.witness)
        if isinstance(answer, Sat):
            case.witness = case.witness.with_(dict(answer.model))
            case.assume(fails)
            return case
        if not isinstance(answer, Unsat):
            claim.count_unknown("solver-unknown")
        elif case.limits and (not answer.core or not case.limits.isdisjoint(answer.core)):
            bare = [each for each in known if each not in case.limits]
            if not isinstance(self._session.solver.check([*bare, fails]), Unsat):
                claim.count_unknown("bound length")
        return None

    def _counterexample(self, state: State, failing: State) -> Path:
        """The path of ``state`` restricted to the inputs of ``failing``."""
        session = self._session
        ended = state.fork()
        ended.adopt(failing)
        self._complete(ended)
        uncertain = UNCERTAIN in ended.attachments
        return finished_path(0, session.entry, ended, session.solver, uncertain=uncertain, plain=not uncertain)
