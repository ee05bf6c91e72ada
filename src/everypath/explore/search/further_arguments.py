"""Tries further arguments, which are built by other recipes than the first, when no other work is left.

The first recipe of an object of target code often suffices to meet every goal. But an empty list, for example, shows
little of what a method does. So a few more recipes are tried, and their paths are kept if they end unlike all paths
before. These paths are optional: if a bound cuts one, that is a restriction of the inputs, and the method still counts
as complete.
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
"""The most further arguments of one entry."""
MOST_PATHS = 8
"""The most paths with further arguments that are kept."""
MOST_STEPS = 5_000
"""The most calls and backward jumps of a path with further arguments."""
MOST_STATES = 300
"""The number of runs of the machine after which no further arguments are tried."""
MOST_EFFORT, LEAST_EFFORT = 0.3, 0.05
"""Seconds of effort for further arguments: as much as the exploration took before, at most the first number and at
least the second.
"""


class FurtherArguments:
    """Chooses further arguments of one entry. ``tried`` counts the forks that it chose."""

    def __init__(self, program: Program, entry: Method) -> None:
        self.program = program
        self.entry = entry
        self.tried = 0
        self._ends: set[Hashable] = set()
        self._kept = 0
        self._began = 0.0
        self._is_low_budget = self.wait = False

    def begin(self, *, low_budget: bool) -> None:
        """Begin a round. ``low_budget``: no further arguments are tried; `wait` is then true if there were any."""
        self._is_low_budget, self.wait = low_budget, False

    def used_up(self, progress: Progress) -> bool:
        """True if the effort for further arguments is used up."""
        most = min(MOST_EFFORT, max(self._began, LEAST_EFFORT))
        return bool(self.tried) and progress.effort - self._began >= most

    def next(self, parked: Sequence[Fork], paths: Sequence[Path], progress: Progress) -> Fork | None:
        """The parked fork with the simplest recipe of an argument; None if there is none, or a limit is reached."""
        if not paths or self.tried >= MOST_SEQUENCES or self._kept >= MOST_PATHS or progress.states > MOST_STATES:
            return None
        candidates = [each for each in parked if each.bound == "recipe" and self._is_argument(each)]
        if not candidates:
            return None
        if self._is_low_budget:
            self.wait = True
            return None
        if not self.tried:
            self._began = progress.effort
            self._ends = {self._end(path.state) for path in paths}
        self.tried += 1
        chosen = min(candidates, key=lambda each: sum(choices_of(each.state).values()))
        chosen.state.attach(FURTHER_ARGUMENT, True)
        return chosen

    def bounds(self, state: State, bounds: Bounds) -> Bounds:
        """The bounds of a path: those with further arguments get fewer steps."""
        return replace(bounds, steps=min(bounds.steps, MOST_STEPS)) if FURTHER_ARGUMENT in state.attachments else bounds

    def is_new(self, state: State) -> bool:
        """True if a path with further arguments is kept: it ends unlike all before it, and has no reasons for doubt."""
        if state.reasons:
            return False
        end = self._end(state)
        if end in self._ends or self._kept >= MOST_PATHS:
            return False
        self._ends.add(end)
        self._kept += 1
        return True

    def _end(self, state: State) -> Hashable:
        """The ending of a path, and the number of its calls and backward jumps after its inputs were built."""
        begun = state.attachments.get(BUILT_AT)
        return self._ending(state), state.steps - begun if isinstance(begun, int) else 0

    def _ending(self, state: State) -> Hashable:
        if state.ending is not Ending.RETURNED:
            return state.ending, state.detail, state.place
        result = state.result
        if result is None or isinstance(result, Term) or self.entry.returns[0] in "L[":
            return "returned"  # results that depend on the inputs differ with other inputs anyway
        return repr(result)

    def _is_argument(self, fork: Fork) -> bool:
        """True if every input that is not built by its first recipe is an argument of a target class."""
        roots = {slot.name: slot.descriptor for slot in shape_of(fork.state).roots}
        changed = [name for name, number in choices_of(fork.state).items() if number]
        return bool(changed) and all(self._is_ours(roots.get(name, "")) for name in changed)

    def _is_ours(self, descriptor: str) -> bool:
        cls = self.program.find(descriptor[1:-1]) if descriptor.startswith("L") else None
        return cls is not None and cls.is_target
