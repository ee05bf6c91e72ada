"""The values of a witness as Python values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import dataclass, field
from everypath.inputs import (
    Alias,
    BoxInput,
    Build,
    ClassLiteral,
    ConstantInput,
    EnumInput,
    FieldsInput,
    ListInput,
    MapInput,
    MemberInput,
    OptionalInput,
    PrimitiveArrayInput,
    RecipeInput,
    ReferenceArrayInput,
    Slot,
    Stub,
    TextInput,
)
from everypath.inputs.shapes import CallInput, KeyInput

if TYPE_CHECKING:
    from everypath.inputs import InputShape
    from everypath.term import Model

__all__ = ["JavaObject", "witness_of"]


@dataclass(eq=False)
class JavaObject:
    """An object of the input.

    ``name`` is set for a static field, an enum constant, a class literal or a member. Otherwise the object is given by
    its ``fields`` or by the ``calls`` that make it, each with its arguments; the first is a constructor or factory.
    ``answers`` are those of a stub, in the order of its calls.
    """

    class_name: str
    name: str = ""
    fields: dict[str, object] = field(default_factory=dict)
    calls: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    answers: list[tuple[str, object]] = field(default_factory=list)

    def __repr__(self) -> str:
        if self.name:
            return f"<{self.name}>"
        given = [f"{name}={_short(value)}" for name, value in self.fields.items()]
        given += [f"{name}({', '.join(map(_short, arguments))})" for name, arguments in self.calls]
        given += [f"{name}() -> {_short(value)}" for name, value in self.answers]
        return f"<{' '.join([self.class_name, *given])}>"


def _short(value: object) -> str:
    return f"<{value.class_name}>" if isinstance(value, JavaObject) else repr(value)


def witness_of(shape: InputShape, model: Model) -> dict[str, object]:
    """The inputs by name: the receiver as ``this``, static fields that the path read as ``Class.field``.

    Booleans become ``bool``, chars and strings ``str``, other numbers ``int`` and ``float``, arrays lists, ``null``
    None, and boxes the value in them. All other objects become `JavaObject`. Equal references become one object.
    """
    builder = _Builder(shape, model)
    return {slot.name: builder.value(slot) for slot in shape.slots}


class _Builder:
    """Makes the Python values of one witness."""

    def __init__(self, shape: InputShape, model: Model) -> None:
        self._shape = shape
        self._model = model
        self._made: dict[str, object] = {}

    def value(self, slot: Slot) -> object:
        """The value of an input, a field or an element."""
        if slot.is_primitive:
            return _primitive(slot.concrete(self._model), slot.descriptor)
        return self._object(slot.name)

    def _object(self, name: str) -> object:
        if name not in self._made:
            if name not in self._shape.nodes:
                return None
            self._build(name, self._shape.nodes[name].build)
        return self._made[name]

    def _build(self, name: str, build: Build) -> None:
        """Make the object of a place. It is stored before its parts are made, since these may refer to it."""
        match build:
            case Alias():
                self._made[name] = None
                self._made[name] = self._object(build.of)
            case ReferenceArrayInput():
                self._fill_elements(name, build, build.concrete_length(self._model))
            case ListInput():
                array = self._shape.nodes[build.elements.name].build
                assert isinstance(array, ReferenceArrayInput)
                self._fill_elements(name, array, build.concrete_size(self._model))
            case MapInput():
                self._fill_map(name, build)
            case OptionalInput():
                made = self._made[name] = JavaObject(dotted(build.class_name))
                made.fields["value"] = self.value(build.value)
            case FieldsInput() | RecipeInput() | Stub():
                made = self._made[name] = JavaObject(dotted(build.class_name))
                self._fill(made, build)
            case _:
                self._made[name] = self._simple(build)

    def _fill_elements(self, name: str, array: ReferenceArrayInput, count: int) -> None:
        elements = self._made[name] = list[object]([None] * count)
        for index, slot in array.concrete(self._model):
            if index < count:
                elements[index] = self.value(slot)

    def _fill_map(self, name: str, build: MapInput) -> None:
        """The known keys that are present, with their values; a set has a list of them."""
        made = self._made[name] = list[object]()
        rows = [(self.value(key), value) for key, value in build.order]
        rows += [(self._key(each), each.value) for each in build.keys if each.present]
        made += (key if build.is_set else (key, None if value is None else self.value(value)) for key, value in rows)

    def _key(self, looked_up: KeyInput) -> object:
        key = looked_up.key
        if isinstance(key, Slot):
            return self.value(key)
        return key if key is None or isinstance(key, str) else self._simple(key)

    def _simple(self, build: Build) -> object:
        """The value of an object that refers to no other object; None for a build that has no value."""
        match build:
            case TextInput():
                return build.concrete(self._model)
            case PrimitiveArrayInput():
                return [_primitive(each, build.class_name[1]) for each in build.concrete(self._model)]
            case BoxInput():
                return self.value(build.value)
            case EnumInput():
                return _named(build.class_name, build.constant)
            case ConstantInput():
                return _named(build.owner, build.name)
            case ClassLiteral():
                return JavaObject("java.lang.Class", f"{dotted(build.class_name)}.class")
            case MemberInput():
                return JavaObject(dotted(build.class_name), f"{dotted(build.owner)}#{build.name}")
        return None

    def _fill(self, made: JavaObject, build: FieldsInput | RecipeInput | Stub) -> None:
        """Add the fields, the calls or the answers of an object."""
        match build:
            case FieldsInput():
                made.fields.update((each.name, self.value(each.slot)) for each in build.fields)
            case RecipeInput():
                made.calls += map(self._call, (build.creator, *build.calls))
            case Stub():
                made.calls += [self._call(build.creator)] if build.creator is not None else []
                for each in build.answers:
                    answer = self.value(each.slot) if each.slot is not None else None
                    made.answers.append((each.name, dotted(each.throws) if each.throws else answer))

    def _call(self, call: CallInput) -> tuple[str, tuple[object, ...]]:
        called = "new" if call.name == "<init>" else call.name
        return called, tuple(self.value(each) for each in call.arguments)


def _named(owner: str, name: str) -> JavaObject:
    return JavaObject(dotted(owner), f"{dotted(owner)}.{name}")


_CONVERTED: dict[str, Callable[[int | float], object]] = {"Z": bool, "C": lambda value: chr(int(value))}


def _primitive(value: int | float, descriptor: str) -> object:
    return _CONVERTED[descriptor](value) if descriptor in _CONVERTED else value
