"""Lists, maps and sets that are data: a new object, and calls that add the elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from typing import TypeAlias

from everypath import inputs
from everypath.classfile import UNBOXED
from everypath.inputs import Slot
from everypath.inputs.shapes import KeyInput
from everypath.suite.recipes.accessibility import Members
from everypath.suite.recipes.simple_objects import NotBuildable, simplest_object, static_field
from everypath.suite.testcase import (
    Boxed,
    Expression,
    Invoke,
    Literal,
    New,
    Null,
    Outcome,
    Perform,
    Statement,
    Text,
    Variable,
    class_descriptor,
)
from everypath.term import Model

__all__ = ["CollectionBuilder", "keys_of"]

_OBJECT = "Ljava/lang/Object;"

_LONGEST = 1_000
"""No test adds more elements: each is a call."""

_Row: TypeAlias = tuple[tuple[Expression, ...], str | None]
"""The arguments of a call that adds an element, and the name of the input that it passes."""

_FIRST = {"C": ord("a")}
_RANGES = {"Z": 2, "B": 1 << 7, "S": 1 << 15, "C": 1 << 16}
"""The numbers of values of a kind that are no key by themselves."""


def keys_of(shape: inputs.InputShape) -> set[str]:
    """The names of the inputs that code looked up in maps."""
    builds = (node.build for node in shape.reachable() if isinstance(node.build, inputs.MapInput))
    return {each.key.name for build in builds for each in build.keys if isinstance(each.key, Slot)}


class CollectionBuilder:
    """Builds lists and maps of one input.

    ``expression`` builds the object of a slot, ``declare`` puts the object with a name into a variable of a type.
    ``setup`` are the statements so far.
    """

    def __init__(
        self,
        shape: inputs.InputShape,
        witness: Model,
        members: Members,
        expression: Callable[[Slot], Expression],
        declare: Callable[[str, Expression, str], Variable],
        make_stub: Callable[[str], Expression],
        setup: list[Statement],
    ) -> None:
        self._shape = shape
        self._witness = witness
        self._members = members
        self._expression = expression
        self._declare = declare
        self._make_stub = make_stub
        self._setup = setup

    def build(self, name: str, build: inputs.ListInput | inputs.MapInput, *, aliased: bool) -> Expression:
        """The expression of a list, map or set. It gets a variable if it is ``aliased``."""
        if isinstance(build, inputs.ListInput):
            return self._list(name, build, aliased=aliased)
        return self._map(name, build, aliased=aliased)

    def _list(self, name: str, listed: inputs.ListInput, *, aliased: bool) -> Expression:
        """A new list, and calls that add the elements."""
        slots = self._elements_of(name, listed)
        rows: list[_Row] = [
            ((Null(_OBJECT),), None) if slot is None else ((self._expression(slot),), slot.name) for slot in slots
        ]
        return self._filled(name, listed.class_name, "add", rows, aliased=aliased)

    def _map(self, name: str, build: inputs.MapInput, *, aliased: bool) -> Expression:
        """A new map or set, and calls that add the keys that are present, then further ones up to its size."""
        present = [each for each in build.keys if each.present]
        further = build.concrete_size(self._witness) - len(present) - len(build.order)
        if not 0 <= further <= _LONGEST:
            raise NotBuildable(Outcome.NO_TEST, f"{name} has {further + len(present)} entries")
        rows: list[_Row] = []
        for key, held in build.order:
            given = self._expression(key), Null(_OBJECT) if held is None else self._expression(held)
            rows.append((given, key.name))
        for each in present:
            value = Null(_OBJECT) if each.value is None else self._expression(each.value)
            rows.append(((self._key(each), value), None if each.value is None else each.value.name))
        added = list(islice(self._further_keys(build), further))
        if len(added) < further:
            raise NotBuildable(Outcome.NO_TEST, f"{name} has more entries than there are keys")
        rows += [((each, Null(_OBJECT)), None) for each in added]
        if build.is_set:
            rows = [(given[:1], passed) for given, passed in rows]
        return self._filled(name, build.class_name, "add" if build.is_set else "put", rows, aliased=aliased)

    def _filled(
        self,
        name: str,
        class_name: str,
        method: str,
        rows: Sequence[_Row],
        *,
        aliased: bool,
    ) -> Expression:
        """A new collection after a call for each of ``rows``."""
        made = New(self._members.method(class_name, "<init>", "()V"), ())
        if not rows and not aliased:
            return made
        variable = self._declare(name, made, class_descriptor(class_name))
        returned = "Z" if method == "add" else _OBJECT
        for given, passed in rows:
            member = self._members.method(class_name, method, f"({_OBJECT * len(given)}){returned}")
            self._setup.append(Perform(Invoke(member, variable, given), () if passed is None else (passed,)))
        return variable

    def _elements_of(self, name: str, listed: inputs.ListInput) -> list[Slot | None]:
        """The slots of the elements of a list; None for an element that the path did not use."""
        size = listed.concrete_size(self._witness)
        if size > _LONGEST:
            raise NotBuildable(Outcome.NO_TEST, f"{name} has {size} elements")
        array = self._shape.node(listed.elements.name).build
        assert isinstance(array, inputs.ReferenceArrayInput)
        slots = dict(array.concrete(self._witness))
        return [slots.get(at) for at in range(size)]

    # ---- keys

    def _key(self, looked_up: KeyInput) -> Expression:
        match looked_up.key:
            case Slot() as slot:
                return self._expression(slot)
            case str() as text:
                return Text(text)
            case inputs.BoxInput(value=value):
                return Boxed(Literal(value.descriptor, value.concrete(self._witness)))
            case inputs.EnumInput(class_name=name, constant=constant):
                return static_field(self._members, name, constant, class_descriptor(name))
        return Null(_OBJECT)

    def _value(self, key: Slot | str | inputs.BoxInput | inputs.EnumInput | None) -> object:
        """What a key is equal to: a number or a text, the name of a constant; None for other keys."""
        if isinstance(key, Slot):
            build = self._shape.node(key.name).build if key.name in self._shape.nodes else None
        else:
            build = key if isinstance(key, inputs.BoxInput | inputs.EnumInput) else None
        match build:
            case inputs.BoxInput(value=value):
                return value.concrete(self._witness)
            case inputs.EnumInput(constant=constant):
                return constant
            case inputs.TextInput() as text:
                return text.concrete(self._witness)
        return key if isinstance(key, str) else None

    def _further_keys(self, build: inputs.MapInput) -> Iterator[Expression]:
        """Keys that are equal to none of those that code looked up."""
        used = {self._value(each.key) for each in build.keys} | {self._value(key) for key, _ in build.order}
        of = build.key_type[1:-1]
        constants = self._members.classes.constants(of)
        if of in UNBOXED:
            kind = UNBOXED[of]
            first = _FIRST.get(kind, 0)
            numbers = count(first) if kind not in _RANGES else range(first, _RANGES[kind])
            for number in numbers:
                value = float(number) if kind in "FD" else number
                if value not in used:
                    yield Boxed(Literal(kind, value))
        elif constants:
            yield from (static_field(self._members, of, each, build.key_type) for each in constants if each not in used)
            if None not in used:
                yield Null(build.key_type)
        elif self._members.classes.inherits("java/lang/String", of) or of == "java/lang/Object":
            texts = (f"key{number}" for number in count(1))
            yield from (Text(each) for each in texts if each not in used)
        else:
            while True:
                yield simplest_object(self._members, build.key_type, self._make_stub)
