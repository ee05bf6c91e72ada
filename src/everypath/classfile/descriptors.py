"""Field and method descriptors (JVMS 4.3)."""

from __future__ import annotations

import re
from functools import lru_cache

from everypath.classfile.names import PRIMITIVES, dotted
from everypath.errors import ClassFormatError

_FIELD = r"\[*(?:[BCDFIJSZ]|L[^.;\[]+;)"
_FIELD_PATTERN = re.compile(_FIELD)
_METHOD_PATTERN = re.compile(rf"\(((?:{_FIELD})*)\)(V|{_FIELD})")

# A dollar sign between two parts of a name. One at the start or end is part of the simple name.
_NESTED = re.compile(r"(?<=[^\W_])\$(?=\w)")


@lru_cache(maxsize=65536)
def parse_method_descriptor(descriptor: str) -> tuple[tuple[str, ...], str]:
    """Parameter descriptors and return descriptor: ``"(I[J)V"`` gives ``(("I", "[J"), "V")``.

    Raises ``ClassFormatError`` if it is no method descriptor.
    """
    match = _METHOD_PATTERN.fullmatch(descriptor)
    if match is None:
        raise ClassFormatError(f"malformed method descriptor {descriptor[:80]!r}")
    return tuple(_FIELD_PATTERN.findall(match[1])), match[2]


def check_field_descriptor(descriptor: str) -> str:
    """``descriptor`` itself. Raises ``ClassFormatError`` if it is no field descriptor."""
    if _FIELD_PATTERN.fullmatch(descriptor) is None:
        raise ClassFormatError(f"malformed field descriptor {descriptor[:80]!r}")
    return descriptor


def slot_size(descriptor: str) -> int:
    """The number of local variables a value takes: 2 for long and double, 0 for void, otherwise 1."""
    return 2 if descriptor in ("J", "D") else 0 if descriptor == "V" else 1


def class_of_descriptor(descriptor: str) -> str:
    """The internal name of a reference type: ``Ljava/lang/String;`` gives ``java/lang/String``, ``[I`` itself."""
    return descriptor[1:-1] if descriptor[0] == "L" else descriptor


def descriptor_of_class(name: str) -> str:
    """The descriptor of a class by internal name, the inverse of ``class_of_descriptor``."""
    return name if name[0] == "[" else f"L{name};"


def is_reference(descriptor: str) -> bool:
    """True if a descriptor is that of a class or of an array."""
    return descriptor[0] in "L["


def java_type(descriptor: str) -> str:
    """The Java type of a descriptor: ``[Ljava/util/Map$Entry;`` gives ``java.util.Map$Entry[]``."""
    element = descriptor.lstrip("[")
    name = PRIMITIVES.get(element) or dotted(element[1:-1])
    return name + "[]" * (len(descriptor) - len(element))


def simple_type(descriptor: str) -> str:
    """The Java type of a descriptor without packages and with dots for nested classes: ``Map.Entry[]``."""
    return _NESTED.sub(".", java_type(descriptor).rpartition(".")[2])
