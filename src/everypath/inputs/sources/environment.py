"""The environment of a program (``--entry``): its standard input, system properties and environment variables.

Each is an input and is made when the program first reads it. The standard input is an array of bytes up to its end. A
property or environment variable is a string, or null if it is not set. Values that a class initialiser reads are no
inputs, because a replay cannot control when the class is initialised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.inputs.places import InputPlace
from everypath.inputs.shapes import SHAPE, EnvironmentInput, shape_of, slot_of
from everypath.inputs.stubs import assume
from everypath.term import BV16, BV32, array_sort, conj, disj, le, ne, ref_var, select, var, zext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from everypath.program import Method
    from everypath.state import State
    from everypath.term import Value

STANDARD_INPUT = "stdin"
"""The name of the bytes of the standard input, unless a parameter has this name."""


def is_main(method: Method) -> bool:
    """True if the JVM can start a program with the method (JLS 12.1.4)."""
    return method.is_static and (method.name, method.descriptor) == ("main", "([Ljava/lang/String;)V")


def standard_input(taken: Iterable[str]) -> InputPlace:
    """The place of the bytes of the standard input; ``taken`` are the names of the parameters."""
    return InputPlace(STANDARD_INPUT + "_" * (STANDARD_INPUT in taken), "[B", non_null=True, passed=False)


def environment_value(
    state: State, name: str | None, symbol: Callable[[State, InputPlace], Value], *, variable: bool = False
) -> Value | None:
    """The standard input (``name`` is None), or the system property or environment ``variable`` of this name; None
    while a class is initialised.
    """
    shape = shape_of(state)
    for each in shape.environment:
        if (each.name, each.variable) == (name, variable):
            return ref_var(each.slot.name)
    if any(frame.method.name == "<clinit>" for frame in state.frames):
        return None
    if name is None:
        place = standard_input(slot.name for slot in shape.roots)
    else:
        called = f'System.{"getenv" if variable else "getProperty"}("{name}")'
        place = InputPlace(called, "Ljava/lang/String;", nullable=True, passed=False)
    value = symbol(state, place)
    shape = shape_of(state)
    found = EnvironmentInput(slot_of(place, value), name, variable)
    state.attachments[SHAPE] = replace(shape, environment=(*shape.environment, found))
    if variable:
        assume(state, _is_variable(place.name, state.control.bounds.length))
    return value


def _is_variable(name: str, most: int) -> Value:
    """The condition that a string has no char 0 among its first chars, as no environment variable has one."""
    length, chars = var(f"{name}.length", BV32), var(f"{name}.chars", array_sort(BV16))
    return conj(*(disj(le(length, at), ne(zext(select(chars, at), 32), 0)) for at in range(most)))
