"""What a written test asserts: the returned value, and what the call changed, as far as the test may look.

Every assertion states what the machine predicts. Values that no input decides are left out; the JVM's word never
replaces a prediction.
"""

from __future__ import annotations

from collections.abc import Sequence

from everypath.suite.contents import contents_of
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
from everypath.suite.types import BOXES, OBJECT, class_descriptor

__all__ = ["Oracle", "expression_of"]

_MOST_FIELDS = 8
_MOST_PAIRS = 20
_FACTORIES = {
    "list": ("java/util/List", "of"),
    "set": ("java/util/Set", "of"),
    "map": ("java/util/Map", "of"),
    "optional": ("java/util/Optional", "of"),
}
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
        case ObjectValue():
            return _collection(expected, members)
    return None


def _collection(expected: ObjectValue, members: Members) -> Expression | None:
    """A JDK collection as ``List.of(1, 2)`` and its like, which is equal to it."""
    contents = contents_of(expected)
    if contents is None or (contents.kind == "map" and len(contents.items) > _MOST_PAIRS):
        return None
    items: list[Expression] = []
    for each in contents.items:
        item = expression_of(each, members)
        if item is None:
            return None
        items.append(item.value if isinstance(item, Boxed) else item)
    factory = _FACTORIES[contents.kind]
    if contents.kind == "optional" and not items:
        factory = ("java/util/Optional", "empty")
    if any(isinstance(item, Null) for item in items):
        if contents.kind != "list":
            return None
        factory = ("java/util/Collections", "singletonList") if len(items) == 1 else ("java/util/Arrays", "asList")
    elif any(isinstance(item, ArrayOf) for item in items):
        return None
    owner, name = factory
    descriptor = f"({OBJECT * len(items)}){class_descriptor(owner)}"
    return Invoke(Member(owner, name, descriptor, static=True), None, tuple(items))


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
        plain = expression_of(expected, self.members) is not None
        if isinstance(expected, ObjectValue) and self.members.accessible(expected.class_name) and not plain:
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

    def contents(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        """The assertion that a JDK collection holds just what it should; none for other objects."""
        value = expression_of(expected, self.members)
        return [assertion(value, subject)] if value is not None else []

    def _class(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        if self.members.accessible(expected.class_name) and self.members.is_instantiable(expected.class_name):
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
