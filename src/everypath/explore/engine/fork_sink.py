"""Takes the forks that a running state leaves, and puts each where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import SETUP
from everypath.explore.search import is_in_setup
from everypath.inputs.shapes import ALIAS_QUERY
from everypath.vm.observers import OFF_PATH

if TYPE_CHECKING:
    from everypath.explore.engine.bound_deepening import BoundDeepening
    from everypath.explore.limits import Effort
    from everypath.explore.session import ExplorationState
    from everypath.state import Fork

MOST_IN_SETUP = 64
"""The most forks in setup code of the library that are explored at once. The bound `SETUP` cuts further ones."""


class ForkSink:
    """Puts a fork into the worklist, or keeps it back if it lies beyond a bound."""

    def __init__(self, session: ExplorationState, deepening: BoundDeepening, effort: Effort) -> None:
        self._session = session
        self._deepening = deepening
        self._effort = effort
        self._in_setup = 0

    def __call__(self, fork: Fork) -> None:
        """Take one fork."""
        session = self._session
        self._effort.forks += 1
        if session.goals.note_other_side(fork):
            session.progress.found_new()
        if fork.kind == "limit":
            self._deepening.park(fork)
            return
        cut = session.tracer.cut(fork) if session.tracer is not None else None
        if cut is not None:
            if cut != OFF_PATH:
                self._deepening.park(replace(fork, kind="limit", bound=cut))
            return
        if ALIAS_QUERY not in fork.state.attachments and is_in_setup(fork):
            self._in_setup += 1
            if self._in_setup > MOST_IN_SETUP:
                self._deepening.park(replace(fork, kind="limit", bound=SETUP))
                return
        session.goals.offer(fork)
        if session.listener is not None:
            session.listener.forked(fork)
        session.pending.push(fork)
