"""Constructors of conversions between the integer types (JVMS 6.5, i2b to l2i): widening, and cutting to fewer bits."""

from __future__ import annotations

from everypath.term.constructors.conditions import has_constant_arms, ite
from everypath.term.core import Term, Value, interval, make
from everypath.term.values import vector_sort, wrap


def as_int(value: Value) -> int:
    """Return a constant operand as an int; a Boolean constant is 0 or 1, as on the operand stack."""
    if type(value) is Term or type(value) is float:
        raise TypeError(f"not an integer: {value!r}")
    return int(value)


def sext(a: Value, width: int) -> Value:
    """``a`` widened to ``width`` bits, keeping its value."""
    if type(a) is not Term:
        return as_int(a)
    if a.sort.width == width:
        return a
    if a.op in ("sext", "zext"):
        return sext(a.args[0], width) if a.op == "sext" else zext(a.args[0], width)
    if a.op == "trunc":
        wide = a.args[0]
        if type(wide) is Term and wide.sort.width == width and _fits(wide, a.sort.width, signed=True):
            return wide
    if a.op == "ite" and has_constant_arms(a):
        condition, left, right = a.args
        return ite(condition, left, right, vector_sort(width))
    return make("sext", (a,), vector_sort(width))


def zext(a: Value, width: int, source: int = 16) -> Value:
    """``a`` read as unsigned and widened to ``width`` bits.

    ``source`` is the width of a constant ``a``, by default that of Java's only unsigned type, char.
    """
    if type(a) is not Term:
        return as_int(a) & ((1 << source) - 1)
    source = a.sort.width
    if source == width:
        return a
    if a.op == "zext":
        return zext(a.args[0], width)
    if a.op == "trunc":
        wide = a.args[0]
        if type(wide) is Term and wide.sort.width == width and _fits(wide, source, signed=False):
            return wide
    if a.op == "ite" and has_constant_arms(a):
        condition, left, right = a.args
        return ite(condition, zext(left, width, source), zext(right, width, source), vector_sort(width))
    return make("zext", (a,), vector_sort(width))


def trunc(a: Value, width: int) -> Value:
    """The low ``width`` bits of ``a``, read as signed."""
    if type(a) is not Term:
        return wrap(as_int(a), width)
    if a.sort.width == width:
        return a
    if a.op in ("sext", "zext"):
        inner = a.args[0]
        assert type(inner) is Term
        if inner.sort.width >= width:
            return trunc(inner, width)
        return sext(inner, width) if a.op == "sext" else zext(inner, width)
    if a.op == "trunc":
        return trunc(a.args[0], width)
    if a.op == "and" and type(a.args[1]) is int:
        low_bits = (1 << width) - 1
        if a.args[1] & low_bits == low_bits:
            return trunc(a.args[0], width)
    if a.op == "ite" and has_constant_arms(a):
        condition, left, right = a.args
        return ite(condition, trunc(left, width), trunc(right, width), vector_sort(width))
    return make("trunc", (a,), vector_sort(width))


def _fits(a: Term, width: int, *, signed: bool) -> bool:
    low, high = interval(a)
    if signed:
        return -(1 << (width - 1)) <= low and high < 1 << (width - 1)
    return low >= 0 and high < 1 << width


def i2b(a: Value) -> Value:
    """``(byte) a`` as an int."""
    return sext(trunc(a, 8), 32)


def i2c(a: Value) -> Value:
    """``(char) a`` as an int."""
    return zext(trunc(a, 16), 32)


def i2s(a: Value) -> Value:
    """``(short) a`` as an int."""
    return sext(trunc(a, 16), 32)


def i2l(a: Value) -> Value:
    """``(long) a`` of an int."""
    return sext(a, 64)


def l2i(a: Value) -> Value:
    """``(int) a`` of a long."""
    return trunc(a, 32)
