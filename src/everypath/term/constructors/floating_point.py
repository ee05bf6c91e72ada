"""Constructors of floating-point terms and of conversions, with Java's meaning (JVMS 2.8, 6.5; JLS 5.1, 15).

Every result is rounded once to its sort. NaN is one value. Comparisons with integers widened to double become
comparisons of the integers, so that many conditions never reach a floating-point solver.
"""

from __future__ import annotations

import math

from everypath.term.constructors.conditions import eq, has_constant_arms, ite, le, lt, not_, register_three_way
from everypath.term.constructors.conversions import sext
from everypath.term.core import Term, Value, make, make_with_floats
from everypath.term.values import (
    BOOL,
    BV32,
    BV64,
    F32,
    F64,
    NAN,
    Sort,
    bits_to_double,
    bits_to_float,
    compare_floats,
    double_to_bits,
    f32,
    float_divide,
    float_remainder,
    float_to_bits,
    float_to_int,
    int_to_float,
    round_to,
    same_float,
    vector_sort,
)


def _real(value: Value) -> float:
    """Return a constant operand as a float; raises `TypeError` for a term."""
    if type(value) is Term:
        raise TypeError(f"not a constant: {value!r}")
    return float(value)


def _is(value: Value, constant: float) -> bool:
    return type(value) is float and same_float(value, constant)


def _is_nan_constant(value: Value) -> bool:
    return type(value) is float and value != value


def fadd(a: Value, b: Value, sort: Sort) -> Value:
    """``a + b`` (fadd, dadd)."""
    if type(a) is not Term and type(b) is not Term:
        return _canonical(_real(a) + _real(b), sort)
    if _is_nan_constant(a) or _is_nan_constant(b):
        return NAN
    if _is(b, -0.0):
        return a
    if _is(a, -0.0):
        return b
    return make_with_floats("fadd", (a, b), sort)


def fsub(a: Value, b: Value, sort: Sort) -> Value:
    """``a - b`` (fsub, dsub)."""
    if type(a) is not Term and type(b) is not Term:
        return _canonical(_real(a) - _real(b), sort)
    if _is_nan_constant(a) or _is_nan_constant(b):
        return NAN
    if _is(b, 0.0):
        return a
    return make_with_floats("fsub", (a, b), sort)


def fmul(a: Value, b: Value, sort: Sort) -> Value:
    """``a * b`` (fmul, dmul)."""
    if type(a) is not Term and type(b) is not Term:
        return _canonical(_real(a) * _real(b), sort)
    if _is_nan_constant(a) or _is_nan_constant(b):
        return NAN
    for one, other in ((a, b), (b, a)):
        if _is(one, 1.0):
            return other
        if _is(one, -1.0):
            return fneg(other)
    return make_with_floats("fmul", (a, b), sort)


def fdiv(a: Value, b: Value, sort: Sort) -> Value:
    """``a / b`` (fdiv, ddiv)."""
    if type(a) is not Term and type(b) is not Term:
        return _canonical(float_divide(_real(a), _real(b)), sort)
    if _is_nan_constant(a) or _is_nan_constant(b):
        return NAN
    if _is(b, 1.0):
        return a
    if _is(b, -1.0):
        return fneg(a)
    return make_with_floats("fdiv", (a, b), sort)


def frem(a: Value, b: Value, sort: Sort) -> Value:
    """``a % b``, C's fmod (frem, drem)."""
    if type(a) is not Term and type(b) is not Term:
        return _canonical(float_remainder(_real(a), _real(b)), sort)
    if _is_nan_constant(a) or _is_nan_constant(b) or (type(b) is float and b == 0):
        return NAN
    return make_with_floats("frem", (a, b), sort)


def _canonical(value: float, sort: Sort) -> float:
    return round_to(value, sort) if value == value else NAN


def fneg(a: Value) -> Value:
    """``-a``: the sign is flipped, also of zero (fneg, dneg)."""
    if type(a) is not Term:
        value = _real(a)
        return -value if value == value else NAN
    if a.op == "fneg":
        return a.args[0]
    return make("fneg", (a,), a.sort)


def fabs(a: Value) -> Value:
    """The absolute value, with the sign bit cleared (Math.abs)."""
    if type(a) is not Term:
        return abs(_real(a))
    if a.op in ("fneg", "fabs"):
        return fabs(a.args[0])
    return make("fabs", (a,), a.sort)


def fsqrt(a: Value, sort: Sort = F64) -> Value:
    """The correctly rounded square root (Math.sqrt)."""
    if type(a) is not Term:
        value = _real(a)
        return _canonical(math.sqrt(value), sort) if value >= 0 else NAN
    return make("fsqrt", (a,), a.sort)


# comparisons --------------------------------------------------------------------------------------------------------


