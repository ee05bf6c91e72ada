"""Floating-point arithmetic (IEEE 754, JVMS 2.8): float results are rounded to single precision once."""

from __future__ import annotations

from collections.abc import Callable

from everypath.state import State
from everypath.term import F32, F64, Sort, Term, Value, fadd, fcmp, fdiv, fmul, fneg, frem, fsub
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode

OPERATIONS: dict[str, tuple[Callable[[Value, Value, Sort], Value], Sort]] = {
    prefix + name: (operation, sort)
    for prefix, sort in (("f", F32), ("d", F64))
    for name, operation in (("add", fadd), ("sub", fsub), ("mul", fmul), ("div", fdiv), ("rem", frem))
}


@opcode(*OPERATIONS)
def binary(site: InstructionSite) -> Handler:
    """Add, subtract, multiply, divide or take the remainder; nothing throws."""
    following = site.next
    operation, sort = OPERATIONS[site.name]

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = operation(stack[-1], right, sort)
        return following

    return handler


@opcode("fneg", "dneg")
def negate(site: InstructionSite) -> Handler:
    """Change the sign, of zero too."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = stack[-1]
        stack[-1] = fneg(value) if isinstance(value, Term) else -value
        return following

    return handler


@opcode("fcmpl", "fcmpg", "dcmpl", "dcmpg")
def compare(site: InstructionSite) -> Handler:
    """-1, 0 or 1; NaN counts as less (``l``) or greater (``g``)."""
    following, nan_result = site.next, -1 if site.name.endswith("l") else 1

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = fcmp(stack[-1], right, nan_result)
        return following

    return handler
