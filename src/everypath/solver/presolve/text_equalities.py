"""Conditions that two input strings are equal, as conditions that all parts of the solver know.

Two strings of any length are equal if their arrays are one array and their lengths are one number: what lies behind the
length does not matter. They differ if their lengths do, or the chars at some index, which is a new symbol.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from everypath.term import (
    BV32,
    Concrete,
    Model,
    Term,
    Value,
    conj,
    digest,
    disj,
    eq,
    evaluate,
    ge,
    lt,
    ne,
    select,
    substitute,
    var,
    walk,
)

_INDEX: Final = "text.differs."


class TextEqualities(NamedTuple):
    """The ``conditions`` without equalities of strings. ``arrays`` are replaced by others in them."""

    conditions: list[Value]
    arrays: dict[Term, Term]

    def restored(self, model: Model) -> Model:
        """A model of the conditions, with the arrays that were replaced."""
        values: dict[Term, Concrete] = {
            symbol: value for symbol, value in model.items() if not str(symbol.payload).startswith(_INDEX)
        }
        found = Model(values)
        return found.with_({array: evaluate(other, found) for array, other in self.arrays.items()})


def inner_text_equality(conditions: Sequence[Term]) -> Term | None:
    """An equality of strings inside of a condition, or of texts that are no inputs: for a case distinction."""
    return next((found for each in conditions if (found := _inside(each)) is not None), None)


@lru_cache(maxsize=1 << 14)
def _inside(condition: Term) -> Term | None:
    if _is_literal(condition):
        return None
    return next((each for each in walk(condition) if each.op == "same_text"), None)


def without_text_equalities(conditions: Sequence[Term]) -> TextEqualities | None:
    """The conditions without equalities of strings; None if there are none, or if one is inside of a condition."""
    if not any(map(_is_literal, conditions)) or inner_text_equality(conditions) is not None:
        return None
    arrays: dict[Term, Term] = {}
    found: list[Value] = []
    for condition in conditions:
        if condition.op == "same_text":
            left, length, right, other = condition.args
            assert isinstance(left, Term)
            assert isinstance(right, Term)
            one, two = arrays.get(left, left), arrays.get(right, right)
            found.append(eq(length, other))
            if one is not two:
                arrays = {array: one if known is two else known for array, known in arrays.items()}
                arrays[two] = one
    for condition in conditions:
        if condition.op != "same_text":
            plain = substitute(condition, arrays)
            found.append(_differing(plain) if _is_literal(condition) else plain)
    return TextEqualities(found, arrays)


def _is_literal(condition: Term) -> bool:
    """True for a condition that two input strings are equal, or that they are not."""
    inner = condition.args[0] if condition.op == "not" else condition
    if not isinstance(inner, Term) or inner.op != "same_text":
        return False
    return all(isinstance(each, Term) and each.op == "var" for each in (inner.args[0], inner.args[2]))


def _differing(condition: Value) -> Value:
    """The condition that two strings differ in their length, or at some index."""
    if not isinstance(condition, Term):
        return condition
    (inner,) = condition.args
    assert isinstance(inner, Term)
    left, length, right, other = inner.args
    assert isinstance(left, Term)
    assert isinstance(right, Term)
    index = var(f"{_INDEX}{digest(inner).hex()}", BV32)
    differs = conj(ge(index, 0), lt(index, length), ne(select(left, index), select(right, index)))
    return disj(ne(length, other), differs)
