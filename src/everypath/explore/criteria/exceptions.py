"""Exceptional exits as goals: exceptions of instructions, in the entry and in the code it calls, that leave the entry.

An exception of other code, such as the JDK, counts for the instruction of target code that calls it. Not all of these
exceptions are known in advance: those that the called code throws itself, or through methods to which it delegates, are
goals from the start. Any other one becomes a goal once a path shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import MemberRef, nested_name, without_package
from everypath.explore.criteria.reachability import MOST_METHODS
from everypath.explore.criteria.throwing_sites import CALLED, sites_leaving
from everypath.explore.paths import Goal
from everypath.program import called_from
from everypath.state import Ending, StackTrace
from everypath.vm.observers import thrower_of, throwing_call_of

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.explore.search import Goals
    from everypath.program import Method
    from everypath.state import State


class ExceptionOrigin(NamedTuple):
    """The origin of an exception that leaves the entry: the key of a method, and the pc of its instruction.

    ``thrown`` is the exception that this instruction throws by itself, empty for a ``throw``. With ``by_call``, the
    instruction calls other code, and ``thrown`` is the exception that the call throws.
    """

    method: str
    pc: int
    thrown: str
    by_call: bool = False


class ExceptionCriterion:
    """Each exception that an instruction of target code throws, each ``throw``, and each exception that a call of other
    code throws leaves the entry on some path.
    """

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        program = goals.machine.program
        methods = called_from(program, goals.entry, MOST_METHODS)
        leaving = sites_leaving(program, methods, calls=True)[goals.entry]
        self._program = program
        self._entry = goals.entry
        self._order = {method.key: number for number, method in enumerate(methods)}
        self._goals: dict[ExceptionOrigin, Goal] = {}
        for each in leaving:
            by_call = each.kind == CALLED
            found = ExceptionOrigin(each.method.key, each.pc, each.thrown if by_call else each.kind, by_call)
            self._goals[found] = self._goal(each.method, found)
        self._left = dict(self._goals)
        self._calls = tuple(goal for each, goal in self._goals.items() if each.by_call)

    def goals(self) -> Sequence[Goal]:
        """All goals, those of the entry first."""
        return self._sorted(self._goals)

    def take(self, state: State) -> bool:
        """Note the exceptional exit of the path, if it has one; true if it is new."""
        before = len(self._left)
        found_new = False
        for each in exception_origins(state):
            left = throwing_call_of(state)
            if each.by_call and each not in self._goals and left is not None:
                self._goals[each] = self._goal(left.method, each)
                self._forget_less_exact(each)
                found_new = True
            self._left.pop(each, None)
        return found_new or len(self._left) < before

    def left(self) -> Sequence[Goal]:
        """The exits that no path took."""
        return self._sorted(self._left)

    def open_ended(self) -> Sequence[Goal]:
        """The calls of other code: they may throw further exceptions."""
        return self._calls

    def _forget_less_exact(self, shown: ExceptionOrigin) -> None:
        """Drop goals for superclasses of an exception that a call was shown to throw: its code may only name these."""
        for above in self._program.klass(shown.thrown).superclasses():
            known = shown._replace(thrown=above.name)
            if known != shown and known in self._left:
                del self._left[known], self._goals[known]

    def _sorted(self, found: dict[ExceptionOrigin, Goal]) -> Sequence[Goal]:
        order, last = self._order, len(self._order)
        return tuple(found[each] for each in sorted(found, key=lambda each: (order.get(each.method, last), *each)))

    def _goal(self, method: Method, leaving: ExceptionOrigin) -> Goal:
        pc = leaving.pc
        thrown = without_package(leaving.thrown)
        name = _called(method, pc) if leaving.by_call else _instruction(method, pc).name
        text = f"{name} throws {thrown}" if thrown else "what is thrown here leaves the method"
        return Goal(pc, method.line(pc), text, "" if method is self._entry else method.key)


def exception_origins(state: State) -> Iterator[ExceptionOrigin]:
    """The exits of a path that threw: the ``throw``, and the call of other code or the throwing instruction."""
    if state.ending is not Ending.THREW:
        return
    thrower = thrower_of(state)
    if thrower is not None:
        yield ExceptionOrigin(thrower.method, thrower.pc, "")
    left = throwing_call_of(state)
    if left is not None:
        yield ExceptionOrigin(left.method.key, left.pc, state.detail, by_call=True)
        return
    trace = state.object(state.thrown).extra
    if isinstance(trace, StackTrace) and not trace.constructed and trace.places:
        place = trace.places[0]
        yield ExceptionOrigin(f"{place.class_name}.{place.method}{place.descriptor}", place.pc, state.detail)


def _called(method: Method, pc: int) -> str:
    """The method that an instruction calls, as ``Integer.parseInt``; else the name of the instruction."""
    instruction = _instruction(method, pc)
    file = method.owner.file
    named = file.constant(instruction.operand) if file is not None and instruction.name.startswith("invoke") else None
    if not isinstance(named, MemberRef):
        return instruction.name
    owner = nested_name(named.owner)
    return f"new {owner}" if named.name == "<init>" else f"{owner}.{named.name}"


def _instruction(method: Method, pc: int) -> Instruction:
    return next(each for each in method.instructions if each.pc == pc)
