"""The sorts of Java's primitive types, by descriptor, and symbols of these types."""

from __future__ import annotations

from everypath.term.constructors.conditions import bool_to_int
from everypath.term.constructors.conversions import sext, zext
from everypath.term.core import Value, var
from everypath.term.values import BOOL, BV8, BV16, BV32, BV64, F32, F64, Sort

ELEMENT_SORTS: dict[str, Sort] = {
    "Z": BV8,
    "B": BV8,
    "C": BV16,
    "S": BV16,
    "I": BV32,
    "J": BV64,
    "F": F32,
    "D": F64,
}
"""The sort in which an array of primitives keeps its elements."""

OPERAND_SORTS: dict[str, Sort] = {**ELEMENT_SORTS, "Z": BV32, "B": BV32, "C": BV32, "S": BV32}
"""The sort of a value on the operand stack: types narrower than int are widened (JVMS 2.11.1)."""


def primitive_symbol(name: str, descriptor: str) -> Value:
    """A symbol of a primitive type, widened to an int if the type is narrower."""
    match descriptor:
        case "Z":
            return bool_to_int(var(name, BOOL))
        case "B":
            return sext(var(name, BV8), 32)
        case "S":
            return sext(var(name, BV16), 32)
        case "C":
            return zext(var(name, BV16), 32)
        case _:
            return var(name, OPERAND_SORTS[descriptor])
