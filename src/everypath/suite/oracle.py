"""What a written test asserts: the returned value, and what the call changed, as far as the test may look.

Every assertion states what the machine predicts. Values that no input decides are left out; the JVM's word never
replaces a prediction.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.suite.expected import (
    ArrayValue,
    BoxValue,
    ClassValue,
    EnumValue,
    Expected,
    NullValue,
    ObjectValue,
    Primitive,
    TextValue,
    Unknown,
)
from everypath.suite.expr import (
    ArrayOf,
    Boxed,
    ClassObject,
    Expression,
    FieldOf,
    Invoke,
    Literal,
    Member,
    Null,
    StaticField,
    Text,
    Variable,
)
from everypath.suite.junit import Assertion, assertion
from everypath.suite.members import Members
from everypath.suite.types import BOXES, class_descriptor

__all__ = ["Oracle", "expression_of"]

_MOST_FIELDS = 8
_TO_STRING = Member("java/lang/Object", "toString", "()Ljava/lang/String;")


def expression_of(expected: Expected, members: Members) -> Expression | None:
    """The expected value as an expression that can be compared by value, or `None`."""
    match expected:
        case Primitive(descriptor=descriptor, value=value):
            return Literal(descriptor, value)
        case NullValue():
            return Null()
        case TextValue(value=text, class_name="java/lang/String"):
            return Text(text)
        case BoxValue(class_name=name, value=value):
            return Boxed(Literal(BOXES[name], value))
        case EnumValue(class_name=name, constant=constant):
            descriptor = class_descriptor(name)
            if members.field_is_accessible(name, constant, descriptor):
                return StaticField(name, constant, descriptor)
        case ClassValue(descriptor=descriptor):
            if members.type_accessible(descriptor):
                return ClassObject(descriptor)
        case ArrayValue():
            return _array(expected, members)
    return None


def _array(expected: ArrayValue, members: Members) -> ArrayOf | None:
    if len(expected.elements) < expected.length or not members.type_accessible(expected.class_name):
        return None
    items: list[Expression] = []
    for each in expected.elements:
        item = expression_of(each, members)
        if item is None:
            return None
        items.append(item)
    return ArrayOf(expected.class_name, tuple(items))


class Oracle:
    """Makes assertions, as far as ``members`` can be named."""

    def __init__(self, members: Members) -> None:
        self.members = members

    def result(
        self, expected: Expected, descriptor: str, same: Variable | None, name: str = "result"
    ) -> tuple[Variable | None, list[Assertion]]:
        """The variable ``name`` for the result, where one is worth having, and the assertions about it.

        ``same`` is the variable that holds the very object that is returned.
        """
        if descriptor == "V" or isinstance(expected, Unknown):
            return None, []
        shown = descriptor if self.members.type_accessible(descriptor) else "Ljava/lang/Object;"
        if isinstance(expected, ObjectValue) and self.members.accessible(expected.class_name):
            shown = class_descriptor(expected.class_name)
        variable = Variable(name, shown)
        if same is not None:
            return variable, [assertion(same, variable)]
        return variable, self.about(variable, expected)

    def about(self, subject: Expression, expected: Expected) -> list[Assertion]:
        """The assertions about a value."""
        value = expression_of(expected, self.members)
        if value is not None:
            return [assertion(value, subject)]
        match expected:
            case TextValue(value=text):
                return [Assertion("equals", Invoke(_TO_STRING, subject), Text(text))]
            case ObjectValue():
                found = self.fields(subject, expected)
                return found or self._class(subject, expected)
            case ArrayValue():
                return [Assertion("not-null", subject)]
        return []

    def _class(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        if self.members.accessible(expected.class_name) and not self.members.is_interface(expected.class_name):
            return [Assertion("class", subject, ClassObject(class_descriptor(expected.class_name)))]
        return [Assertion("not-null", subject)]

    def fields(self, subject: Expression, expected: ObjectValue, only: Sequence[str] | None = None) -> list[Assertion]:
        """The assertions about an object's fields: those the test can read, or of these only some by name."""
        found: list[Assertion] = []
        if not self.members.accessible(expected.class_name):
            return found
        for field in expected.fields:
            if only is not None and field.name not in only:
                continue
            value = expression_of(field.value, self.members)
            if value is None or len(found) >= _MOST_FIELDS:
                continue
            access = self.members.reader(expected.class_name, field.owner, field.name, field.descriptor)
            if access.direct:
                found.append(assertion(value, FieldOf(subject, field.owner, field.name, field.descriptor)))
            elif access.method is not None:
                found.append(assertion(value, Invoke(access.method, subject)))
        return found
