"""Frames of the machine, and the traces taken from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.state.places import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from everypath.program import Method
    from everypath.term import Value


class Hooks:
    """The hooks of a frame, which run besides its code. Immutable; copies of the frame share them.

    ``after(state, value)`` runs instead of handing the result to the caller. The frame is then still on the stack, its
    return instruction is not yet executed, so it may decide. It gives the index of the next instruction.
    ``abrupt(state, thrown)`` runs when an exception has left the frame. It gives the address of the throwable to
    propagate. Both must be picklable. ``lock`` is the address of the object that a synchronized method locks, or 0.
    """

    __slots__ = ("abrupt", "after", "lock")

    def __init__(
        self,
        after: Callable[..., int] | None = None,
        abrupt: Callable[..., int] | None = None,
        lock: int = 0,
    ) -> None:
        self.after = after
        self.abrupt = abrupt
        self.lock = lock


class Frame:
    """One activation of a method (JVMS 2.6).

    ``pc`` is an index into the translated code. While a callee runs, it stays at the invoke instruction; -1 means that
    the activation waits for another one before its first instruction. ``decisions`` counts the symbolic decisions at
    each translated index (None: none yet). ``visits`` counts the entries into the first block of each loop and of the
    method, if these are bounded.
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
        """Reset the decision counts at these translated indexes, because a nested loop is entered."""
        if self.decisions:
            for index in inside.intersection(self.decisions):
                del self.decisions[index]

    def decisions_here(self) -> int:
        """The number of symbolic decisions taken at the current instruction."""
        return self.decisions.get(self.pc, 0) if self.decisions is not None else 0

    def note_decision(self, *, counted: bool) -> None:
        """Remember that this frame has taken a decision; ``counted`` ones count for the current instruction."""
        if self.decisions is None:
            self.decisions = {}
        if counted:
            self.decisions[self.pc] = self.decisions.get(self.pc, 0) + 1

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
    """The places of all frames, innermost first, at the creation of a throwable (the object's hidden ``extra``).

    ``implicit``: the JVM itself threw it at the first place. ``constructed``: code created the throwable at the first
    place, which need not be the place that throws it.
    """

    places: tuple[Place, ...]
    implicit: bool = False
    constructed: bool = False


LACK_OF_MEMORY = frozenset(
    f"java/lang/{name}" for name in ("OutOfMemoryError", "VirtualMachineError", "Error", "Throwable")
)
"""The class of the error that the JVM throws when memory is short, and its superclasses but Object."""


def catches(frame: Frame, names: Container[str]) -> bool:
    """True if a handler at a frame's current instruction catches a throwable of one of these classes, or all."""
    handlers, linked = frame.method.handlers, frame.method.linked
    if not handlers or linked is None or frame.pc < 0:
        return False
    pc = linked.pc_of(frame.pc)
    return any(row.start <= pc < row.end and (row.catch_type is None or row.catch_type in names) for row in handlers)


def place_of(frame: Frame) -> Place:
    """The place of a frame's current instruction."""
    method = frame.method
    pc = method.linked.pc_of(frame.pc) if method.linked is not None else 0
    owner = method.owner
    return Place(owner.name, method.name, method.descriptor, pc, method.line(pc), owner.is_target)
