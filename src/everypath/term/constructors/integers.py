"""Constructors of bit-vector terms with Java's meaning (JVMS 6.5). Every rewrite is exact under wrap-around.

Width ``w`` is 32 (int) or 64 (long). Constants stand on the right wherever the operator commutes.
"""

from __future__ import annotations

from everypath.term.constructors.conditions import (
    as_condition,
    bool_to_int,
    conj,
    disj,
    has_constant_arms,
    ite,
    ne,
    not_,
)
from everypath.term.constructors.conversions import as_int, sext
from everypath.term.core import Term, Value, existing, interval, make
from everypath.term.values import (
    BV32,
    compare,
    divide,
    remainder,
    shift_left,
    shift_right,
    shift_right_unsigned,
    vector_sort,
    wrap,
)


def _arms(a: Term, b: Value, w: int, rule: str) -> Value:
    """Push an operator with a constant right operand into the arms of an ite, which are constants."""
    build = _PUSHED[rule]
    condition, left, right = a.args
    return ite(condition, build(left, b, w), build(right, b, w), a.sort)


def add(a: Value, b: Value, w: int) -> Value:
    """``a + b``, wrapping (iadd, ladd)."""
    if type(a) is not Term:
        if type(b) is not Term:
            return wrap(a + b, w)  # type: ignore[arg-type]  # ints
        a, b = b, a
    if type(b) is not Term:
        return _add_constant(a, as_int(b), w)
    if a is b:
        return mul(a, 2, w)
    if b.op == "neg":
        return sub(a, b.args[0], w)
    if a.op == "neg":
        return sub(b, a.args[0], w)
    if a.op == "add" and type(a.args[1]) is int:
        return add(add(a.args[0], b, w), a.args[1], w)
    if b.op == "add" and type(b.args[1]) is int:
        return add(add(a, b.args[0], w), b.args[1], w)
    if b.op == "sub":
        if b.args[1] is a:
            return b.args[0]
        if type(b.args[0]) is int:
            return add(sub(a, b.args[1], w), b.args[0], w)
    if a.op == "sub":
        if a.args[1] is b:
            return a.args[0]
        if type(a.args[0]) is int:
            return add(sub(b, a.args[1], w), a.args[0], w)
    known = existing("add", (a, b), a.sort)
    if known is not None:
        return known
    factor, coefficient = _factor(b)
    merged = _merge(a, factor, coefficient, w, _SUMMANDS)
    return make("add", (a, b), a.sort) if merged is None else merged


def _add_constant(a: Term, constant: int, w: int) -> Value:
    if constant == 0:
        return a
    op = a.op
    if op == "add":
        known = a.args[1]
        if type(known) is int:
            total = wrap(known + constant, w)
            return make("add", (a.args[0], total), a.sort) if total else a.args[0]
    elif op == "sub":
        known = a.args[0]
        if type(known) is int:
            return sub(wrap(known + constant, w), a.args[1], w)
    elif op == "ite" and has_constant_arms(a):
        return _arms(a, constant, w, "add")
    elif op == "neg":
        return make("sub", (constant, a.args[0]), a.sort)
    return make("add", (a, constant), a.sort)


def sub(a: Value, b: Value, w: int) -> Value:
    """``a - b``, wrapping (isub, lsub)."""
    if type(b) is not Term:
        return add(a, wrap(-as_int(b), w), w)
    if a is b:
        return 0
    if b.op == "neg":
        return add(a, b.args[0], w)
    if b.op == "add" and type(b.args[1]) is int:
        return add(sub(a, b.args[0], w), wrap(-b.args[1], w), w)
    if b.op == "sub" and type(b.args[0]) is int:
        return add(add(a, b.args[1], w), wrap(-b.args[0], w), w)
    if type(a) is not Term:
        return _sub_from_constant(as_int(a), b, w)
    if a.op == "add":
        if type(a.args[1]) is int:
            return add(sub(a.args[0], b, w), a.args[1], w)
        if a.args[0] is b:
            return a.args[1]
        if a.args[1] is b:
            return a.args[0]
    elif a.op == "sub":
        if a.args[0] is b:
            return neg(a.args[1], w)
        if type(a.args[0]) is int:
            return sub(a.args[0], add(a.args[1], b, w), w)
    if b.op == "sub" and b.args[0] is a:
        return b.args[1]
    known = existing("sub", (a, b), a.sort)
    if known is not None:
        return known
    factor, coefficient = _factor(b)
    merged = _merge(a, factor, -coefficient, w, _SUMMANDS)
    return make("sub", (a, b), a.sort) if merged is None else merged


