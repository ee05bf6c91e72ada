"""Functions on descriptors (JVMS 4.3)."""

from __future__ import annotations

from everypath.classfile import PRIMITIVES

__all__ = [
    "OBJECT",
    "STRING",
    "class_descriptor",
    "class_of",
    "element_descriptor",
    "method_parameters",
    "return_descriptor",
]

_DESCRIPTORS = {keyword: descriptor for descriptor, keyword in PRIMITIVES.items()}

OBJECT = "Ljava/lang/Object;"
STRING = "Ljava/lang/String;"


def class_descriptor(name: str) -> str:
    """The descriptor of an internal class name. Array names and keywords of primitive types are handled, too."""
    return name if name.startswith("[") else _DESCRIPTORS.get(name, f"L{name};")


def class_of(descriptor: str) -> str:
    """Internal name of a reference type's class (arrays keep their descriptor)."""
    return descriptor if descriptor.startswith("[") else descriptor[1:-1]


def element_descriptor(descriptor: str) -> str:
    """Element type of an array descriptor."""
    return descriptor[1:]


def method_parameters(descriptor: str) -> tuple[str, ...]:
    """Parameter descriptors of a method descriptor."""
    found: list[str] = []
    at = 1
    while descriptor[at] != ")":
        start = at
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        found.append(descriptor[start:at])
    return tuple(found)


def return_descriptor(descriptor: str) -> str:
    """Return type of a method descriptor."""
    return descriptor[descriptor.index(")") + 1 :]
