"""The last look at a path: whether its input is one that the preconditions admit.

Numbers in lists whose nodes are shared are told in order only when all sharing is known; and the witness of a path of
which the solvers gave up a part may lie outside what is assumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.explore.beginning import UNCERTAIN
from everypath.inputs import promised
from everypath.inputs.stubs import PROMISED
from everypath.solver import Sat, Unsat
from everypath.state import State, is_about_classes
from everypath.term import Term, evaluate

if TYPE_CHECKING:
    from everypath.explore.explorer import Explorer


class Keeper:
    """Keeps those paths whose input the preconditions admit."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer

    def keeps(self, state: State) -> bool:
        """Whether a path that ended is one of the inputs that are asked for; it may get another witness."""
        prologue = self._explorer.prologue
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
        explorer = self._explorer
        structures = explorer.prologue.structures
        assert structures is not None
        order = structures.order(explorer.machine, state)
        if not isinstance(order, Term):
            return bool(order)
        if not evaluate(order, state.witness):
            known = [each for each in state.path if not is_about_classes(each)]
            answer = explorer.solver.check([*known, order], hint=state.witness)
            if isinstance(answer, Unsat):
                explorer.counts["infeasible"] += 1
                return False
            if not isinstance(answer, Sat):
                explorer.counts["unknown"] += 1
                return False
            state.witness = state.witness.with_(dict(answer.model))
        state.assume(order)
        state.attachments[PROMISED] = promised(state) | {order}
        return True