def _sub_from_constant(a: int, b: Term, w: int) -> Value:
    if a == 0:
        return neg(b, w)
    if b.op == "ite" and has_constant_arms(b):
        condition, left, right = b.args
        return ite(condition, sub(a, left, w), sub(a, right, w), b.sort)
    return make("sub", (a, b), b.sort)


_SUMMANDS = 8
"""The number of summands from the right that are searched for the same factor: ``x - 2*y + 4*x`` is ``5*x - 2*y``."""


def _factor(a: Term) -> tuple[Term, int]:
    """Return a summand as a factor and its constant coefficient."""
    op = a.op
    first = a.args[0] if a.args else None
    if type(first) is Term:
        if op == "mul" and type(a.args[1]) is int:
            return first, a.args[1]
        if op == "shl" and type(a.args[1]) is int:
            return first, 1 << a.args[1]
        if op == "neg":
            return first, -1
    return a, 1


def _merge(a: Term, factor: Term, coefficient: int, w: int, depth: int) -> Value | None:
    """Return ``a + coefficient * factor`` if a summand of ``a`` has the same factor, else None."""
    mine, known = _factor(a)
    if mine is factor:
        return mul(factor, wrap(known + coefficient, w), w)
    if depth <= 0 or a.op not in ("add", "sub"):
        return None
    left, right = a.args
    if type(left) is not Term or type(right) is not Term:
        return None
    sign = 1 if a.op == "add" else -1
    mine, known = _factor(right)
    if mine is factor:
        total = wrap(sign * known + coefficient, w)
        if total == -1:
            return sub(left, factor, w)
        return add(left, mul(factor, total, w), w)
    merged = _merge(left, factor, coefficient, w, depth - 1)
    if merged is None:
        return None
    return add(merged, right, w) if sign > 0 else sub(merged, right, w)


def neg(a: Value, w: int) -> Value:
    """``-a``, wrapping (ineg, lneg)."""
    if type(a) is not Term:
        return wrap(-as_int(a), w)
    if a.op == "neg":
        return a.args[0]
    if a.op == "sub":
        return sub(a.args[1], a.args[0], w)
    if a.op == "add" and type(a.args[1]) is int:
        return sub(wrap(-a.args[1], w), a.args[0], w)
    if a.op == "mul" and type(a.args[1]) is int:
        return mul(a.args[0], wrap(-a.args[1], w), w)
    if a.op == "ite" and has_constant_arms(a):
        condition, left, right = a.args
        return ite(condition, neg(left, w), neg(right, w), a.sort)
    return make("neg", (a,), a.sort)


def mul(a: Value, b: Value, w: int) -> Value:
    """``a * b``, wrapping (imul, lmul)."""
    if type(a) is not Term:
        if type(b) is not Term:
            return wrap(a * b, w)  # type: ignore[arg-type]  # ints
        a, b = b, a
    if type(b) is Term:
        return make("mul", (a, b), a.sort)
    constant = as_int(b)
    if constant == 0:
        return 0
    if constant == 1:
        return a
    if constant == -1:
        return neg(a, w)
    op = a.op
    if op == "mul":
        known = a.args[1]
        if type(known) is int:
            return mul(a.args[0], wrap(known * constant, w), w)
    elif op == "add":
        known = a.args[1]
        if type(known) is int:
            return add(mul(a.args[0], constant, w), wrap(known * constant, w), w)
    elif op == "neg":
        return mul(a.args[0], wrap(-constant, w), w)
    elif op == "ite" and has_constant_arms(a):
        return _arms(a, constant, w, "mul")
    return make("mul", (a, constant), a.sort)


def sdiv(a: Value, b: Value, w: int) -> Value:
    """``a / b`` towards zero; the caller must know that ``b`` is not zero (idiv, ldiv)."""
    if type(a) is not Term and type(b) is not Term:
        return divide(as_int(a), as_int(b), w)
    if type(b) is not Term:
        divisor = as_int(b)
        assert type(a) is Term
        if divisor == 1:
            return a
        if divisor == -1:
            return neg(a, w)
        if divisor != 0:
            low, high = interval(a)
            if -abs(divisor) < low and high < abs(divisor):
                return 0
            if a.op == "ite" and has_constant_arms(a):
                return _arms(a, divisor, w, "sdiv")
            if divisor > 1:
                simpler = _quotient(a, divisor, w)
                if simpler is not None:
                    return simpler
    return make("sdiv", (a, b), vector_sort(w))


_DIVISIBLE = frozenset({"sdiv", "mul", "sext"})


