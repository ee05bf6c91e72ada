"""Sensitive members (rule EP010): records where a path calls one with arguments that depend on inputs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.program import MemberPattern
from everypath.state import LazyArray, Place, State, TextObject, place_of
from everypath.term import Term, Value

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.vm.core import Call, Model

REACHED = "library.sensitive"
"""The attachment that holds the sensitive calls of a path, a tuple of `SensitiveCall`."""

_ARRAY_DEPTH = 3


@dataclass(frozen=True, slots=True)
class SensitiveCall:
    """A call of a sensitive member with a value that depends on an input. ``place`` is the innermost frame of target
    code, None if there is none.
    """

    owner: str
    member: str
    place: Place | None


def sensitive_calls(state: State) -> tuple[SensitiveCall, ...]:
    """The sensitive calls of the path so far, in order."""
    found = state.attachments.get(REACHED)
    return found if isinstance(found, tuple) else ()


def restore_sensitive_calls(state: State, noted: tuple[SensitiveCall, ...]) -> None:
    """Reset the sensitive calls of the path to an earlier list."""
    if sensitive_calls(state) != noted:
        state.attach(REACHED, noted)


class SensitiveMembers:
    """The members that patterns mark as sensitive."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = tuple(MemberPattern.parse(each) for each in patterns)

    def is_sensitive(self, method: Method) -> bool:
        """True if a pattern matches the method."""
        return any(each.matches(method) for each in self.patterns)

    def recording(self, model: Model | None) -> Model:
        """A model that records the call, then runs ``model``, or the method's own code if it is None."""
        return partial(_recording, model)


def _recording(model: Model | None, call: Call, *args: Value) -> Value | None:
    method = call.method
    descriptors = method.parameters if method.is_static else (method.owner.descriptor, *method.parameters)
    if any(depends_on_input(call.state, value, kind) for value, kind in zip(args, descriptors, strict=True)):
        frames = (place_of(frame) for frame in reversed(call.state.frames))
        here = SensitiveCall(method.owner.name, method.name, next((at for at in frames if at.is_target), None))
        known = sensitive_calls(call.state)
        if here not in known:
            call.state.attach(REACHED, (*known, here))
    return model(call, *args) if model is not None else call.run_code(list(args))


def depends_on_input(state: State, value: Value, descriptor: str, depth: int = _ARRAY_DEPTH) -> bool:
    """True if a value is symbolic, an input object or a symbolic string, or an array that holds such a value."""
    if isinstance(value, Term):
        return True
    if descriptor[0] not in "L[" or not isinstance(value, int) or value == 0 or depth == 0:
        return False
    if value in state.refs or value in state.decided.values():
        return True
    obj = state.object(value)
    if isinstance(obj, TextObject):
        return obj.text.constant is None
    if isinstance(obj, LazyArray):
        return True
    if obj.cls.element is None:
        return False
    inside = obj.cls.element.descriptor
    return any(depends_on_input(state, each, inside, depth - 1) for each in obj.fields)
