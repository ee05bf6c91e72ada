"""Translated methods: a list of handlers, one per instruction; names are resolved at translation where possible.

A handler is a closure ``handler(state, stack, locals) -> index of the next instruction``. `SWITCH` means that the top
frame has changed or the path has ended. A handler that may decide, throw, call or reach a bound first sets the frame's
``pc`` to its own index. All others leave the frame alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from everypath.dataclass import dataclass
from everypath.term import Value

if TYPE_CHECKING:
    from everypath.program import Class, Method
    from everypath.state import State

Model: TypeAlias = "Callable[..., Value | None]"
"""``model(call, *args)``: the result of a call, or None for void. See `everypath.vm.core.protocols.Call`."""

Handler: TypeAlias = "Callable[[State, list[Value], list[Value]], int]"

_RETURN = bytes((177,))

SWITCH = -1
"""Returned by a handler when the machine must look at the top frame again."""


class CallSubstitute:
    """A model that replaces the calls of a method, as the user asked (`everypath.library.dispatch.call_rules`).

    As an entry, the method runs its own code. ``transparent``: the model has the same effect as that code.
    """

    __slots__ = ("model", "transparent")

    def __init__(self, model: Model, *, transparent: bool = False) -> None:
        self.model = model
        self.transparent = transparent

    def __call__(self, call: object, *args: Value) -> Value | None:
        """The result of the call."""
        return self.model(call, *args)


@dataclass(frozen=True, slots=True)
class CatchRange:
    """One row of the exception table in translated indexes: ``start <= index < end`` goes to ``target``."""

    start: int
    end: int
    target: int
    catch_type: str | None


class Linked:
    """A method as the machine executes it: its model, or its translated code."""

    __slots__ = (
        "catches",
        "code",
        "has_loops",
        "heat",
        "layout",
        "machine",
        "marks",
        "max_locals",
        "method",
        "model",
        "pads",
        "pcs",
        "plain",
        "quick",
        "returns",
        "size",
        "slots",
        "targets",
    )

    def __init__(self, machine: object, method: Method, model: Model | None) -> None:
        self.machine = machine
        """The machine that made the translation; another one makes its own."""
        self.method = method
        self.model = model
        self.code: list[Handler] = []
        """The handlers that are executed: those of tier 0, some of them replaced by entries to compiled code."""
        self.plain: list[Handler] = []
        """The handlers of tier 0."""
        self.pcs: list[int] = []
        """The bytecode index of each translated index."""
        self.catches: tuple[CatchRange, ...] = ()
        self.max_locals = 0
        self.size = len(method.parameters) + (0 if method.is_static else 1)
        """The number of operands that a call takes, with the receiver."""
        self.layout: tuple[int, ...] | None = None
        """The local variable of each argument if some argument takes two, else None."""
        self.pads: list[Value] = []
        """The initial values of the locals after the arguments."""
        self.slots: tuple[int, ...] = ()
        """The local variable of each argument."""
        self.has_loops = False
        self.heat = 0
        """The number of calls in tier 0."""
        self.marks: dict[int, int] = {}
        """In target code: leader of a basic block -> the number of the block (`Machine.blocks`)."""
        self.quick: set[int] = set()
        """The instructions that have resolved the class, field or method they name."""
        self.returns: tuple[int, ...] = ()
        """The translated indexes of its return instructions."""
        self.targets: dict[int, dict[Class, Method]] = {}
        """Instruction -> the methods that its call has run so far, by the receiver's class."""

    @property
    def is_transparent(self) -> bool:
        """True if a call has the effect of the method's code, with or without a model."""
        return self.model is None or (isinstance(self.model, CallSubstitute) and self.model.transparent)

    @property
    def is_empty(self) -> bool:
        """True if the code of a library method is a single ``return``."""
        code = self.method.code
        return code is not None and code.bytecode == _RETURN and not self.method.owner.is_target

    def pc_of(self, index: int) -> int:
        """The bytecode index of a translated index (0 where the method has no code)."""
        return self.pcs[index] if 0 <= index < len(self.pcs) else 0

    def locals_for(self, args: list[Value]) -> list[Value]:
        """The initial local variables for these arguments; ``args`` is used up."""
        layout = self.layout
        if layout is None:
            return args + self.pads
        locals_: list[Value] = [0] * self.max_locals
        for slot, value in zip(layout, args, strict=True):
            locals_[slot] = value
        return locals_


def argument_layout(method: Method) -> tuple[tuple[int, ...], bool]:
    """The local variable of each argument, and whether some argument takes two (JVMS 2.6.1)."""
    slots: list[int] = []
    at = 0
    if not method.is_static:
        slots.append(0)
        at = 1
    for descriptor in method.parameters:
        slots.append(at)
        at += 2 if descriptor in ("J", "D") else 1
    return tuple(slots), at != len(slots)