def _quotient(a: Term, divisor: int, w: int) -> Value | None:
    """Return ``a / divisor`` (above 1) if ``a`` is a quotient, a multiple or a widened int, else None."""
    if a.op not in _DIVISIBLE:
        return None
    base, factor = a.args[0], a.args[-1]
    if a.op == "sdiv" and type(factor) is int and factor > 1:
        both = factor * divisor
        if both < 1 << w - 1:
            return sdiv(base, both, w)
        return 0 if both > 1 << w - 1 else None
    if a.op == "mul" and type(factor) is int and factor > 1 and _is_exact(base, factor, w):
        if factor % divisor == 0:
            return mul(base, factor // divisor, w)
        if divisor % factor == 0:
            return sdiv(base, divisor // factor, w)
    if a.op == "sext" and w == 64 and divisor < 1 << 31:
        return sext(sdiv(sext(base, 32), divisor, 32), 64)
    return None


def _is_exact(a: Value, factor: int, w: int) -> bool:
    """Return whether ``a * factor`` cannot overflow."""
    low, high = interval(a)
    return wrap(low * factor, w) == low * factor and wrap(high * factor, w) == high * factor


def srem(a: Value, b: Value, w: int) -> Value:
    """``a % b`` with the sign of ``a``; the caller must know that ``b`` is not zero (irem, lrem)."""
    if type(a) is not Term and type(b) is not Term:
        return remainder(as_int(a), as_int(b), w)
    if type(b) is not Term:
        divisor = wrap(abs(as_int(b)), w)  # the sign of the divisor does not matter
        assert type(a) is Term
        if divisor == 1:
            return 0
        if divisor != 0:
            low, high = interval(a)
            if -abs(divisor) < low and high < abs(divisor):
                return a
            if a.op == "ite" and has_constant_arms(a):
                return _arms(a, divisor, w, "srem")
            if divisor > 1:
                simpler = _remainder(a, divisor, w)
                if simpler is not None:
                    return simpler
        b = divisor
    return make("srem", (a, b), vector_sort(w))


def _remainder(a: Term, divisor: int, w: int) -> Value | None:
    """Return ``a % divisor`` (above 1) if ``a`` is a multiple or a widened int, else None."""
    if a.op not in _DIVISIBLE:
        return None
    base, factor = a.args[0], a.args[-1]
    if a.op == "mul" and type(factor) is int and factor > 1 and _is_exact(base, factor, w):
        if factor % divisor == 0:
            return 0
        if divisor % factor == 0:
            return mul(srem(base, divisor // factor, w), factor, w)
    if a.op == "sext" and w == 64 and divisor < 1 << 31:
        return sext(srem(sext(base, 32), divisor, 32), 64)
    return None


def and_(a: Value, b: Value, w: int) -> Value:
    """``a & b`` (iand, land); on two Booleans as ints, their conjunction."""
    if type(a) is not Term:
        if type(b) is not Term:
            return as_int(a) & as_int(b)
        a, b = b, a
    if a is b:
        return a
    if type(b) is Term:
        left, right = as_condition(a), as_condition(b)
        if left is not None and right is not None:
            return bool_to_int(conj(left, right), w)
        if _are_complements(a, b):
            return 0
        return make("and", (a, b), a.sort)
    mask = as_int(b)
    if mask == 0:
        return 0
    if mask == -1:
        return a
    if a.op == "and" and type(a.args[1]) is int:
        return and_(a.args[0], a.args[1] & mask, w)
    if a.op == "ite" and has_constant_arms(a):
        return _arms(a, mask, w, "and")
    if mask > 0 and mask & (mask + 1) == 0:
        low, high = interval(a)
        if low >= 0 and high <= mask:
            return a
    return make("and", (a, mask), a.sort)


def _are_complements(a: Term, b: Term) -> bool:
    """Return whether one is ``~`` of the other."""
    return any(one.op == "xor" and one.args[0] is other and one.args[1] == -1 for one, other in ((a, b), (b, a)))


def or_(a: Value, b: Value, w: int) -> Value:
    """``a | b`` (ior, lor); on two Booleans as ints, their disjunction."""
    if type(a) is not Term:
        if type(b) is not Term:
            return as_int(a) | as_int(b)
        a, b = b, a
    if a is b:
        return a
    if type(b) is Term:
        left, right = as_condition(a), as_condition(b)
        if left is not None and right is not None:
            return bool_to_int(disj(left, right), w)
        return make("or", (a, b), a.sort)
    mask = as_int(b)
    if mask == 0:
        return a
    if mask == -1:
        return -1
    if a.op == "or" and type(a.args[1]) is int:
        return or_(a.args[0], a.args[1] | mask, w)
    if a.op == "ite" and has_constant_arms(a):
        return _arms(a, mask, w, "or")
    return make("or", (a, mask), a.sort)


def xor(a: Value, b: Value, w: int) -> Value:
    """``a ^ b`` (ixor, lxor); on two Booleans as ints, their difference."""
    if type(a) is not Term:
        if type(b) is not Term:
            return as_int(a) ^ as_int(b)
        a, b = b, a
    if a is b:
        return 0
    if type(b) is Term:
        left, right = as_condition(a), as_condition(b)
        if left is not None and right is not None:
            return bool_to_int(ne(left, right), w)
        return make("xor", (a, b), a.sort)
    mask = as_int(b)
    if mask == 0:
        return a
    if a.op == "xor" and type(a.args[1]) is int:
        return xor(a.args[0], a.args[1] ^ mask, w)
    if mask == 1:
        condition = as_condition(a)
        if condition is not None:
            return bool_to_int(not_(condition), w)
    if a.op == "ite" and has_constant_arms(a):
        return _arms(a, mask, w, "xor")
    return make("xor", (a, mask), a.sort)


def _count(count: Value, w: int) -> Value:
    """Return a shift count without a mask that the shift applies anyway."""
    if type(count) is not Term:
        return as_int(count) & (w - 1)
    while type(count) is Term and count.op == "and":
        mask = count.args[1]
        if type(mask) is not int or mask & (w - 1) != w - 1:
            break
        count = count.args[0]
    return count


def shl(a: Value, count: Value, w: int) -> Value:
    """``a << count``; only the low 5 or 6 bits of the count, an int, are used (ishl, lshl)."""
    count = _count(count, w)
    if type(a) is not Term:
        value = as_int(a)
        if type(count) is not Term:
            return shift_left(value, as_int(count), w)
        return make("shl", (value, count), vector_sort(w)) if value else 0
    if count == 0 and type(count) is int:
        return a
    if type(count) is int:
        if a.op == "shl" and type(a.args[1]) is int:
            total = a.args[1] + count
            return shl(a.args[0], total, w) if total < w else 0
        if a.op == "ite" and has_constant_arms(a):
            return _arms(a, count, w, "shl")
    return make("shl", (a, count), a.sort)


def shr(a: Value, count: Value, w: int) -> Value:
    """``a >> count``, keeping the sign (ishr, lshr)."""
    count = _count(count, w)
    if type(a) is not Term:
        value = as_int(a)
        if type(count) is not Term:
            return shift_right(value, as_int(count), w)
        return make("shr", (value, count), vector_sort(w)) if value not in (0, -1) else value
    if count == 0 and type(count) is int:
        return a
    if type(count) is int:
        if a.op == "shr" and type(a.args[1]) is int:
            return shr(a.args[0], min(a.args[1] + count, w - 1), w)
        if a.op == "ite" and has_constant_arms(a):
            return _arms(a, count, w, "shr")
    return make("shr", (a, count), a.sort)


def ushr(a: Value, count: Value, w: int) -> Value:
    """``a >>> count``, filling with zeros (iushr, lushr)."""
    count = _count(count, w)
    if type(a) is not Term:
        value = as_int(a)
        if type(count) is not Term:
            return shift_right_unsigned(value, as_int(count), w)
        return make("ushr", (value, count), vector_sort(w)) if value else 0
    if count == 0 and type(count) is int:
        return a
    if interval(a)[0] >= 0:
        return shr(a, count, w)
    if type(count) is int:
        if a.op == "ushr" and type(a.args[1]) is int:
            total = a.args[1] + count
            return ushr(a.args[0], total, w) if total < w else 0
        if a.op == "ite" and has_constant_arms(a):
            return _arms(a, count, w, "ushr")
    return make("ushr", (a, count), a.sort)


_PUSHED = {
    "add": add,
    "mul": mul,
    "sdiv": sdiv,
    "srem": srem,
    "and": and_,
    "or": or_,
    "xor": xor,
    "shl": shl,
    "shr": shr,
    "ushr": ushr,
}


def lcmp(a: Value, b: Value) -> Value:
    """-1, 0 or 1 as the long ``a`` is less than, equal to or greater than ``b`` (JVMS lcmp)."""
    if type(a) is not Term and type(b) is not Term:
        return compare(as_int(a), as_int(b))
    if a is b:
        return 0
    return make("lcmp", (a, b), BV32)
