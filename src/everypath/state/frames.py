"""Frames of the machine, and the traces taken from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
        return f"{self.class_name.replace('/', '.')}.{self.method}:{self.line}"


class Frame:
    """One activation of a method (JVMS 2.6).

    ``pc`` is an index into the translated code; while a callee runs it stays at the invoke instruction. ``decisions``
    counts the symbolic decisions taken at each translated index (None: none yet). ``after`` runs when the frame returns
    normally in place of handing its result to the caller (class initialisers, adapters); it and ``abrupt``, run when an
    exception leaves the frame, must be picklable module-level functions or bound methods of immutable objects.
    """

    __slots__ = ("abrupt", "after", "decisions", "locals", "lock", "method", "pc", "stack")

    def __init__(self, method: Method, locals_: list[Value], pc: int = 0, lock: int = 0) -> None:
        self.method = method
        self.locals = locals_
        self.pc = pc
        self.stack: list[Value] = []
        self.lock = lock
        self.decisions: dict[int, int] | None = None
        self.after: Callable[[State, Value | None], None] | None = None
        self.abrupt: Callable[[State, int], int] | None = None

    def copy(self) -> Frame:
        """An independent copy."""
        frame = Frame.__new__(Frame)
        frame.method = self.method
        frame.locals = self.locals[:]
        frame.pc = self.pc
        frame.stack = self.stack[:]
        frame.lock = self.lock
        frame.decisions = dict(self.decisions) if self.decisions is not None else None
        frame.after = self.after
        frame.abrupt = self.abrupt
        return frame


@dataclass(frozen=True, slots=True)
class StackTrace:
    """The places of all frames, innermost first, when a throwable was created (its hidden ``extra``)."""

    places: tuple[Place, ...]
