"""Splits a path by its result if the result is a term with few values, or a choice between constants.

``return s.equals(t);`` takes no branch, but a caller sees two outcomes, and a test of one of them tests only half. The
split happens when the entry has returned: the path keeps the value under its witness, and a fork stands for the other
values. Such forks are explored after all other paths. They are not paths of the program, but inputs are missed if the
time ends before one is tried, or if a solver gives up on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state import Ending, Fork
from everypath.term import REF, Term, Value, eq, evaluate, gt, interval, lt, not_

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import State

MOST_SPLIT_VALUES = 4
"""The most values of a result that is split by value. A result with more constants is split by sign, such as that of
``return s.indexOf('x');``.
"""

MOST_CHOICES = 200
"""The most nested choices that are searched for constants."""

KIND = "result"
"""The kind of these forks."""


def split_result(state: State, entry: Method) -> Fork | None:
    """Restrict a state that returned to the kind of result that it has under its witness; the fork for other kinds.

    None if there is nothing to split: the result is known, or can be any value.
    """
    result = state.result
    if state.ending is not Ending.RETURNED or not isinstance(result, Term):
        return None
    value = evaluate(result, state.witness)
    if not isinstance(value, int):
        return None
    few, this = _kind(result, value, entry)
    others = not_(this)
    asks = isinstance(this, Term) and isinstance(others, Term) and this not in state.known
    copy = state.fork() if asks else state
    if few:
        state.result = int(value)
    if not isinstance(this, Term) or not isinstance(others, Term) or copy is state:
        return None
    state.assume(this)
    return None if others in copy.known else Fork(copy, others, state.place, KIND)


def _kind(result: Term, value: int, entry: Method) -> tuple[bool, Value]:
    """True if the result has few values, and the condition that it is of the same kind as ``value``."""
    if entry.returns == "Z":
        return True, eq(result, value)
    if entry.returns not in "BCSIJ" or result.sort is REF:
        return False, True
    low, high = interval(result)
    leaves = _leaves(result)
    if high - low < MOST_SPLIT_VALUES or (leaves is not None and len(leaves) <= MOST_SPLIT_VALUES):
        return True, eq(result, value)
    if leaves is None:
        return False, True
    return False, lt(result, 0) if value < 0 else gt(result, 0) if value > 0 else eq(result, 0)


def _leaves(result: Term) -> set[int] | None:
    """The constants that a choice is between; None if one of them is no constant, or there are too many choices."""
    found: set[int] = set()
    open_: list[Value] = [result]
    seen: set[Term] = set()
    while open_:
        value = open_.pop()
        if not isinstance(value, Term):
            found.add(int(value))
        elif value.op != "ite":
            return None
        elif value not in seen:
            seen.add(value)
            open_ += value.args[1:]
        if len(seen) > MOST_CHOICES:
            return None
    return found
