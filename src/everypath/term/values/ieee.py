"""Java's floats in Python: rounding to single precision and bit patterns with one canonical NaN.

A Java ``double`` is a Python ``float``; a Java ``float`` is a Python ``float`` whose value is already rounded to single
precision. NaN has no visible payload: every NaN reads as the canonical one (``Float.floatToIntBits``, JLS 4.2.3).
"""

from __future__ import annotations

import math
import struct

NAN = math.nan
INFINITY = math.inf

FLOAT_NAN_BITS = 0x7FC00000
DOUBLE_NAN_BITS = 0x7FF8000000000000

_pack_single = struct.Struct("<f").pack
_unpack_single = struct.Struct("<f").unpack
_pack_double = struct.Struct("<d").pack
_unpack_double = struct.Struct("<d").unpack
_pack_int = struct.Struct("<i").pack
_unpack_int = struct.Struct("<i").unpack
_pack_long = struct.Struct("<q").pack
_unpack_long = struct.Struct("<q").unpack


def f32(value: float) -> float:
    """``value`` rounded to single precision, to nearest, ties to even; too large becomes infinity (JLS 5.1.3)."""
    try:
        return float(_unpack_single(_pack_single(value))[0])
    except OverflowError:
        return math.copysign(INFINITY, value)


def float_to_bits(value: float) -> int:
    """``Float.floatToIntBits``: the bits of a single as a signed 32-bit int, NaN canonical."""
    if value != value:
        return FLOAT_NAN_BITS
    return int(_unpack_int(_pack_single(value))[0])


def double_to_bits(value: float) -> int:
    """``Double.doubleToLongBits``: the bits of a double as a signed 64-bit int, NaN canonical."""
    if value != value:
        return DOUBLE_NAN_BITS
    return int(_unpack_long(_pack_double(value))[0])


def bits_to_float(bits: int) -> float:
    """``Float.intBitsToFloat`` of a signed 32-bit int; every NaN pattern gives the canonical NaN."""
    value = float(_unpack_single(_pack_int(bits))[0])
    return value if value == value else NAN


def bits_to_double(bits: int) -> float:
    """``Double.longBitsToDouble`` of a signed 64-bit int; every NaN pattern gives the canonical NaN."""
    value = float(_unpack_double(_pack_long(bits))[0])
    return value if value == value else NAN


def same_float(a: float, b: float) -> bool:
    """Return whether two floats are the same value: NaN is NaN, and 0.0 is not -0.0 (``Double.equals``)."""
    if a == b:
        return a != 0 or math.copysign(1.0, a) == math.copysign(1.0, b)
    return a != a and b != b


def long_to_single(value: int) -> float:
    """A long rounded once to single precision (JVMS l2f); going through a double would round twice."""
    magnitude = abs(value)
    excess = magnitude.bit_length() - 40
    if excess > 0:
        lost = magnitude & ((1 << excess) - 1)
        magnitude = ((magnitude >> excess) | (1 if lost else 0)) << excess
    rounded = f32(float(magnitude))
    return -rounded if value < 0 else rounded
