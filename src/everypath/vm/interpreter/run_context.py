"""`RunContext`: the services and limits that a run of the machine uses, as one immutable value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from everypath.state import Bounds, Fork, Observer, State
    from everypath.term import Term
    from everypath.vm.core import Inputs, Model, Recorded
    from everypath.vm.observers import Tracer


@dataclass(frozen=True, slots=True)
class RunContext:
    """The services and limits that a run of the machine uses (`Machine.use`, `Machine.using`).

    ``inputs`` materialises symbolic references; ``sink`` takes every fork. ``bounds`` limit each path, ``expired`` says
    if the time is over. ``observer`` listens to decisions, ``tracer`` follows the entry's path. ``explores_alias``,
    ``has_memory_for``, ``replay_conditions`` and ``bounds_loop_iterations`` are those of `everypath.state.Control`.
    ``call_models`` are the models of calls that lemmas answer, and of calls that lemmas may answer; None does not
    change the models of the library. ``recorded`` gives the results of calls that the machine does not support, as a
    run on the JVM saw them; None has none.
    """

    inputs: Inputs
    sink: Callable[[Fork], None]
    bounds: Bounds
    observer: Observer | None
    explores_alias: Callable[[State, Term, Term], bool]
    has_memory_for: Callable[[int], bool]
    replay_conditions: Container[Term]
    bounds_loop_iterations: bool
    tracer: Tracer | None
    expired: Callable[[], bool]
    call_models: tuple[Model, Model] | None
    recorded: Recorded | None = None
