"""Inspects objects through their own methods without parameters, which read hidden fields and change nothing.

The machine predicts the result: it runs the method on the last state of the path, under the witness. Methods that would
decide an open input, or change the object, are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from everypath.classfile import ClassFile, MemberRef, MethodInfo, access, decode, is_reference
from everypath.dataclass import replace
from everypath.errors import LinkageError, MissingClassError, UnsupportedError
from everypath.program import Method
from everypath.state import Ending, Fork, State
from everypath.suite.oracle.assertions import Oracle
from everypath.suite.prediction import Predictor
from everypath.suite.recipes import Members
from everypath.suite.testcase import (
    Assertion,
    Expression,
    Invoke,
    Member,
    ObjectValue,
    class_descriptor,
    return_descriptor,
)
from everypath.term import Model
from everypath.vm import Machine

__all__ = ["Inspector", "fields_read", "is_inspecting", "may_show", "observers", "rank_of"]

_UNTELLING = frozenset({"hashCode", "clone", "getClass", "iterator", "spliterator", "stream", "parallelStream"})
_LIKELY = ("get", "is", "has", "size", "length", "count", "to", "as")
_DEEPEST = 3
_MOST, _MOST_OF_ONE = 4, 2
"""Most assertions on all inspecting methods of one object, and on one method."""


def observers(members: Members, class_name: str) -> list[tuple[Member, frozenset[str]]]:
    """The methods that may read an object's hidden state, the most specific first, each with the fields that
    it reads.
    """
    known = members.observers.get(class_name)
    if known is None:
        known = members.observers[class_name] = _observers(members, class_name)
    return known


def _observers(members: Members, class_name: str) -> list[tuple[Member, frozenset[str]]]:
    found: dict[tuple[str, str], tuple[Member, frozenset[str]]] = {}
    for name in (class_name, *members.classes.ancestors(class_name)):
        file = members.classes.file(name)
        if file is None or name.startswith("java/"):
            continue
        for method in file.methods:
            key = method.name, method.descriptor
            if key in found or not is_inspecting(method) or not may_show(method):
                continue
            member = members.method(class_name, *key)
            if not member.hidden and not member.raises:
                found[key] = member, fields_read(file, method)
    return sorted(found.values(), key=lambda each: (*rank_of(each[0]), each[0].name))


def may_show(method: MethodInfo) -> bool:
    """True for a method with code, as its source has it, whose result may show something of what it looks at."""
    if method.access & (access.ABSTRACT | access.NATIVE | access.SYNTHETIC) or method.name[0] == "<":
        return False
    return return_descriptor(method.descriptor) != "V" and method.name not in _UNTELLING


def is_inspecting(method: MethodInfo) -> bool:
    """True for an instance method without parameters whose result may show something of the object."""
    if method.access & (access.STATIC | access.SYNTHETIC) or method.name[0] == "<":
        return False
    if not method.descriptor.startswith("()") or return_descriptor(method.descriptor) == "V":
        return False
    return method.name not in _UNTELLING


def rank_of(member: Member) -> tuple[int, int]:
    """The smaller, the more likely a method is to say something specific: getters come first, ``toString`` last."""
    likely = 0 if member.name.startswith(_LIKELY) else 1
    return (2 if member.name == "toString" else likely), len(member.name)


def fields_read(file: ClassFile, method: MethodInfo) -> frozenset[str]:
    """The fields of the object that a method of its class reads, itself or through other methods of the class."""
    return frozenset(_read(file, method, _DEEPEST))


def _read(file: ClassFile, method: MethodInfo, depth: int) -> Iterator[str]:
    for step in decode(method.code.bytecode) if method.code is not None else ():
        if step.name not in ("getfield", "invokevirtual", "invokespecial"):
            continue
        member = file.constant(step.operand)
        if not isinstance(member, MemberRef) or member.owner != file.name:
            continue
        if step.name == "getfield":
            yield member.name
        elif depth:
            for other in file.methods:
                if (other.name, other.descriptor) == (member.name, member.descriptor):
                    yield from _read(file, other, depth - 1)


class Inspector:
    """Asserts the results of methods that read fields which no test can read.

    Without a ``machine`` there are no assertions. ``predictor_of`` returns a predictor of a state under the witness.
    """

    def __init__(
        self, machine: Machine | None, oracle: Oracle, witness: Model, predictor_of: Callable[[State], Predictor]
    ) -> None:
        self._machine = machine
        self._oracle = oracle
        self._witness = witness
        self._predictor_of = predictor_of

    def assertions_on(
        self, shown: Expression, state: State, address: int, only: Sequence[str] | None = None, depth: int = 1
    ) -> list[Assertion]:
        """The assertions on the object at ``address``; with ``only``, on the named fields."""
        value = self._predictor_of(state).object(address)
        found: list[Assertion] = []
        if self._machine is None or not isinstance(value, ObjectValue) or not self._oracle.is_open(value):
            return found
        unread = self._oracle.unread(value)
        hidden = {name for name in unread if only is None or name in only}
        for member, read in observers(self._oracle.members, value.class_name) if hidden else ():
            if not read & hidden or len(found) >= _MOST:
                continue
            after = self._after(self._machine, state, member, value, address)
            asked = self._asserted(Invoke(member, shown), member, after, depth) if after is not None else []
            if asked:
                found += asked
                whole = is_reference(return_descriptor(member.descriptor))  # a number is a weak check of a container
                hidden -= {name for name in read if whole or not is_reference(unread.get(name, "I"))}
        return found

    def _asserted(self, call: Invoke, member: Member, after: State, depth: int) -> list[Assertion]:
        """The assertions on the result of a method."""
        assert after.result is not None
        predictor = self._predictor_of(after)
        result = return_descriptor(member.descriptor)
        predicted = predictor.value(result, after.result)
        found = self._oracle.assertions_on(call, predicted, 1)[:_MOST_OF_ONE]
        if isinstance(predicted, ObjectValue) and depth and result == class_descriptor(predicted.class_name):
            address = predictor.address(after.result)
            found += self.assertions_on(call, after, address, depth=depth - 1)[:_MOST_OF_ONE] if address else []
        return [each for each in found if each.kind not in ("not-null", "class", "same")]

    def _after(self, machine: Machine, state: State, member: Member, value: ObjectValue, address: int) -> State | None:
        """The state after a method returned a value and left the object unchanged; None otherwise."""
        cls = machine.program.klass(value.class_name)
        method = machine.program.select(cls, machine.program.resolve_method(cls, member.name, member.descriptor))
        after = _state_after(machine, state, self._witness, method, address)
        if after is None or after.result is None or self._predictor_of(after).object(address) != value:
            return None
        return after


def _state_after(machine: Machine, state: State, witness: Model, method: Method, address: int) -> State | None:
    """The state after a method of the object at ``address`` has returned at the end of a path.

    None if it does not return, or reads what the path left open.
    """
    copy = state.fork()
    copy.reopen()
    copy.frames = []
    copy.witness = witness
    with machine.using(replace(machine.context, sink=_forgotten, tracer=None)):
        try:
            ending = machine.run(machine.start(method, [address], copy))
        except (UnsupportedError, LinkageError, MissingClassError):
            return None
    settled = len(copy.decided) == len(state.decided) and len(copy.reasons) == len(state.reasons)
    return copy if ending is Ending.RETURNED and settled else None


def _forgotten(fork: Fork) -> None:
    """Forks are dropped: inputs other than the witness do not concern the case."""
