"""Evaluates conditions on values of the JVM: arguments before a call, result and objects after it.

The evaluation is that of paths, on snapshots. So a counterexample is one by the JVM's own values.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.bridge import (
    ArrayNode,
    Bridge,
    EnumNode,
    Node,
    Null,
    ObjectNode,
    Primitive,
    Ref,
    ReplayResult,
    Status,
    Text,
    Value,
)
from everypath.classfile import is_reference
from everypath.dataclass import dataclass, field, replace
from everypath.errors import EverypathError
from everypath.inputs.conditions import Condition, Input, Old, UndefinedError, holds, value_of
from everypath.program import Class, Field, Program
from everypath.suite.replay.plans import plan_of
from everypath.suite.testcase import Declare, Expression, Invoke, Member, New, Recipe, TestCase, Variable, static_type
from everypath.term import Value as Number

__all__ = ["ConditionCheck", "admits", "check_condition"]

_NOTHING = New(Member("java/lang/Object", "<init>", "()V"))


class UnseenError(EverypathError):
    """A condition needs a value that the snapshot does not contain."""


@dataclass(frozen=True)
class ConditionCheck:
    """The result of a postcondition on one input. ``holds`` is None if it is unknown, with a ``reason``; ``result`` is
    the value that the call returned.
    """

    holds: bool | None
    reason: str = ""
    result: str = ""


def check_condition(condition: Condition, case: TestCase, bridge: Bridge, program: Program) -> ConditionCheck:
    """Replay a case and evaluate a postcondition on the JVM's values before and after the call."""
    recipe, arguments = _named(case.recipe)
    before, after = bridge.replay_many([plan_of(replace(recipe, call=_NOTHING), arguments), plan_of(recipe, arguments)])
    if before.status is not Status.OK or after.status is not Status.OK:
        status = before.status if before.status is not Status.OK else after.status
        return ConditionCheck(None, f"the replay ended with {status.value}")
    earlier = _Shown(program, before, _arguments(recipe, before))
    later = _Shown(program, after, _arguments(recipe, after), after.returned)
    later.past.update({each.number: _past(each, earlier) for each in condition.olds})
    shown = "" if case.descriptor.endswith("V") else _readable(after.returned)
    try:
        return ConditionCheck(all(holds(each, later) for each in condition.parts), result=shown)
    except UndefinedError as undefined:
        return ConditionCheck(False, f"it throws: {undefined.why}", shown)
    except UnseenError as unseen:
        return ConditionCheck(None, str(unseen), shown)


def admits(conditions: Sequence[Condition], recipe: Recipe, bridge: Bridge, program: Program) -> bool:
    """True if the JVM builds an input that satisfies the preconditions; False if it does not or this is unknown."""
    if not conditions:
        return True
    if any(each.properties for each in conditions):
        return False
    named, arguments = _named(recipe)
    before = bridge.replay(plan_of(replace(named, call=_NOTHING), arguments))
    if before.status is not Status.OK:
        return False
    shown = _Shown(program, before, _arguments(named, before))
    try:
        return all(holds(each, shown) for condition in conditions for each in condition.parts)
    except (UndefinedError, UnseenError):
        return False


def _named(recipe: Recipe) -> tuple[Recipe, list[Expression]]:
    """The recipe with the receiver and all object arguments in variables, and these, the receiver first."""
    call = recipe.call
    setup = list(recipe.setup)
    given: list[Expression] = [*call.arguments]
    receiver = call.receiver if isinstance(call, Invoke) else None
    if receiver is not None:
        given.insert(0, receiver)
    for at, each in enumerate(given):
        if is_reference(static_type(each)) and not isinstance(each, Variable):
            variable = Variable(f"everypath${at}", static_type(each))
            setup.append(Declare(variable, each))
            given[at] = variable
    arguments = tuple(given[1:] if receiver is not None else given)
    if isinstance(call, Invoke):
        call = replace(call, receiver=given[0] if receiver is not None else None, arguments=arguments)
    else:
        call = replace(call, arguments=arguments)
    return replace(recipe, setup=tuple(setup), call=call), given


def _arguments(recipe: Recipe, seen: ReplayResult) -> list[Value]:
    """The arguments by position, the receiver first; a constructed object is its own receiver."""
    values = list(seen.observed)
    return [seen.returned or Null(), *values] if isinstance(recipe.call, New) else values


def _past(old: Old, shown: _Shown) -> Number | Value | EverypathError:
    try:
        return value_of(old.operand, shown)
    except (UndefinedError, UnseenError) as problem:
        return problem