def is_nan(a: Value) -> Value:
    """``a != a``."""
    if type(a) is not Term:
        return a != a
    op = a.op
    if op == "i2fp":
        return False
    if op in ("fneg", "fabs", "fp2fp"):
        return is_nan(a.args[0])
    if op == "ite" and has_constant_arms(a):
        return ite(a.args[0], is_nan(a.args[1]), is_nan(a.args[2]), BOOL)
    return make("is_nan", (a,), BOOL)


def flt(a: Value, b: Value) -> Value:
    """``a < b``; false where either is NaN."""
    return _compare("flt", a, b)


def fle(a: Value, b: Value) -> Value:
    """``a <= b``; false where either is NaN."""
    return _compare("fle", a, b)


def feq(a: Value, b: Value) -> Value:
    """``a == b``: 0.0 equals -0.0, NaN equals nothing."""
    return _compare("feq", a, b)


def _decide(comparison: str, a: float, b: float) -> bool:
    if comparison == "flt":
        return a < b
    return a <= b if comparison == "fle" else a == b


def _compare(comparison: str, a: Value, b: Value) -> Value:
    if type(a) is not Term and type(b) is not Term:
        return _decide(comparison, _real(a), _real(b))
    if _is_nan_constant(a) or _is_nan_constant(b):
        return False
    if a is b:
        return False if comparison == "flt" else not_(is_nan(a))
    if comparison == "flt" and (_is(b, -math.inf) or _is(a, math.inf)):
        return False
    if comparison == "feq" and type(a) is not Term:
        a, b = b, a
    for one, other in ((a, b), (b, a)):
        if type(one) is Term and one.op == "ite" and has_constant_arms(one) and type(other) is not Term:
            yes, no = one.args[1], one.args[2]
            if one is a:
                return ite(one.args[0], _compare(comparison, yes, other), _compare(comparison, no, other), BOOL)
            return ite(one.args[0], _compare(comparison, other, yes), _compare(comparison, other, no), BOOL)
    narrowed = _narrow(comparison, a, b)
    if narrowed is not None:
        return narrowed
    return make_with_floats(comparison, (a, b), BOOL)


def _exact_integer(value: Value) -> Value | None:
    """Return the int that the double ``value`` is converted from exactly, else None."""
    if type(value) is Term and value.op == "i2fp" and value.sort is F64:
        source = value.args[0]
        if type(source) is Term and source.sort is BV32:
            return source
    return None


def _widened(value: Value) -> Value | None:
    """Return the single that the double ``value`` is widened from, else None."""
    if type(value) is Term:
        return value.args[0] if value.op == "fp2fp" and value.sort is F64 else None
    return value if same_float(f32(_real(value)), _real(value)) else None


def _narrow(comparison: str, a: Value, b: Value) -> Value | None:
    """Return a comparison of exactly converted operands as a comparison of the originals, else None."""
    left, right = _exact_integer(a), _exact_integer(b)
    if left is not None and right is not None:
        return {"flt": lt, "fle": le, "feq": eq}[comparison](left, right)
    if left is not None and type(b) is float:
        return _int_with_constant(comparison, left, b)
    if right is not None and type(a) is float:
        return _constant_with_int(comparison, a, right)
    if type(a) is Term and type(b) is Term and (a.op != "fp2fp" or b.op != "fp2fp"):
        return None
    left, right = _widened(a), _widened(b)
    if left is not None and right is not None:
        return _compare(comparison, left, right)
    return None


def _int_with_constant(comparison: str, a: Value, k: float) -> Value:
    if math.isinf(k):
        return comparison != "feq" and k > 0
    floor = math.floor(k)
    if comparison == "feq":
        return eq(a, floor) if floor == k else False
    if comparison == "flt":  # a < k is a <= ceil(k) - 1
        return _int_at_most(a, math.ceil(k) - 1)
    return _int_at_most(a, floor)


def _constant_with_int(comparison: str, k: float, a: Value) -> Value:
    if math.isinf(k):
        return comparison != "feq" and k < 0
    if comparison == "flt":  # k < a is !(a <= floor(k))
        return not_(_int_at_most(a, math.floor(k)))
    return not_(_int_at_most(a, math.ceil(k) - 1))


def _int_at_most(a: Value, limit: int) -> Value:
    """Return ``a <= limit`` for an int term and a limit of any size."""
    return le(a, limit) if -(1 << 40) < limit < 1 << 40 else limit > 0


def fcmp(a: Value, b: Value, nan_result: int) -> Value:
    """-1, 0 or 1, and ``nan_result`` (-1 for fcmpl and dcmpl, 1 for fcmpg and dcmpg) if an operand is NaN."""
    if type(a) is not Term and type(b) is not Term:
        return compare_floats(_real(a), _real(b), nan_result)
    if _is_nan_constant(a) or _is_nan_constant(b):
        return nan_result
    return make_with_floats("fcmp", (a, b), BV32, nan_result)


