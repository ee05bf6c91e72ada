"""Begins an exploration: makes its first states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.errors import EngineError, UnsupportedError
from everypath.state import Fork

if TYPE_CHECKING:
    from everypath.explore.engine.bound_deepening import BoundDeepening
    from everypath.explore.engine.path_recorder import PathRecorder
    from everypath.explore.session import ExplorationState


def make_first_states(
    session: ExplorationState, deepening: BoundDeepening, recorder: PathRecorder, *, keeps_first: bool
) -> None:
    """Make the first state of the entry, and one for each pair of inputs that may be aliases; or note why the entry is
    skipped.

    ``keeps_first``: a copy of the first state is kept, so that seed inputs or receivers can be run from it.
    """
    inputs, entry = session.inputs, session.entry
    name = dotted(entry.owner.name)
    if not inputs.has_receiver(entry):
        session.skipped = inputs.why_no_receiver(entry)
        return
    try:
        first = session.initial_states.first()
        if first.ending is not None:
            session.skipped = f"static initialiser of {name}: {first.detail}"
            return
        session.ready.append(first)
        session.first = first.fork() if keeps_first else None
        for pair in inputs.alias_pairs(entry):
            one = session.initial_states.first(pair)
            if inputs.options.aliasing == "eager":
                session.pending.push(Fork(one, True, None, "alias"))
            else:
                deepening.park(Fork(one, True, None, "limit", "alias"))
    except UnsupportedError as error:
        session.skipped = error.construct
    except EngineError as error:
        recorder.fail(error, None)
