"""Drops finished paths whose input the preconditions do not admit, and conditions that the preconditions imply.

Some preconditions can only be decided at the end of a path. Whether the numbers of a list are sorted is known when it
is known which nodes are shared. The witness of a path for which the solvers gave up may violate a precondition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import UNCERTAIN
from everypath.inputs import promised
from everypath.inputs.stubs import promise
from everypath.solver import Sat, Unsat
from everypath.state import State, is_about_classes
from everypath.term import Term, digest, evaluate, not_

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.explore.session import ExplorationState


MOST_ASKED = 500
"""The most conditions of one exploration that are compared with the preconditions."""


class PathFilter:
    """Keeps the paths of one exploration whose input the preconditions admit."""

    def __init__(self, session: ExplorationState) -> None:
        self._session = session
        self._implied: dict[tuple[Term, frozenset[Term]], bool] = {}

    def without_implied(self, path: Path) -> Path:
        """The path without those conditions that the preconditions imply."""
        if not self._session.prologue.parts:
            return path
        assumed = promised(path.state)
        kept = tuple(each for each in path.condition if each in assumed or not self._is_implied(each, assumed))
        return path if kept == path.condition else replace(path, condition=kept)

    def _is_implied(self, condition: Term, assumed: frozenset[Term]) -> bool:
        """True if the preconditions imply a condition; False without a query after `MOST_ASKED` conditions."""
        if (condition, assumed) not in self._implied:
            if len(self._implied) >= MOST_ASKED or is_about_classes(condition):
                return False
            known = sorted((each for each in assumed if not is_about_classes(each)), key=digest)
            answer = self._session.solver.check([*known, not_(condition)])
            self._implied[condition, assumed] = isinstance(answer, Unsat)
        return self._implied[condition, assumed]

    def keeps(self, state: State) -> bool:
        """True if the preconditions admit some input of a path that ended. The path may get such an input as its
        witness.
        """
        prologue = self._session.prologue
        if UNCERTAIN in state.attachments and prologue.excludes(state):
            return False
        structures = prologue.structures
        if structures is None:
            return True
        if structures.is_broken(state):
            return False
        if structures.is_beyond(state):
            state.note("precondition", "a property of the heap speaks of an object that calls build")
        return self._orders(state)

    def _orders(self, state: State) -> bool:
        """True if some input of the path has the orders that the preconditions require. These are added to its
        condition.
        """
        session = self._session
        structures = session.prologue.structures
        assert structures is not None
        order = structures.order(session.machine, state)
        if not isinstance(order, Term):
            return bool(order)
        if not evaluate(order, state.witness):
            known = [each for each in state.path if not is_about_classes(each)]
            answer = session.solver.check([*known, order], hint=state.witness)
            if isinstance(answer, Unsat):
                session.counts["refuted_by_solver"] += 1
                return False
            if not isinstance(answer, Sat):
                session.counts["unknown"] += 1
                return False
            state.witness = state.witness.with_(dict(answer.model))
        state.assume(order)
        promise(state, order)
        return True
