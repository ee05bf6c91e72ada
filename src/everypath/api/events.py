"""The events of an exploration that hooks are notified of.

A hook is any object with some of these methods. An event that no hook wants is not computed.

===========================  =====================================================================
``on_path(path)``            a path was found (`everypath.Path`), before it is handed out
``on_fork(fork)``            the other side of a decision is pending (`Fork`)
``on_refuted(refuted)``      a pending side is infeasible (`Refuted`)
``on_cut(cut)``              a bound stops a state, for now or for good (`Cut`)
``on_block(block)``          the method enters a basic block of its own code (`Block`)
``on_query(query)``          a solver was asked (`Query`)
``on_method(result)``        a method is done (`everypath.MethodResult`)
===========================  =====================================================================
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.inputs import shape_of
from everypath.plugins import guarded
from everypath.solver import Answer, Solver
from everypath.suite.descriptions import ConditionPrinter
from everypath.suite.input_classes import InputClasses
from everypath.term import EMPTY, Model, Term, Value

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import Fork as StateFork
    from everypath.state import Place, State

__all__ = ["EVENTS", "Block", "Cut", "Fork", "Hooks", "Query", "Refuted"]

EVENTS = ("on_path", "on_fork", "on_refuted", "on_cut", "on_block", "on_query", "on_method")


class _OfState:
    """An event at a state. Its texts are made when they are first read."""

    raw_state: State

    @property
    def depth(self) -> int:
        """The number of conditions on the path so far."""
        return len(self.raw_state.path)

    def _java(self, condition: object) -> str:
        if not isinstance(condition, Term):
            return str(condition).lower()
        classes = InputClasses.of_state(self.raw_state)
        return ConditionPrinter(shape_of(self.raw_state), [condition], classes=classes).java(condition)


class Fork(_OfState):
    """A side that was not taken. ``kind`` names the decision (``branch``, ``null``, ``bounds``, ``dispatch``, …)."""

    def __init__(self, raw: StateFork) -> None:
        self.raw = raw
        self.raw_state = raw.state
        self.kind = raw.kind

    @property
    def line(self) -> int | None:
        """The line of the decision; None if unknown."""
        return _line(self.raw.place)

    @cached_property
    def condition(self) -> str:
        """The condition of this side, as Java."""
        return self._java(self.raw.condition)


class Refuted(Fork):
    """A pending side that is infeasible."""


class Cut(_OfState):
    """A state that a bound stops. ``bound`` names it (``loop``, ``calls``, ``length``, …)."""

    def __init__(self, bound: str, place: Place | None, state: State) -> None:
        self.bound = bound
        self.raw_state = state
        self.line = _line(place)


class Block:
    """A basic block that the entry method enters: its first line and bytecode index."""

    def __init__(self, method: Method, state: State, start: int) -> None:
        self.raw_state = state
        self.pc = start
        self._method = method

    @property
    def line(self) -> int:
        """The line of its first instruction, -1 where unknown."""
        return self._method.line(self.pc)


@dataclass(frozen=True)
class Query:
    """One query to the solver: the ``conditions``, the ``answer`` (``sat``, ``unsat``, ``unknown``), and the
    ``seconds`` until the answer, from whatever backend or cache.
    """

    conditions: tuple[Term, ...]
    answer: str
    seconds: float


def _line(place: Place | None) -> int | None:
    return place.line if place is not None and place.line > 0 else None


class Hooks:
    """The methods of all hooks by name, and the explorer's listener that calls them. With ``guards``, an exception of a
    hook is reported as its failure.
    """

    def __init__(self, hooks: Iterable[object], *, guards: bool = False) -> None:
        self._guards = guards
        self._methods: dict[str, list[Callable[[object], object]]] = {name: [] for name in EVENTS}
        for hook in hooks:
            named = [name for name in dir(hook) if name.startswith("on_")]
            wrong = [name for name in named if name not in EVENTS]
            if wrong or not named:
                problem = f"hears of no {wrong[0]}" if wrong else "has no method that is called"
                raise UsageError(f"the hook {hook!r} {problem}; there are {', '.join(EVENTS)}")
            for name in named:
                self._methods[name].append(getattr(hook, name))

    def wants(self, *names: str) -> bool:
        """True if some hook has one of these methods."""
        return any(self._methods[name] for name in names)

    def notify(self, name: str, event: object) -> None:
        """Call the method of this name on all hooks that have it."""
        for each in self._methods[name]:
            if self._guards:
                with guarded(f"hook {name}"):
                    each(event)
            else:
                each(event)

    # the explorer's listener -----------------------------------------------------------------------------------------

    def forked(self, fork: StateFork) -> None:
        """A side is pending."""
        if self._methods["on_fork"]:
            self.notify("on_fork", Fork(fork))

    def cut(self, bound: str, place: Place | None, state: State) -> None:
        """A bound stops a state."""
        if self._methods["on_cut"]:
            self.notify("on_cut", Cut(bound, place, state))

    def refuted(self, fork: StateFork) -> None:
        """A side is infeasible."""
        if self._methods["on_refuted"]:
            self.notify("on_refuted", Refuted(fork))


class ObservedSolver(Solver):
    """A solver that notifies an observer of each query."""

    observer: Callable[[Query], None] | None = None

    def check(self, conditions: Sequence[Value], soft: Sequence[Value] = (), hint: Model | None = None) -> Answer:
        """As `Solver.check`; the observer is called after the answer."""
        began = time.perf_counter()
        answer = super().check(conditions, soft, hint or EMPTY)
        if self.observer is not None:
            terms = tuple(each for each in conditions if isinstance(each, Term))
            self.observer(Query(terms, type(answer).__name__.lower(), time.perf_counter() - began))
        return answer
