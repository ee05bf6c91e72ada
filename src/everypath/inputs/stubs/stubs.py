"""Answers of stubs: a fresh symbol for each call, within the contract of the method
(`everypath.inputs.stubs.contracts`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.errors import EngineError
from everypath.inputs.places import InputPlace, bindings_in, parse_generic, result_place
from everypath.inputs.shapes import SHAPE, Answer, Node, Stub, held, shape_of, slot_of
from everypath.inputs.stubs.contracts import Asked, Contract, contract_of
from everypath.state import BoundReached, Ending
from everypath.term import Term, Value, conj, eq, evaluate, implies, primitive_symbol, variables
from everypath.vm.core import AnswerScript, JavaThrow, RecordedAnswer, Retry
from everypath.vm.invokedynamic import cast

if TYPE_CHECKING:
    from everypath.inputs.places import Overriding
    from everypath.program import Class, Method
    from everypath.state import State
    from everypath.vm.core import Call

PROMISED = "inputs.promised"
"""The attachment that holds the conditions which hold for all inputs. They are not shown to users."""

MOST_ANSWERS = 1000
"""The most calls of one stub on one path; a longer path ends. Each answer is compared with all earlier ones."""

NO_SUCH_ELEMENT = "java/util/NoSuchElementException"


def promised(state: State) -> frozenset[Term]:
    """The conditions of a path that hold for all inputs: by contracts of stubs, preconditions and invariants."""
    found = state.attachments.get(PROMISED)
    return found if isinstance(found, frozenset) else frozenset()


def promise(state: State, *conditions: Value) -> None:
    """Enter conditions that hold for all inputs."""
    state.attachments[PROMISED] = promised(state) | frozenset(each for each in conditions if isinstance(each, Term))


class StubCall:
    """One call on a stub: finds its answer, records it in the shape and in the stub's script."""

    def __init__(self, call: Call, receiver: int, args: tuple[Value, ...], overriding: Overriding) -> None:
        self.call = call
        self.state: State = call.state
        self.receiver = receiver
        script = self.state.object(receiver).extra
        if not isinstance(script, AnswerScript):
            raise EngineError(f"the object at {receiver} is no stub")
        self.script = script
        node = shape_of(self.state).node(script.name)
        if not isinstance(node.build, Stub):
            raise EngineError(f"{node.name} is no stub")
        self.node: Node = node
        self.stub: Stub = node.build
        self.cls: Class = call.machine.program.klass(self.stub.class_name)
        self.args = tuple(_canonical(self.state, each) for each in args)
        self.method = self._implemented(overriding)
        self.contract: Contract | None = contract_of(self.cls, self.method)

    def _implemented(self, overriding: Overriding) -> Method:
        """The method that answers: the called one or, if that is a bridge of the stub's class, the method it calls."""
        method = self.call.method
        found = overriding.bridges(self.cls.name).get((method.name, method.descriptor))
        if found is None:
            return method
        owner, info = found
        target = self.call.machine.program.klass(owner).declared_method(info.name, info.descriptor)
        if target is None:
            return method
        for value, given, wanted in zip(self.args, method.parameters, target.parameters, strict=True):
            if given != wanted:
                cast(self.call, value, wanted)
        return target

    def play(self, symbol: Callable[[State, InputPlace], Value]) -> Value | None:
        """The answer; ``symbol`` makes a fresh one for a place. Raises `JavaThrow` if the contract says so."""
        method = self.method
        if len(self.script.recorded) >= MOST_ANSWERS:
            raise BoundReached("steps", self.state.here())
        number = self._given()
        if self.contract is not None and self.contract.cursor:
            refused = self._at_cursor(self.contract.cursor)
            if refused is not None:
                self._record(number, Answer(method.owner.name, method.name, method.descriptor, None, refused), None)
                raise JavaThrow(refused)
        if number is None:
            given = self._steady()
            if given is None:
                given = self._fresh(symbol)
                self._promise(given)
        else:
            given = self.stub.answers[number]
            if given.throws:
                self._record(number, given, None)
                raise JavaThrow(given.throws)
            if not self.call.decide(self._promises(given)):
                self.call.unsupported(f"clone of a stub of {dotted(self.cls.name)}")
        value = self._value(given)
        self._record(number, given, value)
        return value

    # -- finding the answer -------------------------------------------------------------------------------------

    def _given(self) -> int | None:
        """The index of the answer that the original of this clone got at the same place of the script; else None."""
        answers = self.stub.answers
        if len(answers) == len(self.script.recorded):
            return None  # no clone has answered more calls than this object
        name, descriptor = self.method.name, self.method.descriptor
        own = [at for at, each in enumerate(answers) if each.name == name and each.descriptor == descriptor]
        at = self.script.count(name, descriptor)
        return own[at] if at < len(own) else None

    def _fresh(self, symbol: Callable[[State, InputPlace], Value]) -> Answer:
        method = self.method
        if method.returns == "V":
            return Answer(method.owner.name, method.name, method.descriptor, None)
        bindings = bindings_in(self.cls, method.owner, parse_generic(self.node.generic))
        if self.contract is not None and self.contract.cursor == method.name:
            number = self._position()
        else:
            number = sum(1 for each in self.stub.answers if each.name == method.name)
        place = result_place(method, f"{self.node.name}.{method.name}#{number}", bindings)
        if self.contract is not None and self.contract.non_null:
            place = replace(place, non_null=True)
        value = symbol(self.state, place)
        self.node = shape_of(self.state).node(self.node.name)
        return Answer(method.owner.name, method.name, method.descriptor, slot_of(place, value))

    def _steady(self) -> Answer | None:
        """The answer of an earlier call with the same arguments, if the contract makes it the same; else None."""
        if self.contract is None or self.contract.steady is None:
            return None
        name, descriptor = self.method.name, self.method.descriptor
        for each in reversed(self.script.recorded):
            if each.name in self.contract.steady:
                break
            if each.is_of(name, descriptor) and each.arguments == self.args:
                return self.stub.answers[each.number]
        return None

    def _since(self, changes: frozenset[str]) -> tuple[RecordedAnswer, ...]:
        return tuple(Asked(self.node.name, self.args, 0, self.script.recorded).since(changes))

    # -- cursors ------------------------------------------------------------------------------------------------

    def _position(self) -> int:
        """The number of elements taken so far."""
        assert self.contract is not None
        asking = self.contract.cursor
        return sum(1 for each in self.script.recorded if each.name != asking and each.answer is not None)

    def _at_cursor(self, asking: str) -> str | None:
        """Return the exception to throw if the method takes an element and there is none; else None.

        One symbol stands for the existence of the element at this position. The method that asks for an element and the
        method that takes it share the symbol.
        """
        if self.method.name == asking:
            return None
        exists = primitive_symbol(f"{self.node.name}.{asking}#{self._position()}", "Z")
        return None if self.call.decide(eq(exists, 1)) else NO_SUCH_ELEMENT

    def _value(self, answer: Answer) -> Value | None:
        if answer.slot is None:
            return None
        return answer.slot.value if answer.slot.is_primitive else held(self.state, answer.slot.name)

    # -- contracts ----------------------------------------------------------------------------------------------

    def _promises(self, answer: Answer) -> Value:
        """The condition of the contract on an answer."""
        value = self._value(answer)
        if self.contract is None or value is None:
            return True
        asked = Asked(self.node.name, self.args, value, self.script.recorded)
        condition: Value = True if self.contract.promise is None else self.contract.promise(asked)
        if self.contract.steady is not None and answer.slot is not None and answer.slot.is_primitive:
            method = self.method
            for each in self._since(self.contract.steady):
                if each.is_of(method.name, method.descriptor) and each.answer is not None:
                    condition = conj(condition, implies(self._same_arguments(each), eq(value, each.answer)))
        return condition

    def _same_arguments(self, other: RecordedAnswer) -> Value:
        same: Value = True
        for kind, ours, theirs in zip(self.method.parameters, self.args, other.arguments, strict=True):
            same = conj(same, eq(ours, theirs) if kind[0] not in "L[" else ours == theirs)
        return same

    def _promise(self, answer: Answer) -> None:
        """Assume the condition of the contract on a new answer, with a witness that satisfies it."""
        condition = self._promises(answer)
        value = self._value(answer)
        if not isinstance(condition, Term):
            if not condition:
                raise EngineError(f"no answer of {self.method.key} keeps to its contract")
            return
        if isinstance(value, Term) and not evaluate(condition, self.state.witness) and not self._fit(value, condition):
            self.state.offer(condition, "promise")
            self.state.end(Ending.INFEASIBLE, "the path condition contradicts the contract of an answer")
            raise Retry
        self.state.assume(condition)
        promise(self.state, condition)

    def _fit(self, value: Term, condition: Term) -> bool:
        """Give the answer a value that satisfies this and the path's conditions on it. False if there is none."""
        (unknown,) = variables(value)
        earlier = [each.answer for each in self.script.recorded if each.name == self.method.name]
        values = [evaluate(each, self.state.witness) for each in earlier if each is not None]
        known = [each for each in self.state.path if unknown in variables(each)]
        for wanted in (0, 1, -1, *values):
            trial = self.state.witness.with_({unknown: wanted})
            if all(evaluate(each, trial) for each in (condition, *known)):
                self.state.witness = trial
                return True
        if not known:
            raise EngineError(f"no answer of {self.method.key} keeps to its contract")
        return False

    # -- the record ---------------------------------------------------------------------------------------------

    def _record(self, number: int | None, answer: Answer, value: Value | None) -> None:
        method = self.method
        if number is None:
            number = len(self.stub.answers)
            stub = replace(self.stub, answers=(*self.stub.answers, answer))
            shape = shape_of(self.state).with_node(replace(self.node, build=stub))
            self.state.attachments[SHAPE] = shape
        recorded = RecordedAnswer(method.name, method.descriptor, self.args, value, number)
        self.state.writable(self.receiver).extra = replace(self.script, recorded=(*self.script.recorded, recorded))


def _canonical(state: State, value: Value) -> Value:
    """Replace a decided reference by its address."""
    return state.decided.get(value, value) if isinstance(value, Term) else value
