"""Further arguments when nothing is left to do: an empty list shows little of what a method does.

The plainest way to build an object of the analysed code is often all that it takes to meet every goal. A few more ways
are tried then, and those of their paths are kept that end as none before. They are spare: what a bound cuts on them is
a restriction of the inputs, and bounds nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from everypath.dataclass import replace
from everypath.explore.paths import FURTHER_ARGUMENT
from everypath.inputs.construction import BUILT_AT
from everypath.inputs.shapes import choices_of, shape_of
from everypath.state import Bounds, Ending
from everypath.term import Term

if TYPE_CHECKING:
    from everypath.explore.limits import Progress
    from everypath.explore.paths import Path
    from everypath.program import Method, Program
    from everypath.state import Fork, State


MOST_SEQUENCES = 24
MOST_PATHS = 8
MOST_STEPS = 5_000
MOST_STATES = 300
"""Runs of the machine after which nothing spare is tried."""
MOST_EFFORT, LEAST_EFFORT = 0.3, 0.05
"""It may take as many seconds of effort as everything before it took, within these."""


class FurtherArguments:
    """The spare paths of one entry. ``tried``: some were begun."""

    def __init__(self, program: Program, entry: Method) -> None:
        self.program = program
        self.entry = entry
        self.tried = 0
        self._ends: set[Hashable] = set()
        self._kept = 0
        self._began = 0.0
        self._is_low_budget = self.wait = False

    def begin(self, *, low_budget: bool) -> None:
        """A round begins. ``low_budget``: nothing spare is tried in it; `wait` tells whether there was something."""
        self._is_low_budget, self.wait = low_budget, False

    def used_up(self, progress: Progress) -> bool:
        """Whether what is spare has taken long enough."""
        most = min(MOST_EFFORT, max(self._began, LEAST_EFFORT))
        return bool(self.tried) and progress.effort - self._began >= most

    def next(self, parked: Sequence[Fork], paths: Sequence[Path], progress: Progress) -> Fork | None:
        """The next way to build an argument among what is parked; None where enough was tried."""
        if not paths or self.tried >= MOST_SEQUENCES or self._kept >= MOST_PATHS or progress.states > MOST_STATES:
            return None
        ways = [each for each in parked if each.bound == "recipe" and self._is_argument(each)]
        if not ways:
            return None
        if self._is_low_budget:
            self.wait = True
            return None
        if not self.tried:
            self._began = progress.effort
            self._ends = {self._end(path.state) for path in paths}
        self.tried += 1
        chosen = min(ways, key=lambda each: sum(choices_of(each.state).values()))
        chosen.state.attach(FURTHER_ARGUMENT, True)
        return chosen

    def bounds(self, state: State, bounds: Bounds) -> Bounds:
        """The bounds of a path: what is spare must not take long."""
        return replace(bounds, steps=min(bounds.steps, MOST_STEPS)) if FURTHER_ARGUMENT in state.attachments else bounds

    def is_new(self, state: State) -> bool:
        """Whether a spare path ends as none before it did, and all of it is certain: it is kept."""
        if state.reasons:
            return False
        end = self._end(state)
        if end in self._ends or self._kept >= MOST_PATHS:
            return False
        self._ends.add(end)
        self._kept += 1
        return True

    def _end(self, state: State) -> Hashable:
        """How a path ended, and after how many turns and calls of its own."""
        begun = state.attachments.get(BUILT_AT)
        return self._ending(state), state.steps - begun if isinstance(begun, int) else 0

    def _ending(self, state: State) -> Hashable:
        if state.ending is not Ending.RETURNED:
            return state.ending, state.detail, state.place
        result = state.result
        if result is None or isinstance(result, Term) or self.entry.returns[0] in "L[":
            return "returned"  # what inputs decide says nothing new with other inputs
        return repr(result)

    def _is_argument(self, fork: Fork) -> bool:
        """Whether all that is not built in the plainest way are arguments of classes of the analysed code."""
        roots = {slot.name: slot.descriptor for slot in shape_of(fork.state).roots}
        changed = [name for name, number in choices_of(fork.state).items() if number]
        return bool(changed) and all(self._is_ours(roots.get(name, "")) for name in changed)

    def _is_ours(self, descriptor: str) -> bool:
        cls = self.program.find(descriptor[1:-1]) if descriptor.startswith("L") else None
        return cls is not None and cls.is_target
