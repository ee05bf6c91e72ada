"""Predicted and observed values: trees of plain data that are compared with the values of the JVM.

Objects are numbered in the order of a walk, so that shared and cyclic structures differ from equal ones. A value that
must not be predicted (identity hash codes, clocks, havocked values) is :class:`Unknown` and is neither compared nor
asserted.
"""

from __future__ import annotations

from typing import TypeAlias

from everypath.dataclass import dataclass

__all__ = [
    "ArrayValue",
    "BoxValue",
    "ClassValue",
    "Contents",
    "EnumValue",
    "Expected",
    "FieldValue",
    "NullValue",
    "ObjectValue",
    "Primitive",
    "Same",
    "TextValue",
    "Unknown",
]


@dataclass(frozen=True, slots=True)
class Primitive:
    """A primitive value, or ``void`` results as descriptor ``V``."""

    descriptor: str
    value: int | float


@dataclass(frozen=True, slots=True)
class NullValue:
    """``null``."""


@dataclass(frozen=True, slots=True)
class TextValue:
    """A string by content; ``class_name`` is ``String`` or one of its builders."""

    value: str
    class_name: str = "java/lang/String"


@dataclass(frozen=True, slots=True)
class BoxValue:
    """A boxed primitive by value; the identity of boxes is never compared."""

    class_name: str
    value: int | float


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A constant of an enum."""

    class_name: str
    constant: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A ``java.lang.Class`` object, by the descriptor of the class."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array. If ``length`` exceeds the number of ``elements``, the other elements are not compared."""

    class_name: str
    elements: tuple[Expected, ...]
    number: int
    length: int


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One instance field of an object."""

    owner: str
    name: str
    descriptor: str
    value: Expected


@dataclass(frozen=True, slots=True)
class Contents:
    """The elements of a ``list``, a ``set`` or an ``optional``; the keys and values of a ``map`` in turn.

    A ``sequence`` has the elements in the order of its iterator and is equal to nothing else. An ``entry`` is one key
    and its value. ``ints``, ``longs`` and ``doubles`` are optionals of a primitive.
    """

    kind: str
    items: tuple[Expected, ...]


@dataclass(frozen=True, slots=True)
class ObjectValue:
    """An object with the fields that can be compared; no fields for classes that are not compared inside.

    ``contents`` are those of a JDK collection that the JVM has shown; None if they are in its fields.
    """

    class_name: str
    fields: tuple[FieldValue, ...]
    number: int
    contents: Contents | None = None


@dataclass(frozen=True, slots=True)
class Same:
    """The object that occurred before under this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that is not predicted, with the reason."""

    reason: str


Expected: TypeAlias = (
    Primitive | NullValue | TextValue | BoxValue | EnumValue | ClassValue | ArrayValue | ObjectValue | Same | Unknown
)
