"""The goals of a coverage criterion, and the result of an exploration for one criterion."""

from __future__ import annotations

from everypath.classfile import dotted
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Goal:
    """One goal of a criterion: an instruction, and a text that says what a path must do there.

    ``method`` is the key of the method that holds the instruction, or empty for the entry itself.
    """

    pc: int
    line: int
    text: str
    method: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}"
        if self.method:
            place = f"{dotted(self.method.partition('(')[0])}, {place}"
        return f"{place}: {self.text}"


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """The result for one criterion: the number of goals, the goals that are ``left``, and the reason (``why``).

    ``proved`` are those goals left that no input meets. ``why`` is empty if none is left, and ``proved`` if all that
    are left are proved. Else it names what cut the exploration: the stop rule, or the bounds and restrictions in
    alphabetical order, or ``inputs`` if only some kinds of inputs were tried. An endless criterion is ``met`` if
    nothing is left to explore.
    """

    name: str
    goals: int
    left: tuple[Goal, ...]
    why: str
    met: bool
    proved: tuple[Goal, ...] = ()
