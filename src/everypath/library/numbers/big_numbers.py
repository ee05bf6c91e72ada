"""Models of ``BigInteger.valueOf`` and ``BigDecimal.valueOf``, which return one object for a symbolic number.

The object is identical to a shared constant of the JDK exactly if the number has the constant's value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.library.models import model
from everypath.state import NULL, CachedBox, SymbolicArray
from everypath.state import text as texts
from everypath.term import BV32, BV64, Term, Value, and_, eq, ge, i2l, ite, l2i, lt, ne, neg, or_, shl, ushr

if TYPE_CHECKING:
    from everypath.vm.core import Call

INTEGER, DECIMAL = "java/math/BigInteger", "java/math/BigDecimal"
_INTEGERS, _DECIMALS = (-16, 16), (0, 10)
"""The smallest and largest value with a shared constant."""


def _static(call: Call, owner: str, name: str) -> Value | None:
    (field,) = (each for each in call.klass(owner).fields if each.name == name and each.is_static)
    return call.state.statics.get(field)


def _number(call: Call, owner: str, names: tuple[tuple[str, int], ...], span: tuple[int, int]) -> bool:
    """Mark the shared constants with their values. False if the JDK's fields are not the expected ones."""
    for name, sign in names:
        constants = _static(call, owner, name)
        if not isinstance(constants, int) or constants == NULL:
            return False
        for value, address in enumerate(call.state.object(constants).fields):
            if isinstance(address, int) and address != NULL:
                call.state.object(address).extra = CachedBox(*span, value=sign * value)
    return True


@model(INTEGER, "valueOf", f"(J)L{INTEGER};")
def integer_value_of(call: Call, value: Value) -> Value | None:
    """``BigInteger.valueOf``: forks for zero, one word and two words. The sign is a symbolic field."""
    signs = (("posConst", 1), ("negConst", -1))
    if not isinstance(value, Term) or not _number(call, INTEGER, signs, _INTEGERS):
        return call.run_code([value])
    if call.decide(eq(value, 0)):
        return _static(call, INTEGER, "ZERO")
    negative = lt(value, 0)
    magnitude = ite(negative, neg(value, 64), value, BV64)
    high = l2i(ushr(magnitude, 32, 64))
    words = [high, l2i(magnitude)] if call.decide(ne(high, 0)) else [l2i(magnitude)]
    address = call.new_object(INTEGER)
    call.state.object(address).extra = CachedBox(*_INTEGERS, value=value)
    call.put_field(address, "signum", ite(negative, -1, 1, BV32))
    call.put_field(address, "mag", call.state.new_array(call.klass("[I"), words))
    return address


@model(DECIMAL, "valueOf", f"(J)L{DECIMAL};")
def decimal_value_of(call: Call, value: Value) -> Value | None:
    """``BigDecimal.valueOf`` of an integer."""
    if not isinstance(value, Term) or not _number(call, DECIMAL, (("ZERO_THROUGH_TEN", 1),), _DECIMALS):
        return call.run_code([value])
    if call.decide(eq(value, -(1 << 63))):
        return call.run_code([value])
    address = call.new_object(DECIMAL)
    call.state.object(address).extra = CachedBox(*_DECIMALS, value=value)
    call.put_field(address, "intCompact", value)
    return address


@model(INTEGER, "toString", "()Ljava/lang/String;")
def integer_text(call: Call, this: Value) -> Value | None:
    """``BigInteger.toString``: a lazy decimal text if the number is symbolic and fits into a long."""
    address = call.non_null(this)
    words = call.get_field(address, "mag")
    if not isinstance(words, int) or words == NULL:
        return call.run_code([this])
    magnitude = call.state.object(words)
    fits = not isinstance(magnitude, SymbolicArray) and 1 <= len(magnitude.fields) <= 2
    if not fits or not any(isinstance(word, Term) for word in magnitude.fields):
        return call.run_code([this])
    value: Value = 0
    for word in magnitude.fields:
        value = or_(shl(value, 32, 64), and_(i2l(word), 0xFFFFFFFF, 64), 64)
    if not call.decide(ge(value, 0)):
        return call.run_code([this])
    negative = lt(call.get_field(address, "signum"), 0)
    return call.new_text(texts.decimal(ite(negative, neg(value, 64), value, BV64), 64))
