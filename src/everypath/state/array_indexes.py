"""Indexes of the elements of an array that a path has looked at: which of them a further index is equal to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from everypath.term import Term, Value, eq

if TYPE_CHECKING:
    from everypath.state.state import State


def equal_index(state: State, known: Iterable[Value], index: Value) -> Value | None:
    """The one of the ``known`` indexes that an index is equal to, decided one by one; None if it differs from all."""
    indexes = list(known)
    if index in indexes:
        return index
    for each in indexes:
        if (isinstance(each, Term) or isinstance(index, Term)) and state.decide(eq(each, index), "index"):
            return each
    return None
