"""From the paths of a method to verdicts: their test cases are built in batches and replayed on the JVM.

The inputs of unsupported paths are run, too, without a prediction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from everypath.bridge import Coverage
from everypath.run.engine import Allowance, Engine, Work
from everypath.run.method_analysis.descriptions import build_case
from everypath.run.method_analysis.unpredicted import run_all, unpredicted_cases
from everypath.run.process import OutOfTimeError
from everypath.state import Ending
from everypath.suite import NoCase, Outcome, Replaying, TestCase, Verdict, verify_fresh

if TYPE_CHECKING:
    from everypath.explore import Path

WRONG_OUTCOMES = frozenset({Outcome.DIVERGED, Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION})
"""Outcomes that show an error in a prediction."""

LAST_REPLAY = 0.2
"""The least seconds for replaying."""

MOST_ISOLATED = 4
"""The most cases of one batch that are replayed again, each in a JVM of its own."""

NO_TEST, CONTAINED = Outcome.NO_TEST.value, Outcome.CONTAINED.value
"""The outcomes of paths that have no test."""

UNPREDICTED_PART = 0.2
"""The part of the time for replaying that unsupported paths may take."""

PREDICTABLE_ENDINGS = (Ending.RETURNED, Ending.THREW)
UNPREDICTED_ENDINGS = (Ending.UNSUPPORTED, Ending.CONTAINED)
"""Endings of paths whose inputs are run although nothing is predicted."""


def replay_paths(work: Work, paths: Sequence[Path], allowance: Allowance) -> int:
    """Replay the new ones of ``paths`` and those that still wait, within the allowance, and update ``work``.

    Returns how many paths have no verdict.
    """
    _take_new(work, paths)
    limit = max(allowance.left(), LAST_REPLAY)
    with work.contained():
        cases = _not_run(work, unpredicted_cases(work.engine, work.unpredicted))
        work.replayed += _run_unpredicted(work, cases, UNPREDICTED_PART * limit, allowance)
    first = True
    while work.pending and (first or allowance.left() > 0.0):
        first = False
        _replay_batch(work, allowance)
    work.replayed.sort(key=_in_order)
    with work.contained():
        work.coverage = _coverage_of(work.engine, work.replayed)
    return len(work.pending) + work.lost


def _take_new(work: Work, paths: Sequence[Path]) -> None:
    """Queue the paths that were found since the last round, the most important first."""
    new = paths[work.taken :]
    work.taken = len(paths)
    for path in new:
        if path.ending not in PREDICTABLE_ENDINGS:
            built = work.attempt(partial(work.engine.builder.build, path), None)
            if isinstance(built, NoCase):
                _count(work, built)
    work.unpredicted += [path for path in new if path.ending in UNPREDICTED_ENDINGS]
    ended = [path for path in new if path.ending in PREDICTABLE_ENDINGS]
    work.pending += [each for path in ended for each in (path, *path.others)]
    work.pending.sort(key=work.rank)


def _replay_batch(work: Work, allowance: Allowance) -> None:
    """Replay the first pending paths. If they take too long, or an error of the engine loses their verdicts, the next
    batches are smaller; one alone is given up.
    """
    engine = work.engine
    chosen = work.pending[: work.batch]
    replaying = Replaying(engine.bridge)
    unwritten: list[NoCase] = []
    failed = len(work.errors)
    for path in chosen:
        with work.contained():
            built = build_case(engine, path)
            if isinstance(built, NoCase):
                unwritten.append(built)
            else:
                replaying.add(built)
    work.lost += len(work.errors) - failed
    verdicts = None
    with work.watch.of("replaying"), work.contained():
        verdicts = _verified(engine, replaying, allowance)
    if verdicts is None and work.batch > 1:
        work.batch = max(1, work.batch // 8)
        return
    del work.pending[: len(chosen)]
    if verdicts is None:
        work.lost += len(replaying.cases)
        return
    for no_case in unwritten:
        _count(work, no_case)
    work.replayed += verdicts


def _verified(engine: Engine, replaying: Replaying, allowance: Allowance) -> list[Verdict] | None:
    """The verdicts of a batch; None if it took much longer than there was time."""
    try:
        with allowance.batch_alarm():
            verdicts = replaying.verdicts(engine.is_target, engine.trace_comparator)
            return _again_isolated(engine, verdicts)
    except OutOfTimeError:
        engine.bridge.close()  # it was in the middle of a replay
        return None


def _again_isolated(engine: Engine, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts; a wrong one of a JDK method is replayed in a new JVM, since classes of the JDK keep the state that
    earlier replays left.
    """
    doubtful = [
        at for at, verdict in enumerate(verdicts) if verdict.case.jdk_target and verdict.outcome in WRONG_OUTCOMES
    ]
    for at in doubtful[:MOST_ISOLATED]:
        again = verify_fresh(verdicts[at].case, engine.bridge, engine.is_target)
        if again.confirmed:
            verdicts[at] = again
    return verdicts


def _run_unpredicted(work: Work, cases: Sequence[TestCase], seconds: float, allowance: Allowance) -> list[Verdict]:
    """The verdicts of cases without a prediction."""
    with work.watch.of("replaying"):
        ran = list(run_all(work.engine, cases, seconds, allowance))
    counted = {path.number: path.ending for path in work.unpredicted}
    for verdict in ran:  # it is counted with its verdict
        work.outcomes[CONTAINED if counted[verdict.case.path] is Ending.CONTAINED else NO_TEST] -= 1
    return ran


def _in_order(verdict: Verdict) -> tuple[bool, bool, int]:
    """The order of verdicts, which does not depend on the order of replays: unpredicted ones, then those that throw,
    then by path.
    """
    case = verdict.case
    return not case.unpredicted, not case.unpredicted and case.throws is None, case.path


def _not_run(work: Work, cases: Sequence[TestCase]) -> list[TestCase]:
    """The unpredicted cases that were not replayed, each once."""
    known = {verdict.case.id for verdict in work.replayed if verdict.case.unpredicted}
    return list({case.id: case for case in cases if case.id not in known}.values())


def _coverage_of(engine: Engine, verdicts: Sequence[Verdict]) -> Coverage:
    coverage = Coverage(engine.bridge.probes)
    for verdict in verdicts:
        coverage.add(verdict.hits)
    return coverage


def _count(work: Work, built: NoCase) -> None:
    work.outcomes[built.outcome.value] = work.outcomes.get(built.outcome.value, 0) + 1
