"""Conditional branches. Known operands jump; a symbolic condition is decided with the operands still on the stack.

The six comparisons are written out one by one, for ints against zero and against each other: they are the hottest code
of tier 0, and a comparison passed in as a function would cost as much as the whole handler. A backward jump counts a
step (see `Machine.step`).
"""

from __future__ import annotations

from collections.abc import Callable

from everypath.state import State, same_object
from everypath.term import Value, eq, ge, gt, le, lt, ne
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, merged, opcode
from everypath.vm.references import comparable_references

_COMPARISONS: dict[str, Callable[[Value, Value], Value]] = {
    "eq": eq,
    "ne": ne,
    "lt": lt,
    "le": le,
    "gt": gt,
    "ge": ge,
}

_TEMPLATE = """
def make(target, following, slow):
    def handler(state, stack, locals_):
        {pop}
        if type(left) is int{and_right}:
            if left {operator} {right}:
                return target
            return following
        {push}
        return slow(state, stack, locals_)
    return handler
"""
_OPERATORS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _factory(operator: str, *, against_zero: bool) -> Callable[[int, int, Handler], Handler]:
    source = _TEMPLATE.format(
        operator=operator,
        pop="left = stack.pop()" if against_zero else "right = stack.pop(); left = stack.pop()",
        and_right="" if against_zero else " is type(right)",
        right="0" if against_zero else "right",
        push="stack.append(left)" if against_zero else "stack.append(left); stack.append(right)",
    )
    namespace: dict[str, Callable[[int, int, Handler], Handler]] = {}
    exec(source, namespace)
    return namespace["make"]


_AGAINST_ZERO = {name: _factory(operator, against_zero=True) for name, operator in _OPERATORS.items()}
_OF_TWO = {name: _factory(operator, against_zero=False) for name, operator in _OPERATORS.items()}


@opcode(*(f"if{name}" for name in _COMPARISONS))
def compare_with_zero(site: InstructionSite) -> Handler:
    """Compare an int with zero."""
    name, jump = site.name[2:], site.jump_target()
    comparison, merging = _COMPARISONS[name], not site.owner.is_target

    def slow(state: State, stack: list[Value], locals_: list[Value]) -> int:
        condition = comparison(stack[-1], 0)
        if merging:
            operand = stack.pop()
            following = merged(site, state, condition, jump, stack, locals_)
            if following >= 0:
                return following
            stack.append(operand)
        following = site.branch(state, condition, jump)
        del stack[-1]
        return following

    return _AGAINST_ZERO[name](jump, site.next, slow)


@opcode(*(f"if_icmp{name}" for name in _COMPARISONS))
def compare_ints(site: InstructionSite) -> Handler:
    """Compare two ints."""
    name, jump = site.name[7:], site.jump_target()
    comparison, merging = _COMPARISONS[name], not site.owner.is_target

    def slow(state: State, stack: list[Value], locals_: list[Value]) -> int:
        condition = comparison(stack[-2], stack[-1])
        if merging:
            operands = stack[-2:]
            del stack[-2:]
            following = merged(site, state, condition, jump, stack, locals_)
            if following >= 0:
                return following
            stack.extend(operands)
        following = site.branch(state, condition, jump)
        del stack[-2:]
        return following

    return _OF_TWO[name](jump, site.next, slow)


@opcode("ifnull", "ifnonnull")
def compare_with_null(site: InstructionSite) -> Handler:
    """Compare a reference with null; an undecided input reference is decided here."""
    on_null = site.name == "ifnull"
    jump, following, machine = site.jump_target(), site.next, site.machine
    null_index, other_index = (jump, following) if on_null else (following, jump)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        value = stack[-1]
        if type(value) is not int:
            state.frames[-1].pc = site.here
            value = not machine.is_null(state, value, "branch", site.sides(null_index, other_index))
        del stack[-1]
        return other_index if value else null_index

    return handler


@opcode("if_acmpeq", "if_acmpne")
def compare_references(site: InstructionSite) -> Handler:
    """Compare two references by identity (`State.same`)."""
    jump, following = site.jump_target(), site.next
    same_index, other_index = (jump, following) if site.name == "if_acmpeq" else (following, jump)
    machine = site.machine

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        left, right = stack[-2], stack[-1]
        if left is right:
            same: Value = True
        else:
            state.frames[-1].pc = site.here
            same = same_object(state, *comparable_references(machine, state, left, right))
            if same is not True and same is not False:
                same = state.decide(same, "branch", site.sides(same_index, other_index))
        del stack[-2:]
        return same_index if same else other_index

    return handler
