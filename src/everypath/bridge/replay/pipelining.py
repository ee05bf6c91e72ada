"""Plans sent to the JVM before the caller waits for their outcomes: the JVM runs them while the next ones are made."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from everypath.bridge.messages import Json, Plan
from everypath.bridge.processes import Jvm, frame

__all__ = ["Pipeline"]

BATCH_SIZE = 2
"""Plans that are sent in one go, after the first: waking the process up takes as long as a small replay."""


class Pipeline:
    """The frames that were sent to one JVM, in order. The JVM is of no use to others until all answers were read."""

    def __init__(self, jvm: Jvm) -> None:
        self.jvm = jvm
        self.plans: list[Plan] = []
        self.frames: list[bytes] = []
        """The frame of each plan."""
        self.posted = 0
        """The number of answers to expect: one for each plan and for each update."""

    def send_update(self, message: dict[str, Json]) -> None:
        """Send a message that brings the JVM up to date. Its answer holds no outcome."""
        self.jvm.post(frame(message), at_once=False)
        self.posted += 1

    def send_plan(self, plan: Plan, request: bytes) -> None:
        """Send the frame that requests the replay of a plan."""
        self.plans.append(plan)
        self.frames.append(request)
        self.jvm.post(request, at_once=len(self.plans) % BATCH_SIZE == 1)
        self.posted += 1

    def is_prefix_of(self, plans: Sequence[Plan]) -> bool:
        """True if the plans sent so far are the first ones of ``plans``, compared by identity."""
        return len(self.plans) <= len(plans) and all(map(operator.is_, self.plans, plans))
