"""The limits of one unit: how long a method may go on in a round, by the clock or by counted work.

`ClockAllowance` ends a unit at a time. `WorkAllowance` ends it after so much work, the same in every run. There, limits
by the clock are safety nets only: `everypath.work.NETS` notes what they end.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from everypath.run.process import alarm, safety_net

EXPLORING = 0.7
"""The part of a unit's share for exploring; the rest is for building and replaying cases."""

OVERTIME, LAST_OVERTIME = 2.5, 0.5
"""Seconds of processor time that one path may go on after the time for exploring, and seconds by the clock at the end
of the run. Paths check the clock themselves; this limit is for code that does not.
"""

STARVED = 4
"""The most seconds by the clock for one second of overtime, since other programs may use the processor."""

REPLAYING, LAST_REPLAY = 2.5, 0.2
"""Seconds that replaying may go on after the time of a unit, and after the end of the run."""

LAST_STAGE = 0.2
"""The least seconds for one stage after the replays, also at the end of the run."""


class Allowance(Protocol):
    """The limits of one unit. Seconds are of the clock, or of effort."""

    @property
    def exploring(self) -> float:
        """The seconds for exploring."""

    def now(self) -> float:
        """The present time."""

    def left(self) -> float:
        """The seconds until the end of the unit; negative after it."""

    def is_over(self, further: float = 0.0) -> bool:
        """True after the end of the run. ``further``: seconds of effort that nothing else counts."""

    def over_after(self, least: float) -> Callable[[float], bool]:
        """A function like `is_over` that is false for at least so many more seconds."""

    def effort(self, most: float) -> float:
        """The effort that a stage may take which takes at most so much."""

    def exploration_alarm(self) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in an exploration that goes on for far too long."""

    def batch_alarm(self) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in a batch of replays that goes on for too long."""

    def case_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in replays that have so many seconds."""

    def stage_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in a stage that takes longer than so many seconds, or beyond the end of the run."""


class ClockAllowance:
    """The limits of a unit by the clock: ``seconds`` from ``started`` on (`time.monotonic`). ``deadline`` is the end of
    the run, in seconds of `time.time`.
    """

    def __init__(self, started: float, seconds: float, deadline: float) -> None:
        self._until = started + seconds
        self._deadline = deadline
        self.exploring = seconds * EXPLORING

    def now(self) -> float:
        """The present time."""
        return time.monotonic()

    def left(self) -> float:
        """The seconds until the end of the unit; negative after it."""
        return min(self._until - time.monotonic(), self._deadline - time.time())

    def is_over(self, further: float = 0.0) -> bool:
        """True after the end of the run."""
        return time.time() > self._deadline

    def over_after(self, least: float) -> Callable[[float], bool]:
        """A function like `is_over` that is false for at least so many more seconds."""
        until = max(self._deadline, time.time() + least)
        return lambda further: time.time() > until

    def effort(self, most: float) -> float:
        """As much as the stage takes at most: the alarm ends it at the end of the run."""
        return most

    def exploration_alarm(self) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in an exploration that goes on for far too long."""
        left = self._deadline - time.time() - self.exploring
        return alarm(self.exploring, OVERTIME, max(LAST_OVERTIME, min(STARVED * OVERTIME, left)))

    def batch_alarm(self) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in a batch of replays that goes on for too long."""
        own = max(self._until - time.monotonic(), 0.0) + REPLAYING
        return alarm(min(own, max(self._deadline - time.time(), 0.0) + LAST_REPLAY))

    def case_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in replays that have so many seconds."""
        return alarm(seconds)

    def stage_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """Raises `OutOfTimeError` in a stage that takes longer than so many seconds, or beyond the end of the run."""
        return alarm(min(max(self._deadline - time.time(), LAST_STAGE), seconds))


class CountsWork(Protocol):
    """Counts the work of a method, or of a part of it."""

    def effort(self) -> float:
        """The work so far, in seconds of effort."""


class WorkAllowance:
    """The limits of a unit by counted work: ``share`` seconds of effort, as a method's ``meter`` counts them."""

    def __init__(self, meter: CountsWork, share: float) -> None:
        self._meter = meter
        self._share = share
        self._until = meter.effort() + share
        self.exploring = share * EXPLORING

    def now(self) -> float:
        """The work of the method so far."""
        return self._meter.effort()

    def left(self) -> float:
        """The effort that is left of the share; negative if more was used."""
        return self._until - self._meter.effort()

    def is_over(self, further: float = 0.0) -> bool:
        """True if the share is used up."""
        return self.left() < further

    def over_after(self, least: float) -> Callable[[float], bool]:
        """A function like `is_over` that is false for at least so many more seconds of effort."""
        most = max(self.left(), least)
        return lambda further: further > most

    def effort(self, most: float) -> float:
        """As much as is left of the share, but a little in any case."""
        return min(most, max(self.left(), LAST_STAGE))

    def exploration_alarm(self) -> AbstractContextManager[None]:
        """A safety net."""
        return safety_net(self._share, "an exploration")

    def batch_alarm(self) -> AbstractContextManager[None]:
        """A safety net."""
        return safety_net(self._share, "replays")

    def case_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """A safety net."""
        return safety_net(seconds, "inputs without a prediction")

    def stage_alarm(self, seconds: float) -> AbstractContextManager[None]:
        """A safety net."""
        return safety_net(seconds, "the choice of tests")
