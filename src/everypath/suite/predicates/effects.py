"""Java conditions that say whether what happened is the effect of a path."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import PRIMITIVES, UNBOXED, dotted
from everypath.inputs import MapInput, RecipeInput, TextInput
from everypath.inputs.construction import JDK_VALUES, numbers_of
from everypath.inputs.shapes import GET, SIZE, list_of
from everypath.library.runtime import printed
from everypath.state import NULL, Ending, LazyArray, Obj, SymbolicArray, TextObject
from everypath.state.text import Elements, Text
from everypath.suite.descriptions import string_term
from everypath.suite.predicates.expressions import Expressions, NoPredicateError
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.reading import InputReader
from everypath.suite.prediction import Predictor
from everypath.suite.testcase import EnumValue
from everypath.term import BV32, BV64, F32, F64, Term, Value, ref_var, select

if TYPE_CHECKING:
    from everypath.explore.paths import Path
    from everypath.inputs.construction import JdkValue
    from everypath.suite.prediction import Write

__all__ = ["EffectWriter"]

_UNBOXED = {
    "Z": "((Boolean) {} ? 1 : 0)",
    "C": "(int) (Character) {}",
    "J": "(long) (Long) {}",
    "F": "(float) (Float) {}",
    "D": "(double) (Double) {}",
    **dict.fromkeys("BSI", "((Number) {}).intValue()"),
}
_SORTS = {"Z": BV32, "B": BV32, "S": BV32, "C": BV32, "I": BV32, "J": BV64, "F": F32, "D": F64}
_DEPTH = 3
_MOST_ELEMENTS = 8
_GENERATED = re.compile(r"^everypath/|\$\$|\$Proxy\d|[&|]")
"""Classes of the machine, and those that a JVM makes: lambdas, proxies, stubs. A JVM names them as it likes."""
_JDK = ("java/", "javax/", "jdk/", "sun/", "com/sun/")


class EffectWriter:
    """The conditions on what happened: result or exception, and what was written.

    New objects are compared by their class and their fields, strings by their texts; in which objects several places
    agree is compared, too.
    """

    def __init__(self, path: Path, reader: InputReader) -> None:
        self._path = path
        self._reader = reader
        self._terms = Expressions(reader.symbols, reader.names)
        self._nodes = {
            address: name
            for name in reversed(list(reader.objects))
            if (address := path.state.decided.get(ref_var(name))) not in (None, NULL)
        }
        self._made: dict[int, str] = {}
        """Where objects that the path made are found, by their addresses."""
        self.conditions: list[str] = []
        self.places: list[str] = []
        """Conditions on ``holder`` and ``place``, one of which holds for each place that the path writes."""
        self.unchecked: list[str] = []

    @property
    def lines(self) -> list[str]:
        """The declarations of local variables for the conditions."""
        return self._terms.lines

    def write(self, written: Sequence[Write]) -> None:
        """Make the conditions for the result, and for what is written."""
        path = self._path
        if path.ending is Ending.THREW:
            self.conditions.append(
                f'thrown != null && thrown.getClass().getName().equals("{dotted(path.thrown or "")}")'
            )
        elif path.ending is Ending.RETURNED:
            self.conditions.append("thrown == null")
            self._try(self._result, path.entry.returns, "the result")
        else:
            self.unchecked.append(f"it ends as {path.ending.value}")
        for at, each in enumerate(written):
            self.places.append(self._place(each))
            self._try(self._write, each, written[at + 1 :], f"{each.holder}.{each.field or '[]'}")
        self._output()

    def uses(self, name: str) -> bool:
        """True if a condition has a local variable of this name."""
        return any(re.search(rf"\b{name}\b", each) for each in (*self.lines, *self.conditions, *self.places))

    def _try(self, write: Callable[..., object], *given: object) -> None:
        *arguments, what = given
        try:
            write(*arguments)
        except NoPredicateError as problem:
            self.unchecked.append(f"{what}: {problem}")

    def _result(self, descriptor: str) -> None:
        if descriptor != "V":
            self._equal("result", self._path.returned, descriptor)

    def _output(self) -> None:
        for each in printed(self._path.state):
            self.unchecked.append(f"{each.stream}: a checker does not see what is printed")

    def _equal(self, text: str, value: Value | None, descriptor: str) -> None:
        """The object that a text gives, boxed if it is a primitive, is a value over the inputs."""
        self.conditions += self._claims(text, value, descriptor)

    def _claims(self, text: str, value: Value | None, descriptor: str, depth: int = _DEPTH) -> list[str]:
        """The conditions of `_equal`; each may be evaluated if those before it hold."""
        if value is None:
            raise NoPredicateError("it is no value over the inputs")
        if descriptor[0] not in "L[":
            return [_is(_UNBOXED[descriptor].format(text), self._primitive(value, descriptor), descriptor)]
        reference = self._path.state.reference(value)
        if isinstance(reference, Term) or reference == NULL or int(reference) in self._nodes:
            return [f"{text} == {self._object(value)}"]
        return self._new(text, int(reference), depth)

    def _primitive(self, value: Value, descriptor: str) -> str:
        """The text of a value of a primitive type."""
        if not isinstance(value, Term):
            return self._terms.text(value, _SORTS[descriptor])
        (text,) = self._terms.expressions([value])
        return text

    def _object(self, value: Value) -> str:
        """The text of a reference: null, or an object of the inputs."""
        reference = self._path.state.reference(value)
        if isinstance(reference, Term):
            found = self._reader.symbols.get(reference)
            if found is None:
                raise NoPredicateError("it is no place of the inputs")
            return found
        if reference == NULL:
            return "null"
        return self._reader.objects[self._nodes[int(reference)]]

    # ---- objects that the path made

    def _new(self, text: str, address: int, depth: int) -> list[str]:
        """The conditions that an object is the one at this address, which is no input."""
        obj = self._path.state.object(address)
        name = obj.cls.name
        if isinstance(obj, TextObject) and name not in JDK_VALUES:
            return [self._string(text, obj.text)]
        if name in UNBOXED:
            ((field, held),) = [each for each in obj.held() if each[0].name == "value"]
            of_class = f"{text} instanceof {dotted(name)}"
            return [of_class, *self._claims(text, held, field.descriptor)]
        if any(each.name == "java/lang/Enum" for each in obj.cls.supertypes):
            constant = Predictor(self._path.state, self._path.witness, frozenset()).object(address)
            if not isinstance(constant, EnumValue):
                raise NoPredicateError("it is an enum constant without a name")
            return [call("isConstant", text, f'"{dotted(constant.class_name)}"', f'"{constant.constant}"')]
        known = self._made.get(address)
        if known is not None:
            return [f"{text} == {known}"]
        if (obj.extra is not None and name not in JDK_VALUES) or _GENERATED.search(name):
            raise NoPredicateError("its class is made at run time")
        self._made[address] = text
        claims = [self._of_class(text, obj)]
        if depth:
            claims += self._inside(text, obj, depth - 1)
        else:
            self._leave_out(text, "it is too deep inside")
        return claims

    def _of_class(self, text: str, obj: Obj) -> str:
        """The condition that an object is of the class of a new one. A clone of an input has the class of the input."""
        if isinstance(obj, LazyArray) and obj.origin in self._nodes:
            return call("haveSameClass", text, self._object(obj.origin))
        return call("hasClass", text, f'"{dotted(obj.cls.name)}"')

    def _string(self, text: str, value: Text) -> str:
        found = string_term(value, dict(_strings(self._reader)), lambda value: self._primitive(value, "I"))
        if found is None:
            raise NoPredicateError("it is a string that no expression gives")
        return f"({found}).equals({text})" if " " in found else f"{found}.equals({text})"

    def _inside(self, text: str, obj: Obj, depth: int) -> Iterator[str]:
        """The conditions on the fields or elements of a new object, or what gives one of the JDK."""
        value = JDK_VALUES.get(obj.cls.name)
        if value is not None:
            yield from self._given(text, obj, value)
            return
        if obj.cls.element is not None:
            yield from self._elements(text, obj, depth)
            return
        for field, held in obj.held():
            if field.owner.name.startswith(_JDK):
                self._leave_out(text, "fields of the JDK are not read")
                return
            inside = call("field", text, f'"{dotted(field.owner.name)}"', f'"{field.name}"')
            yield from self._part(inside, held, field.descriptor, depth)

    def _given(self, text: str, obj: Obj, value: JdkValue) -> Iterator[str]:
        """The conditions on the numbers or the text that give a new object of the JDK."""
        getters = [(f"(({dotted(obj.cls.name)}) {text}).{name}()", kind) for name, kind in value.getters]
        numbers = numbers_of(self._path.state, obj)
        if isinstance(obj, TextObject):
            try:
                yield self._string(getters[0][0], obj.text)
            except NoPredicateError as problem:
                self._leave_out(text, str(problem))
        elif numbers is None:
            self._leave_out(text, "its numbers are not known")
        else:
            for (getter, kind), number in zip(getters, numbers, strict=True):
                yield from self._part(getter, number, kind, 0)

    def _elements(self, text: str, array: Obj, depth: int) -> Iterator[str]:
        descriptor = array.cls.name[1:]
        kind = "Object" if descriptor[0] in "L[" else PRIMITIVES[descriptor]
        yield _is(f"(({kind}[]) {text}).length", self._primitive(array.array_length, "I"), "I")
        length = array.array_length
        if isinstance(length, Term) or length > _MOST_ELEMENTS:
            self._leave_out(text, "it has too many elements")
            return
        if isinstance(array, LazyArray):
            self._leave_out(text, "it may have elements of an input")
            return
        for at in range(int(length)):
            if kind == "Object":
                yield from self._part(f"((Object[]) {text})[{at}]", array.fields[at], descriptor, depth)
                continue
            held = select(array.elements, at) if isinstance(array, SymbolicArray) else array.fields[at]
            value = _narrow(self._primitive(held, descriptor), descriptor)
            yield _is(f"at(({kind}[]) {text}, {at})", value, descriptor)

    def _part(self, text: str, value: Value | None, descriptor: str, depth: int) -> list[str]:
        """The conditions on a field or element of a new object; none if Java cannot express them."""
        if value is None:
            return []
        try:
            return self._claims(text, value, descriptor, depth)
        except NoPredicateError as problem:
            self._leave_out(text, str(problem))
            return []

    def _leave_out(self, text: str, reason: str) -> None:
        self.unchecked.append(f"the inside of {text}: {reason}")

    # ---- writes

    def _write(self, write: Write, later: Sequence[Write]) -> None:
        if write.static:
            after = f'constant("{dotted(write.holder)}", "{write.field}")'
            self._equal(after, write.value, write.descriptor)
            return
        listed = list_of(write.holder)
        holder = self._reader.objects.get(listed or write.holder)
        if holder is None:
            raise NoPredicateError("it is no object of the inputs")
        if "()[" in write.field:
            self._entry(write, holder)
        elif write.field == SIZE and self._is_map(write.holder):
            self._equal(f"((java.util.Map<?, ?>) {holder}).size()", write.value, "I")
        elif write.field == SIZE:
            self._equal(f"((java.util.Collection<?>) {holder}).size()", write.value, "I")
        elif listed is not None:
            others = [each for each in later if each.holder == write.holder]
            self._element(write, f"((java.util.Collection<?>) {holder}).toArray()", others)
        elif write.field.endswith("()"):
            build = self._path.shape.node(write.holder).build
            assert isinstance(build, RecipeInput)
            self._equal(f"(({dotted(build.class_name)}) {holder}).{write.field}", write.value, write.descriptor)
        elif write.field:
            after = f'field({holder}, "{dotted(self._owner(write))}", "{write.field}")'
            self._equal(after, write.value, write.descriptor)
        else:
            self._element(write, holder, [each for each in later if each.holder == write.holder and not each.field])

    def _is_map(self, name: str) -> bool:
        build = self._path.shape.node(name).build
        return isinstance(build, MapInput) and not build.is_set

    def _entry(self, write: Write, holder: str) -> None:
        """A map has a key, or not, or has the written value for it."""
        answer, _, name = write.field.partition("[")
        key = self._reader.maps.keys[write.holder, name[:-1]]
        if answer == GET:
            self._equal(call("heldFor", holder, key), write.value, write.descriptor)
        else:
            self.conditions.append(f"{'' if write.value else '!'}{call('hasKey', holder, key)}")

    def _place(self, write: Write) -> str:
        """The condition that a place is the one of a write; it always holds if no place of the inputs is."""
        listed = list_of(write.holder)
        holder = "null" if write.static else self._reader.objects.get(listed or write.holder)
        is_open = write.field == "" and (write.index is None or write.value is None)
        if holder is None or is_open or self._is_built(write):
            return "true"
        if write.static:
            name = f'"{dotted(write.holder)}.{write.field}"'
        elif write.field == SIZE or "()[" in write.field:
            name = f'"{write.field}"'
        elif write.field:
            name = f'"{dotted(self._owner(write))}.{write.field}"'
        else:
            assert write.index is not None
            try:
                (at,) = self._terms.expressions([write.index])
            except NoPredicateError:
                return "true"
            name = f'("[" + {at} + "]")'
        return f"holder == {holder} && {name}.equals(place)"

    def _is_built(self, write: Write) -> bool:
        """True if calls made the object whose place is written: only its class knows what its fields mean."""
        node = self._path.shape.nodes.get(write.holder)
        return not write.static and node is not None and isinstance(node.build, RecipeInput)

    def _owner(self, write: Write) -> str:
        """The class that declares a field which was written."""
        address = self._path.state.decided[ref_var(write.holder)]
        assert isinstance(address, int)
        fields = self._path.state.object(address).cls.instance_fields
        return next(
            each.owner.name for each in fields if (each.name, each.descriptor) == (write.field, write.descriptor)
        )

    def _element(self, write: Write, holder: str, later: Sequence[Write]) -> None:
        """An element has the written value, unless a later write has the same index."""
        if write.index is None or write.value is None:
            raise NoPredicateError("the array was replaced")
        indexes = [each.index for each in later if each.index is not None]
        at, *others = self._terms.expressions([write.index, *indexes])
        if write.descriptor[0] in "L[":
            holds = self._claims(f"((Object[]) {holder})[{at}]", write.value, write.descriptor)
        else:
            kind = PRIMITIVES[write.descriptor]
            value = _narrow(self._primitive(write.value, write.descriptor), write.descriptor)
            holds = [_is(f"at(({kind}[]) {holder}, {at})", value, write.descriptor)]
        overwritten = "".join(f"{at} == {other} || " for other in others)
        self.conditions += [f"{overwritten}{each}" for each in holds]


def _strings(reader: InputReader) -> Iterator[tuple[Text, str]]:
    """The strings of the input that were read, with the names of the variables that hold them."""
    for node in reader.shape.nodes.values():
        if isinstance(node.build, TextInput) and isinstance(node.build.chars, Term):
            shown = reader.symbols.get(node.build.chars)
            if shown is not None:
                yield Elements(node.build.chars, node.build.length), shown


def _narrow(text: str, descriptor: str) -> str:
    """A value as the method ``at`` gives it."""
    narrow = {"Z": "byte", "B": "byte", "S": "short", "C": "short"}.get(descriptor)
    return f"(({narrow}) {text})" if narrow is not None else text


def _is(actual: str, expected: str, descriptor: str) -> str:
    if descriptor in "FD":
        return f"{'Float' if descriptor == 'F' else 'Double'}.compare({actual}, {expected}) == 0"
    return f"{actual} == {expected}"
