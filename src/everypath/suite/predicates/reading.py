"""Java statements that read the symbols of a path from the inputs, before the call.

Each object that the path looked at becomes a local variable, parents first. Where an input lacks such an object, it
does not take the path: the statements return null then. Private fields are read by reflection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from everypath.classfile import BOX_CLASSES, PRIMITIVES, dotted
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
from everypath.inputs.shapes import VALUE, slots_of
from everypath.suite.predicates.expressions import Expressions, NoPredicateError, is_constant
from everypath.suite.predicates.helpers import call
from everypath.suite.predicates.java_names import JavaNames
from everypath.term import BOOL, BV16, REF, Term, Value, ref_var, variables

__all__ = ["InputReader"]

_OBJECT = "Ljava/lang/Object;"


class InputReader:
    """Reads the inputs of one shape. ``roots`` maps the names of its roots to those of the parameters.

    After `read`, ``symbols`` maps symbols to Java expressions, which have the values from before the call, and
    ``objects`` the access paths of objects to local variables.
    """

    def __init__(self, shape: InputShape, roots: Mapping[str, str]) -> None:
        self.shape = shape
        self.lines: list[str] = []
        self.facts: list[str] = []
        """Conditions that the shape states and no term does."""
        self.symbols: dict[Term, str] = {}
        self.objects: dict[str, str] = {}
        self.types: dict[str, str] = {}
        """The Java types of the local variables."""
        self._roots = roots
        self._names = JavaNames(roots.values())
        self._later: list[tuple[Term, Slot, str]] = []
        """Elements at symbolic indexes that are still to be read: index, place and array."""
        self._typed: set[str] = set()
        """Elements of lists: the list may be used as one of another type, which no class stands for."""

    def read(self) -> None:
        """Make the statements."""
        for slot in self._given():
            self._take(slot, self._roots[slot.name], is_local=True)
        for each in self.shape.statics:
            self._take(each.slot, call("constant", f'"{dotted(each.owner)}"', f'"{each.name}"'))
        waiting = [slot.name for slot in reversed(self._slots()) if not slot.is_primitive]
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            node = self.shape.nodes.get(name)
            if node is None or name in seen:
                continue
            seen.add(name)
            self.symbols[ref_var(name)] = self.objects[name]
            if node.unused:
                continue
            self._object(node)
            if not isinstance(node.build, RecipeInput | Stub):
                inner = [each for each in slots_of(self._holder(node)) if each.name in self.objects]
                waiting += [slot.name for slot in reversed(inner) if not slot.is_primitive]
            if not waiting:
                waiting += self._read_later()
        self._same_objects()
        self._identities()

    @property
    def names(self) -> frozenset[str]:
        """The names of parameters and local variables."""
        return frozenset((*self._roots.values(), *self.types))

    def _holder(self, node: Node) -> Build:
        """The build that has the slots inside an object: those of a list are in its array."""
        return self.shape.node(node.build.elements.name).build if isinstance(node.build, ListInput) else node.build

    def _slots(self) -> list[Slot]:
        return [*(each.slot for each in self.shape.statics), *self._given()]

    def _given(self) -> list[Slot]:
        """The roots that callers give: the receiver of a constructor is none."""
        return [slot for slot in self.shape.roots if slot.name in self._roots]

    def _local(self, path: str, kind: str, text: str) -> str:
        name = self._names.free(path)
        self.lines.append(f"{kind} {name} = {text};")
        self.types[name] = kind
        return name

    def _need(self, condition: str) -> None:
        negated = f"!({condition})" if " " in condition.partition("(")[0] or "<" in condition else f"!{condition}"
        self.lines += [f"if ({negated}) {{", "    return null;", "}"]

    # ---- places

    def _take(self, slot: Slot, text: str, *, is_local: bool = False) -> None:
        """Read the value at a place, which has the type ``Object`` unless it is a parameter."""
        if not slot.is_primitive:
            descriptor = self.shape.node(slot.name).descriptor
            if slot.name in self._typed and descriptor[0] == "L" and descriptor != _OBJECT:
                text = call("element", text, f'"{dotted(descriptor[1:-1])}"')
            self.objects[slot.name] = text if is_local else self._local(slot.name, "Object", text)
            return
        kind = PRIMITIVES[slot.descriptor]
        if not is_local:
            box = dotted(BOX_CLASSES[slot.descriptor]).removeprefix("java.lang.")
            text = self._local(slot.name, kind, f"({box}) {text}")
        else:
            self.types[text] = kind
        self._define(slot.value, text, slot.descriptor)

    def _define(self, value: Value | None, text: str, descriptor: str) -> None:
        """The value of a place is this one. It is a symbol, or one that is widened to an int, or a constant."""
        if isinstance(value, int | float):
            self.facts.append(is_constant(text, value, descriptor))
            return
        symbol = _symbol_in(value)
        if symbol is None:
            raise NoPredicateError("a place holds what no symbol stands for")
        if descriptor == "Z" and symbol.sort is not BOOL:
            text = f"({text} ? 1 : 0)"
        elif descriptor == "C" and symbol.sort is BV16:
            text = f"((short) {text})"
        self.symbols[symbol] = text

    # ---- objects

    def _object(self, node: Node) -> None:
        text = self.objects[node.name]
        match node.build:
            case Undecided() | NotConstructible() | Null() | Alias() | RecipeInput() | Stub():
                pass
            case TextInput():
                self._text(node, text)
            case PrimitiveArrayInput():
                self._primitives(node.name, text, node.build)
            case ReferenceArrayInput():
                self._references(node.name, text, node.build)
            case ListInput():
                self._list(node.name, text, node.build)
            case OptionalInput():
                self._need(f"{text} instanceof java.util.Optional")
                self._typed.add(node.build.value.name)
                self._take(node.build.value, f"((java.util.Optional<?>) {text}).{VALUE}")
            case BoxInput():
                self._box(text, node.build)
            case EnumInput():
                owner = dotted(node.build.class_name)
                self.facts.append(call("isConstant", text, f'"{owner}"', f'"{node.build.constant}"'))
            case ConstantInput():
                held = call("constant", f'"{dotted(node.build.owner)}"', f'"{node.build.name}"')
                self.facts.append(f"{text} == {held}")
            case ClassLiteral():
                self._need(f"{text} instanceof Class")
                self.facts.append(f'((Class<?>) {text}).getName().equals("{dotted(node.build.class_name)}")')
            case MemberInput():
                named = dotted(node.build.owner), node.build.name, node.build.descriptor
                self.facts.append(call("isMember", text, *(f'"{each}"' for each in named)))
            case FieldsInput():
                self._fields(text, node.build)
            case _:
                assert_never(node.build)

    def _text(self, node: Node, text: str) -> None:
        assert isinstance(node.build, TextInput)
        self._need(f"{text} instanceof String")
        name = self._local(f"{node.name}.text", "String", f"(String) {text}")
        self._symbol(node.build.length, f"{name}.length()")
        self._symbol(node.build.chars, name)

    def _primitives(self, path: str, text: str, build: PrimitiveArrayInput) -> None:
        kind = f"{PRIMITIVES[build.class_name[1]]}[]"
        self._need(f"{text} instanceof {kind}")
        name = self._local(f"{path}.before", kind, f"(({kind}) {text}).clone()")
        self._symbol(build.length, f"{name}.length")
        self._symbol(build.elements, name)

    def _references(self, path: str, text: str, build: ReferenceArrayInput) -> None:
        self._need(f"{text} instanceof Object[]")
        name = self._local(f"{path}.before", "Object[]", f"((Object[]) {text}).clone()")
        self._elements(name, build)

    def _list(self, path: str, text: str, build: ListInput) -> None:
        self._need(f"{text} instanceof java.util.Collection")
        name = self._local(f"{path}.before", "Object[]", f"((java.util.Collection<?>) {text}).toArray()")
        array = self.shape.node(build.elements.name).build
        assert isinstance(array, ReferenceArrayInput)
        self._typed |= {slot.name for _, slot in array.elements}
        self._elements(name, array)

    def _elements(self, name: str, build: ReferenceArrayInput) -> None:
        """Read the length and the elements of an array in a local variable."""
        self._symbol(build.length, f"{name}.length")
        for index, slot in build.elements:
            if isinstance(index, Term):
                self._later.append((index, slot, name))
            else:
                self._need(f"{index} < {name}.length")
                self._take(slot, f"{name}[{index}]")

    def _read_later(self) -> list[str]:
        """Read the elements whose indexes are known now. Return their names."""
        known = [each for each in self._later if variables(each[0]) <= self.symbols.keys()]
        self._later = [each for each in self._later if each not in known]
        for index, slot, array in known:
            terms = Expressions(self.symbols, self.names)
            (at,) = terms.expressions([index])
            for line in terms.lines:
                kind, name = line.split()[:2]
                self.types[name] = kind
                self.lines.append(line)
            self._need(f"0 <= {at} && {at} < {array}.length")
            self._take(slot, f"{array}[{at}]")
        return [slot.name for _, slot, _ in reversed(known)]

    def _box(self, text: str, build: BoxInput) -> None:
        box = dotted(build.class_name).removeprefix("java.lang.")
        self._need(f"{text} instanceof {box}")
        self._take(build.value, text)

    def _fields(self, text: str, build: FieldsInput) -> None:
        for owner in dict.fromkeys(each.owner for each in build.fields):
            self._need(call("isA", text, f'"{dotted(owner)}"'))
        for each in build.fields:
            self._take(each.slot, call("field", text, f'"{dotted(each.owner)}"', f'"{each.name}"'))

    def _symbol(self, value: Value, text: str) -> None:
        if isinstance(value, Term) and value.op == "var":
            self.symbols[value] = text
        elif not isinstance(value, Term):
            self.facts.append(f"{text} == {value}")

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


def _symbol_in(value: Value | None) -> Term | None:
    """The symbol that a value is, or that it widens to an int; None for any other value."""
    if not isinstance(value, Term):
        return None
    inner = value.args[0] if value.op in ("sext", "zext") else value
    if value.op == "ite" and value.args[1:] == (1, 0):
        inner = value.args[0]
    return inner if isinstance(inner, Term) and inner.op == "var" and not inner.sort.is_array else None
