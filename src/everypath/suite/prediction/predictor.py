"""Predicted values: values and objects of a path's last state, evaluated under its witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from everypath.classfile import UNBOXED, is_reference
from everypath.inputs import (
    BoxInput,
    InputShape,
    MapInput,
    Node,
    PrimitiveArrayInput,
    ReferenceArrayInput,
    TextInput,
    slots_of,
)
from everypath.inputs.shapes import REFUSES_NULL, java_element
from everypath.program import Class, Field
from everypath.state import NULL, LazyArray, Obj, State, SymbolicArray, TextObject
from everypath.state.text import Text
from everypath.suite.testcase import (
    ArrayValue,
    BoxValue,
    ClassValue,
    EnumValue,
    Expected,
    FieldValue,
    NullValue,
    ObjectValue,
    Primitive,
    Same,
    TextValue,
    Unknown,
)
from everypath.term import BOOL, REF, Model, Term, Value, evaluate, is_null, select, var, variables
from everypath.vm.core import AnswerScript

__all__ = ["Predictor", "input_symbols", "plain"]

_MOST_ELEMENTS = 64
_DEPTH = 6
_MOST_OBJECTS = 200
_NOT_INPUT = Unknown("it depends on a value that no input decides")
_ENUM = "java/lang/Enum"
_LIBRARY = "everypath/library/"
"""The package of classes that stand for others in the machine, such as that of `System.out`."""


def input_symbols(shape: InputShape) -> frozenset[Term]:
    """All symbols that the input of a test decides."""
    found: set[Term] = set()
    for slot in shape.slots:
        if isinstance(slot.value, Term):
            found |= variables(slot.value)
    for node in shape.nodes.values():
        for value in _values(node):
            if isinstance(value, Term):
                found |= variables(value)
    return frozenset(found)


def _values(node: Node) -> Iterator[Value]:
    build = node.build
    match build:
        case TextInput():
            yield from (build.length, build.chars, build.identity)
        case BoxInput():
            yield build.identity
        case PrimitiveArrayInput():
            yield from (build.length, build.elements)
        case ReferenceArrayInput():
            yield build.length
        case MapInput():
            yield build.size
            yield from (each.symbol for each in build.keys)
            if build.refuses_null is not None:
                yield var(f"{node.name}.{REFUSES_NULL}", BOOL)
    for slot in slots_of(build):
        if slot.value is not None:
            yield slot.value


def plain(value: Value, model: Model) -> int | float:
    """A primitive value under a witness; booleans are 0 and 1."""
    result = evaluate(value, model)
    assert isinstance(result, int | float)
    return int(result) if isinstance(result, bool) else result


_OF_THE_JVM = frozenset(
    {("java/lang/ref/SoftReference", "timestamp"), ("java/lang/ThreadLocal", "threadLocalHashCode")}
)
"""Fields (owner, name) that depend on what ran before in the same JVM."""


class Predictor:
    """Reads one final state. Objects are numbered in the order of all reads.

    ``shared`` are the objects whose non-final fields are not predicted; see `shared_objects`.
    """

    def __init__(
        self,
        state: State,
        witness: Model,
        symbols: frozenset[Term],
        fillers: Mapping[str, str] | None = None,
        shared: frozenset[int] = frozenset(),
    ) -> None:
        self.shared = shared
        self.fillers = fillers or {}
        self.state = state
        self.witness = witness
        self.symbols = symbols
        self.numbers: dict[int, int] = {}
        self.asked: list[Term] = []
        """The terms whose values were read."""

    def decided_by_input(self, value: Value) -> bool:
        """True if the input alone decides the value."""
        if not isinstance(value, Term):
            return True
        self.asked.append(value)
        return all(symbol in self.symbols or symbol.op in ("is_null", "has_class", "eq") for symbol in variables(value))

    def value(self, descriptor: str, value: Value | None, depth: int = _DEPTH) -> Expected:
        """A field, element or result of type ``descriptor``. ``value`` is None for an input field that the path never
        read.
        """
        if value is None:
            return Unknown("nothing looked at it")
        if not is_reference(descriptor):
            return self.primitive(descriptor, value)
        if value == NULL:
            return NullValue()
        filler = self.filler(value)
        if filler is not None:
            return TextValue(filler)
        address = self.address(value)
        if address is None:
            return Unknown("nothing decided what it is")
        return self.object(address, depth)

    def primitive(self, descriptor: str, value: Value) -> Expected:
        """A primitive value."""
        if not self.decided_by_input(value):
            return _NOT_INPUT
        return Primitive(descriptor, plain(value, self.witness))

    def address(self, value: Value) -> int | None:
        """The address of a reference, 0 for null; None if the path did not decide an input."""
        value = self.state.reference(value)
        if isinstance(value, Term):
            if value.sort is REF and bool(evaluate(is_null(value), self.witness)):
                return 0
            return None
        return int(value)

    def filler(self, value: Value) -> str | None:
        """The string chosen for an input that the path never read; None if there is none."""
        value = self.state.reference(value)
        if isinstance(value, Term) and isinstance(value.payload, str):
            return self.fillers.get(value.payload)
        return None

    def text(self, text: Text) -> str | None:
        """A text under the witness; None if the input does not decide it."""
        if text.constant is not None:
            return text.constant
        if not all(self.decided_by_input(value) for value in text.values()):
            return None
        return text.evaluate(self.witness)

    def object(self, address: int, depth: int = _DEPTH) -> Expected:
        """The object at an address."""
        if address == 0:
            return NullValue()
        if address in self.numbers:
            return Same(self.numbers[address])
        obj = self.state.object(address)
        cls = obj.cls
        simple = self._simple(obj, cls)
        if simple is not None:
            return simple
        if depth <= 0 or len(self.numbers) >= _MOST_OBJECTS:
            return Unknown("too deep inside")
        number = self.numbers[address] = len(self.numbers)
        if cls.is_array:
            return self._array(obj, cls, number, depth)
        if cls.is_interface:
            return ObjectValue(cls.name, (), number)
        fields = tuple(
            FieldValue(each.owner.name, each.name, each.descriptor, self._held(address, each, held, depth))
            for each, held in obj.held()
        )
        return ObjectValue(cls.name, fields, number)

    def predicts_contents(self, array: Obj) -> bool:
        """True if the contents of an array can be predicted."""
        return self._simple(array, array.cls) is None and self.decided_by_input(array.array_length)

    def _held(self, address: int, field: Field, held: Value | None, depth: int) -> Expected:
        """The predicted value of a field of the object at ``address``."""
        if (field.owner.name, field.name) in _OF_THE_JVM:
            return Unknown("the JVM decides it")
        if address in self.shared and not field.is_final:
            return Unknown("earlier calls in the same JVM may have changed it")
        return self.value(field.descriptor, held, depth - 1)

    def _simple(self, obj: Obj, cls: Class) -> Expected | None:
        """Strings, boxes, enum constants and class objects, whose identity is not compared; None for other objects."""
        if isinstance(obj, TextObject):
            text = self.text(obj.text)
            return _NOT_INPUT if text is None else TextValue(text, cls.name)
        if cls.name in UNBOXED:
            held = obj.value_of("value")
            value = self.primitive(UNBOXED[cls.name], held) if held is not None else Unknown("nothing looked at it")
            return BoxValue(cls.name, value.value) if isinstance(value, Primitive) else value
        if isinstance(obj.extra, Class):
            return ClassValue(obj.extra.descriptor)
        if cls.is_enum or any(parent.name == _ENUM for parent in cls.supertypes):
            return self._enum(obj, cls)
        throwable = any(parent.name == "java/lang/Throwable" for parent in cls.supertypes)
        made = obj.extra is not None and not throwable and not isinstance(obj.extra, AnswerScript)
        if made or cls.name.startswith(_LIBRARY):
            return Unknown("made by the machine")
        return None

    def _enum(self, obj: Obj, cls: Class) -> Expected:
        name = obj.value_of("name")
        constant = self.value("Ljava/lang/String;", name)
        if not isinstance(constant, TextValue):
            return Unknown("an enum constant without a name")
        declared = cls
        while declared.superclass is not None and declared.superclass.name != _ENUM:
            declared = declared.superclass
        return EnumValue(declared.name, constant.value)

    def _array(self, obj: Obj, cls: Class, number: int, depth: int) -> Expected:
        element = cls.element
        assert element is not None
        descriptor = element.descriptor
        length = obj.array_length
        if not self.decided_by_input(length):
            return _NOT_INPUT
        count = int(plain(length, self.witness))
        shown = min(count, _MOST_ELEMENTS)
        items = tuple(self._element(obj, descriptor, at, depth) for at in range(shown))
        return ArrayValue(cls.name, items, number, count)

    def _element(self, obj: Obj, descriptor: str, at: int, depth: int) -> Expected:
        if isinstance(obj, SymbolicArray):
            raw = self.primitive(descriptor, select(obj.elements, at))
            if isinstance(raw, Primitive):
                return Primitive(descriptor, java_element(raw.value, descriptor))
            return raw
        if isinstance(obj, LazyArray):
            return self.value(descriptor, obj.element_at(at, self.witness), depth - 1)
        return self.value(descriptor, obj.fields[at], depth - 1)
