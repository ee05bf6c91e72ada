"""Integer arithmetic on int and long: exact two's complement, symbolic operands as terms.

Fast paths use Python's operators: the range test of a term folds to true, so it is reached only by overflowing ints.
"""

from __future__ import annotations

from collections.abc import Callable

from everypath.state import State
from everypath.term import Value, add, and_, eq, mul, neg, or_, sdiv, shl, shr, srem, sub, ushr, xor
from everypath.vm.core import Handler, JavaThrow
from everypath.vm.instructions import InstructionSite, opcode


@opcode("iadd")
def iadd(site: InstructionSite) -> Handler:
    """Add two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] + right
        if not -0x80000000 <= result <= 0x7FFFFFFF:
            result = add(stack[-1], right, 32)
        stack[-1] = result
        return following

    return handler


@opcode("isub")
def isub(site: InstructionSite) -> Handler:
    """Subtract two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] - right
        if not -0x80000000 <= result <= 0x7FFFFFFF:
            result = sub(stack[-1], right, 32)
        stack[-1] = result
        return following

    return handler


@opcode("imul")
def imul(site: InstructionSite) -> Handler:
    """Multiply two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] * right
        if not -0x80000000 <= result <= 0x7FFFFFFF:
            result = mul(stack[-1], right, 32)
        stack[-1] = result
        return following

    return handler


@opcode("ladd")
def ladd(site: InstructionSite) -> Handler:
    """Add two longs."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] + right
        if not -0x8000000000000000 <= result <= 0x7FFFFFFFFFFFFFFF:
            result = add(stack[-1], right, 64)
        stack[-1] = result
        return following

    return handler


@opcode("lsub")
def lsub(site: InstructionSite) -> Handler:
    """Subtract two longs."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] - right
        if not -0x8000000000000000 <= result <= 0x7FFFFFFFFFFFFFFF:
            result = sub(stack[-1], right, 64)
        stack[-1] = result
        return following

    return handler


@opcode("lmul")
def lmul(site: InstructionSite) -> Handler:
    """Multiply two longs."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        result = stack[-1] * right
        if not -0x8000000000000000 <= result <= 0x7FFFFFFFFFFFFFFF:
            result = mul(stack[-1], right, 64)
        stack[-1] = result
        return following

    return handler


@opcode("iand")
def iand(site: InstructionSite) -> Handler:
    """Bitwise and of two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = stack[-1] & right  # type: ignore[operator]  # ints or terms
        return following

    return handler


@opcode("ixor")
def ixor(site: InstructionSite) -> Handler:
    """Bitwise exclusive or of two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = stack[-1] ^ right  # type: ignore[operator]  # ints or terms
        return following

    return handler


@opcode("ior")
def ior(site: InstructionSite) -> Handler:
    """Bitwise or of two ints."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = stack[-1] | right  # type: ignore[operator]  # ints or terms
        return following

    return handler


_BITWISE = {"land": (and_, 64), "lor": (or_, 64), "lxor": (xor, 64)}
SHIFTS = {
    "ishl": (shl, 32),
    "ishr": (shr, 32),
    "iushr": (ushr, 32),
    "lshl": (shl, 64),
    "lshr": (shr, 64),
    "lushr": (ushr, 64),
}


@opcode(*_BITWISE, *SHIFTS)
def binary(site: InstructionSite) -> Handler:
    """Bitwise operations on longs, and shifts (the count is an int and masked)."""
    following = site.next
    operation: Callable[[Value, Value, int], Value]
    operation, width = _BITWISE[site.name] if site.name in _BITWISE else SHIFTS[site.name]

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        right = stack.pop()
        stack[-1] = operation(stack[-1], right, width)
        return following

    return handler


@opcode("ineg", "lneg")
def negate(site: InstructionSite) -> Handler:
    """Negate an int or long."""
    following, width = site.next, 32 if site.name == "ineg" else 64

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack[-1] = neg(stack[-1], width)
        return following

    return handler


DIVISIONS = {"idiv": (sdiv, 32), "irem": (srem, 32), "ldiv": (sdiv, 64), "lrem": (srem, 64)}


@opcode(*DIVISIONS)
def divide(site: InstructionSite) -> Handler:
    """Quotient or remainder; a zero divisor throws, a symbolic divisor forks."""
    here, following = site.here, site.next
    operation: Callable[[Value, Value, int], Value]
    operation, width = DIVISIONS[site.name]

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        divisor = stack[-1]
        if type(divisor) is not int or divisor == 0:
            state.frames[-1].pc = here
            if state.decide(eq(divisor, 0), "division"):
                raise JavaThrow("java/lang/ArithmeticException", "/ by zero")
        del stack[-1]
        stack[-1] = operation(stack[-1], divisor, width)
        return following

    return handler
