"""Models of ``Math`` and of static methods of ``Float`` and ``Double``: exact terms, or the JVM on constants."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from everypath.library.models import add_model, boolean, model, pure
from everypath.term import (
    F32,
    F64,
    Term,
    Value,
    add,
    and_,
    bits_double,
    bits_float,
    conj,
    d2l,
    disj,
    double_bits,
    eq,
    f2i,
    fabs,
    fadd,
    feq,
    float_bits,
    flt,
    fneg,
    fsqrt,
    fsub,
    ge,
    i2l,
    is_nan,
    ite,
    l2d,
    l2i,
    lt,
    mul,
    ne,
    neg,
    not_,
    or_,
    sdiv,
    shr,
    srem,
    sub,
    xor,
)
from everypath.term.values import BV32, BV64, Sort

if TYPE_CHECKING:
    from everypath.vm.core import Call

MATHS = ("java/lang/Math", "java/lang/StrictMath")
ARITHMETIC = "java/lang/ArithmeticException"


def _abs(width: int, call: Call, a: Value) -> Value:
    return ite(lt(a, 0), neg(a, width), a)


def _float_abs(call: Call, a: Value) -> Value:
    return fabs(a)


def _smaller(call: Call, a: Value, b: Value) -> Value:
    return ite(lt(b, a), b, a)


def _larger(call: Call, a: Value, b: Value) -> Value:
    return ite(lt(a, b), b, a)


def _is_negative_zero(a: Value, sort: Sort) -> Value:
    if sort is F64:
        return eq(double_bits(a), -0x8000000000000000)
    return eq(float_bits(a), -0x80000000)


def _float_extreme(sort: Sort, smaller: bool, call: Call, a: Value, b: Value) -> Value:
    """``min`` and ``max``: NaN wins, and -0.0 is smaller than 0.0."""
    nan_first, nan_second = is_nan(a), is_nan(b)
    less = flt(a, b) if smaller else flt(b, a)
    zeros = _is_negative_zero(a if smaller else b, sort)
    take_first = disj(nan_first, conj(not_(nan_second), disj(less, conj(feq(a, b), zeros))))
    return ite(take_first, a, b, sort)


def _multiply_exact(call: Call, a: Value, b: Value) -> Value:
    wide = mul(i2l(a), i2l(b), 64)
    if call.decide(ne(wide, i2l(l2i(wide))), "overflow"):
        call.throw(ARITHMETIC, "integer overflow")
    return l2i(wide)


def _multiply_exact_long(call: Call, a: Value, b: Value) -> Value:
    product = mul(a, b, 64)
    zero = call.decide(eq(b, 0))
    if not zero:
        low = -(1 << 63)
        wrong = disj(ne(sdiv(product, b, 64), a), conj(eq(a, low), eq(b, -1)))
        if call.decide(wrong, "overflow"):
            call.throw(ARITHMETIC, "long overflow")
    return product


def _step_exact(width: int, step: int, call: Call, a: Value) -> Value:
    limit = (1 << (width - 1)) - 1 if step > 0 else -(1 << (width - 1))
    if call.decide(eq(a, limit), "overflow"):
        call.throw(ARITHMETIC, "integer overflow" if width == 32 else "long overflow")
    return add(a, step, width)


def _negate_exact(width: int, call: Call, a: Value) -> Value:
    if call.decide(eq(a, -(1 << (width - 1))), "overflow"):
        call.throw(ARITHMETIC, "integer overflow" if width == 32 else "long overflow")
    return neg(a, width)


def _to_int_exact(call: Call, a: Value) -> Value:
    if call.decide(ne(a, i2l(l2i(a))), "overflow"):
        call.throw(ARITHMETIC, "integer overflow")
    return l2i(a)


def _integers(width: int) -> Sort:
    """The sort of an int or a long, for `ite` with two constants."""
    return BV32 if width == 32 else BV64


def _floor(width: int, call: Call, a: Value, b: Value) -> Value:
    if call.decide(eq(b, 0), "division"):
        call.throw(ARITHMETIC, "/ by zero")
    quotient, rest = sdiv(a, b, width), srem(a, b, width)
    lower = conj(ne(rest, 0), lt(xor(a, b, width), 0))
    return ite(lower, sub(quotient, 1, width), quotient, _integers(width))


def _floor_mod(width: int, call: Call, a: Value, b: Value) -> Value:
    if call.decide(eq(b, 0), "division"):
        call.throw(ARITHMETIC, "/ by zero")
    rest = srem(a, b, width)
    lower = conj(ne(rest, 0), lt(xor(rest, b, width), 0))
    return ite(lower, add(rest, b, width), rest, _integers(width))


def _floor_div_mixed(call: Call, a: Value, b: Value) -> Value:
    return _floor(64, call, a, i2l(b))


def _floor_mod_mixed(call: Call, a: Value, b: Value) -> Value:
    return l2i(_floor_mod(64, call, a, i2l(b)))


def _signum(sort: Sort, call: Call, a: Value) -> Value:
    return ite(disj(is_nan(a), feq(a, 0.0)), a, ite(flt(a, 0.0), -1.0, 1.0, sort), sort)


def _sqrt(call: Call, a: Value) -> Value:
    return fsqrt(a, F64)


def _multiply_full(call: Call, a: Value, b: Value) -> Value:
    return mul(i2l(a), i2l(b), 64)


EXACT: dict[str, Callable[..., Value]] = {
    "abs(I)I": partial(_abs, 32),
    "abs(J)J": partial(_abs, 64),
    "abs(F)F": _float_abs,
    "abs(D)D": _float_abs,
    "min(II)I": _smaller,
    "min(JJ)J": _smaller,
    "max(II)I": _larger,
    "max(JJ)J": _larger,
    "min(FF)F": partial(_float_extreme, F32, True),
    "min(DD)D": partial(_float_extreme, F64, True),
    "max(FF)F": partial(_float_extreme, F32, False),
    "max(DD)D": partial(_float_extreme, F64, False),
    "multiplyExact(II)I": _multiply_exact,
    "multiplyExact(JJ)J": _multiply_exact_long,
    "incrementExact(I)I": partial(_step_exact, 32, 1),
    "incrementExact(J)J": partial(_step_exact, 64, 1),
    "decrementExact(I)I": partial(_step_exact, 32, -1),
    "decrementExact(J)J": partial(_step_exact, 64, -1),
    "negateExact(I)I": partial(_negate_exact, 32),
    "negateExact(J)J": partial(_negate_exact, 64),
    "toIntExact(J)I": _to_int_exact,
    "floorDiv(II)I": partial(_floor, 32),
    "floorDiv(JJ)J": partial(_floor, 64),
    "floorDiv(JI)J": _floor_div_mixed,
    "floorMod(II)I": partial(_floor_mod, 32),
    "floorMod(JJ)J": partial(_floor_mod, 64),
    "floorMod(JI)I": _floor_mod_mixed,
    "signum(F)F": partial(_signum, F32),
    "signum(D)D": partial(_signum, F64),
    "sqrt(D)D": _sqrt,
    "multiplyFull(II)J": _multiply_full,
}


def _overflow_add(width: int, call: Call, a: Value, b: Value) -> Value:
    result = add(a, b, width)
    different = conj(lt(xor(a, result, width), 0), lt(xor(b, result, width), 0))
    if call.decide(different, "overflow"):
        call.throw(ARITHMETIC, "integer overflow" if width == 32 else "long overflow")
    return result


def _overflow_sub(width: int, call: Call, a: Value, b: Value) -> Value:
    result = sub(a, b, width)
    different = conj(lt(xor(a, b, width), 0), lt(xor(a, result, width), 0))
    if call.decide(different, "overflow"):
        call.throw(ARITHMETIC, "integer overflow" if width == 32 else "long overflow")
    return result


EXACT |= {
    "addExact(II)I": partial(_overflow_add, 32),
    "addExact(JJ)J": partial(_overflow_add, 64),
    "subtractExact(II)I": partial(_overflow_sub, 32),
    "subtractExact(JJ)J": partial(_overflow_sub, 64),
}

ROUND_TRIP_LIMIT = 2.0**52


def _round_to_whole(mode: str, call: Call, a: Value) -> Value:
    """``floor``, ``ceil`` and ``rint``: by conversion to long for small values; large values have no fraction."""
    if not isinstance(a, Term):
        number = float(a)
        if math.isnan(number) or math.isinf(number) or number == 0.0:
            return number
        if mode == "rint":
            whole = float(round(number))
        else:
            whole = float(math.floor(number) if mode == "floor" else math.ceil(number))
        return math.copysign(whole, number)
    large = not_(flt(fabs(a), ROUND_TRIP_LIMIT))  # also NaN and infinities
    truncated = l2d(d2l(a))
    if mode == "floor":
        whole_term = ite(flt(a, truncated), fsub(truncated, 1.0, F64), truncated, F64)
    elif mode == "ceil":
        whole_term = ite(flt(truncated, a), fadd(truncated, 1.0, F64), truncated, F64)
    else:
        size = fabs(a)
        whole_term = fsub(fadd(size, ROUND_TRIP_LIMIT, F64), ROUND_TRIP_LIMIT, F64)
        return ite(large, a, ite(lt(double_bits(a), 0), fneg(whole_term), whole_term, F64), F64)
    negative_zero = conj(lt(double_bits(a), 0), feq(whole_term, 0.0))
    return ite(large, a, ite(negative_zero, -0.0, whole_term, F64), F64)


def _round_double(call: Call, a: Value) -> Value:
    """``round(double)``: the nearest long, ties upwards, computed from the bits as in the JDK."""
    bits = double_bits(a)
    exponent = and_(shr(bits, 52, 64), 0x7FF, 64)
    shift = sub(1074, exponent, 64)
    fraction = or_(and_(bits, 0xFFFFFFFFFFFFF, 64), 0x10000000000000, 64)
    signed = ite(lt(bits, 0), neg(fraction, 64), fraction)
    half_up = shr(add(shr(signed, l2i(shift), 64), 1, 64), 1, 64)
    small = conj(ge(shift, 0), lt(shift, 64))
    return ite(small, half_up, d2l(a))


def _round_float(call: Call, a: Value) -> Value:
    """``round(float)``: the nearest int, ties upwards."""
    bits = float_bits(a)
    exponent = and_(shr(bits, 23, 32), 0xFF, 32)
    shift = sub(149, exponent, 32)
    fraction = or_(and_(bits, 0x7FFFFF, 32), 0x800000, 32)
    signed = ite(lt(bits, 0), neg(fraction, 32), fraction)
    half_up = shr(add(shr(signed, shift, 32), 1, 32), 1, 32)
    small = conj(ge(shift, 0), lt(shift, 32))
    return ite(small, half_up, f2i(a))


EXACT |= {
    "floor(D)D": partial(_round_to_whole, "floor"),
    "ceil(D)D": partial(_round_to_whole, "ceil"),
    "rint(D)D": partial(_round_to_whole, "rint"),
    "round(D)J": _round_double,
    "round(F)I": _round_float,
}

for _owner in MATHS:
    for _method, _function in EXACT.items():
        _name, _, _rest = _method.partition("(")
        add_model((_owner, _name, "(" + _rest), _function)
    pure(
        _owner,
        *(
            f"{name}(D)D"
            for name in [
                "sin",
                "cos",
                "tan",
                "asin",
                "acos",
                "atan",
                "exp",
                "log",
                "log10",
                "cbrt",
                "sinh",
                "cosh",
                "tanh",
                "expm1",
                "log1p",
            ]
        ),
        *(f"{name}(DD)D" for name in ["atan2", "pow", "hypot", "IEEEremainder"]),
        "fma(DDD)D",
        "fma(FFF)F",
    )

FLOAT, DOUBLE = "java/lang/Float", "java/lang/Double"


@model(FLOAT, "isNaN", "(F)Z")
@model(DOUBLE, "isNaN", "(D)Z")
def is_nan_of(call: Call, a: Value) -> Value:
    """``isNaN``."""
    return boolean(is_nan(a))


@model(FLOAT, "isInfinite", "(F)Z")
@model(DOUBLE, "isInfinite", "(D)Z")
def is_infinite(call: Call, a: Value) -> Value:
    """``isInfinite``."""
    return boolean(feq(fabs(a), float("inf")))


@model(FLOAT, "isFinite", "(F)Z")
@model(DOUBLE, "isFinite", "(D)Z")
def is_finite(call: Call, a: Value) -> Value:
    """``isFinite``."""
    return boolean(flt(fabs(a), float("inf")))


@model(FLOAT, "floatToIntBits", "(F)I")
@model(FLOAT, "floatToRawIntBits", "(F)I")
def float_to_bits(call: Call, a: Value) -> Value:
    """The bits of a float; NaN is canonical (the payload of a raw NaN is not modelled)."""
    return float_bits(a)


@model(DOUBLE, "doubleToLongBits", "(D)J")
@model(DOUBLE, "doubleToRawLongBits", "(D)J")
def double_to_bits(call: Call, a: Value) -> Value:
    """The bits of a double; NaN is canonical."""
    return double_bits(a)


@model(FLOAT, "intBitsToFloat", "(I)F")
def bits_to_float(call: Call, a: Value) -> Value:
    """``intBitsToFloat``."""
    return bits_float(a)


@model(DOUBLE, "longBitsToDouble", "(J)D")
def bits_to_double(call: Call, a: Value) -> Value:
    """``longBitsToDouble``."""
    return bits_double(a)


def _compare_floats(bits: Callable[[Value], Value], call: Call, a: Value, b: Value) -> Value:
    """``compare``: numeric order, then the order of the bits (-0.0 before 0.0, NaN last)."""
    left, right = bits(a), bits(b)
    by_bits = ite(eq(left, right), 0, ite(lt(left, right), -1, 1))
    return ite(flt(a, b), -1, ite(flt(b, a), 1, by_bits))


add_model((FLOAT, "compare", "(FF)I"), partial(_compare_floats, float_bits))
add_model((DOUBLE, "compare", "(DD)I"), partial(_compare_floats, double_bits))
