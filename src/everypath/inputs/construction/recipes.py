"""Runs recipes: the machine makes the calls that build an input, above the instruction that needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from everypath.dataclass import dataclass, field, replace
from everypath.inputs.construction.setup_sequences import SetupCall, TriedPrefixes
from everypath.library.dispatch import SensitiveCall, restore_sensitive_calls, sensitive_calls
from everypath.state import NULL, Ending, State, end_setup
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.vm.interpreter import Machine

DISCARDED = "inputs.discarded"
"""The attachment of states whose input could not be built: they are no paths of the entry."""

AS_BUILT = "inputs.as-built"
"""The attachment that holds the fields of objects that calls built, as these calls left them, by access path."""

BUILT_STATES = "inputs.built-states"
"""The attachment that holds the states in which calls had just built an object, by access path, if they are kept."""

BUILT_AT = "inputs.built-at"
"""The attachment that holds the steps which the path had run when the receiver was built."""


class Step(NamedTuple):
    """One call with its arguments; ``follows``: its result is the object from then on."""

    method: Method
    values: tuple[Value, ...]
    follows: bool = False


@dataclass(frozen=True)
class RecipeRun:
    """The rest of a recipe: ``steps`` are the calls still to be made on the object ``address``, which is a builder as
    long as a step that follows is among them.
    """

    machine: Machine
    ref: Term
    address: int
    steps: tuple[Step, ...]
    noted: tuple[SensitiveCall, ...] = ()
    """The sensitive calls of the path before the recipe; those that setup calls make do not count for the entry."""
    done: tuple[SetupCall, ...] = ()
    """The steps that have returned, and the step that runs."""
    tried_prefixes: TriedPrefixes = field(default_factory=TriedPrefixes)
    wanted: Class | None = None
    """The class of the object, where only running the calls shows whether they make one."""
    keeps_built: bool = False
    """True if the state is kept in which the object is built."""

    def start(self, state: State) -> None:
        """Push the creator's frame above the instruction that needs the object. It runs again after the steps."""
        (method, values, _), *rest = self.steps
        noted = sensitive_calls(state)
        done = (SetupCall(method),)
        self.tried_prefixes.begin(done)
        if method.name == "<init>":
            address = self.machine.new_instance(state, method.owner)
            following = replace(self, address=address, steps=tuple(rest), noted=noted, done=done)
            self.machine.push_call(state, method, [address, *values], following.returned, discarded)
        else:
            following = replace(self, steps=tuple(rest), noted=noted, done=done)
            self.machine.push_call(state, method, list(values), following.created, discarded)

    def created(self, state: State, result: Value | None) -> None:
        """Called when a factory, or a call that follows, returned the object. If it returned null, the recipe has built
        no object and the path ends.
        """
        if isinstance(result, Term):
            result = state.reference(result)
        if not isinstance(result, int) or result == NULL:
            state.attachments[DISCARDED] = "a factory returned no object"
            state.end(Ending.INFEASIBLE, "a factory returned no object")
            return
        last = not any(each.follows for each in self.steps)
        if last and self.wanted is not None and not state.object(result).cls.is_subtype_of(self.wanted):
            state.attachments[DISCARDED] = "a method returned another object"
            state.end(Ending.INFEASIBLE, "a method returned another object")
            return
        replace(self, address=result).returned(state, None)

    def returned(self, state: State, result: Value | None) -> None:
        """A step has returned: push the next one, or store the object as the input.

        The object exists once its creator has returned, so it may be an argument of further calls on it.
        """
        self.tried_prefixes.passed(self.done)
        if not any(each.follows for each in self.steps):
            state.decided[self.ref] = self.address
        if not self.steps:
            restore_sensitive_calls(state, self.noted)
            note_as_built(state, self.ref, self.address)
            if self.keeps_built:
                kept = state.attachments.get(BUILT_STATES, {})
                assert isinstance(kept, dict)
                state.attach(BUILT_STATES, {**kept, self.ref.payload: state.fork()})
            if self.ref.payload == "this":
                state.attach(BUILT_AT, state.steps)
            if not state.frames:
                state.end(Ending.RETURNED)
            return
        (method, values, follows), *rest = self.steps
        following = replace(self, steps=tuple(rest), done=(*self.done, SetupCall(method, follows)))
        self.tried_prefixes.begin(following.done)
        done = following.created if follows else following.returned
        self.machine.push_call(state, method, [self.address, *values], done, discarded)


def note_as_built(state: State, ref: Term, address: int) -> None:
    """Remember the fields of an input object as calls have built it."""
    state.attach(AS_BUILT, {**_all_as_built(state), ref.payload: tuple(state.object(address).fields)})


def _all_as_built(state: State) -> dict[object, tuple[Value | None, ...]]:
    found = state.attachments.get(AS_BUILT)
    return found if isinstance(found, dict) else {}


def as_built(state: State, name: str) -> tuple[Value | None, ...] | None:
    """The fields of the input object at an access path after the calls that built it; None if no calls built it."""
    return _all_as_built(state).get(name)


def built_state(state: State, name: str) -> State | None:
    """The state in which calls had just built the input object at an access path; None if none did, or it was not
    kept.
    """
    kept = state.attachments.get(BUILT_STATES, {})
    assert isinstance(kept, dict)
    return kept.get(name)


def discarded(state: State, thrown: int) -> int:
    """A step of a recipe threw: these arguments build no object. The path ends, since a test would end there, too: no
    code below the step may catch the exception and go on without the object.
    """
    end_setup(state)
    state.attachments[DISCARDED] = "setup threw"
    state.end(Ending.INFEASIBLE, "setup threw")
    return thrown


def is_building(state: State) -> bool:
    """True if a state is executing a step of a recipe."""
    return building(state) > 0


def building(state: State) -> int:
    """The number of recipe steps, one within the other, that a state is executing."""
    return sum(1 for frame in state.frames if frame.hooks is not None and frame.hooks.abrupt is discarded)
