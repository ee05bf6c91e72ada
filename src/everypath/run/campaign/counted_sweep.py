"""The sweep of a run with a budget of work: it makes so many calls before or after all exploring, and then ends."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from everypath.run.campaign.goal_table import GoalTable
from everypath.run.campaign.sequence_queue import SequenceQueue
from everypath.run.entries import EntryName
from everypath.run.workload import Unit
from everypath.work import CALL

if TYPE_CHECKING:
    from everypath.bridge import SweepProcess

SLICE_CALLS = 40_000
"""The calls of the first slice. Each further one is as long as all before; the sweep ends where one finds nothing."""


class CountedSweep:
    """Call sequences for the methods ``entries``, found by counted calls. ``opening`` starts the process, ``on_error``
    gets the trace of an error, which ends the sweep. What the ``goals`` have covered is no longer handed out.
    """

    def __init__(
        self,
        opening: Callable[[], SweepProcess],
        on_error: Callable[[str], object],
        goals: GoalTable,
        entries: Iterable[EntryName],
    ) -> None:
        self._opening = opening
        self._on_error = on_error
        self._queue = SequenceQueue(goals, entries)
        self.effort = 0.0
        """The work of the sweep, in seconds of effort."""

    def run(self, effort: float) -> None:
        """Sweep for so many seconds of effort, or until nothing new is found."""
        most = max(int(effort / CALL), 1)
        called = 0
        try:
            with self._opening() as process:
                while called < most:
                    found = process.run(calls=min(called or SLICE_CALLS, most - called))
                    called += found.calls
                    self.effort += CALL * found.calls
                    for each in found.sequences:
                        self._queue.add(each)
                    if not (found.calls and (found.sequences or found.nearer)):
                        return
        except Exception:  # noqa: BLE001 - the run goes on without the sweep; the trace is in the log
            self._on_error(traceback.format_exc())

    def next_units(self, most: int, share: float) -> list[Unit]:
        """Units that replay the next sequences, at most so many and one for each method, with a share of so many
        seconds of effort each. Empty if no sequence covers an open goal.
        """
        units: dict[EntryName, Unit] = {}
        while len(units) < most and (found := self._queue.next(without=units)) is not None:
            entry, sequences = found
            units[entry] = Unit(entry, share, counted=True, sequences=sequences)
        return list(units.values())
