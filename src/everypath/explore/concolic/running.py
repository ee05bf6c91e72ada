"""How the machine runs the code of a call sequence: on one path, with few bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.limits import Memory
from everypath.inputs import SymbolicInputs
from everypath.state import Bounds, never_explores_alias
from everypath.vm.interpreter import RunContext

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Fork, Observer
    from everypath.term import Value
    from everypath.vm import Call, Machine
    from everypath.vm.core import Recorded

__all__ = ["running"]

LONGER_BY = 8
"""Strings may become so many chars longer than the longest one of the sequence, and up to the bound at least."""

NO_BOUND = 1 << 30


@contextmanager
def running(
    machine: Machine,
    entry: Method,
    *,
    longest: int,
    conditions: int,
    steps: int,
    memory: Memory,
    sink: Callable[[Fork], None],
    expired: Callable[[], bool],
    observer: Observer | None = None,
    recorded: Recorded | None = None,
) -> Iterator[None]:
    """In the block, the machine runs the code of a sequence. ``longest`` is the length of its longest string;
    ``conditions`` and ``steps`` are the bounds of a path. The others are as in `RunContext`.
    """
    present = machine.context
    inputs = SymbolicInputs(machine.program, entry)
    inputs.bind(machine)
    bounds = replace(
        present.bounds,
        loop=NO_BOUND,
        calls=NO_BOUND,
        conditions=conditions,
        length=max(Bounds().length, longest + LONGER_BY),
        steps=steps,
        block=None,
        depth=None,
    )
    context = RunContext(
        inputs=inputs,
        sink=sink,
        bounds=bounds,
        observer=observer,
        explores_alias=never_explores_alias,
        has_memory_for=memory.has_memory_for,
        replay_conditions=(),
        bounds_loop_iterations=False,
        tracer=None,
        expired=expired,
        call_models=(_own_code, _own_code),
        recorded=recorded,
    )
    try:
        with machine.using(context):
            yield
    finally:
        if isinstance(present.inputs, SymbolicInputs):
            present.inputs.bind(machine)


def _own_code(call: Call, *args: Value) -> Value | None:
    """The model of calls that lemmas may answer elsewhere: there are none here."""
    return call.run_code(args)
