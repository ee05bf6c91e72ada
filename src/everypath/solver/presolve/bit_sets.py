"""Sets of the values of one byte or char for which a condition holds, as the bits of an int.

The chars of a text have the same conditions at every index, so a set is remembered by the form of the condition, with
a fixed symbol in place of its own.
"""

from __future__ import annotations

from typing import Final

from everypath.term import BOOL, BV8, BV16, Table, Term, Value, size, substitute, table_of, var, variables

_FORMS: Final = 1_000
_CONDITIONS: Final = 20_000
_LARGEST: Final = 400
_FAR: Final = 1 << 64

_PLACES: Final = {sort: var(f"#{sort.name}", sort) for sort in (BV8, BV16)}

_forms: dict[Term, tuple[Value, Term | None]] = {}
_by_form: dict[Term, int | None] = {}


def all_values(symbol: Term) -> int:
    """Return the set of all values of a symbol."""
    return (1 << (1 << symbol.sort.width)) - 1


def ends(values: int, symbol: Term) -> tuple[int, int]:
    """Return the least and the greatest value of a set, as Java's signed numbers."""
    half = 1 << (symbol.sort.width - 1)
    negative, positive = values >> half, values & ((1 << half) - 1)
    low = _lowest(negative) - half if negative else _lowest(positive)
    high = positive.bit_length() - 1 if positive else negative.bit_length() - 1 - half
    return low, high


def _lowest(values: int) -> int:
    return (values & -values).bit_length() - 1


def values_of(condition: Term) -> int | None:
    """Return the unsigned values of its symbol for which a condition holds, as bits.

    None if the condition is not about one narrow symbol alone, is too large or has other operators.
    """
    known = _forms.get(condition)
    if known is None:
        if len(_forms) >= _CONDITIONS:
            _forms.clear()
        known = _forms[condition] = _form_of(condition)
    form, place = known
    return _of_form(form, place) if place is not None else None


def _form_of(condition: Term) -> tuple[Value, Term | None]:
    """Return a condition on one narrow symbol with a fixed symbol in its place, and that symbol; None for any other."""
    symbols = variables(condition)
    if len(symbols) == 1:
        (symbol,) = symbols
        place = _PLACES.get(symbol.sort)
        if place is not None and size(condition) <= _LARGEST:
            return substitute(condition, {symbol: place}), place
    return True, None


def _of_form(form: Value, place: Term) -> int | None:
    if type(form) is not Term:
        return all_values(place) if form else 0
    if form in _by_form:
        return _by_form[form]
    found = _computed(form, place)
    if len(_by_form) >= _FORMS:
        _by_form.clear()
    _by_form[form] = found
    return found


def _computed(form: Term, place: Term) -> int | None:
    """Return the values of ``place`` for which a condition holds, None for other operators."""
    op = form.op
    if op == "not":
        inner = _of_form(form.args[0], place)
        return None if inner is None else all_values(place) & ~inner
    if op in ("conj", "disj"):
        return _of_connective(form, place)
    if op == "ite":
        condition, yes, no = (_of_form(arg, place) for arg in form.args)
        if condition is None or yes is None or no is None:
            return None
        return (condition & yes) | (no & ~condition)
    if op == "lookup":
        return _between(form, 1, 1, place)
    return _of_comparison(form, place) if op in ("lt", "eq") else None


def _of_connective(form: Term, place: Term) -> int | None:
    values = all_values(place) if form.op == "conj" else 0
    for part in form.args:
        inside = _of_form(part, place)
        if inside is None:
            return None
        values = values & inside if form.op == "conj" else values | inside
    return values


def _of_comparison(form: Term, place: Term) -> int | None:
    left, right = form.args
    equal = form.op == "eq"
    if type(left) is Term and left.sort is not BOOL and type(right) is int:
        return _between(left, right if equal else -_FAR, right if equal else right - 1, place)
    if type(right) is Term and right.sort is not BOOL and type(left) is int:
        return _between(right, left if equal else left + 1, left if equal else _FAR, place)
    return None


def _between(term: Term, low: int, high: int, place: Term) -> int | None:
    """Return the values of ``place`` for which a term is between two bounds, None for other operators."""
    width = 1 << place.sort.width
    if term.op == "zext" and term.args[0] is place:
        return _run(max(low, 0), min(high, width - 1))
    if term is place or (term.op == "sext" and term.args[0] is place):
        half = width >> 1
        negative = _run(max(low, -half) + half, min(high, -1) + half)
        return _run(max(low, 0), min(high, half - 1)) | negative << half
    if term.op == "lookup":
        inner = term.args[0]
        if type(inner) is Term and inner.op == "zext" and inner.args[0] is place:
            return _of_table(table_of(term), low, high, width)
    return None


def _run(first: int, last: int) -> int:
    """Return the set of the numbers from ``first`` to ``last``, empty if ``last`` is smaller."""
    return ((1 << (last - first + 1)) - 1) << first if last >= first else 0


def _of_table(table: Table, low: int, high: int, width: int) -> int:
    """Return the set of the numbers below ``width`` at which a table has a value between two bounds."""
    found = covered = 0
    for row in table.rows_over(0, width - 1):
        last = min(row.high, width - 1)
        numbers = _run(max(row.low, 0), last)
        if row.step == 2:
            numbers &= _stripes(width) << (row.low & 1)
        covered |= numbers
        if row.slope:
            found |= numbers & _run(max(low - row.value, 0), min(high - row.value, width - 1))
        elif low <= row.value <= high:
            found |= numbers
    others = _run(0, width - 1) & ~covered
    if table.relative:
        return found | (others & _run(max(low - table.default, 0), min(high - table.default, width - 1)))
    return found | others if low <= table.default <= high else found


def _stripes(width: int) -> int:
    """Return the set of the even numbers below ``width``: 1 + 4 + 16 + ..., as bits."""
    return ((1 << width) - 1) // 3
