"""Operand stack: pop to swap.

A long or double takes one entry, so the two-word forms depend on what lies on the stack. Verified code uses each of
them
on one shape only; which one is found from the types that the verifier would see (`InstructionSite.wide_entries`).
"""

from __future__ import annotations

from everypath.state import State
from everypath.term import Value
from everypath.vm.core import Handler
from everypath.vm.instructions import InstructionSite, opcode


@opcode("pop")
def pop(site: InstructionSite) -> Handler:
    """Drop one entry."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        del stack[-1]
        return following

    return handler


@opcode("dup")
def dup(site: InstructionSite) -> Handler:
    """Duplicate one entry."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack.append(stack[-1])
        return following

    return handler


@opcode("swap")
def swap(site: InstructionSite) -> Handler:
    """Exchange the two topmost entries."""
    following = site.next

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack[-1], stack[-2] = stack[-2], stack[-1]
        return following

    return handler


@opcode("pop2")
def pop2(site: InstructionSite) -> Handler:
    """Drop two one-word entries or one two-word entry."""
    following, count = site.next, 1 if site.wide(0) else 2

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        del stack[-count:]
        return following

    return handler


def _insert(count: int, below: int, following: int) -> Handler:
    """Copy the top ``count`` entries and insert the copy ``below`` entries further down."""
    depth = -(count + below)

    def handler(state: State, stack: list[Value], locals_: list[Value]) -> int:
        stack[depth:depth] = stack[-count:]
        return following

    return handler


@opcode("dup_x1")
def dup_x1(site: InstructionSite) -> Handler:
    """Duplicate the top below the second entry."""
    return _insert(1, 1, site.next)


@opcode("dup_x2")
def dup_x2(site: InstructionSite) -> Handler:
    """Duplicate the top below two words."""
    return _insert(1, 1 if site.wide(1) else 2, site.next)


@opcode("dup2")
def dup2(site: InstructionSite) -> Handler:
    """Duplicate two words."""
    return _insert(1 if site.wide(0) else 2, 0, site.next)


@opcode("dup2_x1")
def dup2_x1(site: InstructionSite) -> Handler:
    """Duplicate two words below one more."""
    return _insert(1 if site.wide(0) else 2, 1, site.next)


@opcode("dup2_x2")
def dup2_x2(site: InstructionSite) -> Handler:
    """Duplicate two words below two more."""
    count = 1 if site.wide(0) else 2
    return _insert(count, 1 if site.wide(count) else 2, site.next)
