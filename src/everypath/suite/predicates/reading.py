"""Java statements that read the symbols of a path from the inputs, before the call.

Each object that the path looked at becomes a local variable, parents first. Where an input lacks such an object, it
does not take the path: the statements return null then. Private fields are read by reflection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from everypath.classfile import PRIMITIVES, dotted
from everypath.inputs import (
    Alias,
    BoxInput,
    Build,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    FieldsInput,
    InputShape,
    ListInput,
    MapInput,
    MemberInput,
    Node,
    NotConstructible,
    Null,
    OptionalInput,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    TextInput,
    Undecided,
)
from everypath.inputs.lazy import value_of_build
from everypath.inputs.shapes import VALUE, slots_of
from everypath.suite.predicates.expressions import NoPredicateError
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.map_reading import MapReader
from everypath.suite.predicates.statements import Statements
from everypath.term import REF, Term, Value, primitive_symbol, ref_var, variables

__all__ = ["InputReader"]

_OBJECT = "Ljava/lang/Object;"


class InputReader(Statements):
    """Reads the inputs of one shape."""

    def __init__(self, shape: InputShape, roots: Mapping[str, str]) -> None:
        super().__init__(shape, roots)
        self.maps = MapReader(self)
        self._later: list[tuple[Term, Slot, str]] = []
        """Elements at symbolic indexes that are still to be read: index, place and array."""

    def read(self) -> None:
        """Make the statements."""
        for slot in self._given():
            self.take(slot, self.roots[slot.name], is_local=True)
        for each in self.shape.statics:
            self.take(each.slot, call("constant", f'"{dotted(each.owner)}"', f'"{each.name}"'))
        waiting = [slot.name for slot in reversed(self._slots()) if not slot.is_primitive]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            node = self.shape.nodes.get(name)
            if node is not None and name not in seen:
                seen.add(name)
                waiting += self._visited(node)
            if not waiting:
                waiting += self._read_later() or self.maps.known_keys()
        if self.maps.waiting:
            raise NoPredicateError("it looks up a key that calls made")
        self._same_objects()
        self._identities()

    def _visited(self, node: Node) -> list[str]:
        """Read an object. Return the names of the objects inside, the last first."""
        self.symbols[ref_var(node.name)] = self.objects[node.name]
        if node.unused:
            return []
        self._object(node)
        if isinstance(node.build, Stub):
            return []
        inner = [each for each in slots_of(self._holder(node)) if each.name in self.objects]
        return [slot.name for slot in reversed(inner) if not slot.is_primitive]

    def _holder(self, node: Node) -> Build:
        """The build that has the slots inside an object: those of a list are in its array."""
        return self.shape.node(node.build.elements.name).build if isinstance(node.build, ListInput) else node.build

    def _slots(self) -> list[Slot]:
        return [*(each.slot for each in self.shape.statics), *self._given()]

    def _given(self) -> list[Slot]:
        """The roots that callers give: the receiver of a constructor is none."""
        return [slot for slot in self.shape.roots if slot.name in self.roots]

    # ---- objects

    def _object(self, node: Node) -> None:
        text = self.objects[node.name]
        match node.build:
            case Undecided() | NotConstructible() | Null() | Alias() | Stub():
                pass
            case RecipeInput():
                self._value(node.name, text, node.build)
            case TextInput():
                self._text(node, text)
            case PrimitiveArrayInput():
                self._primitives(node.name, text, node.build)
            case ReferenceArrayInput():
                self._references(node.name, text, node.build)
            case ListInput():
                self._list(node.name, text, node.build)
            case MapInput():
                self.maps.read(node.name, text, node.build)
            case OptionalInput():
                self.need(f"{text} instanceof java.util.Optional")
                self.typed.add(node.build.value.name)
                self.take(node.build.value, f"((java.util.Optional<?>) {text}).{VALUE}")
            case BoxInput():
                self._box(text, node.build)
            case EnumInput():
                owner = dotted(node.build.class_name)
                self.facts.append(call("isConstant", text, f'"{owner}"', f'"{node.build.constant}"'))
            case ConstantInput():
                held = call("constant", f'"{dotted(node.build.owner)}"', f'"{node.build.name}"')
                self.facts.append(f"{text} == {held}")
            case ClassLiteral():
                self.need(f"{text} instanceof Class")
                self.facts.append(f'((Class<?>) {text}).getName().equals("{dotted(node.build.class_name)}")')
            case MemberInput():
                named = dotted(node.build.owner), node.build.name, node.build.descriptor
                self.facts.append(call("isMember", text, *(f'"{each}"' for each in named)))
            case FieldsInput():
                self._fields(text, node.build)
            case _:
                assert_never(node.build)

    def _value(self, path: str, text: str, build: RecipeInput) -> None:
        """Read the numbers or the text of an object of the JDK that these give."""
        value, kind = value_of_build(build), dotted(build.class_name)
        if value is None:
            return
        self.need(f"{text} instanceof {kind}")
        for (place, descriptor), (name, _) in zip(value.places(path), value.getters, strict=True):
            symbol = None if value.is_text else primitive_symbol(place, descriptor)
            self.take(Slot(place, descriptor, symbol), f"(({kind}) {text}).{name}()")

    def _text(self, node: Node, text: str) -> None:
        assert isinstance(node.build, TextInput)
        kind = "CharSequence" if node.is_sequence else "String"
        self.need(f"{text} instanceof {kind}")
        name = self.local(f"{node.name}.text", "String", f"(({kind}) {text}).toString()")
        self.symbol(node.build.length, f"{name}.length()")
        self.symbol(node.build.chars, name)

    def _primitives(self, path: str, text: str, build: PrimitiveArrayInput) -> None:
        kind = f"{PRIMITIVES[build.class_name[1]]}[]"
        self.need(f"{text} instanceof {kind}")
        name = self.local(f"{path}.before", kind, f"(({kind}) {text}).clone()")
        self.symbol(build.length, f"{name}.length")
        self.symbol(build.elements, name)

    def _references(self, path: str, text: str, build: ReferenceArrayInput) -> None:
        self.need(f"{text} instanceof Object[]")
        name = self.local(f"{path}.before", "Object[]", f"((Object[]) {text}).clone()")
        self._elements(name, build)

    def _list(self, path: str, text: str, build: ListInput) -> None:
        self.need(f"{text} instanceof java.util.Collection")
        name = self.local(f"{path}.before", "Object[]", f"((java.util.Collection<?>) {text}).toArray()")
        array = self.shape.node(build.elements.name).build
        assert isinstance(array, ReferenceArrayInput)
        self.typed |= {slot.name for _, slot in array.elements}
        self._elements(name, array)

    def _elements(self, name: str, build: ReferenceArrayInput) -> None:
        """Read the length and the elements of an array in a local variable."""
        self.symbol(build.length, f"{name}.length")
        for index, slot in build.elements:
            if isinstance(index, Term):
                self._later.append((index, slot, name))
            else:
                self.need(f"{index} < {name}.length")
                self.take(slot, f"{name}[{index}]")

    def _read_later(self) -> list[str]:
        """Read the elements whose indexes are known now. Return their names."""
        known = [each for each in self._later if variables(each[0]) <= self.symbols.keys()]
        self._later = [each for each in self._later if each not in known]
        for index, slot, array in known:
            at = self.term(index)
            self.need(f"0 <= {at} && {at} < {array}.length")
            self.take(slot, f"{array}[{at}]")
        return [slot.name for _, slot, _ in reversed(known)]

    def _box(self, text: str, build: BoxInput) -> None:
        box = dotted(build.class_name).removeprefix("java.lang.")
        self.need(f"{text} instanceof {box}")
        self.take(build.value, text)

    def _fields(self, text: str, build: FieldsInput) -> None:
        for owner in dict.fromkeys(each.owner for each in build.fields):
            self.need(call("isA", text, f'"{dotted(owner)}"'))
        for each in build.fields:
            self.take(each.slot, call("field", text, f'"{dotted(each.owner)}"', f'"{each.name}"'))

    # ---- which objects are the same

    def _same_objects(self) -> None:
        for node in self.shape.reachable():
            if not isinstance(node.build, Alias):
                continue
            if node.name not in self.objects or node.build.of not in self.objects:
                raise NoPredicateError(f"{node.name} is the same object as {node.build.of}, and one is made by calls")
            self.facts.append(f"{self.objects[node.name]} == {self.objects[node.build.of]}")

    def _identities(self) -> None:
        """Strings have identities: which of them are one object may matter."""
        texts = [each for each in self.shape.nodes.values() if isinstance(each.build, TextInput)]
        inputs = [self.objects[each.name] for each in texts if each.name in self.objects]
        for each in texts:
            if each.name in self.objects:
                assert isinstance(each.build, TextInput)
                name = self.symbols.get(each.build.chars, self.objects[each.name])
                self.symbols |= {
                    symbol: call("identity", name, *inputs) for symbol in self._symbols(each.build.identity)
                }

    def _symbols(self, value: Value) -> Iterator[Term]:
        if isinstance(value, Term):
            yield from (each for each in variables(value) if each.op == "var" and each.sort is not REF)
