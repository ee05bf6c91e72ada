"""Executes a finished path once more, step by step, as a debugger would (`everypath.vm.observers.stepper`).

The path starts from its first state, with its witness and its recipes of inputs. Each decision takes the side that the
path took. Calls that lemmas answered execute their own code, so that they have steps, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, replace
from everypath.errors import EngineError
from everypath.state import Ending, State, discard
from everypath.vm.interpreter import RunContext
from everypath.vm.observers import STEPS, Step, Stepper

if TYPE_CHECKING:
    from everypath.explore.engine.explorer import Explorer
    from everypath.explore.paths import Path
    from everypath.term import Term, Value
    from everypath.vm.core import Call

_LARGE = 1 << 30
_EXTRA_STEPS = 100_000
"""The most calls and backward jumps beyond twice those of the path, in which calls that lemmas answered took none."""
_SECONDS = 10.0
"""The time limit of one trace."""


@dataclass(frozen=True, eq=False)
class StepTrace:
    """The steps of a path in order: the first ones, then the last ones.

    ``left_out`` is the number of steps between them. ``cut`` is True if the trace ends before the path does. ``given``
    is the number of conditions that the path had before its first step.
    """

    first: Sequence[Step]
    last: Sequence[Step]
    left_out: int
    cut: bool
    given: int
    state: State

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps that were kept."""
        return (*self.first, *self.last)


def retrace(explorer: Explorer, path: Path) -> StepTrace | None:
    """The steps of a path that this explorer found; None if its execution does not reach the same end again."""
    machine = explorer.machine
    stepper = Stepper()
    with _machine_of(explorer, path):
        try:
            state = explorer.session.initial_states.retraced(path.state)
            state.witness = path.witness
            explorer.session.prologue.run(state)
            if state.ending is None:
                explorer.inputs.prepare(state)
            given = len(state.path)
            machine.stepper = stepper
            if state.ending is None:
                machine.run(state)
            stepper.finish(state)
        except EngineError:
            return None
        finally:
            machine.stepper = None
    cut = state.ending is Ending.BOUND and state.detail == STEPS
    if not stepper.first or (state.ending is not path.ending and not cut):
        return None
    return StepTrace(stepper.first, tuple(stepper.last), stepper.left_out, cut, given, state)


def unmatched(trace: StepTrace, path: Path) -> tuple[Term, ...]:
    """The conditions of a path that no step met: those that distinguish its results."""
    return () if trace.cut else tuple(each for each in path.condition if each not in trace.state.known)


@contextmanager
def _machine_of(explorer: Explorer, path: Path) -> Iterator[None]:
    """The explorer's machine, set up to follow a path without the bounds that cut it. It is restored afterwards.

    The bound on lengths stays: library models depend on it, since they handle each length up to the bound.
    """
    machine = explorer.machine
    context = RunContext(
        inputs=explorer.inputs,
        sink=discard,
        bounds=replace(
            explorer.options.bounds,
            calls=_LARGE,
            loop=_LARGE,
            conditions=_LARGE,
            length=max(explorer.options.bounds.length, machine.control.bounds.length),
            steps=2 * path.state.steps + _EXTRA_STEPS,
            block=None,
            depth=None,
        ),
        observer=None,
        explores_alias=_sees_to_it,
        has_memory_for=machine.control.has_memory_for,
        replay_conditions=frozenset(path.constraints),
        bounds_loop_iterations=False,
        tracer=None,
        expired=_over(explorer),
        call_models=(_run_code, _run_code),
    )
    explorer.inputs.bind(machine)
    with machine.using(context):
        yield


def _over(explorer: Explorer) -> Callable[[], bool]:
    began = explorer.session.clock()
    return lambda: explorer.session.clock() - began > _SECONDS


def _sees_to_it(state: State, left: Term, right: Term) -> bool:
    """The `Control.explores_alias` of a trace. It is always True: paths on which two inputs are one are explored."""
    return True


def _run_code(call: Call, *args: Value) -> Value | None:
    call.run_code(args)
