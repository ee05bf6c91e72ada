"""What the machine predicts a value to be: a tree of plain data, comparable with what the JVM shows.

Objects carry a number in the order in which a walk meets them, so shared and cyclic structure can be told from equal
structure. What must not be predicted (identity hashes, clocks, anything havocked) is :class:`Unknown` and is neither
compared nor asserted.
"""

from __future__ import annotations

from typing import TypeAlias

from everypath.dataclass import dataclass

__all__ = [
    "ArrayValue",
    "BoxValue",
    "ClassValue",
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
    """A string by content. ``class_name`` tells ``String`` from its builders."""

    value: str
    class_name: str = "java/lang/String"


@dataclass(frozen=True, slots=True)
class BoxValue:
    """A boxed primitive, by value: identities of boxes are never compared."""

    class_name: str
    value: int | float


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A constant of an enum."""

    class_name: str
    constant: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A ``java.lang.Class`` object, by the descriptor it stands for."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array. ``length`` may exceed the elements shown, then the rest is not compared."""

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
class ObjectValue:
    """An object with the fields that can be compared (none for classes whose inside is not compared)."""

    class_name: str
    fields: tuple[FieldValue, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Same:
    """The object met before under this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not predicted, and why."""

    reason: str


Expected: TypeAlias = (
    Primitive | NullValue | TextValue | BoxValue | EnumValue | ClassValue | ArrayValue | ObjectValue | Same | Unknown
)
