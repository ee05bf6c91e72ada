"""Inputs that the machine cannot follow to an end: the JVM runs them all the same, without a claim.

A path that came to an unsupported construct has a condition and a witness like any other, and an input that fuzzing
found (`run/engine/fuzzing.py`) may reach what no path does. What the JVM covers with them counts as covered; how the
call
ends is held against nothing, and no finding and no test comes of it (Artemis 3.3.4: what cannot be handled is dropped,
and the run decides). Inputs of paths are run only where code is isolated, as such paths enter sockets, files and
processes; those of fuzzing were run before, and where code is not isolated only harmless ones are drawn.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.bridge import is_isolated
from everypath.run.process import OutOfTimeError, alarm
from everypath.suite import NoCase, TestCase, Verdict, run_unpredicted

if TYPE_CHECKING:
    from everypath.explore import Path
    from everypath.run.engine import Engine

BATCH = 8
MOST = 64
"""Cases of one method: those that follow would say the same."""

PATIENCE = 1.0
"""Seconds for one run."""


def unpredicted_cases(engine: Engine, paths: Iterable[Path]) -> list[TestCase]:
    """The cases of paths that ended as unsupported, each input once."""
    if not is_isolated():
        return []
    found: dict[str, TestCase] = {}
    for path in paths:
        if len(found) >= MOST:
            break
        built = engine.builder.unpredicted(path)
        if not isinstance(built, NoCase):
            found.setdefault(built.expression, built)
    return list(found.values())


def run_all(engine: Engine, cases: Sequence[TestCase], seconds: float) -> Iterator[Verdict]:
    """What the JVM did with them, until the time is over or one takes its time."""
    until = time.monotonic() + seconds
    for at in range(0, len(cases), BATCH):
        left = until - time.monotonic()
        if left <= 0:
            return
        try:
            with alarm(left + PATIENCE):
                verdicts = run_unpredicted(cases[at : at + BATCH], engine.bridge, PATIENCE)
        except OutOfTimeError:
            engine.bridge.close()  # it was in the middle of a replay
            return
        yield from verdicts
