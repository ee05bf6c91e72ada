"""How classes, methods and places are written for people."""

from __future__ import annotations

from collections.abc import Callable

from everypath.classfile import PRIMITIVES, dotted, parse_method_descriptor, without_package


def full_type(descriptor: str) -> str:
    """``int[]`` for ``[I``, ``java.util.Map.Entry`` for ``Ljava/util/Map$Entry;``."""
    return _written(descriptor, dotted)


def readable_type(descriptor: str) -> str:
    """``int[]`` for ``[I``, ``String`` for ``Ljava/lang/String;``."""
    return _written(descriptor, without_package)


def _written(descriptor: str, shown: Callable[[str], str]) -> str:
    dimensions = len(descriptor) - len(descriptor.lstrip("["))
    element = descriptor[dimensions:]
    name = PRIMITIVES.get(element) or shown(element[1:-1]).replace("$", ".")
    return name + "[]" * dimensions


def readable_signature(class_name: str, method: str, descriptor: str) -> str:
    """``Fee.fee(int, boolean)``; a constructor reads ``new Fee(int)``."""
    parameters, _ = parse_method_descriptor(descriptor)
    arguments = ", ".join(readable_type(parameter) for parameter in parameters)
    owner = dotted(class_name).rpartition(".")[2].replace("$", ".")
    if method == "<init>":
        return f"new {owner}({arguments})"
    return f"{owner}.{method}({arguments})"
