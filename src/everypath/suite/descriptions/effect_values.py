"""The values of a path's last state as text over its inputs: results, written values, and the objects it made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from everypath.classfile import UNBOXED, dotted, is_reference, java_type
from everypath.explore.witnesses import Reader
from everypath.inputs import EnumInput, TextInput
from everypath.inputs.construction import COMPLETE_CREATORS, JDK_VALUES, numbers_of
from everypath.program import Class
from everypath.state import LazyArray, Obj, SymbolicArray, TextObject
from everypath.state.text import Elements, Text
from everypath.suite.descriptions.shown_values import NewObject, ShownValue
from everypath.suite.descriptions.string_terms import joined
from everypath.suite.prediction import Predictor
from everypath.suite.testcase import EnumValue, outer_name, primitive, string
from everypath.term import REF, Minimiser, Model, Term, Value, bool_to_int, int_to_bool, select, sext, zext

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs import InputShape
    from everypath.library.runtime import Printed

__all__ = ["EffectValues", "ValuePrinter", "simple_java_name"]

_DEPTH = 3
_MOST_SHOWN = 8
_ENUM = "java/lang/Enum"
_CUT = "…"
_NOT_INPUT = ShownValue("a value no input decides", "no input decides it")
_UNREAD = ShownValue(_CUT, "the path never read it")


class ValuePrinter(Protocol):
    """Prints terms and places, such as a `ConditionPrinter`."""

    def java(self, value: Value) -> str:
        """A term over the inputs as Java."""

    def place(self, name: str) -> str:
        """The name under which an input is shown."""


class EffectValues:
    """Shows the values of the last state of a path.

    ``objects`` are the input objects by their addresses. ``condition`` holds for all inputs that the text is about. An
    object that the path made is shown with its contents first, and by its number alone then.
    """

    def __init__(
        self, path: Path, objects: Mapping[int, str], reader: Reader, predictor: Predictor, minimiser: Minimiser
    ) -> None:
        self._path = path
        self._state = path.state
        self._shape: InputShape = path.shape
        self._objects = objects
        self._reader = reader
        self._predictor = predictor
        self._minimiser = minimiser
        self.condition: Sequence[Term] = ()
        self._numbers: dict[int, int] = {}
        self._seen: set[int] | None = None
        """The new objects whose contents the effect has shown; None before `begin`: they are shown each time."""
        self._repeated: set[int] = set()

    def begin(self) -> None:
        """Begin the text of an effect: no new object is shown yet."""
        self._seen = set()

    def value(self, descriptor: str, value: Value | None, printer: ValuePrinter, depth: int = _DEPTH) -> ShownValue:
        """A value of a field, a variable or a result."""
        if value is None:
            return _UNREAD
        if not is_reference(descriptor):
            return self.number(value, descriptor, printer)
        chosen = self._shape.nodes.get(str(value.payload)) if isinstance(value, Term) and value.op == "var" else None
        if chosen is not None and chosen.unused and isinstance(chosen.build, EnumInput):
            return _java(printer.place(chosen.name))  # the path did not decide for this constant
        value = self._state.reference(value)
        if isinstance(value, Term):
            return _java(printer.java(value)) if value.sort is REF else _UNREAD
        if value == 0:
            return ShownValue("null")
        address = int(value)
        name = self._objects.get(address)
        node = self._shape.nodes.get(name) if name is not None else None
        if node is not None and name is not None and not isinstance(node.build, EnumInput):
            return _java(printer.place(name))
        return self.object(address, printer, depth)

    def number(self, value: Value, descriptor: str, printer: ValuePrinter) -> ShownValue:
        """A value of a primitive type."""
        if not self._predictor.decided_by_input(value):
            return _NOT_INPUT
        return _java(self._text_of(value, descriptor, printer))

    def _text_of(self, value: Value, descriptor: str, printer: ValuePrinter) -> str:
        value = self._minimiser.decided(self._reader.plain(value), self.condition)
        if not isinstance(value, Term):
            return primitive(descriptor, int(value) if isinstance(value, bool) else value, cast=False)
        return printer.java(int_to_bool(value) if descriptor == "Z" else value)

    def element_of(self, value: Value, descriptor: str, printer: ValuePrinter) -> ShownValue:
        """An element of an array of primitives, as stored in the array."""
        if not self._predictor.decided_by_input(value):
            return _NOT_INPUT
        return _java(self._text_of(self.element(value, descriptor), descriptor, printer))

    def element(self, value: Value, descriptor: str) -> Value:
        """An element of an array as a Java value."""
        if descriptor == "Z":
            return bool_to_int(self._reader.bit(value))
        if not isinstance(value, Term):
            return int(value) & 0xFFFF if descriptor == "C" else value
        return sext(value, 32) if descriptor in "BS" else zext(value, 32) if descriptor == "C" else value

    def object(self, address: int, printer: ValuePrinter, depth: int = _DEPTH) -> ShownValue:
        """An object that is no input, by its contents."""
        obj = self._state.object(address)
        cls = obj.cls
        if isinstance(obj, TextObject) and cls.name == _STRING:
            return self._string(obj.text, printer)
        if cls.name in UNBOXED:
            return self.value(UNBOXED[cls.name], obj.value_of("value"), printer, depth)
        if cls.is_enum or any(parent.name == _ENUM for parent in cls.supertypes):
            expected = self._predictor.object(address)
            if not isinstance(expected, EnumValue):
                return _java(_CUT)
            return ShownValue(f"{simple_java_name(expected.class_name)}.{expected.constant}")
        if isinstance(obj.extra, Class):
            return ShownValue(f"{simple_java_name(obj.extra.name)}.class")
        return self._made(obj, address, printer, depth)

    # ---- what the path made

    def _made(self, obj: Obj, address: int, printer: ValuePrinter, depth: int) -> ShownValue:
        """An object or array that the path made."""
        number = self._numbers.setdefault(address, len(self._numbers) + 1)
        if self._seen is not None and address in self._seen:
            self._repeated.add(address)
            return ShownValue(f"{_name_of(obj)}#{number}", _NEW, NewObject(_class_of(obj), number))
        given = self._given(obj, printer) if depth else ()
        is_array, is_jdk = obj.cls.is_array, obj.cls.name.startswith("java/")
        if not depth or (is_jdk and not is_array and not given):
            return ShownValue(f"an object of {_name_of(obj)}", _NEW, NewObject(_class_of(obj), number, cut=True))
        if self._seen is not None:
            self._seen.add(address)
        mark = f"#{number}" if address in self._repeated else ""
        if is_array:
            return self._array(obj, number, mark, printer, depth)
        if given:
            return _created(obj, number, mark, given)
        return self._object(obj, number, mark, printer, depth)

    def _given(self, obj: Obj, printer: ValuePrinter) -> tuple[tuple[str, ShownValue], ...]:
        """What gives an object of the JDK (`JDK_VALUES`), by the methods that return it; empty for another object."""
        value = JDK_VALUES.get(obj.cls.name)
        if value is None:
            return ()
        names = [f"{name}()" for name, _ in value.getters]
        if isinstance(obj, TextObject):
            return ((names[0], self._string(obj.text, printer)),)
        numbers = numbers_of(self._state, obj)
        if numbers is None:
            return ()
        shown = (self.number(now, kind, printer) for now, (_, kind) in zip(numbers, value.getters, strict=True))
        return tuple(zip(names, shown, strict=True))

    def _object(self, obj: Obj, number: int, mark: str, printer: ValuePrinter, depth: int) -> ShownValue:
        held = everything = list(obj.held())
        if len(held) > _MOST_SHOWN:
            held = [each for each in held if not _is_default(each[1])][:_MOST_SHOWN]
        fields = tuple((each.name, self.value(each.descriptor, now, printer, depth - 1)) for each, now in held)
        is_cut = len(held) < len(everything)
        made = NewObject(_class_of(obj), number, fields, cut=is_cut)
        inside = ", ".join([*(f"{name}={value.text}" for name, value in fields), *([_CUT] if is_cut else [])])
        text = f"{_name_of(obj)}{mark}({inside})" if fields else f"an object of {_name_of(obj)}{mark}"
        return ShownValue(text, _NEW, made)

    def _array(self, obj: Obj, number: int, mark: str, printer: ValuePrinter, depth: int) -> ShownValue:
        element = obj.cls.element
        assert element is not None
        length, name = obj.array_length, element.simple_name
        shown = self.number(length, "I", printer)
        cloned = self._cloned(obj)
        class_of = "" if cloned is None else printer.place(cloned)
        if isinstance(length, Term) or length > _MOST_SHOWN:
            made = NewObject(_class_of(obj), number, length=shown, cut=True, class_of=class_of)
            if isinstance(obj, SymbolicArray) and obj.elements.op == "const_array" and obj.elements.args == (0,):
                return ShownValue(f"new {name}[{shown.text}]{mark}", shown.reason, made)
            if class_of:
                return ShownValue(f"an array{mark} of the class of {class_of} with {shown.text} elements", _NEW, made)
            return ShownValue(f"an array of {shown.text} {name}{mark}", _NEW, made)
        kind, places = element.descriptor, range(int(length))
        if isinstance(obj, SymbolicArray):
            inside = tuple(self.element_of(select(obj.elements, at), kind, printer) for at in places)
        else:
            items = [_element_at(obj, at, self._path.witness) for at in places]
            inside = tuple(self.value(kind, each, printer, depth - 1) for each in items)
        reason = next((each.reason for each in inside if each.reason), _NEW if mark or class_of else "")
        held = f"{{{', '.join(each.text for each in inside)}}}"
        text = f"an array{mark} of the class of {class_of} {held}" if class_of else f"new {name}[]{mark} {held}"
        made = NewObject(_class_of(obj), number, elements=inside, length=shown, class_of=class_of)
        return ShownValue(text, reason, made)

    def _cloned(self, obj: Obj) -> str | None:
        """The name of the input array that an array is a clone of; None if the path decides its class."""
        if not isinstance(obj, LazyArray) or obj.origin <= 0:
            return None
        name = self._objects.get(obj.origin)
        classes = self._state.types.get(self._state.refs[obj.origin]) if name is not None else None
        return name if classes is not None and classes.bit_count() > 1 else None

    # ---- strings

    def _string(self, content: Text, printer: ValuePrinter) -> ShownValue:
        if content.constant is not None:
            return ShownValue(string(content.constant))
        found = self._predictor.text(content)
        if found is None:
            return ShownValue("a string no input decides", _NOT_INPUT.reason)
        text = self._joined([content], printer)
        return ShownValue(f"a string, here {string(found)}", _NO_TERM) if text is None else _java(text)

    def printed(self, output: Printed, printer: ValuePrinter) -> ShownValue:
        """What the path printed to a stream."""
        parts: list[Text | str] = []
        for each in output.parts or ():
            if isinstance(each, Text):
                if self._predictor.text(each) is None:
                    return _NOT_INPUT
                parts.append(each)
            else:
                shown = self.value(f"L{_STRING};", each, printer)
                obj = None if shown.java is not None else self._state.object(int(self._state.reference(each)))
                parts.append(obj.text if isinstance(obj, TextObject) else shown.text)
        is_exact = output.parts is not None and not self._path.reasons
        text = self._joined(parts, printer) if is_exact else None
        return ShownValue("something", _NO_TERM) if text is None else _java(text)

    def _joined(self, parts: Sequence[Text | str], printer: ValuePrinter) -> str | None:
        inputs: dict[Text, str] = {}
        for node in self._shape.nodes.values():
            if isinstance(node.build, TextInput) and isinstance(node.build.chars, Term):
                content = f"{printer.place(node.name)}{'.toString()' if node.is_sequence else ''}"
                inputs.setdefault(Elements(node.build.chars, node.build.length), content)
        return joined(parts, inputs, lambda value: self._text_of(value, "I", printer))


_STRING = "java/lang/String"
_NEW = "a new object"
_NO_TERM = "it is no expression over the inputs"


def _java(text: str) -> ShownValue:
    return ShownValue(text, "it is too long" if _CUT in text else "")


def _element_at(array: Obj, at: int, witness: Model) -> Value:
    return (array.element_at(at, witness) or 0) if isinstance(array, LazyArray) else array.fields[at]


def _is_default(value: Value | None) -> bool:
    return not isinstance(value, Term) and not value


def _created(obj: Obj, number: int, mark: str, given: tuple[tuple[str, ShownValue], ...]) -> ShownValue:
    """An object of the JDK as the call that makes it: ``LocalDate.of(year, 1, 1)``."""
    name, _ = COMPLETE_CREATORS[obj.cls.name]
    called = f"new {_name_of(obj)}" if name == "<init>" else f"{_name_of(obj)}.{name}"
    text = f"{called}{mark}({', '.join(value.text for _, value in given)})"
    return ShownValue(text, _NEW, NewObject(_class_of(obj), number, given))


def _class_of(obj: Obj) -> str:
    """The class of an object, as Java names it: ``shop.Fee``, ``int[]``."""
    return java_type(obj.cls.name) if obj.cls.is_array else dotted(obj.cls.name)


def _name_of(obj: Obj) -> str:
    return obj.cls.simple_name if obj.cls.is_array else simple_java_name(obj.cls.name)


def simple_java_name(name: str) -> str:
    """The name of a class without its package: ``Map.Entry``."""
    return ".".join(outer_name(name).parts)
