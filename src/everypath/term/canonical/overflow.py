"""The condition under which a sum or product overflows: ``x + 2`` differs from the sum over the integers."""

from __future__ import annotations

from everypath.term.canonical.canonical_form import Canonicaliser
from everypath.term.canonical.value_sets import full_range
from everypath.term.constructors import add, and_, conj, disj, eq, gt, lt, mul, ne, sdiv, sext, sub, xor
from everypath.term.core import Term, Value, walk

__all__ = ["wraps"]

_BUILT = {"add": add, "sub": sub, "mul": mul}


def wraps(value: Value) -> Value:
    """Return the condition that a sum, difference, product or negation in a value overflows; False if none can.

    The value is taken as it is written: ``x + 2`` overflows for ``x > 2147483645``. Shifts do not overflow.
    """
    found = [_overflows(term) for term in walk(value) if term.op in ("add", "sub", "mul", "neg")]
    return Canonicaliser(as_written=True).value(disj(*found))


def _overflows(term: Term) -> Value:
    width = term.sort.width
    least, most = full_range(width)
    if term.op == "neg":
        return eq(term.args[0], least)
    a, b = term.args
    if type(b) is not Term and type(a) is Term:
        return _by_constant(term.op, a, int(b), width)
    if type(a) is not Term and term.op == "sub":
        return lt(b, int(a) - most) if int(a) >= 0 else gt(b, int(a) - least)
    if width < 64:
        wide = _BUILT[term.op](sext(a, 2 * width), sext(b, 2 * width), 2 * width)
        return ne(wide, sext(term, 2 * width))
    if term.op == "mul":
        back = ne(sdiv(term, a, width), b)
        return conj(ne(a, 0), disj(back, conj(eq(a, -1), eq(b, least))))
    other = b if term.op == "add" else xor(b, -1, width)
    changed = xor(a, term, width), xor(other, term, width)
    return lt(and_(*changed, width), 0)


def _by_constant(op: str, a: Term, number: int, width: int) -> Value:
    """Return the condition that ``a + number``, ``a - number`` or ``a * number`` overflows."""
    least, most = full_range(width)
    if op == "mul":
        if number in (0, 1):
            return False
        if number == -1:
            return eq(a, least)
        ends = sorted((abs(least) // abs(number), most // abs(number)), reverse=True)
        low, high = (-ends[0], ends[1]) if number > 0 else (-ends[1], ends[0])
        return disj(lt(a, low), gt(a, high))
    number = number if op == "add" else -number
    return gt(a, most - number) if number > 0 else lt(a, least - number)
