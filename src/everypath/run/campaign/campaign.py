"""The state of a campaign: what all methods of the target have shown together so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from everypath.run.campaign.curve import Curve
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.campaign.sequence_queue import SequenceQueue
from everypath.run.campaign.sweep import Sweep
from everypath.run.entries import EntryName
from everypath.run.results import CurvePoint, MethodReport, Part, PartTally
from everypath.run.workload import Unit


class Campaign:
    """The goals that are covered, and the curve, from ``began`` on, in seconds of `time.time`."""

    def __init__(self, began: float) -> None:
        self.goals = GoalTable()
        self._sweep: Sweep | None = None
        self._queue: SequenceQueue | None = None
        self._curve = Curve(began)
        self._findings: set[object] = set()
        self._tries: defaultdict[Part, PartTally] = defaultdict(PartTally)

    def note(self, report: MethodReport) -> None:
        """Take note of what a report shows."""
        gained = {part: self.goals.add(part, goals) for part, goals in report.covers.items()}
        part = Part.SEQUENCES if set(gained) == {Part.SEQUENCES} else Part.PATHS
        self._tries[part] += PartTally(0, 1, int(any(gained.values())), report.seconds)
        self._findings.update(each.key for each in report.findings)
        self._curve.note(self.goals.covered, len(self._findings))

    # ---- the sweep

    def begin_sweep(self, sweep: Sweep, entries: Iterable[EntryName]) -> None:
        """Start the sweep. Its sequences that end with a call of one of these methods are handed out."""
        self._sweep, self._queue = sweep, SequenceQueue(self.goals, entries)
        sweep.start()

    def next_unit(self, seconds: float, deadline: float) -> Unit | None:
        """The next call sequences to replay, with a share of so many seconds; None if none waits."""
        self._collect()
        found = self._queue.next() if self._queue is not None else None
        if found is None:
            return None
        entry, sequences = found
        return Unit(entry, seconds, deadline, sequences=sequences)

    @property
    def may_have_more(self) -> bool:
        """True if sequences wait, or more may be found."""
        self._collect()
        return self._sweep is not None and (not self._sweep.is_idle or (self._queue is not None and self._queue.waits))

    def _collect(self) -> None:
        if self._sweep is not None and self._queue is not None:
            for each in self._sweep.take():
                self._queue.add(each)

    def close(self) -> None:
        """End the sweep."""
        if self._sweep is not None:
            self._sweep.close()

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """The curve so far."""
        return self._curve.points

    @property
    def parts(self) -> Mapping[Part, PartTally]:
        """What each part has done. The tries of fuzzing are among those of paths."""
        covered = self.goals.by_part
        found = {part: self._tries[part] + PartTally(covered.get(part, 0)) for part in Part}
        return {part: tally for part, tally in found.items() if tally.goals or tally.tries}
