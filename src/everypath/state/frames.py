"""Frames of the machine, and the traces taken from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from everypath.program import Method
    from everypath.state.state import State
    from everypath.term import Value


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happened: a bytecode index in a method, and its source line (-1 where unknown)."""

    class_name: str
    method: str
    descriptor: str
    pc: int
    line: int
    is_target: bool = False

    def __str__(self) -> str:
        return f"{dotted(self.class_name)}.{self.method}:{self.line}"


class Hooks:
    """What a frame does besides running its code; shared by copies of the frame and never changed.

    ``after(state, value)`` runs in place of handing the result to the caller, while the frame is still on the stack
    with
    its return instruction not yet executed: it may decide. ``abrupt(state, thrown)`` runs when an exception has
    left the
    frame and gives the throwable that goes on. Both must be picklable. ``lock`` is the address that a synchronized
    method holds.
    """

    __slots__ = ("abrupt", "after", "lock")

    def __init__(
        self,
        after: Callable[[State, Value | None], int] | None = None,
        abrupt: Callable[[State, int], int] | None = None,
        lock: int = 0,
    ) -> None:
        self.after = after
        self.abrupt = abrupt
        self.lock = lock


class Frame:
    """One activation of a method (JVMS 2.6).

    ``pc`` is an index into the translated code; while a callee runs it stays at the invoke instruction, and -1
    stands for
    an activation that waits for another before its first instruction. ``decisions`` counts the symbolic decisions taken
    at each translated index (None: none yet), ``visits`` the entries into the first block of each loop and
    of the method where they are bounded.
    """

    __slots__ = ("decisions", "hooks", "locals", "method", "pc", "stack", "visits")

    def __init__(self, method: Method, locals_: list[Value], hooks: Hooks | None = None) -> None:
        self.method = method
        self.locals = locals_
        self.pc = 0
        self.stack: list[Value] = []
        self.decisions: dict[int, int] | None = None
        self.visits: dict[int, int] | None = None
        self.hooks = hooks

    def forget_decisions(self, inside: frozenset[int]) -> None:
        """Count the decisions at these translated indexes anew: a nested loop is entered."""
        if self.decisions:
            for index in inside.intersection(self.decisions):
                del self.decisions[index]

    def copy(self) -> Frame:
        """An independent copy."""
        frame = Frame.__new__(Frame)
        frame.method = self.method
        frame.locals = self.locals[:]
        frame.pc = self.pc
        frame.stack = self.stack[:]
        frame.decisions = dict(self.decisions) if self.decisions is not None else None
        frame.visits = dict(self.visits) if self.visits is not None else None
        frame.hooks = self.hooks
        return frame


@dataclass(frozen=True, slots=True)
class StackTrace:
    """The places of all frames, innermost first, when a throwable was created (its hidden ``extra``).

    ``implicit`` tells that the instruction at the first place threw it by itself; ``constructed`` that code made the
    throwable there, which need not be where it is thrown.
    """

    places: tuple[Place, ...]
    implicit: bool = False
    constructed: bool = False
