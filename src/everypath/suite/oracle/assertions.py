"""The assertions of a written test: the returned value and the changes that the test can observe.

Every assertion states a value that the machine predicts. Values that no input decides are left out. A result of the JVM
never replaces a prediction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.classfile import UNBOXED
from everypath.suite.prediction import contents_of
from everypath.suite.recipes import Members
from everypath.suite.testcase import (
    OBJECT,
    ArrayOf,
    ArrayValue,
    Assertion,
    Boxed,
    BoxValue,
    ClassObject,
    ClassValue,
    Contents,
    Element,
    EnumValue,
    Expected,
    Expression,
    FieldOf,
    FieldValue,
    Invoke,
    Literal,
    Member,
    New,
    Null,
    NullValue,
    ObjectValue,
    Primitive,
    StaticField,
    Text,
    TextValue,
    Unknown,
    Variable,
    assertion,
    class_descriptor,
    method_parameters,
    static_type,
)

__all__ = ["Oracle", "expression_of", "worth_asserting"]

_MOST_FIELDS = 8
_MOST_PAIRS = 20
_FACTORIES = {
    "list": ("java/util/List", "of"),
    "set": ("java/util/Set", "of"),
    "map": ("java/util/Map", "of"),
    "optional": ("java/util/Optional", "of"),
}
_PRIMITIVE_OPTIONALS = {
    "ints": ("java/util/OptionalInt", "I"),
    "longs": ("java/util/OptionalLong", "J"),
    "doubles": ("java/util/OptionalDouble", "D"),
}
_TO_ARRAY = Member("java/util/Collection", "toArray", "()[Ljava/lang/Object;")
_MAP_GET = Member("java/util/Map", "get", f"({OBJECT}){OBJECT}")
_SIZE = "()I"
_OWNERS = {"list": "java/util/List", "set": "java/util/Set", "map": "java/util/Map"}
_DEEPEST = 2
"""The depth of objects below an object whose fields are asserted."""
_MOST_ELEMENTS = 4
"""Elements of an array of objects whose fields are asserted one by one."""
_TO_STRING = Member("java/lang/Object", "toString", "()Ljava/lang/String;")


def expression_of(expected: Expected, members: Members) -> Expression | None:
    """The expected value as an expression that can be compared by value; None if there is none."""
    match expected:
        case Primitive(descriptor=descriptor, value=value):
            return Literal(descriptor, value)
        case NullValue():
            return Null()
        case TextValue(value=text, class_name="java/lang/String"):
            return Text(text)
        case BoxValue(class_name=name, value=value):
            return Boxed(Literal(UNBOXED[name], value))
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
    """A JDK collection as an equal expression such as ``List.of(1, 2)``, or a record as a new one; else None."""
    contents = contents_of(expected)
    if contents is None:
        return _record(expected, members)
    if contents.kind in _PRIMITIVE_OPTIONALS:
        return _primitive_optional(contents, members)
    if contents.kind == "sequence" or (contents.kind == "map" and len(contents.items) > _MOST_PAIRS):
        return None
    items = _items(contents, members)
    if items is None:
        return None
    owner, name = _FACTORIES.get(contents.kind, ("java/util/Map", "entry"))
    if contents.kind == "optional" and not items:
        owner, name = "java/util/Optional", "empty"
    if any(isinstance(item, Null) for item in items):
        if contents.kind != "list":
            return None
        owner, name = ("java/util/Collections", "singletonList") if len(items) == 1 else ("java/util/Arrays", "asList")
    elif any(isinstance(item, ArrayOf) for item in items):
        return None
    descriptor = f"({OBJECT * len(items)}){class_descriptor(owner)}"
    return Invoke(Member(owner, name, descriptor, static=True), None, tuple(items))


def _items(contents: Contents, members: Members) -> list[Expression] | None:
    """The elements as expressions; None if one cannot be compared by value."""
    items: list[Expression] = []
    for each in contents.items:
        item = expression_of(each, members)
        if item is None:
            return None
        items.append(item.value if isinstance(item, Boxed) else item)
    return items


def _primitive_optional(contents: Contents, members: Members) -> Expression | None:
    owner, descriptor = _PRIMITIVE_OPTIONALS[contents.kind]
    made = class_descriptor(owner)
    if not contents.items:
        return Invoke(Member(owner, "empty", f"(){made}", static=True), None)
    value = expression_of(contents.items[0], members)
    return None if value is None else Invoke(Member(owner, "of", f"({descriptor}){made}", static=True), None, (value,))


def _record(expected: ObjectValue, members: Members) -> Expression | None:
    """A new record that is equal, if its constructor and ``equals`` are the generated ones; else None."""
    constructor = members.accessors.record_constructor(expected.class_name)
    if constructor is None or len(expected.fields) != len(method_parameters(constructor.descriptor)):
        return None
    arguments = [expression_of(each.value, members) for each in expected.fields]
    if any(each is None or isinstance(each, ArrayOf) for each in arguments):
        return None
    return New(constructor, tuple(each for each in arguments if each is not None))


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


def worth_asserting(assertions: list[Assertion]) -> list[Assertion]:
    """The assertions without those on presence or class of objects whose fields are asserted, too."""
    strong = [each for each in assertions if each.kind not in _WEAK_KINDS]
    return strong or assertions


_WEAK_KINDS = ("not-null", "class")


def _values(expected: ObjectValue) -> dict[tuple[str, str], Expected]:
    return {(each.owner, each.name): each.value for each in expected.fields}


def _untelling(field: FieldValue, others: Mapping[tuple[str, str], Expected]) -> tuple[bool, bool]:
    """Whether a field is as in another object, and whether it is zero: such fields say less."""
    other = others.get((field.owner, field.name))
    is_zero = isinstance(field.value, NullValue) or (isinstance(field.value, Primitive) and not field.value.value)
    return other is None or other == field.value, is_zero


class Oracle:
    """Makes assertions on values, as far as ``members`` may be named."""

    def __init__(self, members: Members) -> None:
        self.members = members

    def result(
        self,
        expected: Expected,
        descriptor: str,
        same: Variable | None,
        name: str = "result",
        beside: Expected | None = None,
    ) -> tuple[Variable | None, list[Assertion]]:
        """The variable ``name`` for the result, if the assertions need one, and the assertions on it.

        ``same`` is the variable of the input object that is returned, if it is one. What differs in the object
        ``beside`` says more than the rest.
        """
        if descriptor == "V" or isinstance(expected, Unknown):
            return None, []
        shown = descriptor if self.members.type_accessible(descriptor) else "Ljava/lang/Object;"
        plain = self.value(expected) is not None
        if isinstance(expected, ObjectValue) and self.members.accessible(expected.class_name) and not plain:
            shown = class_descriptor(expected.class_name)
        variable = Variable(name, shown)
        if same is not None:
            return variable, [assertion(same, variable)]
        return variable, self.assertions_on(variable, expected, beside=beside)

    def value(self, expected: Expected) -> Expression | None:
        """The expected value of an observed object as an expression.

        None for records, whose fields are asserted: their own constructor and ``equals`` may be under test.
        """
        if (
            isinstance(expected, ObjectValue)
            and self.members.accessors.record_constructor(expected.class_name) is not None
        ):
            return None
        return expression_of(expected, self.members)

    def assertions_on(
        self, subject: Expression, expected: Expected, depth: int = _DEEPEST, beside: Expected | None = None
    ) -> list[Assertion]:
        """The assertions on a value."""
        value = self.value(expected)
        if value is not None:
            return [assertion(value, subject)]
        match expected:
            case TextValue(value=text):
                return [Assertion("equals", Invoke(_TO_STRING, subject), Text(text))]
            case ObjectValue():
                found = self._held(subject, expected) or self.fields(subject, expected, depth=depth, beside=beside)
                return found or self._class(subject, expected)
            case ArrayValue():
                return self._elements(subject, expected, depth) or [Assertion("not-null", subject)]
            case EnumValue() | ClassValue():  # the test cannot name its class
                return [Assertion("not-null", subject)]
        return []

    def _elements(self, subject: Expression, expected: ArrayValue, depth: int) -> list[Assertion]:
        """The assertions on the length of an array and on its first elements."""
        if static_type(subject) != expected.class_name or not self.members.type_accessible(expected.class_name):
            return []
        descriptor = expected.class_name[1:]
        length = FieldOf(subject, expected.class_name, "length", "I")
        found = [assertion(Literal("I", expected.length), length)]
        for at, each in enumerate(expected.elements[:_MOST_ELEMENTS] if depth else ()):
            element = Element(subject, at, descriptor)
            exact = isinstance(each, ObjectValue) and class_descriptor(each.class_name) != descriptor
            value = expression_of(each, self.members)
            if value is not None:
                found.append(assertion(value, element))
            elif isinstance(each, ObjectValue | ArrayValue) and not exact:
                found += self.assertions_on(element, each, depth - 1)
        return found

    def _held(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        """The assertions on a collection that equals no other collection; empty for other objects."""
        contents = contents_of(expected)
        if contents is None:
            return []
        if contents.kind == "sequence":
            items = [expression_of(each, self.members) for each in contents.items]
            if any(each is None or isinstance(each, ArrayOf) for each in items):
                return []
            listed = ArrayOf(f"[{OBJECT}", tuple(each for each in items if each is not None))
            return [assertion(listed, Invoke(_TO_ARRAY, subject))]
        owner = _OWNERS.get(contents.kind)
        if owner is None:
            return []
        count = len(contents.items) // (2 if contents.kind == "map" else 1)
        found = [assertion(Literal("I", count), Invoke(Member(owner, "size", _SIZE), subject))]
        if contents.kind == "map":
            for key, held in list(zip(contents.items[::2], contents.items[1::2], strict=True))[:_MOST_ELEMENTS]:
                at, value = expression_of(key, self.members), expression_of(held, self.members)
                if at is not None and value is not None and not isinstance(at, ArrayOf):
                    found.append(assertion(value, Invoke(_MAP_GET, subject, (at,))))
        return found

    def contents(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        """The assertion on the contents of a JDK collection; empty for other objects."""
        value = expression_of(expected, self.members)
        return [assertion(value, subject)] if value is not None else self._held(subject, expected)

    def _class(self, subject: Expression, expected: ObjectValue) -> list[Assertion]:
        if self.members.accessible(expected.class_name) and self.members.classes.is_instantiable(expected.class_name):
            return [Assertion("class", subject, ClassObject(class_descriptor(expected.class_name)))]
        return [Assertion("not-null", subject)]

    def fields(
        self,
        subject: Expression,
        expected: ObjectValue,
        only: Sequence[str] | None = None,
        depth: int = _DEEPEST,
        beside: Expected | None = None,
    ) -> list[Assertion]:
        """The assertions on the readable fields of an object, or only on those named, in their order.

        If there are too many, those on fields that differ from the object ``beside`` it are kept first, then those on
        fields that are not zero.
        """
        if not self.members.accessible(expected.class_name):
            return []
        wanted = expected.fields
        if only is not None:
            place = {name: at for at, name in reversed(list(enumerate(only)))}
            wanted = tuple(sorted((each for each in wanted if each.name in place), key=lambda each: place[each.name]))
        found = [self._field(subject, expected, each, depth, weak=only is None) for each in wanted]
        others = _values(beside) if isinstance(beside, ObjectValue) else {}
        order = sorted(range(len(wanted)), key=lambda at: (*_untelling(wanted[at], others), at))
        left = _MOST_FIELDS
        for at in order:
            found[at] = found[at][:left]
            left -= len(found[at])
        return [claim for claims in found for claim in claims]

    def _field(
        self, subject: Expression, expected: ObjectValue, field: FieldValue, depth: int, *, weak: bool
    ) -> list[Assertion]:
        """The assertions on one field of an object; with ``weak``, also such that say little about its value."""
        read = self.read(subject, expected, field)
        if read is None:
            return []
        value = expression_of(field.value, self.members)
        if value is not None:
            return [assertion(value, read)]
        if not depth or not self._is_exact(field):
            return []
        inside = self.assertions_on(read, field.value, depth - 1)
        return inside if weak else [each for each in inside if each.kind not in _WEAK_KINDS]

    def read(self, subject: Expression, expected: ObjectValue, field: FieldValue) -> Expression | None:
        """The expression that reads a field of an object; None if no test can read it."""
        access = self.members.accessors.reader(expected.class_name, field.owner, field.name, field.descriptor)
        if access.direct:
            return FieldOf(subject, field.owner, field.name, field.descriptor)
        return None if access.method is None else Invoke(access.method, subject)

    def is_large(self, expected: ObjectValue) -> bool:
        """True if a test can read more fields of an object than it asserts one by one."""
        readers = self.members.accessors
        found = (
            readers.reader(expected.class_name, each.owner, each.name, each.descriptor) for each in expected.fields
        )
        return sum(each.direct or each.method is not None for each in found) > _MOST_FIELDS

    def is_open(self, expected: ObjectValue) -> bool:
        """True if methods of the object may be called to inspect it: its class can be named and is not of the JDK."""
        return self.members.accessible(expected.class_name) and not expected.class_name.startswith("java/")

    def unread(self, expected: ObjectValue) -> dict[str, str]:
        """The fields that the test cannot read, by name, with their types."""
        found = {}
        for each in expected.fields:
            access = self.members.accessors.reader(expected.class_name, each.owner, each.name, each.descriptor)
            if not access.direct and access.method is None and not isinstance(each.value, Unknown):
                found[each.name] = each.descriptor
        return found

    @staticmethod
    def _is_exact(field: FieldValue) -> bool:
        """True if the declared type of a field is enough to inspect its value."""
        match field.value:
            case ObjectValue(class_name=name):
                return field.descriptor == class_descriptor(name) or contents_of(field.value) is not None
            case ArrayValue(class_name=name):
                return field.descriptor == name
        return False
