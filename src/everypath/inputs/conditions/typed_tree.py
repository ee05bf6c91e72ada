"""Conditions after type checking: every name resolved, every conversion explicit (JLS 5.6), one class per kind of node.

``type`` is a descriptor; ``N`` is the type of ``null``. Values narrower than ``int`` are promoted where Java does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TypeAlias

from everypath.dataclass import dataclass
from everypath.program import Class, Field


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal or a constant field. Booleans are Python's, texts Python strings, ``null`` is None."""

    type: str
    value: int | float | str | None


@dataclass(frozen=True, slots=True)
class Input:
    """A parameter or ``this``, as the call gives it; ``position`` counts the arguments, the receiver first."""

    type: str
    name: str
    position: int


@dataclass(frozen=True, slots=True)
class Result:
    """The value that the method returned."""

    type: str


@dataclass(frozen=True, slots=True)
class FieldOf:
    """An instance field."""

    type: str
    target: Typed
    field: Field


@dataclass(frozen=True, slots=True)
class StaticOf:
    """A static field."""

    type: str
    field: Field


@dataclass(frozen=True, slots=True)
class Length:
    """The length of an array or of a string."""

    type: str
    target: Typed


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array, or a char of a string."""

    type: str
    target: Typed
    index: Typed


@dataclass(frozen=True, slots=True)
class Equals:
    """``s.equals(t)`` of two strings."""

    type: str
    target: Typed
    other: Typed


@dataclass(frozen=True, slots=True)
class Convert:
    """A conversion between primitive types, or a cast of a reference."""

    type: str
    operand: Typed


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A binary operator on numbers of one type (the right operand of a shift is an ``int``), or on booleans."""

    type: str
    op: str
    left: Typed
    right: Typed


@dataclass(frozen=True, slots=True)
class Negation:
    """``-x``."""

    type: str
    operand: Typed


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers or booleans of one type."""

    type: str
    op: str
    left: Typed
    right: Typed


@dataclass(frozen=True, slots=True)
class Same:
    """``==`` of references."""

    type: str
    left: Typed
    right: Typed


@dataclass(frozen=True, slots=True)
class Logic:
    """``&&`` or ``||``."""

    type: str
    op: str
    left: Typed
    right: Typed


@dataclass(frozen=True, slots=True)
class Not:
    """``!x``."""

    type: str
    operand: Typed


@dataclass(frozen=True, slots=True)
class Choice:
    """``condition ? yes : no``, both of one type."""

    type: str
    condition: Typed
    yes: Typed
    no: Typed


@dataclass(frozen=True, slots=True)
class InstanceOf:
    """``operand instanceof cls``."""

    type: str
    operand: Typed
    cls: Class


@dataclass(frozen=True, slots=True)
class Old:
    """``old(operand)``: its value before the call; ``number`` distinguishes the old values of one condition."""

    type: str
    operand: Typed
    number: int


@dataclass(frozen=True, slots=True)
class Property:
    """A property of the heap: ``noshare acyclic tree distinct sorted``."""

    type: str
    name: str
    arguments: tuple[Typed, ...]


Typed: TypeAlias = (
    Constant
    | Input
    | Result
    | FieldOf
    | StaticOf
    | Length
    | Element
    | Equals
    | Convert
    | Arithmetic
    | Negation
    | Compare
    | Same
    | Logic
    | Not
    | Choice
    | InstanceOf
    | Old
    | Property
)


def parts(node: Typed) -> Iterator[Typed]:
    """A node and all below it."""
    yield node
    for each in fields(node):
        value = getattr(node, each.name)
        if isinstance(value, tuple):
            for inner in value:
                yield from parts(inner)
        elif hasattr(value, "type") and each.name != "field":
            yield from parts(value)


def conjuncts(node: Typed) -> Iterator[Typed]:
    """The parts of a condition that ``&&`` joins, in their order."""
    if isinstance(node, Logic) and node.op == "&&":
        yield from conjuncts(node.left)
        yield from conjuncts(node.right)
    else:
        yield node


def is_total(node: Typed) -> bool:
    """True if the evaluation reads no object, divides by no number and never forks. Such a node can be evaluated even
    if Java would skip it.
    """
    for each in parts(node):
        if isinstance(each, FieldOf | StaticOf | Length | Element | Equals | InstanceOf | Property | Same):
            if isinstance(each, Same) and Constant("N", None) in (each.left, each.right):
                continue
            return False
        if isinstance(each, Arithmetic) and each.op in "/%":
            return False
        if isinstance(each, Convert) and each.type[0] in "L[":
            return False
    return True
