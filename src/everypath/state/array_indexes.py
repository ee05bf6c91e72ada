"""Indexes of the elements of an array that a path has looked at: which of them a further index is equal to."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from everypath.term import Term, Value, eq

if TYPE_CHECKING:
    from everypath.state.state import State


def equal_index(state: State, known: Collection[Value], index: Value) -> Value | None:
    """The one of the ``known`` indexes that an index is equal to, decided one by one; None if it differs from all.

    Two numbers need no decision. A mapping answers fastest whether it has the index.
    """
    if index in known:
        return index
    is_symbolic = isinstance(index, Term)
    for each in [each for each in known if is_symbolic or isinstance(each, Term)]:
        if state.decide(eq(each, index), "index"):
            return each
    return None
