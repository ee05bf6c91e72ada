"""Sorts, the types of terms. They are singletons and compare by identity."""

from __future__ import annotations

from collections.abc import Callable


class Sort:
    """A type of terms. ``width`` is the number of bits (0 for Booleans, references and arrays)."""

    __slots__ = ("element", "is_array", "is_float", "is_vector", "name", "width")

    def __init__(self, name: str, width: int, *, kind: str, element: Sort | None = None) -> None:
        self.name = name
        self.width = width
        self.is_vector = kind == "vector"
        self.is_float = kind == "float"
        self.is_array = kind == "array"
        self.element = element

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], Sort], tuple[str]]:
        return sort_named, (self.name,)


BOOL = Sort("BOOL", 0, kind="bool")
BV8 = Sort("BV8", 8, kind="vector")
BV16 = Sort("BV16", 16, kind="vector")
BV32 = Sort("BV32", 32, kind="vector")
BV64 = Sort("BV64", 64, kind="vector")
F32 = Sort("F32", 32, kind="float")
F64 = Sort("F64", 64, kind="float")
REF = Sort("REF", 0, kind="reference")

_SORTS: dict[str, Sort] = {sort.name: sort for sort in (BOOL, BV8, BV16, BV32, BV64, F32, F64, REF)}
_VECTORS = {8: BV8, 16: BV16, 32: BV32, 64: BV64}


def array_sort(element: Sort) -> Sort:
    """The sort of arrays from BV32 indexes to ``element`` values."""
    name = f"ARRAY({element.name})"
    sort = _SORTS.get(name)
    if sort is None:
        sort = _SORTS[name] = Sort(name, 0, kind="array", element=element)
    return sort


def vector_sort(width: int) -> Sort:
    """The bit-vector sort of ``width`` bits (8, 16, 32 or 64)."""
    return _VECTORS[width]


def sort_named(name: str) -> Sort:
    """The sort with this name; the inverse of ``sort.name``, used when terms are unpickled."""
    sort = _SORTS.get(name)
    if sort is not None:
        return sort
    if name.startswith("ARRAY(") and name.endswith(")"):
        return array_sort(sort_named(name[6:-1]))
    raise KeyError(name)
