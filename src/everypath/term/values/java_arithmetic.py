"""Java's arithmetic on concrete values, used by constructors to fold constants and by evaluation.

Vectors are signed Python ints within their width. Division is total here, as in SMT-LIB (``x / 0`` is 1 for negative
``x``, else -1; ``x % 0`` is ``x``), so that evaluation of an arm that is not taken cannot fail. The machine decides
whether a divisor is zero before it builds a division (JVMS 6.5, idiv).
"""

from __future__ import annotations

import math

from everypath.term.values.ieee import INFINITY, NAN, f32, long_to_single
from everypath.term.values.sorts import F32, Sort

INT_MIN = -0x80000000
INT_MAX = 0x7FFFFFFF
LONG_MIN = -0x8000000000000000
LONG_MAX = 0x7FFFFFFFFFFFFFFF


def wrap(value: int, width: int) -> int:
    """``value`` reduced to a signed ``width``-bit int (two's complement)."""
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def w32(value: int) -> int:
    """``value`` reduced to a Java int."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def w64(value: int) -> int:
    """``value`` reduced to a Java long."""
    return ((value + 0x8000000000000000) & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


def unsigned(value: int, width: int) -> int:
    """The unsigned reading of a signed ``width``-bit int."""
    return value & ((1 << width) - 1)


def divide(a: int, b: int, width: int) -> int:
    """Signed division rounding towards zero; MIN / -1 is MIN (JVMS idiv, ldiv)."""
    if b == 0:
        return 1 if a < 0 else -1
    quotient = abs(a) // abs(b)
    return wrap(quotient if (a < 0) == (b < 0) else -quotient, width)


def remainder(a: int, b: int, width: int) -> int:
    """Signed remainder with the sign of the dividend (JVMS irem, lrem)."""
    if b == 0:
        return a
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


def shift_left(a: int, count: int, width: int) -> int:
    """``a << count``; only the low 5 or 6 bits of the count are used (JVMS ishl, lshl)."""
    return wrap(a << (count & (width - 1)), width)


def shift_right(a: int, count: int, width: int) -> int:
    """``a >> count``, arithmetic."""
    return a >> (count & (width - 1))


def shift_right_unsigned(a: int, count: int, width: int) -> int:
    """``a >>> count``."""
    return wrap((a & ((1 << width) - 1)) >> (count & (width - 1)), width)


def float_divide(a: float, b: float) -> float:
    """IEEE 754 division, which never fails (JVMS ddiv)."""
    if b != 0:
        return a / b
    if a != a or b != b or a == 0:
        return NAN
    return math.copysign(INFINITY, a) * math.copysign(1.0, b)


def float_remainder(a: float, b: float) -> float:
    """Java's floating ``%``, which is C's fmod and not the IEEE remainder (JVMS drem)."""
    if a != a or b != b or b == 0 or math.isinf(a):
        return NAN
    return math.fmod(a, b)


def round_to(value: float, sort: Sort) -> float:
    """``value`` as a value of the float sort."""
    return f32(value) if sort is F32 else value


def float_to_int(value: float, width: int) -> int:
    """Saturating conversion towards zero; NaN becomes 0 (JVMS f2i, d2l)."""
    if value != value:
        return 0
    limit = 1 << (width - 1)
    if value >= limit:
        return limit - 1
    if value <= -limit:
        return -limit
    return int(value)


def int_to_float(value: int, sort: Sort) -> float:
    """Conversion of an int or long, rounded once, to nearest (JVMS i2f, l2f, l2d)."""
    return long_to_single(value) if sort is F32 else float(value)


def compare(a: int, b: int) -> int:
    """-1, 0 or 1 (JVMS lcmp)."""
    return (a > b) - (a < b)


def compare_floats(a: float, b: float, nan_result: int) -> int:
    """-1, 0 or 1, and ``nan_result`` if an operand is NaN (JVMS fcmpl, fcmpg)."""
    if a != a or b != b:
        return nan_result
    return (a > b) - (a < b)
