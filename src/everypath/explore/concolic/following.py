"""Runs a call sequence on symbols in place of some of its literals, along the path that the literals take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from everypath.errors import EverypathError
from everypath.explore.concolic.running import running
from everypath.explore.concolic.sequence_code import sequence_entry
from everypath.explore.concolic.symbols import Symbols, symbols_of
from everypath.explore.limits import Memory
from everypath.state import Ending, discard

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.state import State
    from everypath.vm import Machine

__all__ = ["FollowedPath", "followed_path"]

STEPS = 20_000
"""The most calls and backward jumps of a path."""

MOST_CONDITIONS = 200
"""The most conditions of a path: more are no condition for people."""


class FollowedPath(NamedTuple):
    """A path that the machine has run to its end, and the symbols of the sequence."""

    state: State
    symbols: Symbols


def followed_path(
    machine: Machine,
    steps: Sequence[Step],
    names: Mapping[int, str],
    expired: Callable[[], bool],
    *,
    state: State | None = None,
    returns: bool = False,
) -> FollowedPath | None:
    """Run a sequence with symbols of these ``names`` in place of the literals at these positions, from a ``state``
    without frames. None if the machine cannot run it until it returns or throws.

    ``returns``: the result is the array that its last step makes.
    """
    try:
        entry = sequence_entry(machine.program, steps, returns=returns)
        state = machine.new_state() if state is None else state
        symbols = symbols_of(machine, state, steps, entry.parameters, names=names)
        with running(
            machine,
            entry.method,
            longest=symbols.longest,
            conditions=MOST_CONDITIONS,
            steps=STEPS,
            memory=Memory(),
            sink=discard,
            expired=expired,
        ):
            machine.run(machine.start(entry.method, symbols.arguments, state))
    except EverypathError:
        return None
    return FollowedPath(state, symbols) if state.ending in (Ending.RETURNED, Ending.THREW) else None
