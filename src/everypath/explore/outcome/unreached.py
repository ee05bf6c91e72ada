"""Why a line was not reached: what stopped the paths that came nearest to it, by the control flow of the entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from everypath.explore.paths import FAR
from everypath.explore.search import pc_of, steps

if TYPE_CHECKING:
    from everypath.explore.paths import Cut
    from everypath.explore.search import Goals
    from everypath.state import State

REFUTED = "infeasible"
"""Every path towards the line was refuted."""

NO_OTHER_INPUTS = "inputs"
"""Every path towards the line was refuted, but only some ways to build the inputs, or some classes, were tried."""

MOST_STATES = 500
"""So many waiting states are looked at."""


class UnreachedReasons:
    """What stands before the lines of one entry that were not reached.

    ``waiting`` are states that a bound cut, with its code; ``cuts`` name the places of further ones, whose states are
    gone. Where no cut path leads to a line, it is ``otherwise``.
    """

    def __init__(
        self,
        goals: Goals,
        waiting: Iterable[tuple[str, State]],
        cuts: Sequence[Cut],
        otherwise: str,
    ) -> None:
        self._goals = goals
        self._otherwise = otherwise
        self._stopped: set[tuple[str, int, int]] = set()
        for code, state in islice(waiting, MOST_STATES):
            self._add(code, state)
        key = goals.entry.key
        for cut in cuts:
            place = cut.place
            if place is not None and f"{place.class_name}.{place.method}{place.descriptor}" == key:
                self._stopped.add((cut.bound, place.pc, 0))

    def _add(self, code: str, state: State) -> None:
        """Note where a state stands in the entry: pc, and how many frames deep it is below."""
        for depth, frame in enumerate(reversed(state.frames)):
            if frame.method is self._goals.entry:
                self._stopped.add((code, pc_of(frame), depth))
                return

    def before(self, line: int) -> str:
        """The code of what stopped the nearest path to a line."""
        goals = self._goals
        wanted = {each.pc for each in goals.entry.instructions if goals.entry.line(each.pc) == line}
        nearest, code = FAR, self._otherwise
        for bound, pc, depth in sorted(self._stopped):
            distance = steps(goals.entry, pc, wanted) + 2 * depth
            if distance < nearest:
                nearest, code = distance, bound
        return code
