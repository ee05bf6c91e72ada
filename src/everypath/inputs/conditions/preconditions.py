"""Assumes preconditions before the first instruction of the entry.

A path of an entry with conditions begins in a *prologue*: the arguments exist, the entry's frame does not. The prologue
evaluates and assumes the operands of ``&&`` one by one. If the witness does not satisfy one of them, the state ends and
a fork that satisfies it continues. The machine runs the calls that build inputs first, without a frame below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.errors import UnsupportedError
from everypath.inputs.conditions.evaluator import UndefinedError, holds
from everypath.inputs.conditions.heap_properties import Structures
from everypath.inputs.conditions.state_lookup import Past, StateContext
from everypath.inputs.conditions.type_checker import Condition, is_structural
from everypath.inputs.conditions.typed_tree import Property
from everypath.inputs.construction import DISCARDED
from everypath.inputs.stubs import PROLOGUE, assume, promised, unmet
from everypath.state import BoundReached, Ending, State
from everypath.term import Value, evaluate
from everypath.vm.core import JavaThrow, Rethrow, Retry

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.vm.interpreter import Machine

ARGUMENTS = "conditions.arguments"
"""The attachment that holds the arguments of the call, the receiver first."""

PAST = "conditions.past"
"""The attachment that holds the values of the ``old(…)`` of each postcondition, taken before the call."""


class Prologue:
    """The conditions of one entry: it assumes ``requires``; ``ensures`` are checked when the entry has returned."""

    def __init__(
        self, machine: Machine, entry: Method, requires: Sequence[Condition], ensures: Sequence[Condition] = ()
    ) -> None:
        self.machine = machine
        self.entry = entry
        self.requires = tuple(requires)
        self.ensures = tuple(ensures)
        self.parts = [
            part
            for condition in requires
            for part in condition.parts
            if not (isinstance(part, Property) and is_structural(part))
        ]
        structures = Structures(machine.program, self.requires)
        self.structures = structures if structures.rules else None
        self.begun = 0
        """The number of paths that reached the entry's first instruction."""

    @property
    def waits(self) -> bool:
        """True if there are preconditions and no input has satisfied them so far."""
        return bool(self.requires) and not self.begun

    def begin(self, state: State, arguments: Sequence[Value]) -> State:
        """Prepare a state to assume the preconditions and then to run the entry on these arguments."""
        state.attachments[ARGUMENTS] = tuple(arguments)
        if not self.requires and not self.ensures:
            return self.machine.start(self.entry, arguments, state)
        state.attachments[PROLOGUE] = 0
        return state

    def run(self, state: State) -> None:
        """Run a state to the entry's first instruction, unless it ends before. Does nothing after the prologue."""
        while PROLOGUE in state.attachments and state.ending is None:
            if settled(self.machine, state):
                assumed = look(state, lambda: self._assume_all(state))
                if assumed:
                    self._enter(state)

    def _assume_all(self, state: State) -> bool:
        """Assume the remaining preconditions. False if the state violates one and has ended."""
        context = _Assuming(self.machine, state, arguments_of(state))
        done = state.attachments[PROLOGUE]
        assert isinstance(done, int)
        for number, part in enumerate(self.parts[done:], done):
            try:
                condition = holds(part, context)
            except UndefinedError:
                condition = False
            if not assume(state, condition):
                unmet(state)
                return False
            state.attachments[PROLOGUE] = number + 1
        before = StateContext(self.machine, state, arguments_of(state))
        past = tuple(before.remember(each.olds) for each in self.ensures)
        state.attachments[PAST] = past
        return True

    def _enter(self, state: State) -> None:
        del state.attachments[PROLOGUE]
        state.reads = {}  # reads by the conditions are no reads by the path
        self.begun += 1
        self.machine.start(self.entry, arguments_of(state), state)

    def excludes(self, state: State) -> bool:
        """True if the witness of an uncertain path violates a precondition."""
        return bool(self.parts) and not all(evaluate(each, state.witness) for each in promised(state))


def arguments_of(state: State) -> tuple[Value, ...]:
    """The arguments of the call, the receiver first."""
    found = state.attachments[ARGUMENTS]
    assert isinstance(found, tuple)
    return found


def past_of(state: State, number: int) -> dict[int, Past]:
    """The values of the ``old(…)`` of the postcondition with this number."""
    found = state.attachments.get(PAST, ())
    assert isinstance(found, tuple)
    past: dict[int, Past] = found[number]
    return past


def settled(machine: Machine, state: State) -> bool:
    """Run the calls that build inputs for a condition. False if the path ended in these calls."""
    if state.frames:
        machine.run(state)
        if state.ending is not Ending.RETURNED or DISCARDED in state.attachments:
            return False
        state.reopen()
    return True


def look(state: State, action: object) -> bool:
    """Run an action on a state without frames. False if it returned false, has to be retried, or ended the path."""
    assert callable(action)
    try:
        return bool(action())
    except Retry:
        return False
    except BoundReached as reached:
        state.end(Ending.BOUND, reached.bound, reached.place)
    except (JavaThrow, Rethrow):
        unmet(state)
    except UnsupportedError as error:
        state.note(error.code, error.construct)
        state.end(Ending(error.code), error.construct)
    return False


class _Assuming(StateContext):
    """Treats a precondition as false if its evaluation throws an exception: that side is not explored."""

    def _require(self, condition: Value, otherwise: str) -> None:
        if not assume(self.state, condition):
            raise UndefinedError(otherwise)
