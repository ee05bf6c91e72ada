"""Functions that models share: bounds on texts, new strings, and concretisation of symbolic values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.state import Identity, TextObject
from everypath.state import text as texts
from everypath.state.text import Constant, Text
from everypath.term import (
    F64,
    Term,
    Value,
    bool_to_int,
    conj,
    double_bits,
    eq,
    evaluate,
    float_bits,
    is_nan,
    le,
)
from everypath.vm.references import concrete_index

if TYPE_CHECKING:
    from everypath.state import State
    from everypath.vm.core import Call

STRING = "java/lang/String"
BUILDERS = ("java/lang/AbstractStringBuilder", "java/lang/StringBuilder", "java/lang/StringBuffer")
LENGTH_FACTOR = 8
"""Operations on all chars of a text bound its length only if it may exceed the length bound by this factor."""


def limited(call: Call, text: Text) -> Text:
    """The text with a known maximum length, for operations on every char. Applies the length bound if it has none."""
    if text.constant is not None:
        return text
    cap = call.state.control.bounds.length
    limit = text.limit
    if limit is not None and limit <= LENGTH_FACTOR * cap:
        return text
    call.limit(le(text.length, cap), "length")
    return texts.bounded(text, cap)


def one_limited(call: Call, left: Text, right: Text) -> tuple[Text, Text]:
    """Both texts, at least one of them with a known maximum length."""
    if left.limit is None and right.limit is None:
        left = limited(call, left)
    return left, right


def unless_same(call: Call, this: Value, before: Text, after: Text, when: Value = True, *, part: bool = False) -> Value:
    """The receiver if the operation changed nothing, as in the JDK, else a new string with the text ``after``.

    Where ``when`` is false, it is always a new string. With ``part``, ``after`` is a part of ``before``, so that equal
    lengths mean equal texts.
    """
    if when is True and (before is after or before == after):
        return call.reference(this)
    receiver = call.state.object(call.non_null(this))
    if not isinstance(receiver.extra, Identity) or after.constant is not None:
        return call.new_text(after)
    same = eq(before.length, after.length) if part else texts.equal(before, after)
    unchanged = conj(when, receiver.extra.holds, same)
    extra = Identity(receiver.extra.number, unchanged) if unchanged is not False else None
    return call.state.allocate(TextObject(receiver.cls, after, call.state.token, extra=extra))


def known_length(call: Call, text: Text) -> int:
    """The length of a limited text as a number. Forks once for each possible length."""
    if isinstance(text.length, Term):
        call.state.lengths += (text.length,)
    return concrete_index(call.state, text.length)


def boolean(condition: Value) -> Value:
    """A condition as a Java boolean."""
    return bool_to_int(condition) if isinstance(condition, Term) else int(bool(condition))


def concretise(call: Call, value: Value, what: str) -> int | float:
    """The value under the witness, assumed from here on. The path becomes partial, as it loses all other values."""
    if not isinstance(value, Term):
        return value
    known = evaluate(value, call.state.witness)
    assert isinstance(known, int | float)
    call.state.note("concretise", what)
    call.state.assume(_is(value, known))
    return known


def _is(value: Term, known: int | float) -> bool | Term:
    condition: Value
    if isinstance(known, float):
        if math.isnan(known):
            condition = is_nan(value)
        elif value.sort is F64:
            condition = eq(double_bits(value), double_bits(known))
        else:
            condition = eq(float_bits(value), float_bits(known))
    elif isinstance(known, bool):
        condition = value if known else eq(value, False)
    else:
        condition = eq(value, known)
    assert isinstance(condition, bool | Term)
    return condition


def concrete_text(call: Call, text: Text, what: str) -> str:
    """The text under the witness, assumed from here on (see `concretise`)."""
    if text.constant is not None:
        return text.constant
    value = text.evaluate(call.state.witness)
    condition = texts.equal(text, Constant(value))
    assert isinstance(condition, bool | Term)
    call.state.note("concretise", what)
    call.state.assume(condition)
    return value


def method_name(call: Call) -> str:
    """The called method for messages: ``java.lang.Math.sin``."""
    return f"{dotted(call.method.owner.name)}.{call.method.name}"


UNSEEN = "library.unseen"
"""The attachment of states on which code ran that may have done more than return an unknown value."""


def note_unseen(state: State) -> None:
    """Note that code ran whose effects are not known."""
    state.attach(UNSEEN, True)


def has_unseen_effects(state: State) -> bool:
    """True if code ran whose effects are not known."""
    return UNSEEN in state.attachments
