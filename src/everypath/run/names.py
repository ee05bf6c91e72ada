"""How classes, methods and places are written for people."""

from __future__ import annotations

from collections.abc import Callable

from everypath.classfile import parse_method_descriptor

PRIMITIVES = {
    "Z": "boolean",
    "B": "byte",
    "C": "char",
    "S": "short",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
    "V": "void",
}


def dotted(name: str) -> str:
    """``java.util.List`` for ``java/util/List``."""
    return name.replace("/", ".")


def simple_name(name: str) -> str:
    """The class without its package and without the classes around it: ``Entry`` for ``java.util.Map$Entry``."""
    return outer_name(name).rsplit("$", 1)[-1] or name


def outer_name(name: str) -> str:
    """The class without its package: ``Map$Entry`` for ``java.util.Map$Entry``."""
    return name.replace("/", ".").rsplit(".", 1)[-1]


def full_type(descriptor: str) -> str:
    """``int[]`` for ``[I``, ``java.util.Map.Entry`` for ``Ljava/util/Map$Entry;``."""
    return _written(descriptor, dotted)


def readable_type(descriptor: str) -> str:
    """``int[]`` for ``[I``, ``String`` for ``Ljava/lang/String;``."""
    return _written(descriptor, outer_name)


def _written(descriptor: str, shown: Callable[[str], str]) -> str:
    dimensions = len(descriptor) - len(descriptor.lstrip("["))
    element = descriptor[dimensions:]
    name = PRIMITIVES.get(element) or shown(element[1:-1]).replace("$", ".")
    return name + "[]" * dimensions


def readable_signature(class_name: str, method: str, descriptor: str) -> str:
    """``Fee.fee(int, boolean)``; a constructor reads ``new Fee(int)``."""
    parameters, _ = parse_method_descriptor(descriptor)
    arguments = ", ".join(readable_type(parameter) for parameter in parameters)
    owner = outer_name(class_name).replace("$", ".")
    if method == "<init>":
        return f"new {owner}({arguments})"
    return f"{owner}.{method}({arguments})"
