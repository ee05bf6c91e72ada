"""The values that a condition on one narrow symbol leaves it: a byte or a char, as a set of bits.

Chars of texts are asked the same questions again and again, at each place of each text: the set of a question is kept
by its form, whatever the symbol.
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


def everything(symbol: Term) -> int:
    """All values of a symbol."""
    return (1 << (1 << symbol.sort.width)) - 1


def ends(values: int, symbol: Term) -> tuple[int, int]:
    """The least and the greatest of some values, as Java's signed numbers."""
    half = 1 << (symbol.sort.width - 1)
    negative, positive = values >> half, values & ((1 << half) - 1)
    low = _lowest(negative) - half if negative else _lowest(positive)
    high = positive.bit_length() - 1 if positive else negative.bit_length() - 1 - half
    return low, high


def _lowest(values: int) -> int:
    return (values & -values).bit_length() - 1


def values_of(condition: Term) -> int | None:
    """The values (unsigned) of its symbol for which a condition holds, as bits; None where it is not about one narrow
    symbol alone, or asks what is not looked into here.
    """
    known = _forms.get(condition)
    if known is None:
        if len(_forms) >= _CONDITIONS:
            _forms.clear()
        known = _forms[condition] = _form_of(condition)
    form, place = known
    return _of_form(form, place) if place is not None else None


def _form_of(condition: Term) -> tuple[Value, Term | None]:
    """A condition on one narrow symbol with a fixed symbol in its place, and this; no place for any other."""
    symbols = variables(condition)
    if len(symbols) == 1:
        (symbol,) = symbols
        place = _PLACES.get(symbol.sort)
        if place is not None and size(condition) <= _LARGEST:
            return substitute(condition, {symbol: place}), place
    return True, None


def _of_form(form: Value, place: Term) -> int | None:
    if type(form) is not Term:
        return everything(place) if form else 0
    if form in _by_form:
        return _by_form[form]
    found = _computed(form, place)
    if len(_by_form) >= _FORMS:
        _by_form.clear()
    _by_form[form] = found
    return found


def _computed(form: Term, place: Term) -> int | None:
    op = form.op
    if op == "not":
        inner = _of_form(form.args[0], place)
        return None if inner is None else everything(place) & ~inner
    if op in ("conj", "disj"):
        values = everything(place) if op == "conj" else 0
        for part in form.args:
            inside = _of_form(part, place)
            if inside is None:
                return None
            values = values & inside if op == "conj" else values | inside
        return values
    if op == "ite":
        condition, yes, no = (_of_form(arg, place) for arg in form.args)
        if condition is None or yes is None or no is None:
            return None
        return (condition & yes) | (no & ~condition)
    if op == "lookup":
        return _between(form, 1, 1, place)
    if op in ("lt", "eq"):
        left, right = form.args
        if type(left) is Term and left.sort is not BOOL and type(right) is int:
            return _between(left, right if op == "eq" else -_FAR, right if op == "eq" else right - 1, place)
        if type(right) is Term and right.sort is not BOOL and type(left) is int:
            return _between(right, left if op == "eq" else left + 1, left if op == "eq" else _FAR, place)
    return None


def _between(term: Term, low: int, high: int, place: Term) -> int | None:
    """For which values of the symbol a term is between two bounds."""
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
    """The numbers from ``first`` to ``last``, as bits; none where ``last`` is smaller."""
    return ((1 << (last - first + 1)) - 1) << first if last >= first else 0


def _of_table(table: Table, low: int, high: int, width: int) -> int:
    """For which of the numbers below ``width`` a table has a value between two bounds."""
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
    """Every second number below ``width``, an even one, from 0 on: 1 + 4 + 16 + ..., as bits."""
    return ((1 << width) - 1) // 3
