"""Few results: where a path returns a term that has few values, each of them is a path of its own.

``return s.equals(t);`` takes no decision, but a caller sees two outcomes, and a test of one of them tests half. The
question is asked when the entry has returned: the path takes the value under its witness, the other values are forks
that come after all other paths. They are no paths of the program: where a solver gives up, nothing is missed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.state import Ending, Fork
from everypath.term import REF, Term, Value, eq, evaluate, interval, ne

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state import State

FEW = 4
"""Numbers with at most so many values are told apart."""

KIND = "result"
"""The kind of these forks."""


def split_result(state: State, entry: Method) -> Fork | None:
    """Fix the result of a state that returned to its value under the witness, and give the fork for all others.

    None where there is nothing to ask: the result is known, or may be anything.
    """
    result = state.result
    if state.ending is not Ending.RETURNED or not isinstance(result, Term) or not _has_few_values(result, entry):
        return None
    value = evaluate(result, state.witness)
    assert isinstance(value, int)
    this, others = eq(result, value), ne(result, value)
    twin = state.fork()
    state.result = int(value)
    if not isinstance(this, Term) or not isinstance(others, Term) or this in state.known:
        return None
    state.assume(this)
    return None if others in twin.known else Fork(twin, others, state.place, KIND)


def _has_few_values(result: Term, entry: Method) -> bool:
    if entry.returns == "Z":
        return True
    if entry.returns not in "BCSIJ" or result.sort is REF:
        return False
    low, high = interval(result)
    if high - low < FEW:
        return True
    leaves = _leaves(result)
    return leaves is not None and len(leaves) <= FEW


def _leaves(value: Value) -> set[int] | None:
    """The constants that a choice is between, None where one of them is no constant or they are too many."""
    if not isinstance(value, Term):
        return {int(value)}
    if value.op != "ite":
        return None
    found: set[int] = set()
    for each in value.args[1:]:
        leaves = _leaves(each)
        if leaves is None or len(found := found | leaves) > FEW:
            return None
    return found