def _fcmp(comparison: str, term: Term, k: int) -> Value:
    """Return a comparison of fcmp(a, b) with -1, 0 or 1 as one of ``a`` and ``b``; the opcode gives the side of NaN."""
    a, b = term.args
    nan_is_less = term.payload == -1
    less = not_(fle(b, a)) if nan_is_less else flt(a, b)
    greater = flt(b, a) if nan_is_less else not_(fle(a, b))
    if comparison == "eq":
        if k == 0:
            return feq(a, b)
        return less if k < 0 else greater
    if comparison == "lt":
        return less if k == 0 else not_(greater)
    return greater if k == 0 else not_(less)


register_three_way("fcmp", _fcmp)


# conversions --------------------------------------------------------------------------------------------------------


def _from_int(a: Value, sort: Sort) -> Value:
    if type(a) is not Term:
        return int_to_float(int(a), sort)
    if a.op == "sext" and a.sort is BV64:
        inner = a.args[0]
        if type(inner) is Term and inner.sort is BV32:
            a = inner
    if a.op == "ite" and has_constant_arms(a):
        return ite(a.args[0], _from_int(a.args[1], sort), _from_int(a.args[2], sort), sort)
    return make("i2fp", (a,), sort)


def i2f(a: Value) -> Value:
    """Int to float, rounded to nearest."""
    return _from_int(a, F32)


def i2d(a: Value) -> Value:
    """Int to double, exact."""
    return _from_int(a, F64)


def l2f(a: Value) -> Value:
    """Long to float, rounded once to nearest."""
    return _from_int(a, F32)


def l2d(a: Value) -> Value:
    """Long to double, rounded to nearest."""
    return _from_int(a, F64)


def _to_int(a: Value, width: int) -> Value:
    if type(a) is not Term:
        return float_to_int(_real(a), width)
    inner = _exact_integer(a)
    if inner is not None:
        return sext(inner, width)
    if a.op == "fp2fp" and a.sort is F64:
        return _to_int(a.args[0], width)
    if a.op == "ite" and has_constant_arms(a):
        return ite(a.args[0], _to_int(a.args[1], width), _to_int(a.args[2], width), vector_sort(width))
    return make("fp2i", (a,), vector_sort(width))


def f2i(a: Value) -> Value:
    """Float to int: towards zero, saturating, NaN is 0."""
    return _to_int(a, 32)


def f2l(a: Value) -> Value:
    """Float to long: towards zero, saturating, NaN is 0."""
    return _to_int(a, 64)


def d2i(a: Value) -> Value:
    """Double to int: towards zero, saturating, NaN is 0."""
    return _to_int(a, 32)


def d2l(a: Value) -> Value:
    """Double to long: towards zero, saturating, NaN is 0."""
    return _to_int(a, 64)


def f2d(a: Value) -> Value:
    """Float to double, exact."""
    if type(a) is not Term:
        return _real(a)
    if a.op == "ite" and has_constant_arms(a):
        return ite(a.args[0], a.args[1], a.args[2], F64)
    return make("fp2fp", (a,), F64)


def d2f(a: Value) -> Value:
    """Double to float, rounded to nearest; too large becomes infinity."""
    if type(a) is not Term:
        return f32(_real(a))
    if a.op == "fp2fp":
        return a.args[0]
    inner = _exact_integer(a)
    if inner is not None:
        return i2f(inner)
    if a.op == "ite" and has_constant_arms(a):
        return ite(a.args[0], d2f(a.args[1]), d2f(a.args[2]), F32)
    return make("fp2fp", (a,), F32)


def float_bits(a: Value) -> Value:
    """``Float.floatToIntBits``: NaN reads as 0x7fc00000."""
    if type(a) is not Term:
        return float_to_bits(_real(a))
    return make("fp2bits", (a,), BV32)


def double_bits(a: Value) -> Value:
    """``Double.doubleToLongBits``: NaN reads as 0x7ff8000000000000."""
    if type(a) is not Term:
        return double_to_bits(_real(a))
    return make("fp2bits", (a,), BV64)


def bits_float(a: Value) -> Value:
    """``Float.intBitsToFloat``."""
    if type(a) is not Term:
        return bits_to_float(int(a))
    return a.args[0] if a.op == "fp2bits" else make("bits2fp", (a,), F32)


def bits_double(a: Value) -> Value:
    """``Double.longBitsToDouble``."""
    if type(a) is not Term:
        return bits_to_double(int(a))
    return a.args[0] if a.op == "fp2bits" else make("bits2fp", (a,), F64)
