"""What an exploration does of its own with effects used backwards (`everypath.explore.backwards`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.explore.backwards import Backwards, Way
from everypath.explore.fields import THIS
from everypath.explore.seeds import Seed, run_seed
from everypath.state import Ending, State

if TYPE_CHECKING:
    from everypath.explore.changes import Behaviours, Change
    from everypath.explore.explorer import Explorer


class Rear:
    """The search for receivers of one exploration; without behaviours there is none."""

    def __init__(self, explorer: Explorer, behaviours: Behaviours | None) -> None:
        self._explorer = explorer
        self._ways: Iterator[Way | None] | None = None
        if behaviours is not None:
            search = Backwards(behaviours, explorer.inputs, explorer.entry)
            self._ways = search.ways(self._is_unseen) if search.applies else None

    @property
    def left(self) -> bool:
        """Whether the search may go on."""
        return self._ways is not None

    def look(self, seconds: float) -> bool:
        """Have the receiver built so that the entry does what no path showed, until the time of this round is over.
        True: it did.
        """
        explorer, found = self._explorer, False
        if explorer.first is None:
            self._ways = None
        while self._ways is not None and explorer.clock() - explorer.began < seconds:
            try:
                way = next(self._ways)
            except StopIteration:
                self._ways = None
                break
            if way is not None:
                found = self._go(way) or found
        explorer.take_machine()
        return found

    def _go(self, way: Way) -> bool:
        """Build the receiver in that way and run the entry on it. Whether that showed anything new."""
        explorer = self._explorer
        assert explorer.first is not None
        explorer.take_machine()
        number = explorer.inputs.api.add_plan(explorer.entry.owner, way.creator, way.calls)
        seed = Seed(way.model, choices={THIS: number})
        state = run_seed(explorer.machine, explorer.first.fork(), explorer.inputs, seed, explorer.options.fixed)
        if state is None or not self._shows_more(state):
            return False
        explorer.progress.news()
        explorer.finish(state)
        return True

    def _shows_more(self, state: State) -> bool:
        covers = self._explorer.goals.cover(state)
        return covers or (state.ending is Ending.THREW and (state.detail, state.place) not in self._explorer.thrown_at)

    def _is_unseen(self, change: Change) -> bool:
        """Whether a path on free fields did what none on built objects did."""
        if change.ending is Ending.THREW and (change.detail, change.place) not in self._explorer.thrown_at:
            return True
        return not change.covered <= self._explorer.goals.covered
