"""Constructors of conditions: comparisons of vectors, Boolean connectives and the conditional.

Normal form: ``le`` and ``gt`` are written with ``lt`` and ``not``. ``not`` applies to atoms (De Morgan; very large
conditions are negated as a whole). Conjunctions and disjunctions are flat, without repetition and without complementary
members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias, cast

from everypath.term.core import Term, Value, interval, make, make_with_floats
from everypath.term.values import (
    BOOL,
    BV32,
    BV64,
    F64,
    Sort,
    same_float,
    shift_left,
    shift_right,
    shift_right_unsigned,
    vector_sort,
    wrap,
)

_CHAIN = 48
"""A comparison is pushed into a chain of conditionals up to this depth."""

_SMALL = 200
"""Negation is pushed into conditions of at most this many Boolean nodes; larger ones may share exponentially many."""

_SHIFTS = {"shl": shift_left, "shr": shift_right, "ushr": shift_right_unsigned}

ConstantComparison: TypeAlias = "Callable[[str, Term, int], Value]"
_three_way: dict[str, ConstantComparison] = {}


def register_three_way(op: str, rule: ConstantComparison) -> None:
    """Register ``rule(comparison, term, constant)``, which compares ``op`` terms with constants in their interval.

    ``comparison`` is ``eq``, ``lt`` (the term is less) or ``gt``.
    """
    _three_way[op] = rule


def same_constant(a: Value, b: Value) -> bool:
    """Return whether two constants are the same value of the same sort (NaN is NaN, 0.0 is not -0.0)."""
    if type(a) is float and type(b) is float:
        return same_float(a, b)
    return type(a) is type(b) and a == b


def has_constant_arms(term: Term) -> bool:
    """Return whether ``term``, an ite, chooses between two constants."""
    return type(term.args[1]) is not Term and type(term.args[2]) is not Term


def as_condition(value: Value) -> Value | None:
    """Return the condition ``c`` if ``value`` is ``c`` as an int (0 or 1), else None."""
    if type(value) is not Term or value.op != "ite" or not value.sort.is_vector:
        return None
    condition, left, right = value.args
    if type(left) is int and type(right) is int:
        if left == 1 and right == 0:
            return condition
        if left == 0 and right == 1:
            return not_(condition)
    return None


def bool_to_int(condition: Value, width: int = 32) -> Value:
    """Return a Boolean as the int 0 or 1, as it is on the operand stack (JVMS 2.3.4)."""
    if type(condition) is not Term:
        return int(condition)
    return ite(condition, 1, 0, vector_sort(width))


def int_to_bool(value: Value) -> Value:
    """Return the condition that an int, which is 0 or 1, represents: it is not 0 (JVMS 2.3.4)."""
    return ne(value, 0)


# Booleans -----------------------------------------------------------------------------------------------------------


def not_(condition: Value) -> Value:
    """``!condition``."""
    if type(condition) is not Term:
        return not condition
    op = condition.op
    if op == "not":
        return condition.args[0]
    if op in ("conj", "disj", "ite") and not _is_small(condition, _SMALL):
        return make("not", (condition,), BOOL)
    if op == "conj":
        return disj(*[not_(part) for part in condition.args])
    if op == "disj":
        return conj(*[not_(part) for part in condition.args])
    if op == "ite":
        c, left, right = condition.args
        return ite(c, not_(left), not_(right), BOOL)
    return make("not", (condition,), BOOL)


def _is_small(term: Term, limit: int) -> bool:
    """Return whether the term has at most ``limit`` nodes as a tree; visits no more than that many."""
    stack = [term]
    while stack:
        limit -= 1
        if limit < 0:
            return False
        stack.extend([arg for arg in stack.pop().args if type(arg) is Term and arg.sort is BOOL])
    return True


def _is_complement(a: Term, b: Term) -> bool:
    return (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a)


def _connect(op: str, parts: Iterable[Value], absorbing: bool) -> Value:
    """Return a flat connective without duplicates; ``absorbing`` is the constant that decides it."""
    members: dict[Term, None] = {}
    for part in parts:
        if type(part) is not Term:
            if bool(part) is absorbing:
                return absorbing
        elif part.op == op:
            members.update(dict.fromkeys(cast("tuple[Term, ...]", part.args)))  # they are flat
        else:
            members[part] = None
    if len(members) > 1:
        for member in members:
            if member.op == "not" and member.args[0] in members:
                return absorbing
        return make(op, tuple(members), BOOL)
    for member in members:
        return member
    return not absorbing


def conj(*conditions: Value) -> Value:
    """The conjunction; True without conditions."""
    return _connect("conj", conditions, absorbing=False)


def disj(*conditions: Value) -> Value:
    """The disjunction; False without conditions."""
    return _connect("disj", conditions, absorbing=True)


def implies(a: Value, b: Value) -> Value:
    """``!a || b``."""
    return disj(not_(a), b)


def ite(condition: Value, a: Value, b: Value, sort: Sort | None = None) -> Value:
    """``condition ? a : b``. ``sort`` is needed if both arms are constants of another sort than int or double."""
    if type(condition) is not Term:
        return a if condition else b
    if a is b:
        return a
    if type(a) is Term:
        sort = a.sort
    elif type(b) is Term:
        sort = b.sort
    elif sort is None:
        sort = _sort_of_constants(a, b)
    if sort is BOOL:
        return _ite_bool(condition, a, b)
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
        assert type(condition) is Term
    if type(a) is Term:
        if a.op == "ite" and a.args[0] is condition:
            return ite(condition, a.args[1], b, sort)
    elif type(b) is not Term:
        if sort.is_vector:
            a, b = int(a), int(b)
        if same_constant(a, b):
            return a
    if type(b) is Term and b.op == "ite" and b.args[0] is condition:
        return ite(condition, a, b.args[2], sort)
    if sort.is_float:
        return make_with_floats("ite", (condition, a, b), sort)
    return make("ite", (condition, a, b), sort)


def _sort_of_constants(a: Value, b: Value) -> Sort:
    if type(a) is bool and type(b) is bool:
        return BOOL
    if type(a) is float:
        return F64
    return BV32 if interval(int(a))[0] == wrap(int(a), 32) and int(b) == wrap(int(b), 32) else BV64


def _ite_bool(condition: Term, a: Value, b: Value) -> Value:
    if type(a) is not Term:
        return disj(condition, b) if a else conj(not_(condition), b)
    if type(b) is not Term:
        return disj(not_(condition), a) if b else conj(condition, a)
    if condition.op == "not":
        inner = condition.args[0]
        assert type(inner) is Term
        condition, a, b = inner, b, a
        assert type(a) is Term
        assert type(b) is Term
    if a is condition:
        return disj(condition, b)
    if b is condition:
        return conj(condition, a)
    if _is_complement(a, b):
        return eq(condition, a)
    if a.op == "ite" and a.args[0] is condition:
        return _ite_bool(condition, a.args[1], b) if type(a.args[1]) is Term else ite(condition, a.args[1], b, BOOL)
    return make("ite", (condition, a, b), BOOL)


# equality -----------------------------------------------------------------------------------------------------------


def eq(a: Value, b: Value) -> Value:
    """Equality of two values of one sort: ``==`` of ints, longs and Booleans; of floats, identity (NaN is NaN)."""
    if type(a) is not Term:
        if type(b) is not Term:
            return same_constant(a, b) if type(a) is float or type(b) is float else a == b
        a, b = b, a
    if a is b:
        return True
    sort = a.sort
    if sort is BOOL:
        return _eq_bool(a, b)
    if sort.is_vector:
        return _eq_terms(a, b) if type(b) is Term else _eq_constant(a, int(b), _CHAIN)
    if sort.is_float:
        return make_with_floats("eq", (a, b), BOOL)
    return make("eq", (a, b), BOOL)


def ne(a: Value, b: Value) -> Value:
    """``!eq(a, b)``."""
    return not_(eq(a, b))


def _eq_bool(a: Term, b: Value) -> Value:
    if type(b) is not Term:
        return a if b else not_(a)
    if _is_complement(a, b):
        return False
    if a.op == "not":
        return not_(eq(a.args[0], b))
    if b.op == "not":
        return not_(eq(a, b.args[0]))
    return make("eq", (a, b), BOOL)


def _eq_constant(a: Term, k: int, depth: int) -> Value:
    """Return ``a == k`` with ``k`` moved through operators that are invertible in wrapping arithmetic."""
    while True:
        low, high = interval(a)
        if k < low or k > high:
            return False
        if low == high:
            return True
        moved = _invert(a, k)
        if moved is None:
            break
        if type(moved) is bool:
            return moved
        a, k = moved
    op = a.op
    if op == "ite":
        return _push("eq", a, k, depth)
    if op in _three_way:
        return _three_way[op]("eq", a, k)
    if k == 0:
        if op in ("sub", "xor"):
            return eq(a.args[0], a.args[1])
        if op == "or":
            return conj(eq(a.args[0], 0), eq(a.args[1], 0))
    return make("eq", (a, k), BOOL)


def _invert(a: Term, k: int) -> tuple[Term, int] | bool | None:
    """Return ``a == k`` as an equation for an operand of ``a``, or its truth value, or None: ``a`` has no inverse."""
    args = a.args
    first = args[0] if args else None
    if type(first) is not Term:
        return _invert_from_constant(a, first, k)
    op = a.op
    w = a.sort.width
    if op in ("add", "xor", "mul"):
        constant = args[1]
        if type(constant) is not int:
            return None
        if op == "add":
            return first, wrap(k - constant, w)
        if op == "xor":
            return first, k ^ constant
        if constant & 1:
            return first, wrap(k * pow(constant, -1, 1 << w), w)
        return False if k & ((constant & -constant) - 1) else None
    if op == "neg":
        return first, wrap(-k, w)
    if op == "shl" and type(args[1]) is int and k & ((1 << args[1]) - 1):
        return False
    if op in ("and", "or") and type(args[1]) is int:
        stray = k & ~args[1] if op == "and" else args[1] & ~k
        return False if stray else None
    return None


def _invert_from_constant(a: Term, first: Value | None, k: int) -> tuple[Term, int] | bool | None:
    """As `_invert`, where the first operand of ``a`` is a constant, or there is none."""
    op, w = a.op, a.sort.width
    if type(first) is not int:
        return None
    if op == "sub":
        second = a.args[1]
        assert type(second) is Term
        return second, wrap(first - k, w)
    if op in _SHIFTS and not any(_SHIFTS[op](first, count, w) == k for count in range(w)):
        return False
    return None


def _eq_terms(a: Term, b: Term) -> Value:
    low, high = interval(a)
    other_low, other_high = interval(b)
    if high < other_low or other_high < low:
        return False
    if a.op == "add":
        first, second = a.args
        if first is b:
            return eq(second, 0)
        if second is b:
            return eq(first, 0)
        if b.op == "add":
            if first is b.args[0]:
                return eq(second, b.args[1])
            if second is b.args[1]:
                return eq(first, b.args[0])
    if b.op == "add":
        if b.args[0] is a:
            return eq(b.args[1], 0)
        if b.args[1] is a:
            return eq(b.args[0], 0)
    if a.op == b.op and a.op in ("sext", "zext", "neg"):
        left, right = a.args[0], b.args[0]
        if type(left) is Term and type(right) is Term and left.sort is right.sort:
            return eq(left, right)
    left_condition, right_condition = as_condition(a), as_condition(b)
    if left_condition is not None and right_condition is not None:
        return eq(left_condition, right_condition)
    return make("eq", (a, b), BOOL)


# order --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _push(comparison: str, a: Term, k: int, depth: int, *, left: bool = True) -> Value:
    """Return a comparison of the conditional ``a`` with ``k``, pushed into its arms if at least one is a constant."""
    condition, yes, no = a.args
    if depth <= 0 or (type(yes) is Term and type(no) is Term):
        return make(comparison, (a, k) if left else (k, a), BOOL)
    return ite(
        condition,
        _compare(comparison, yes, k, depth - 1, left=left),
        _compare(comparison, no, k, depth - 1, left=left),
        BOOL,
    )


def _compare(comparison: str, arm: Value, k: int, depth: int, *, left: bool) -> Value:
    if type(arm) is not Term:
        if comparison == "eq":
            return arm == k
        return arm < k if left else k < arm
    if comparison == "eq":
        return _eq_constant(arm, k, depth)
    return _lt_constant(arm, k, depth) if left else _constant_lt(k, arm, depth)


def lt(a: Value, b: Value) -> Value:
    """``a < b``, signed."""
    if type(a) is not Term:
        if type(b) is not Term:
            return a < b
        return _constant_lt(int(a), b, _CHAIN)
    if type(b) is not Term:
        return _lt_constant(a, int(b), _CHAIN)
    if a is b:
        return False
    low, high = interval(a)
    other_low, other_high = interval(b)
    if high < other_low:
        return True
    if low >= other_high:
        return False
    if a.op == b.op and a.op == "sext":
        left, right = a.args[0], b.args[0]
        if type(left) is Term and type(right) is Term and left.sort is right.sort:
            return lt(left, right)
    shifted = _same_base(a, b)
    if shifted is not None:
        return shifted[0] < shifted[1]
    return make("lt", (a, b), BOOL)


def _offset(a: Term) -> tuple[Value, int] | None:
    """Return ``a`` as base and constant, None if their addition may overflow."""
    if a.op != "add" or type(a.args[1]) is not int:
        return a, 0
    base, constant = a.args[0], a.args[1]
    low, high = interval(base)
    w = a.sort.width
    if wrap(low + constant, w) != low + constant or wrap(high + constant, w) != high + constant:
        return None
    return base, constant


def _same_base(a: Term, b: Term) -> tuple[int, int] | None:
    left, right = _offset(a), _offset(b)
    if left is None or right is None or left[0] is not right[0]:
        return None
    return left[1], right[1]


def _lt_constant(a: Term, k: int, depth: int) -> Value:
    low, high = interval(a)
    if high < k:
        return True
    if low >= k:
        return False
    if low == k - 1:
        return _eq_constant(a, low, depth)
    if high == k:
        return not_(_eq_constant(a, k, depth))
    op = a.op
    if op == "ite":
        return _push("lt", a, k, depth)
    if op in _three_way:
        return _three_way[op]("lt", a, k)
    if op == "add":
        shifted = _offset(a)
        if shifted is not None and shifted[1]:
            base = shifted[0]
            assert type(base) is Term
            return _lt_constant(base, k - shifted[1], depth)
    dividend = _dividend(a)
    if dividend is not None:
        base, divisor = dividend
        return _lt_constant(base, k * divisor if k > 0 else (k - 1) * divisor + 1, depth)
    return make("lt", (a, k), BOOL)


def _dividend(a: Term) -> tuple[Term, int] | None:
    """Return the dividend and the divisor of a division by a constant greater than 1, None for any other term.

    Quotients are rounded towards zero. Comparing one with a number in its interval is comparing the dividend.
    """
    if a.op != "sdiv":
        return None
    dividend, divisor = a.args
    return (dividend, divisor) if type(dividend) is Term and type(divisor) is int and divisor > 1 else None


def _constant_lt(k: int, a: Term, depth: int) -> Value:
    low, high = interval(a)
    if k < low:
        return True
    if k >= high:
        return False
    if high == k + 1:
        return _eq_constant(a, high, depth)
    if low == k:
        return not_(_eq_constant(a, k, depth))
    op = a.op
    if op == "ite":
        return _push("lt", a, k, depth, left=False)
    if op in _three_way:
        return _three_way[op]("gt", a, k)
    if op == "add":
        shifted = _offset(a)
        if shifted is not None and shifted[1]:
            base = shifted[0]
            assert type(base) is Term
            return _constant_lt(k - shifted[1], base, depth)
    dividend = _dividend(a)
    if dividend is not None:
        base, divisor = dividend
        return _constant_lt((k + 1) * divisor - 1 if k >= 0 else k * divisor, base, depth)
    return make("lt", (k, a), BOOL)


def le(a: Value, b: Value) -> Value:
    """``a <= b``, signed."""
    return not_(lt(b, a))


def gt(a: Value, b: Value) -> Value:
    """``a > b``, signed."""
    return lt(b, a)


def ge(a: Value, b: Value) -> Value:
    """``a >= b``, signed."""
    return not_(lt(a, b))


def ult(a: Value, b: Value, width: int = 32) -> Value:
    """``a < b`` of the unsigned readings; ``width`` is needed for constants only."""
    if type(a) is not Term and type(b) is not Term:
        mask = (1 << width) - 1
        return (int(a) & mask) < (int(b) & mask)
    if a is b:
        return False
    low, other_low = interval(a)[0], interval(b)[0]
    if low >= 0 and other_low >= 0:
        return lt(a, b)
    if interval(a)[1] < 0 and interval(b)[1] < 0:
        return lt(a, b)
    if type(b) is int:
        if b == 0:
            return False
        if b == 1:
            return eq(a, 0)
        if b == -1:
            return ne(a, -1)
    if type(a) is int:
        if a == 0:
            return ne(b, 0)
        if a == -1:
            return False
    if low >= 0 and interval(b)[1] < 0:
        return True
    if interval(a)[1] < 0 and other_low >= 0:
        return False
    return make("ult", (a, b), BOOL)


def ule(a: Value, b: Value, width: int = 32) -> Value:
    """``a <= b`` of the unsigned readings; ``width`` is needed for constants only."""
    return not_(ult(b, a, width))


def _lcmp(comparison: str, term: Term, k: int) -> Value:
    """Return a comparison of lcmp(a, b) with -1, 0 or 1 as one of ``a`` and ``b`` (intervals leave no other ``k``)."""
    a, b = term.args
    if comparison == "eq":
        return (lt(a, b), eq(a, b), lt(b, a))[k + 1]
    if comparison == "lt":
        return lt(a, b) if k == 0 else le(a, b)
    return lt(b, a) if k == 0 else ge(a, b)


register_three_way("lcmp", _lcmp)
