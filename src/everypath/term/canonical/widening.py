"""Comparisons of longs that are widened ints, as comparisons of the ints."""

from __future__ import annotations

from everypath.term.canonical.form import CanonicalForm
from everypath.term.canonical.value_sets import full_range
from everypath.term.constructors import sext, zext
from everypath.term.core import Term, Value
from everypath.term.values import BV32


def width_of(a: Value, b: Value) -> int:
    """Return the width of the operands of a comparison; at least one is a term."""
    term = a if type(a) is Term else b
    assert type(term) is Term
    return term.sort.width


def as_int(value: Value) -> Value | None:
    """Return the int that a long is widened from, None if it is not widened."""
    if type(value) is not Term:
        low, high = full_range(32)
        return int(value) if low <= int(value) <= high else None
    inner = value.args[0] if value.op in ("sext", "zext") else None
    if type(inner) is not Term or value.sort.width != 64:
        return None
    if inner.sort is BV32:
        return inner if value.op == "sext" else None
    return sext(inner, 32) if value.op == "sext" else zext(inner, 32)


def without_widening(a: Value, b: Value, form: CanonicalForm) -> tuple[Value, Value]:
    """Return both sides of a comparison of longs as ints if both are widened ints or constants, else as they are."""
    if width_of(a, b) != 64:
        return a, b
    first, second = as_int(a), as_int(b)
    if first is None or second is None:
        return a, b
    form.use("widened values")
    return first, second
