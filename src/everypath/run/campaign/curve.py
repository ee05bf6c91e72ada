"""The curve of a run: how its goals and findings grew with time."""

from __future__ import annotations

import time

from everypath.run.results import CurvePoint

MOST_POINTS = 400
"""The most points that are kept. Beyond it, every other one is dropped."""

LEAST_PART = 0.005
"""The least distance of two points, as a part of the time so far."""


class Curve:
    """Collects points from ``began`` on, in seconds of `time.time`. The last point is always the present state."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._points: list[CurvePoint] = []
        self._last: CurvePoint | None = None

    def note(self, goals: int, findings: int) -> None:
        """Note the numbers of covered goals and of findings now."""
        point = CurvePoint(round(time.time() - self._began, 3), goals, findings)
        if self._last is not None and (self._last.goals, self._last.findings) == (goals, findings):
            return
        self._last = point
        if self._points and point.seconds - self._points[-1].seconds < LEAST_PART * point.seconds:
            return
        self._points.append(point)
        if len(self._points) > MOST_POINTS:
            del self._points[1::2]

    @property
    def points(self) -> tuple[CurvePoint, ...]:
        """The points so far, by time."""
        if self._last is None or self._points[-1] == self._last:
            return tuple(self._points)
        return (*self._points, self._last)
