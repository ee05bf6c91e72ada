"""The state of a campaign: what all methods of the target have shown together so far."""

from __future__ import annotations

from collections.abc import Mapping

from everypath.run.campaign.curve import Curve
from everypath.run.campaign.goal_table import GoalTable
from everypath.run.results import CurvePoint, MethodReport, Part


class Campaign:
    """The goals that are covered, and the curve, from ``began`` on, in seconds of `time.time`."""

    def __init__(self, began: float) -> None:
        self.goals = GoalTable()
        self._curve = Curve(began)
        self._findings: set[object] = set()

    def note(self, report: MethodReport) -> None:
        """Take note of what a report shows."""
        for part, goals in report.covers.items():
            self.goals.add(part, goals)
        self._findings.update(each.key for each in report.findings)
        self._curve.note(self.goals.covered, len(self._findings))

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """The curve so far."""
        return self._curve.points

    @property
    def covered(self) -> Mapping[Part, int]:
        """The number of goals that each part covered first."""
        return self.goals.by_part
