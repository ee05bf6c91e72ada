"""Exceptional exits as goals: what instructions of the entry, and of what it calls, throw leaves the entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.explore.criteria.ahead import MOST_METHODS
from everypath.explore.criteria.goal import Goal
from everypath.explore.criteria.throwing import sites_leaving
from everypath.program.calls import called_from
from everypath.state import Ending, StackTrace
from everypath.vm.tracing import thrower_of

if TYPE_CHECKING:
    from everypath.explore.criteria.throwing import Site
    from everypath.explore.goals import Goals
    from everypath.program import Method
    from everypath.state import State

Exit: TypeAlias = "tuple[str, int, str]"
"""The key of a method, the pc of its instruction, and the exception that this throws by itself, or nothing."""


class ExceptionCriterion:
    """Each exception that an instruction of analysed code throws, and each ``throw``, leaves the entry on some path."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        program = goals.machine.program
        methods = called_from(program, goals.entry, MOST_METHODS)
        leaving = sites_leaving(program, methods)[goals.entry]
        order = {method: number for number, method in enumerate(methods)}
        found = sorted(leaving, key=lambda site: (order[site.method], site.pc, site.kind))
        self._goals = {(each.method.key, each.pc, each.kind): _goal(goals.entry, each) for each in found}
        self._left = dict(self._goals)

    def goals(self) -> Sequence[Goal]:
        """All of them, those of the entry first."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note how the path left the entry."""
        before = len(self._left)
        for each in exits(state):
            self._left.pop(each, None)
        return len(self._left) < before

    def left(self) -> Sequence[Goal]:
        """Those that no path took."""
        return tuple(self._left.values())


def exits(state: State) -> Iterator[Exit]:
    """The ``throw`` that ended a path, and the instruction that threw by itself what ended it."""
    if state.ending is not Ending.THREW:
        return
    thrower = thrower_of(state)
    if thrower is not None:
        yield thrower.method, thrower.pc, ""
    told = state.object(state.thrown).extra
    if isinstance(told, StackTrace) and not told.constructed and told.places:
        place = told.places[0]
        yield f"{place.class_name}.{place.method}{place.descriptor}", place.pc, state.detail


def _goal(entry: Method, site: Site) -> Goal:
    method, pc = site.method, site.pc
    name = next(each.name for each in method.instructions if each.pc == pc)
    thrown = site.kind.rpartition("/")[2]
    text = f"{name} throws {thrown}" if thrown else "what is thrown here leaves the method"
    return Goal(pc, method.line(pc), text, "" if method is entry else method.key)
