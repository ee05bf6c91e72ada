"""Plans that the runner has before anybody waits for their outcomes: it runs them while the next ones are made."""

from __future__ import annotations

from collections.abc import Sequence

from everypath.bridge.messages.plan import Json, Plan
from everypath.bridge.processes.jvm import Jvm, frame

__all__ = ["Ahead"]

TOGETHER = 2
"""Plans that are sent in one go, after the first: waking the process up takes as long as a small replay."""


class Ahead:
    """What was sent to one process, in its order; nobody else may use the process until all answers were taken."""

    def __init__(self, jvm: Jvm) -> None:
        self.jvm = jvm
        self.plans: list[Plan] = []
        self.frames: list[bytes] = []
        self.posted = 0
        """The answers that come: those to the plans, and to what the process had to be told for them."""

    def tell(self, message: dict[str, Json]) -> None:
        """Send what the process must know; its answer says nothing."""
        self.jvm.post(frame(message), at_once=False)
        self.posted += 1

    def send(self, plan: Plan, request: bytes) -> None:
        """Send the request to run a plan."""
        self.plans.append(plan)
        self.frames.append(request)
        self.jvm.post(request, at_once=len(self.plans) % TOGETHER == 1)
        self.posted += 1

    def leads(self, plans: Sequence[Plan]) -> bool:
        """Whether just these plans, and no others before them, are the first of some."""
        return len(self.plans) <= len(plans) and all(map(_is, self.plans, plans))


def _is(sent: Plan, wanted: Plan) -> bool:
    return sent is wanted
