"""Assumes preconditions on a path, and ends paths whose input a precondition excludes."""

from __future__ import annotations

from everypath.inputs.stubs.stubs import promise
from everypath.state import Ending, State
from everypath.term import Term, Value, evaluate, not_

PROLOGUE = "conditions.prologue"
"""The attachment of a path before its entry: the number of parts of the preconditions that it has assumed."""

UNMET = "conditions.unmet"
"""The attachment of states whose input a precondition excludes: they are no paths."""


def unmet(state: State) -> None:
    """End a state whose input a precondition excludes."""
    state.attachments[UNMET] = True
    state.end(Ending.INFEASIBLE, "a precondition excludes the input")


def assume(state: State, condition: Value) -> bool:
    """Assume a part of a precondition. False if the witness does not satisfy it; then a fork that satisfies it goes to
    the sink.
    """
    if not isinstance(condition, Term):
        return bool(condition)
    if not_(condition) in state.known:
        return False
    if condition not in state.known:
        if not evaluate(condition, state.witness):
            state.offer(condition, "assume")
            return False
        state.assume(condition)
    promise(state, condition)
    return True
