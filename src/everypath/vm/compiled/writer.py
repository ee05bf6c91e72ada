"""Writes the source of one generated function: its lines, the `FrameState` of each, the operand stack as expressions.

An expression on the stack is pure and cannot raise: a variable, a constant, or operators on these. An expression that
reads the heap or may raise is computed in a line of its own and assigned to a variable.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from everypath.dataclass import dataclass
from everypath.vm.compiled.deoptimisation import NOT_ENTERED, FrameState

if TYPE_CHECKING:
    from collections.abc import Iterator

_ATOM = re.compile(r"[a-z]\w*|-?\d+(\.\d+)?")


@dataclass(slots=True)
class Line:
    """One line. ``goes_to`` is the slot that it assigns to ``pc``; it is dropped if ``pc`` is never tested for that."""

    indent: int
    text: str
    frame_state: FrameState
    goes_to: int = -1


class Writer:
    """Collects the lines of a function in order."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.indent = 0
        self.stack: list[str] = []
        self.namespace: dict[str, object] = {}
        self.uses: set[str] = set()
        """Parts of the state that are read into a variable at the start."""
        self.calls = False
        """True if the function calls others."""
        self._ended = False
        self._index = -1
        self._before: tuple[str, ...] = ()
        self._frame_state = NOT_ENTERED
        self._temporaries = 0
        self._names: dict[int, str] = {}

    # -- lines ----------------------------------------------------------------------------------------------------

    def begin(self, index: int) -> None:
        """The lines that follow belong to the slot ``index``."""
        self._index = index
        self._before = tuple(self.stack)
        self._frame_state = FrameState(index, self._before)

    def line(self, text: str, *, consumed: int = 0, goes_to: int = -1) -> None:
        """Write a line; a call removes ``consumed`` operands (see `FrameState`)."""
        frame_state = FrameState(self._index, self._before, consumed) if consumed else self._frame_state
        self.lines.append(Line(self.indent, text, frame_state, goes_to))

    @contextmanager
    def block(self, text: str) -> Iterator[None]:
        """Write the head of a compound statement; lines written in the ``with`` block are its body."""
        self.line(text)
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    def end(self, text: str) -> None:
        """Write a line that ends the block: nothing after it is executed."""
        self.line(text)
        self._ended = True

    def take_ended(self) -> bool:
        """True if `end` has ended the block since the last call."""
        ended, self._ended = self._ended, False
        return ended

    # -- names ----------------------------------------------------------------------------------------------------

    def constant(self, value: object, prefix: str = "k") -> str:
        """A global name of the function for an object."""
        name = self._names.get(id(value))
        if name is None:
            name = self._names[id(value)] = f"{prefix}{len(self._names)}"
            self.namespace[name] = value
        return name

    def use(self, part: str) -> str:
        """A variable that holds a part of the state, such as its heap."""
        self.uses.add(part)
        return part

    def temporary(self) -> str:
        """A fresh variable."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    # -- operands -------------------------------------------------------------------------------------------------

    def push(self, expression: str) -> None:
        """Push a pure expression."""
        self.stack.append(expression)

    def pop(self) -> str:
        """Pop an expression."""
        return self.stack.pop()

    def atom(self) -> str:
        """Pop an operand that may be written more than once."""
        expression = self.stack.pop()
        return expression if _ATOM.fullmatch(expression) else self.assign(expression)

    def assign(self, expression: str) -> str:
        """Write a line that computes an expression; return the variable that holds the value."""
        name = self.temporary()
        self.line(f"{name} = {expression}")
        return name

    def compute(self, expression: str) -> None:
        """Write a line that computes an expression, and push the variable."""
        self.push(self.assign(expression))

    def pin(self, count: int) -> None:
        """Replace the top entries by variables or constants."""
        for depth in range(1, min(count, len(self.stack)) + 1):
            if not _ATOM.fullmatch(self.stack[-depth]):
                self.stack[-depth] = self.assign(self.stack[-depth])

    def free(self, variable: str) -> None:
        """Called before a variable is assigned: entries that name it are computed first."""
        for depth, expression in enumerate(self.stack):
            if re.search(rf"\b{variable}\b", expression):
                self.stack[depth] = self.assign(expression)
        self._before_changed()

    def _before_changed(self) -> None:
        """Update the frame state after entries were replaced by variables; the instruction's operands stay on top."""
        below = len(self.stack)
        self._before = (*self.stack, *self._before[below:])
        self._frame_state = FrameState(self._index, self._before)

    def resume(self, index: int, stack: tuple[str, ...]) -> None:
        """The lines that follow belong to an earlier instruction; ``stack`` was the operand stack before it."""
        self._index, self._before = index, stack
        self._frame_state = FrameState(index, stack)
