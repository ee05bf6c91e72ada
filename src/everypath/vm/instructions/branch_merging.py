"""Merging small pure diamonds of library code: both sides of a branch are run, and their results joined by `ite`.

A branch of library code on a symbolic condition forks only where it must. Where both of its sides are short, only
compute (no stores into objects or arrays, no calls, nothing that throws or decides) and meet again, one path goes on
behind them: locals and operands that differ are conditionals over the condition (state merging as in Kuznetsov et al.,
"Efficient State Merging in Symbolic Execution", PLDI 2012, restricted to what needs no heap). Two sides that return
meet at the return. Target code is never merged: its branches are what coverage and findings are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.term import Sort, Term, Value, ite
from everypath.vm.instructions.diamonds import Diamond

if TYPE_CHECKING:
    from everypath.state import State
    from everypath.vm.instructions.site import Site


_ANSWERS = frozenset({-1, 0, 1})


class _NotMergeableError(Exception):
    """The sides leave numbers that had better stay apart."""


def merged(site: Site, state: State, condition: Value, jump: int, stack: list[Value], locals_: list[Value]) -> int:
    """Run both sides of the branch at ``site`` where that is possible, and give the index to go on at; else -1.

    ``stack`` lies below the operands of the branch, which are popped already; stack and locals are changed in place.
    Nothing is changed where the answer is -1.
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


def _run(site: Site, state: State, index: int, diamond: Diamond, stack: list[Value], locals_: list[Value]) -> int:
    code, stops = site.linked.code, diamond.stops
    while index not in stops:
        index = code[index](state, stack, locals_)
    return index


def _is_settled(state: State, this: Value) -> bool:
    """Whether the fields of the receiver can be read without asking anybody."""
    obj = state.heap.get(this) if type(this) is int else None
    return obj is not None and None not in obj.fields


def _join(condition: Term, a: Value, b: Value, sort: Sort) -> Value:
    """One of two values; where they are not of the sort, the variable is dead (it was reused) and either will do.

    Raises `_NotMergeableError` for two different numbers unless they are answers (-1, 0 or 1): counts and positions
    get a path each, because code that uses them is simple for a number and hard for a choice.
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


# -- finding diamonds -----------------------------------------------------------------------------------------------


# -- where routes meet ------------------------------------------------------------------------------------------------
