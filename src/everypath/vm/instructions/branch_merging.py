"""Merges small pure diamonds of library code: both sides of a branch are run, and their results joined by `ite`.

A branch of library code on a symbolic condition is merged if both of its sides are short and pure (no stores into
objects or arrays, no calls, no exceptions or decisions) and join again. Then one path continues after the join, and
locals and operands that differ become conditionals on the branch condition (state merging as in Kuznetsov et al.,
"Efficient State Merging in Symbolic Execution", PLDI 2012, restricted to locals and operands). Two sides that return
join at the return. Target code is never merged: coverage and findings refer to its branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.term import Sort, Term, Value, ite
from everypath.vm.instructions.diamonds import Diamond

if TYPE_CHECKING:
    from everypath.state import State
    from everypath.vm.instructions.instruction_site import InstructionSite


_ANSWERS = frozenset({-1, 0, 1})


class _NotMergeableError(Exception):
    """The sides compute two different numbers, for which two paths are better (`_join`)."""


def merged(
    site: InstructionSite, state: State, condition: Value, jump: int, stack: list[Value], locals_: list[Value]
) -> int:
    """Run both sides of the branch at ``site`` if it can be merged. Return the index after the join; -1 if it cannot.

    ``stack`` is the operand stack without the operands of the branch. Stack and locals are changed in place, but not if
    the result is -1.
    """
    machine = site.machine
    if not isinstance(condition, Term) or not machine.merging or state.is_known(condition):
        return -1
    diamond = site.diamond
    if diamond is None or (diamond.reads_this and not _is_settled(state, locals_[0])):
        return -1
    here = state.frames[-1].pc
    then_stack, then_locals = stack[:], locals_[:]
    else_stack, else_locals = stack[:], locals_[:]
    machine.merges += 1
    try:
        following = _run(site, state, jump, diamond, then_stack, then_locals)
        _run(site, state, site.next, diamond, else_stack, else_locals)
        for depth, sort in enumerate(reversed(diamond.stack), 1):
            else_stack[-depth] = _join(condition, then_stack[-depth], else_stack[-depth], sort)
        for variable, sort in diamond.locals:
            else_locals[variable] = _join(condition, then_locals[variable], else_locals[variable], sort)
    except _NotMergeableError:
        if machine.merges > 1:  # a side of a larger diamond must not fork: that one is not merged, either
            raise
        return -1
    finally:
        machine.merges -= 1
        state.frames[-1].pc = here
    stack[:], locals_[:] = else_stack, else_locals
    return following


def _run(
    site: InstructionSite, state: State, index: int, diamond: Diamond, stack: list[Value], locals_: list[Value]
) -> int:
    code, stops = site.linked.code, diamond.stops
    while index not in stops:
        index = code[index](state, stack, locals_)
    return index


def _is_settled(state: State, this: Value) -> bool:
    """True if the receiver is an object whose fields all have values: reading one decides nothing."""
    obj = state.heap.get(this) if type(this) is int else None
    return obj is not None and None not in obj.fields


def _join(condition: Term, a: Value, b: Value, sort: Sort) -> Value:
    """The conditional of two values; ``b`` if one is not of the sort, as the variable is then dead (it was reused).

    Raises `_NotMergeableError` for two different numbers other than -1, 0 and 1, the results of tests and comparisons.
    Counts and indexes get a path each: code that uses them is simple for a number and hard for a conditional.
    """
    if a is b or not (_fits(a, sort) and _fits(b, sort)):
        return b
    if type(a) is not Term and type(b) is not Term and a != b and not (a in _ANSWERS and b in _ANSWERS):
        raise _NotMergeableError
    return ite(condition, a, b, sort)


def _fits(value: Value, sort: Sort) -> bool:
    if type(value) is Term:
        return value.sort is sort
    return type(value) is (float if sort.is_float else int)
