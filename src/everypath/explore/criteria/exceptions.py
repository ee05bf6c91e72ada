"""Exceptional exits as goals: every instruction of the entry that can throw does, and nothing catches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from everypath.explore.criteria.goal import Goal
from everypath.state import Ending, StackTrace
from everypath.vm.tracing import blocks_of, trace_of

if TYPE_CHECKING:
    from everypath.explore.goals import Goals
    from everypath.program import Method
    from everypath.state import State

_NULL, _INDEX = "java/lang/NullPointerException", "java/lang/ArrayIndexOutOfBoundsException"
_ARITHMETIC, _SIZE = "java/lang/ArithmeticException", "java/lang/NegativeArraySizeException"
_LOADS: Final = tuple(f"{kind}a{verb}" for kind in "ilfdabcs" for verb in ("load", "store"))
THROWN: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("idiv", "irem", "ldiv", "lrem"), (_ARITHMETIC,)),
    **dict.fromkeys(_LOADS, (_NULL, _INDEX)),
    "aastore": (_NULL, _INDEX, "java/lang/ArrayStoreException"),
    **dict.fromkeys(("arraylength", "getfield", "putfield", "invokevirtual", "invokeinterface"), (_NULL,)),
    **dict.fromkeys(("newarray", "anewarray", "multianewarray"), (_SIZE,)),
    "checkcast": ("java/lang/ClassCastException",),
}
"""What instructions throw by themselves (JVMS 6.5), but for errors of linking and of the machine."""


class ExceptionCriterion:
    """Each exception that an instruction can throw, and each ``throw``, leaves the method on some path."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        self.method = goals.entry
        self._goals = _goals_of(self.method)
        self._left = dict(self._goals)

    def goals(self) -> Sequence[Goal]:
        """All of them."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note how the path left the entry."""
        key = self._exit(state)
        return key is not None and self._left.pop(key, None) is not None

    def left(self) -> Sequence[Goal]:
        """Those that no path took."""
        return tuple(self._left.values())

    def _exit(self, state: State) -> tuple[int, str] | None:
        if state.ending is not Ending.THREW:
            return None
        trace, blocks = trace_of(state), blocks_of(state)
        if trace is not None and trace.throws and trace.throws[-1] == trace.descriptor:
            last = self.method.instructions[self.method.flow.blocks[blocks[-1]].last]
            if last.name == "athrow":
                return last.pc, ""
        told = state.object(state.thrown).extra
        if not isinstance(told, StackTrace) or told.constructed or len(told.places) != 1:
            return None
        return told.places[0].pc, state.detail


def _goals_of(method: Method) -> dict[tuple[int, str], Goal]:
    found = {}
    before = ""
    for each in method.instructions:
        line = method.line(each.pc)
        on_this = before == "aload_0" and not method.is_static and each.name in ("getfield", "invokevirtual")
        for thrown in () if on_this else THROWN.get(each.name, ()):
            found[each.pc, thrown] = Goal(each.pc, line, f"{each.name} throws {thrown.rpartition('/')[2]}")
        if each.name == "athrow":
            found[each.pc, ""] = Goal(each.pc, line, "what is thrown here leaves the method")
        before = each.name
    return found
