"""Coverage of setup code: class initialisers, and calls that build inputs, are no part of the analysed call.

`State.covered` holds the blocks that the call itself enters. While setup code runs, the state keeps the blocks of the
call in `State.outside` and counts in an empty table.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.state.state import State


def begin_setup(state: State) -> None:
    """Begin setup code. Its blocks count as ``prepared`` at `end_setup`."""
    state.require_frames()
    state.outside = (*state.outside, state.covered)
    state.covered = {}


def end_setup(state: State) -> None:
    """End the setup code that `begin_setup` began last."""
    state.prepared |= state.covered.keys()
    state.covered = state.outside[-1].copy()  # forks share the tables in `outside`
    state.outside = state.outside[:-1]


def entered_blocks(state: State) -> Set[int]:
    """The blocks of target code that the call or setup code entered."""
    if not state.prepared and not state.outside:
        return state.covered.keys()
    return state.prepared.union(state.covered, *state.outside)
