"""Signals: exceptions by which a handler or a model leaves its instruction. `Machine.run` catches them.

Before a signal is raised, the frame's ``pc`` is the instruction, and its operands are still on the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.program import Method
    from everypath.state.text import Text
    from everypath.term import Value
    from everypath.vm.core.protocols import Call


class Signal(Exception):
    """Root of the machine's own signals."""


class JavaThrow(Signal):
    """Java code throws a new exception of this class, with this message (None: a null message).

    ``known`` is false if the JVM makes a message that is not modelled: a path that reads it ends as unsupported.
    ``implicit`` is a NullPointerException that the instruction itself throws: its message names the null expression.
    ``inside`` is the method of the analysed code that a model stands for: its frame is in the trace. ``outside``:
    a model of other code throws it.
    """

    def __init__(
        self, class_name: str, message: str | Text | None = None, *, known: bool = True, implicit: bool = False
    ) -> None:
        super().__init__(class_name, message)
        self.known = known
        self.implicit = implicit
        self.class_name = class_name
        self.message = message
        self.inside: Method | None = None
        self.outside = False


class Rethrow(Signal):
    """Java code throws an existing object; ``outside`` as for `JavaThrow`."""

    def __init__(self, address: int) -> None:
        super().__init__(address)
        self.address = address
        self.outside = False


class Retry(Signal):
    """Frames were pushed that must run first. Afterwards the instruction is executed again."""


class Invoke(Signal):
    """A model asks for a Java call. ``afters`` turn its result into that of the model, one after the other.

    ``own_code``: the bytecode of ``method`` runs even where it has a model. ``decided``: its frame counts as one that
    has taken decisions (`Bounds.calls`).
    """

    def __init__(
        self,
        method: Method,
        args: Sequence[Value],
        afters: tuple[tuple[Method, Callable[[Call, Value | None], Value | None]], ...] = (),
        *,
        own_code: bool = False,
        decided: bool = False,
    ) -> None:
        super().__init__(method, args)
        self.decided = decided
        self.own_code = own_code
        self.method = method
        self.operands = args
        self.afters = afters
