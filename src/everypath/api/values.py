"""The values of a witness as Python values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from everypath import inputs
from everypath.classfile import dotted
from everypath.dataclass import dataclass, field
from everypath.inputs import Slot
from everypath.inputs.shapes import CallInput

if TYPE_CHECKING:
    from everypath.inputs import InputShape
    from everypath.term import Model

__all__ = ["JavaObject", "witness_of"]


@dataclass(eq=False)
class JavaObject:
    """An object of the input: its class, its ``fields`` where they are given one by one, else the ``calls`` that make
    it, each with its arguments, the first one a constructor or factory, or a ``name`` of the static field, enum
    constant or class literal that it is. ``answers`` are those of a stub, in the order of its calls.
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
    """The inputs by name, the receiver as ``this``, static fields that the path looked at as ``Class.field``.

    booleans are ``bool``, chars ``str``, other numbers ``int`` and ``float``, strings ``str``, arrays lists, ``null``
    is None; boxes are what they hold, all other objects are `JavaObject`. One object is one object here, too.
    """
    builder = _Builder(shape, model)
    return {slot.name: builder.value(slot) for slot in shape.slots}


class _Builder:
    def __init__(self, shape: InputShape, model: Model) -> None:
        self._shape = shape
        self._model = model
        self._made: dict[str, object] = {}

    def value(self, slot: Slot) -> object:
        if slot.is_primitive:
            return _primitive(slot.concrete(self._model), slot.descriptor)
        return self._object(slot.name)

    def _object(self, name: str) -> object:
        if name not in self._made:
            if name not in self._shape.nodes:
                return None
            self._build(name, self._shape.nodes[name].build)
        return self._made[name]

    def _build(self, name: str, build: inputs.Build) -> None:
        """Make the object of a place; it is known before what it holds is made, since that may lead back to it."""
        model = self._model
        match build:
            case inputs.Alias():
                self._made[name] = None
                self._made[name] = self._object(build.of)
            case inputs.TextInput():
                self._made[name] = build.concrete(model)
            case inputs.PrimitiveArrayInput():
                code = build.class_name[1]
                self._made[name] = [_primitive(each, code) for each in build.concrete(model)]
            case inputs.ReferenceArrayInput():
                elements: list[object] = [None] * build.concrete_length(model)
                self._made[name] = elements
                for index, slot in build.elements:
                    if index < len(elements):
                        elements[index] = self.value(slot)
            case inputs.BoxInput():
                self._made[name] = self.value(build.value)
            case inputs.EnumInput():
                self._made[name] = _named(build.class_name, build.constant)
            case inputs.ConstantInput():
                self._made[name] = _named(build.owner, build.name)
            case inputs.ClassLiteral():
                self._made[name] = JavaObject("java.lang.Class", f"{dotted(build.class_name)}.class")
            case inputs.MemberInput():
                self._made[name] = JavaObject(dotted(build.class_name), f"{dotted(build.owner)}#{build.name}")
            case inputs.FieldsInput():
                made = self._made[name] = JavaObject(dotted(build.class_name))
                made.fields.update((each.name, self.value(each.slot)) for each in build.fields)
            case inputs.Recipe():
                made = self._made[name] = JavaObject(dotted(build.class_name))
                made.calls += map(self._call, (build.creator, *build.calls))
            case inputs.Stub():
                made = self._made[name] = JavaObject(dotted(build.class_name))
                made.calls += [self._call(build.creator)] if build.creator is not None else []
                for each in build.answers:
                    answer = self.value(each.slot) if each.slot is not None else None
                    made.answers.append((each.name, dotted(each.throws) if each.throws else answer))
            case _:
                self._made[name] = None

    def _call(self, call: CallInput) -> tuple[str, tuple[object, ...]]:
        called = "new" if call.name == "<init>" else call.name
        return called, tuple(self.value(each) for each in call.arguments)


def _named(owner: str, name: str) -> JavaObject:
    return JavaObject(dotted(owner), f"{dotted(owner)}.{name}")


_CONVERTED: dict[str, Callable[[int | float], object]] = {"Z": bool, "C": lambda value: chr(int(value))}


def _primitive(value: int | float, descriptor: str) -> object:
    return _CONVERTED[descriptor](value) if descriptor in _CONVERTED else value
