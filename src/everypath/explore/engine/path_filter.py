"""The last look at a path: whether its input is one that the preconditions admit.

Numbers in lists whose nodes are shared are told in order only when all sharing is known; and the witness of a path of
which the solvers gave up a part may lie outside what is assumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import UNCERTAIN
from everypath.inputs import promised
from everypath.inputs.stubs import PROMISED
from everypath.solver import Sat, Unsat
from everypath.state import State, is_about_classes
from everypath.term import Term, digest, evaluate, not_

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.explore.session import ExplorationState


MOST_ASKED = 500
"""So many conditions of one exploration are held against what is assumed."""


class PathFilter:
    """Keeps those paths whose input the preconditions admit."""

    def __init__(self, session: ExplorationState) -> None:
        self._session = session
        self._implied: dict[tuple[Term, frozenset[Term]], bool] = {}

    def without_implied(self, path: Path) -> Path:
        """The path without conditions that what is assumed implies anyway."""
        if not self._session.prologue.parts:
            return path
        assumed = promised(path.state)
        kept = tuple(each for each in path.condition if each in assumed or not self._is_implied(each, assumed))
        return path if kept == path.condition else replace(path, condition=kept)

    def _is_implied(self, condition: Term, assumed: frozenset[Term]) -> bool:
        """Whether what is assumed implies a condition; no more of them are looked at than `MOST_ASKED`."""
        if (condition, assumed) not in self._implied:
            if len(self._implied) >= MOST_ASKED or is_about_classes(condition):
                return False
            known = sorted((each for each in assumed if not is_about_classes(each)), key=digest)
            answer = self._session.solver.check([*known, not_(condition)])
            self._implied[condition, assumed] = isinstance(answer, Unsat)
        return self._implied[condition, assumed]

    def keeps(self, state: State) -> bool:
        """Whether a path that ended is one of the inputs that are asked for; it may get another witness."""
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
                session.counts["infeasible"] += 1
                return False
            if not isinstance(answer, Sat):
                session.counts["unknown"] += 1
                return False
            state.witness = state.witness.with_(dict(answer.model))
        state.assume(order)
        state.attachments[PROMISED] = promised(state) | {order}
        return True