@dataclass
class _Shown:
    """An `EvaluationContext` of snapshots. References are `Ref`, `Text` and `Null`; numbers are plain."""

    program: Program
    seen: ReplayResult
    arguments: Sequence[Value]
    returned: Value | None = None
    past: dict[int, object] = field(default_factory=dict)

    def input(self, node: Input) -> Number:
        return _plain(self.arguments[node.position])

    def result(self) -> Number:
        if self.returned is None:
            raise UnseenError("the call returned nothing")
        return _plain(self.returned)

    def old(self, node: Old) -> Number:
        value = self.past[node.number]
        if isinstance(value, UndefinedError | UnseenError):
            raise value
        if isinstance(value, Ref):
            raise UnseenError("old(…) of an object")
        return value  # type: ignore[return-value]  # a reference that only this class reads

    def null(self) -> Number:
        return Null()  # type: ignore[return-value]  # as above

    def text(self, value: str) -> Number:
        return Text(value)  # type: ignore[return-value]  # as above

    def is_null(self, reference: Number) -> bool:
        return isinstance(reference, Null)

    def _node(self, reference: Number) -> Node | Text:
        if isinstance(reference, Null):
            raise UndefinedError("NullPointerException")
        if isinstance(reference, Text):
            return reference
        if not isinstance(reference, Ref):
            raise UnseenError("an object beyond what the JVM shows")
        return self.seen.objects[reference.id]

    def field(self, reference: Number, field: Field) -> Number:
        node = self._node(reference)
        if isinstance(node, ObjectNode):
            for owner, name, value in node.fields:
                if (owner, name) == (field.owner.name, field.name):
                    return _plain(value)
        raise UnseenError(f"the field {field.owner.simple_name}.{field.name}")

    def static(self, field: Field) -> Number:
        raise UnseenError(f"the static field {field.owner.simple_name}.{field.name}")

    def length(self, reference: Number) -> int:
        node = self._node(reference)
        if isinstance(node, Text):
            return len(node.units)
        if isinstance(node, ArrayNode):
            return node.length
        raise UnseenError("a length")

    def element(self, reference: Number, index: Number) -> Number:
        node = self._node(reference)
        assert isinstance(index, int)
        if not 0 <= index < self.length(reference):
            raise UndefinedError("IndexOutOfBoundsException")
        if isinstance(node, Text):
            return node.units[index]
        assert isinstance(node, ArrayNode)
        if index >= len(node.elements):
            raise UnseenError("an element beyond what the JVM shows")
        return _plain(node.elements[index])

    def elements(self, reference: Number, count: int) -> list[Number]:
        return [self.element(reference, at) for at in range(count)]

    def equals(self, text: Number, other: Number) -> bool:
        node = self._node(text)
        return isinstance(node, Text) and isinstance(other, Text) and node == other

    def same(self, left: Number, right: Number) -> bool:
        if isinstance(left, Text) and isinstance(right, Text):
            raise UnseenError("the identity of strings")
        return left == right

    def is_instance(self, reference: Number, cls: Class) -> bool:
        if isinstance(reference, Null):
            return False
        node = self._node(reference)
        if isinstance(node, Text):
            return self.program.klass("java/lang/String").is_subtype_of(cls)
        name = getattr(node, "klass", None) if isinstance(node, ObjectNode | EnumNode) else None
        name = node.descriptor if isinstance(node, ArrayNode) else name
        if name is None:
            raise UnseenError("the class of an object of the JDK")
        return self.program.klass(name).is_subtype_of(cls)

    def fits(self, reference: Number, kind: str) -> bool:
        cls = self.program.class_of_descriptor(kind)
        return isinstance(reference, Null) or self.is_instance(reference, cls)

    def within(self, length: Number) -> int:
        assert isinstance(length, int)
        return length

    def decide(self, condition: Number) -> bool:
        return bool(condition)


def _plain(value: Value) -> Number:
    """A primitive as in the machine: booleans as ints."""
    if isinstance(value, Primitive):
        number = value.value
        return int(number) if isinstance(number, bool) else number
    return value  # type: ignore[return-value]  # a reference that only this class reads


def _readable(value: Value | None) -> str:
    match value:
        case Primitive():
            return str(value.value).lower() if value.type == "Z" else str(value.value)
        case Text(value=text):
            return f'"{text}"'
        case Null():
            return "null"
    return ""
