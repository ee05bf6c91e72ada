"""Statement coverage: every line of the entry that holds code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.explore.paths import Goal

if TYPE_CHECKING:
    from everypath.explore.search import Goals
    from everypath.state import State


class StatementCriterion:
    """Each line is executed on some path."""

    is_endless = False

    def __init__(self, goals: Goals) -> None:
        self._of = goals
        method = goals.entry
        first: dict[int, int] = {}
        for each in method.instructions:
            line = method.line(each.pc)
            if line >= 0:
                first.setdefault(line, each.pc)
        self._goals = {line: Goal(pc, line, "is executed") for line, pc in sorted(first.items())}
        self._left = len(self._goals)

    def goals(self) -> Sequence[Goal]:
        """All lines."""
        return tuple(self._goals.values())

    def take(self, state: State) -> bool:
        """Note the lines of the path; true if one is new. `Goals.cover` has recorded its blocks before."""
        before, self._left = self._left, len(self._of.uncovered_lines())
        return self._left < before

    def left(self) -> Sequence[Goal]:
        """The lines that no path executed."""
        return tuple(self._goals[line] for line in self._of.uncovered_lines())
