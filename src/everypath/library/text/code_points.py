"""Models of the methods of ``String`` and its builders on code points: terms over surrogate pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import BUILDERS, STRING, add_model, limited
from everypath.library.text.char_arrays import code_point_of
from everypath.library.text.index_checks import check_index, check_range, outside
from everypath.term import Value, add, conj, ge, gt, ite, le, lt, sub

if TYPE_CHECKING:
    from everypath.vm.core import Call


def is_pair(high: Value, low: Value) -> Value:
    """True if two chars are a surrogate pair."""
    return conj(ge(high, 0xD800), le(high, 0xDBFF), ge(low, 0xDC00), le(low, 0xDFFF))


def code_point_at(call: Call, this: Value, index: Value) -> Value:
    """``codePointAt``."""
    text = call.text(this)
    check_index(call, index, text.length)
    after = add(index, 1, 32)
    high, low = text.at(index), text.at(after)
    return ite(conj(lt(after, text.length), is_pair(high, low)), code_point_of(high, low), high)


def code_point_before(call: Call, this: Value, index: Value) -> Value:
    """``codePointBefore``."""
    text = call.text(this)
    at = sub(index, 1, 32)
    if not call.decide(conj(ge(at, 0), lt(at, text.length)), "index"):
        outside(call, "java/lang/StringIndexOutOfBoundsException", "before", at, text.length, index)
    before = sub(index, 2, 32)
    high, low = text.at(before), text.at(at)
    return ite(conj(ge(before, 0), is_pair(high, low)), code_point_of(high, low), low)


def code_point_count(call: Call, this: Value, start: Value, end: Value) -> Value:
    """``codePointCount``: the number of chars minus the number of surrogate pairs, which never overlap."""
    text = limited(call, call.text(this))
    check_range(call, start, end, text.length, "java/lang/IndexOutOfBoundsException", "points")
    count = sub(end, start, 32)
    for i in range((text.limit or 0) - 1):
        pair = conj(le(start, i), gt(end, i + 1), is_pair(text.at(i), text.at(i + 1)))
        count = sub(count, ite(pair, 1, 0), 32)
    return count


for _owner in (STRING, *BUILDERS):
    add_model((_owner, "codePointAt", "(I)I"), code_point_at)
    add_model((_owner, "codePointBefore", "(I)I"), code_point_before)
    add_model((_owner, "codePointCount", "(II)I"), code_point_count)
