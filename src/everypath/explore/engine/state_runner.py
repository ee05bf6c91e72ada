"""Runs one state on the machine until it ends, and decides by its ending what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.errors import EngineError, MissingClassError, TargetError, WitnessContradictionError
from everypath.explore.engine.fork_solver import count_at
from everypath.explore.engine.path_recorder import FIXED
from everypath.explore.paths import UNCERTAIN
from everypath.explore.search import Overflows
from everypath.explore.session import INITIALISERS_PENDING
from everypath.inputs.conditions import UNMET
from everypath.inputs.construction import DISCARDED, is_building
from everypath.inputs.sources import INITIALISED_BEFORE_ENTRY
from everypath.state import Ending, State
from everypath.vm.observers import OFF_PATH

if TYPE_CHECKING:
    from everypath.explore.engine.bound_deepening import BoundDeepening
    from everypath.explore.engine.path_recorder import PathRecorder
    from everypath.explore.engine.receiver_search import ReceiverSearch
    from everypath.explore.session import ExplorationState


class StateRunner:
    """Runs the states of one exploration."""

    def __init__(
        self,
        session: ExplorationState,
        deepening: BoundDeepening,
        receivers: ReceiverSearch,
        recorder: PathRecorder,
    ) -> None:
        self._session = session
        self._deepening = deepening
        self._receivers = receivers
        self._recorder = recorder
        self._overflows = Overflows(session.machine)
        self.unbuilt: State | None = None
        """The first state whose input could not be built, since that needs unsupported code; None if there is none."""
        self._stopped: bool | None = None

    @property
    def is_stopped(self) -> bool:
        """True if the last state was stopped at the end of the time. It is continued first in the next round."""
        return self._stopped is not None

    def run(self, state: State) -> None:
        """Run a state until it ends."""
        session = self._session
        session.counts["states"] += 1
        session.progress.states += 1
        if not self._executed(state) or self._is_initialising(state):
            return
        if not self._receivers.admits(state):
            session.counts["refuted_by_solver"] += 1
            return
        if state.ending is Ending.BOUND and state.detail == "time":
            self._stop(state)
            return
        if session.goals.cover(state) or self._stopped:
            session.progress.found_new()
        self._stopped = None
        if state.ending is Ending.BOUND:
            self._cut(state)
        else:
            self._ended(state)

    def _executed(self, state: State) -> bool:
        """Execute the state. False if an error of the engine ended it, which is noted."""
        session, steps = self._session, state.steps
        try:
            bounds = session.further_arguments.bounds(state, self._deepening.bounds)
            most = bounds.steps if session.steps_left is None else min(bounds.steps, steps + session.steps_left)
            session.machine.use(replace(session.machine.context, bounds=replace(bounds, steps=most)))
            session.prologue.run(state)
            if state.ending is None:
                session.inputs.prepare(state)
            if state.ending is None:
                session.machine.run(state)
            if most < bounds.steps and state.ending is Ending.BOUND and state.detail == "steps":
                state.detail = "time"
        except WitnessContradictionError as error:
            if UNCERTAIN not in state.attachments:
                self._recorder.fail(error, state)
            return False
        except TargetError as error:
            state.note("missing-class", error.name if isinstance(error, MissingClassError) else str(error))
            state.end(Ending.UNSUPPORTED, str(error))
        except EngineError as error:
            self._recorder.fail(error, state)
            return False
        finally:
            session.effort.steps += state.steps - steps
        return True

    def _is_initialising(self, state: State) -> bool:
        """True if the state ended with the initialiser of a class. What follows the initialiser is then ready."""
        session = self._session
        if INITIALISED_BEFORE_ENTRY in state.attachments:
            session.ready.append(session.initial_states.again(state))
            return True
        if INITIALISERS_PENDING not in state.attachments or state.ending is Ending.BOUND:
            return False
        if state.ending is Ending.RETURNED:
            session.ready.append(session.initial_states.after_initialiser(state))
        else:
            session.counts["discarded"] += 1
        return True

    def _cut(self, state: State) -> None:
        """Keep a state that a bound cut. It is dropped if it uses up the memory, or left the path that is followed."""
        if state.detail == "memory":
            count_at(self._session.too_large, state.place, state)
        elif state.detail == OFF_PATH:
            pass
        elif state.detail == "calls" and not self._overflow(state):
            self._stop(state)
        else:
            self._deepening.halt(state)

    def _ended(self, state: State) -> None:
        """Record a state that ended by itself, unless its input does not exist."""
        session = self._session
        if UNMET in state.attachments:
            return
        if DISCARDED in state.attachments or state.ending is Ending.INFEASIBLE:
            session.counts["discarded"] += 1
        elif state.ending is Ending.UNSUPPORTED and is_building(state):
            session.counts["discarded"] += 1
            self.unbuilt = self.unbuilt or state
        else:
            self._recorder.record(state)

    def _stop(self, state: State) -> None:
        """Keep a state that the end of the time stopped. It is continued first, and counts as if it had not run."""
        session = self._session
        session.counts["states"] -= 1
        session.progress.states -= 1
        self._stopped = session.goals.cover(state) or bool(self._stopped)
        state.detail = "time"
        self._deepening.halt(state)

    def _overflow(self, state: State) -> bool:
        """Run a recursion that the bound on calls cut with concrete values until the stack overflows. False if the
        time was over before that.
        """
        for deeper in self._overflows.search(state):
            if self._session.goals.cover(deeper) or deeper.ending is Ending.THREW:
                deeper.attachments[FIXED] = True
                self._recorder.record(deeper)
        return not self._overflows.cut_short
