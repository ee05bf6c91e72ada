"""Runs a call sequence on symbols in place of some of its literals, along the path that the literals take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.explore.concolic.sequence_code import sequence_entry
from everypath.explore.concolic.symbols import Symbols, symbols_of
from everypath.inputs import SymbolicInputs
from everypath.state import Bounds, Ending, discard, never_explores_alias
from everypath.vm.interpreter import RunContext

if TYPE_CHECKING:
    from everypath.bridge import Step
    from everypath.state import State
    from everypath.term import Value
    from everypath.vm import Call, Machine

__all__ = ["FollowedPath", "followed_path"]

STEPS = 20_000
"""The most calls and backward jumps of a path."""

MOST_CONDITIONS = 200
"""The most conditions of a path: more are no condition for people."""

LONGER_BY = 8
"""Strings may become so many chars longer than the longest one of the sequence, and up to the bound at least."""

NO_BOUND = 1 << 30


@dataclass(frozen=True)
class FollowedPath:
    """A path that the machine has run to its end, and the symbols of the sequence."""

    state: State
    symbols: Symbols


def followed_path(
    machine: Machine,
    steps: Sequence[Step],
    names: Mapping[int, str],
    expired: Callable[[], bool] = lambda: False,
) -> FollowedPath | None:
    """Run a sequence with symbols of these ``names`` in place of the literals at these positions. None if the path did
    not return and throws nothing.

    Raises `UnsupportedError` and `TargetError`.
    """
    entry = sequence_entry(machine.program, steps)
    state = machine.new_state()
    symbols = symbols_of(machine, state, steps, entry.parameters, names=names)
    present = machine.context
    inputs = SymbolicInputs(machine.program, entry.method)
    inputs.bind(machine)
    bounds = Bounds(
        loop=NO_BOUND,
        calls=NO_BOUND,
        conditions=MOST_CONDITIONS,
        length=max(Bounds().length, symbols.longest + LONGER_BY),
        steps=STEPS,
    )
    context = RunContext(
        inputs=inputs,
        sink=discard,
        bounds=bounds,
        observer=None,
        explores_alias=never_explores_alias,
        has_memory_for=lambda size: True,
        replay_conditions=(),
        bounds_loop_iterations=False,
        tracer=None,
        expired=expired,
        call_models=(_own_code, _own_code),
    )
    try:
        with machine.using(context):
            machine.run(machine.start(entry.method, symbols.arguments, state))
    finally:
        if isinstance(present.inputs, SymbolicInputs):
            present.inputs.bind(machine)
    return FollowedPath(state, symbols) if state.ending in (Ending.RETURNED, Ending.THREW) else None


def _own_code(call: Call, *args: Value) -> Value | None:
    """The model of calls that lemmas may answer elsewhere: there are none here."""
    return call.run_code(args)
