"""Conversions between numeric types, and lcmp."""

from __future__ import annotations

from collections.abc import Callable

from everypath.state import State
from everypath.term import (
    Value,
    d2f,
    d2i,
    d2l,
    f2d,
    f2i,
    f2l,
    i2b,
    i2c,
    i2d,
    i2f,
    i2l,
    i2s,
    l2d,
    l2f,
    l2i,
    lcmp,
)
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode

CONVERSIONS: dict[str, Callable[[Value], Value]] = {
    "i2l": i2l,
    "i2f": i2f,
    "i2d": i2d,
    "l2i": l2i,
    "l2f": l2f,
    "l2d": l2d,
    "f2i": f2i,
    "f2l": f2l,
    "f2d": f2d,
    "d2i": d2i,
    "d2l": d2l,
    "d2f": d2f,
    "i2b": i2b,
    "i2c": i2c,
    "i2s": i2s,
}


@opcode(*CONVERSIONS)
def convert(site: InstructionSite) -> Handler:
    """Replace the top by its conversion."""
    following, conversion = site.next, CONVERSIONS[site.name]

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack[-1] = conversion(stack[-1])
        return following

    return handler


@opcode("lcmp")
def compare_longs(site: InstructionSite) -> Handler:
    """-1, 0 or 1."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = lcmp(stack[-1], right)
        return following

    return handler
