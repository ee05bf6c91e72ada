"""Short call sequences for findings: without the calls that these do not need, and with simple values."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.bridge import Status
from everypath.suite import CallSequence, Replayer, inlined_in_order, shorter
from everypath.suite.replay import plan_of

if TYPE_CHECKING:
    from everypath.bridge import ReplayResult
    from everypath.run.results import Finding
    from everypath.suite import CaseBuilder, Verdict

__all__ = ["ShortInputs"]

MOST_REPLAYS = 150
"""The most replays for the input of one finding."""

SHORT = 3
"""An input of this size needs no search: a call with two plain arguments."""

_OF_THE_JVM = frozenset({"java/lang/StackOverflowError", "java/lang/OutOfMemoryError"})
"""Exceptions at a limit of the JVM: an input at the limit would not show them again."""


class ShortInputs:
    """Finds shorter sequences with the same exception at the same place. One serves all units of a process: it knows
    which findings have a short input already.
    """

    def __init__(self) -> None:
        self._sizes: dict[object, int] = {}

    def shorter_sequences(
        self,
        builder: CaseBuilder,
        findings: Sequence[Finding],
        verdicts: Mapping[str, Verdict],
        sequences: Mapping[str, CallSequence],
        replayer: Replayer,
        seconds: float,
    ) -> list[CallSequence]:
        """Shorter sequences for findings that the verdicts of these sequences show, both by the id of the case; what is
        found in so many seconds.

        They are not confirmed. Static state is put back between the replays.
        """
        until = time.monotonic() + seconds
        found: list[CallSequence] = []
        for finding in sorted(findings, key=lambda each: -each.level.rank):
            verdict, sequence = verdicts.get(finding.case), sequences.get(finding.case)
            if verdict is None or sequence is None or not self._is_worth_it(finding, verdict):
                continue
            if time.monotonic() > until:
                break
            made = _shorter(builder, sequence, replayer, until)
            size = inlined_in_order(made.recipe).size
            self._sizes[finding.key] = min(size, finding.size)
            if size < finding.size:
                found.append(made)
        return found

    def _is_worth_it(self, finding: Finding, verdict: Verdict) -> bool:
        throw = verdict.throw or verdict.case.throws
        if throw is None or throw.class_name in _OF_THE_JVM:
            return False
        return SHORT < finding.size < self._sizes.get(finding.key, finding.size + 1)


def _shorter(builder: CaseBuilder, sequence: CallSequence, replayer: Replayer, until: float) -> CallSequence:
    (wanted,) = replayer.replay_many([plan_of(sequence.recipe)])
    if wanted.status is not Status.THROW:
        return sequence
    package = sequence.package or builder.test_package(sequence.entry.owner.name)
    recipe = shorter(
        sequence.recipe,
        _ends_as(wanted),
        replayer,
        most=MOST_REPLAYS,
        members=builder.members(package),
        over=lambda: time.monotonic() > until,
    )
    return sequence._replace(recipe=recipe)


def _ends_as(wanted: ReplayResult) -> Callable[[ReplayResult], bool]:
    """Whether a replay throws the same exception from the same place, through the same methods. Calls that recur count
    once: a recursion may be shallower.
    """
    trace = tuple(dict.fromkeys(wanted.trace))

    def same(real: ReplayResult) -> bool:
        ended = real.status is wanted.status and real.exception == wanted.exception
        return ended and not real.threads and tuple(dict.fromkeys(real.trace)) == trace

    return same
