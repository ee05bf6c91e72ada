"""Evaluates conditions on the state of a path. It reads values as bytecode does; unknown values are terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass, field
from everypath.inputs.conditions.evaluator import UndefinedError, value_of
from everypath.inputs.conditions.typed_tree import Input, Old
from everypath.state import NULL, SymbolicArray, TextObject, same_object
from everypath.state.text import equal
from everypath.term import Term, Value, ge, le, lt, not_
from everypath.term import is_null as null_term
from everypath.vm.references import comparable_references, lazy_is_instance, read_element, read_field

if TYPE_CHECKING:
    from everypath.program import Class, Field
    from everypath.state import State
    from everypath.vm.interpreter import Machine

Past: TypeAlias = "Value | UndefinedError"
"""The value of an ``old(…)``, or the exception that its evaluation raised."""


@dataclass(frozen=True)
class StateContext:
    """The evaluation context of a condition on one state, outside any method.

    ``arguments`` are the arguments of the call, the receiver first. ``returned`` is its result, and ``past`` holds the
    values of ``old(…)`` by number. A read may fork the state; its sink gets the other side. A read raises the
    exceptions of the machine: `Retry` if calls have to build an input first, `BoundReached` if a bound is exceeded.
    """

    machine: Machine
    state: State
    arguments: Sequence[Value]
    returned: Value | None = None
    past: Mapping[int, Past] = field(default_factory=dict)

    def input(self, node: Input) -> Value:
        """A parameter, or ``this``."""
        return self.arguments[node.position]

    def result(self) -> Value:
        """The value that the method returned."""
        assert self.returned is not None
        return self.returned

    def old(self, node: Old) -> Value:
        """The value that was taken before the call."""
        value = self.past[node.number]
        if isinstance(value, UndefinedError):
            raise UndefinedError(value.why)
        return value

    def null(self) -> Value:
        """The null reference."""
        return NULL

    def text(self, value: str) -> Value:
        """An interned string."""
        return self.machine.intern(self.state, value)

    def is_null(self, reference: Value) -> Value:
        """The condition that a reference is null. It does not fork."""
        known = self.state.reference(reference)
        if not isinstance(known, Term):
            return known == NULL
        return null_term(known)

    def _address(self, reference: Value) -> int:
        known = self.state.reference(reference)
        if isinstance(known, Term) and known.op == "var":
            self._require(not_(null_term(known)), "NullPointerException")
        address = self.machine.address(self.state, reference)
        if address == NULL:
            raise UndefinedError("NullPointerException")
        return address

    def _require(self, condition: Value, otherwise: str) -> None:
        """Decide the condition. Raise `UndefinedError` on the side on which Java throws the exception ``otherwise``."""
        if not self.decide(condition):
            raise UndefinedError(otherwise)

    def field(self, reference: Value, field: Field) -> Value:
        """An instance field."""
        return read_field(self.machine, self.state, self._address(reference), field)

    def static(self, field: Field) -> Value:
        """A static field, after its class was initialised."""
        self.machine.ensure_initialised(self.state, field.owner)
        value = self.state.statics.get(field)
        return self.machine.inputs.static(self.state, field) if value is None else value

    def length(self, reference: Value) -> Value:
        """The length of an array or a string."""
        obj = self.state.object(self._address(reference))
        return obj.text.length if isinstance(obj, TextObject) else obj.array_length

    def element(self, reference: Value, index: Value) -> Value:
        """An element of an array, or a char of a string."""
        address = self._address(reference)
        obj = self.state.object(address)
        length = obj.text.length if isinstance(obj, TextObject) else obj.array_length
        self._require(ge(index, 0), "IndexOutOfBoundsException")
        self._require(lt(index, length), "IndexOutOfBoundsException")
        if isinstance(obj, TextObject):
            return obj.text.at(index)
        return read_element(self.machine, self.state, address, index)

    def elements(self, reference: Value, count: int) -> list[Value]:
        """The first ``count`` elements of an array. Elements of a symbolic array past its end have no meaning."""
        address = self._address(reference)
        obj = self.state.object(address)
        if isinstance(obj, SymbolicArray):
            return [read_element(self.machine, self.state, address, at) for at in range(count)]
        inside = (at for at in range(count) if self.decide(lt(at, obj.array_length)))
        return [read_element(self.machine, self.state, address, at) for at in inside]

    def equals(self, text: Value, other: Value) -> Value:
        """``equals`` of two strings."""
        first = self.state.object(self._address(text))
        second = self.machine.address(self.state, other)
        if second == NULL:
            return False
        found = self.state.object(second)
        assert isinstance(first, TextObject)
        assert isinstance(found, TextObject)
        return equal(first.text, found.text)

    def same(self, left: Value, right: Value) -> Value:
        """The condition that two references are to the same object."""
        return same_object(self.state, *comparable_references(self.machine, self.state, left, right))

    def is_instance(self, reference: Value, cls: Class) -> Value:
        """Decide if a reference is an instance of a class."""
        return lazy_is_instance(self.machine, self.state, reference, cls, "instanceof")

    def fits(self, reference: Value, kind: str) -> bool:
        """Decide if a cast to a descriptor's type succeeds."""
        return self.machine.is_null(self.state, reference) or lazy_is_instance(
            self.machine, self.state, reference, self.machine.program.class_of_descriptor(kind), "cast"
        )

    def within(self, length: Value) -> int:
        """The number of elements to check: the length, or the bound on lengths, which then limits the path."""
        if not isinstance(length, Term):
            return int(length)
        most = self.state.control.bounds.length
        self.state.decide_limit(le(length, most))
        return most

    def decide(self, condition: Value) -> bool:
        """Decide a condition on the path."""
        return self.state.decide(condition, "assume")

    def remember(self, olds: Sequence[Old]) -> dict[int, Past]:
        """Evaluate the operands of ``old(…)`` in this state and return them by number."""
        found: dict[int, Past] = {}
        for each in olds:
            try:
                found[each.number] = value_of(each.operand, self)
            except UndefinedError as undefined:
                found[each.number] = undefined
        return found


__all__ = ["Past", "StateContext"]
