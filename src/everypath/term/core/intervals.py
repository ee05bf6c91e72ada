"""Computes signed intervals of vector terms: a cheap, sound over-approximation, computed once per term."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everypath.term.core.tables import Table
from everypath.term.core.term import Interval, Term, Value
from everypath.term.values import Sort

_FULL: dict[int, Interval] = {w: (-(1 << (w - 1)), (1 << (w - 1)) - 1) for w in (8, 16, 32, 64)}


def interval(value: Value) -> Interval:
    """Return the smallest known range [low, high] of a vector value, inclusive and signed.

    Raises:
        TypeError: the value is not a vector.
    """
    if type(value) is not Term:
        if type(value) is int:
            return value, value
        raise TypeError(f"no interval for {value!r}")
    known = value._interval
    if known is not None:
        return known
    if not value.sort.is_vector:
        raise TypeError(f"no interval for a {value.sort.name}")
    return _compute(value)


def _compute(root: Term) -> Interval:
    """Compute the intervals of ``root`` and of its operands, without recursion."""
    stack = [root]
    while stack:
        term = stack[-1]
        if term._interval is not None:
            stack.pop()
            continue
        rule = _RULES.get(term.op)
        if rule is None:
            term._interval = _FULL[term.sort.width]
            stack.pop()
            continue
        pending = [a for a in term.args if type(a) is Term and a._interval is None and a.sort.is_vector]
        if pending:
            stack.extend(pending)
            continue
        stack.pop()
        term._interval = rule(term, *[_known(arg) for arg in term.args])
    assert root._interval is not None
    return root._interval


def forward_range(term: Term, arguments: Sequence[Interval]) -> Interval | None:
    """Return the range of a term whose arguments, all vectors, have these ranges; None for other operators."""
    rule = _RULES.get(term.op)
    return rule(term, *arguments) if rule is not None else None


def _known(value: Value) -> Interval:
    if type(value) is Term:
        return value._interval or (0, 0)
    return (int(value), int(value)) if type(value) is not float else (0, 0)


def _fit(low: int, high: int, sort: Sort) -> Interval:
    """Return the range itself if nothing overflows, else the range of the sort."""
    full = _FULL[sort.width]
    return (low, high) if full[0] <= low and high <= full[1] else full


def _add(term: Term, a: Interval, b: Interval) -> Interval:
    return _fit(a[0] + b[0], a[1] + b[1], term.sort)


def _sub(term: Term, a: Interval, b: Interval) -> Interval:
    return _fit(a[0] - b[1], a[1] - b[0], term.sort)


def _neg(term: Term, a: Interval) -> Interval:
    return _fit(-a[1], -a[0], term.sort)


def _mul(term: Term, a: Interval, b: Interval) -> Interval:
    corners = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return _fit(min(corners), max(corners), term.sort)


def _sdiv(term: Term, a: Interval, b: Interval) -> Interval:
    if b[0] != b[1] or b[0] == 0:
        if b[0] > 0:
            return min(a[0], 0), max(a[1], 0)
        return _FULL[term.sort.width]
    divisor = b[0]
    ends = [abs(x) // abs(divisor) * (1 if (x < 0) == (divisor < 0) else -1) for x in a]
    return _fit(min(ends), max(ends), term.sort)


def _srem(term: Term, a: Interval, b: Interval) -> Interval:
    if b[0] <= 0 <= b[1]:
        return min(a[0], 0), max(a[1], 0)  # x % 0 is x here; otherwise the result lies between 0 and x
    most = max(abs(b[0]), abs(b[1])) - 1
    return (max(a[0], -most) if a[0] < 0 else 0), (min(a[1], most) if a[1] > 0 else 0)


def _and(term: Term, a: Interval, b: Interval) -> Interval:
    if a[0] >= 0 and b[0] >= 0:
        return 0, min(a[1], b[1])
    if a[0] >= 0:
        return 0, a[1]
    if b[0] >= 0:
        return 0, b[1]
    return _FULL[term.sort.width][0], max(a[1], b[1])


def _or_xor(term: Term, a: Interval, b: Interval) -> Interval:
    bits = max((end if end >= 0 else ~end).bit_length() for end in (*a, *b))
    if a[0] >= 0 and b[0] >= 0:
        return (max(a[0], b[0]) if term.op == "or" else 0), (1 << bits) - 1
    if term.op == "xor":
        return -1 << bits, (1 << bits) - 1
    negative = a[1] < 0 or b[1] < 0
    return min(a[0], b[0]), -1 if negative else (1 << bits) - 1  # more bits set make a negative number larger


def _shl(term: Term, a: Interval, b: Interval) -> Interval:
    if b[0] != b[1]:
        return _FULL[term.sort.width]
    count = b[0] & (term.sort.width - 1)
    return _fit(a[0] << count, a[1] << count, term.sort)


def _shr(term: Term, a: Interval, b: Interval) -> Interval:
    if b[0] != b[1]:
        return min(a[0], 0), max(a[1], -1 if a[1] < 0 else 0)
    count = b[0] & (term.sort.width - 1)
    return a[0] >> count, a[1] >> count


def _ushr(term: Term, a: Interval, b: Interval) -> Interval:
    if a[0] >= 0:
        return (a[0] >> (b[0] & (term.sort.width - 1)) if b[0] == b[1] else 0), (
            a[1] >> (b[0] & (term.sort.width - 1)) if b[0] == b[1] else a[1]
        )
    if b[0] == b[1] and b[0] & (term.sort.width - 1):
        return 0, (1 << (term.sort.width - (b[0] & (term.sort.width - 1)))) - 1
    return _FULL[term.sort.width]


def _sext(term: Term, a: Interval) -> Interval:
    return a


def _zext(term: Term, a: Interval) -> Interval:
    if a[0] >= 0:
        return a
    arg = term.args[0]
    assert type(arg) is Term
    return 0, (1 << arg.sort.width) - 1


def _trunc(term: Term, a: Interval) -> Interval:
    return _fit(a[0], a[1], term.sort)


def _ite(term: Term, c: Interval, a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def _lookup(term: Term, a: Interval) -> Interval:
    assert isinstance(term.payload, Table)
    return term.payload.range_over(*a)


def _sign(term: Term, *_: Interval) -> Interval:
    return -1, 1


_RULES: dict[str, Callable[..., Interval]] = {
    "add": _add,
    "sub": _sub,
    "neg": _neg,
    "mul": _mul,
    "sdiv": _sdiv,
    "srem": _srem,
    "and": _and,
    "or": _or_xor,
    "xor": _or_xor,
    "shl": _shl,
    "shr": _shr,
    "ushr": _ushr,
    "sext": _sext,
    "zext": _zext,
    "trunc": _trunc,
    "ite": _ite,
    "lookup": _lookup,
    "lcmp": _sign,
    "fcmp": _sign,
}
