"""The reason why a line was not reached: the bound that cut the path nearest to it in the control flow graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from everypath.explore.paths import FAR
from everypath.explore.search import distances, pc_of

if TYPE_CHECKING:
    from everypath.explore.paths import BoundCut
    from everypath.explore.search import Goals
    from everypath.state import State

REFUTED = "infeasible"
"""Every path to the line is infeasible."""

NO_OTHER_INPUTS = "inputs"
"""Every path to the line is infeasible, but not all recipes or classes of inputs were tried."""

MOST_STATES = 500
"""The most cut states that are considered."""


class UnreachedReasons:
    """Finds the reasons why lines of one entry were not reached.

    ``waiting`` are states that a bound cut, with its code. ``cuts`` are the cuts of the result, also of states that
    were not kept. ``otherwise`` is the reason if no cut path leads to a line.
    """

    def __init__(
        self,
        goals: Goals,
        waiting: Iterable[tuple[str, State]],
        cuts: Sequence[BoundCut],
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
        """Note the pc of a state in the entry, and the number of frames above that of the entry."""
        for depth, frame in enumerate(reversed(state.frames)):
            if frame.method is self._goals.entry:
                self._stopped.add((code, pc_of(frame), depth))
                return

    def before(self, line: int) -> str:
        """The code of the bound that cut the path nearest to a line; else the default."""
        goals = self._goals
        wanted = {each.pc for each in goals.entry.instructions if goals.entry.line(each.pc) == line}
        nearest, code = FAR, self._otherwise
        blocks = distances(goals.entry, wanted)
        for bound, pc, depth in sorted(self._stopped):
            distance = blocks.get(goals.entry.flow.block_at(pc).start, FAR) + 2 * depth
            if distance < nearest:
                nearest, code = distance, bound
        return code
