"""Inputs without a prediction: the JVM runs them for their coverage only.

A path that ended at an unsupported construct has a condition and a witness. Code that the JVM executes with this
witness counts as covered. Results are compared with nothing, so they yield no finding and no test (Artemis 3.3.4: what
cannot be handled is dropped, and the run decides). Such paths use sockets, files and processes: what reaches out of the
JVM is refused there (`everypath.bridge.guard`), and the case is ``contained``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.run.process import OutOfTimeError
from everypath.suite import NoCase, TestCase, Verdict, run_unpredicted

if TYPE_CHECKING:
    from everypath.explore import Path
    from everypath.run.engine import Allowance, Engine

BATCH = 8
MOST_CASES = 64
"""The most cases of one method."""

RUN_LIMIT = 1.0
"""Seconds for one run."""


def unpredicted_cases(engine: Engine, paths: Iterable[Path]) -> list[TestCase]:
    """The cases of paths that ended as unsupported, each input once."""
    found: dict[str, TestCase] = {}
    for path in paths:
        if len(found) >= MOST_CASES:
            break
        built = engine.builder.unpredicted(path)
        if not isinstance(built, NoCase):
            found.setdefault(built.expression, built)
    return list(found.values())


def run_all(engine: Engine, cases: Sequence[TestCase], seconds: float, allowance: Allowance) -> Iterator[Verdict]:
    """The verdicts of cases, for so many seconds of the allowance, or until one case takes too long."""
    until = allowance.now() + seconds
    for at in range(0, len(cases), BATCH):
        left = until - allowance.now()
        if left <= 0:
            return
        try:
            with allowance.case_alarm(left + RUN_LIMIT):
                verdicts = run_unpredicted(cases[at : at + BATCH], engine.bridge, RUN_LIMIT)
        except OutOfTimeError:
            engine.bridge.close()  # it was in the middle of a replay
            return
        yield from verdicts
