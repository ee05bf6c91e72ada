"""Annotations as frozen dataclasses (JVMS 4.7.16 to 4.7.22)."""

from __future__ import annotations

from typing import Final, TypeAlias

from everypath.dataclass import dataclass

TARGET_FIELD: Final = 0x13
TARGET_RETURN: Final = 0x14
TARGET_PARAMETER: Final = 0x16


@dataclass(frozen=True, slots=True)
class EnumValue:
    """An enum constant: the enum's descriptor and the constant's name."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class literal by its return descriptor (``V`` is ``void.class``)."""

    descriptor: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """An annotation: its type's descriptor and the values given, by name, in order."""

    type: str
    values: tuple[tuple[str, ElementValue], ...] = ()

    @property
    def name(self) -> str:
        """The internal name of the annotation's class."""
        return self.type[1:-1]

    def get(self, name: str) -> ElementValue | None:
        """The value for an element. ``None`` if it has its default, which is in the class of the annotation type."""
        return next((value for key, value in self.values if key == name), None)


@dataclass(frozen=True, slots=True)
class TypeAnnotation:
    """An annotation of a use of a type (JVMS 4.7.20).

    ``target`` is the ``target_type``; ``index`` the parameter's number for ``TARGET_PARAMETER``, otherwise 0.
    ``path`` is empty if the annotation is on the whole type, else pairs (kind, argument) into it.
    """

    target: int
    index: int
    path: tuple[tuple[int, int], ...]
    annotation: Annotation


ElementValue: TypeAlias = "bool | int | float | str | EnumValue | ClassValue | Annotation | tuple[ElementValue, ...]"
"""A char is a string of one character; an array is a tuple."""
