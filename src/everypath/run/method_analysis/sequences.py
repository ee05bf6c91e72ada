"""The call sequences of the sweep become test cases: replays show how they end.

What the replays have in common is what a case expects. It is confirmed by a replay in a fresh class loader.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from everypath.bridge import Coverage
from everypath.classfile import dotted
from everypath.plugins import PluginFailedError
from everypath.run.coverage import covered_by
from everypath.run.engine import ClockAllowance
from everypath.run.findings import case_of, findings_of
from everypath.run.process import OutOfTimeError
from everypath.run.results import Count, MethodReport, Part, Reason, Status, Unreached
from everypath.run.workload import ErrorLog, Unit, error_text
from everypath.suite import (
    Keep,
    NoCase,
    Outcome,
    Verdict,
    call_sequence,
    case_plan,
    observed_cases,
    select,
    verdict_of_observed,
)

if TYPE_CHECKING:
    from everypath.bridge import Bridge, JvmDefaults, KeptSequence, Plan, ProbeTable, ReplayResult
    from everypath.program import Method
    from everypath.run.engine import Engine

BATCH = 8
"""Sequences that are replayed together."""

FUEL, RUN_LIMIT = 1_000_000, 2.0
"""The most blocks that one replay may enter, and seconds for it."""

CONFIRMING = 1
"""The further replays that confirm a case, which two have shown already."""

UNSTEADY = NoCase(Outcome.NO_TEST, "it does not end in the same way each time")

T = TypeVar("T")
D = TypeVar("D")


class _Replayer:
    """Replays plans within the limits of one replay. Static state is put back after each: what the case expects then is
    confirmed in a fresh class loader.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def replay_many(self, plans: Sequence[Plan], *, defaults: JvmDefaults | None = None) -> list[ReplayResult]:
        """The results of plans, in order."""
        return self._bridge.replay_many(plans, FUEL, RUN_LIMIT, defaults=defaults, restore=defaults is None)

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not analysed."""
        return self._bridge.probes(class_name)


class SequenceReplays:
    """Replays the sequences of one unit, and makes the report of its method."""

    def __init__(self, engine: Engine, unit: Unit, log: ErrorLog) -> None:
        self._engine = engine
        self._unit = unit
        self._log = log
        self._method: Method = engine.method(unit.entry)
        self._verdicts: list[Verdict] = []
        self._outcomes: Counter[str] = Counter()
        self._errors: list[str] = []

    def report(self) -> MethodReport:
        """Replay the sequences, and report what they show."""
        started = time.monotonic()
        allowance = ClockAllowance(started, self._unit.seconds, self._unit.deadline)
        left = list(self._unit.sequences)
        while left and (len(left) == len(self._unit.sequences) or allowance.left() > 0):
            batch, left = left[:BATCH], left[BATCH:]
            try:
                with allowance.batch_alarm():
                    self._verdicts += self._contained(partial(self._replayed, batch), [])
            except OutOfTimeError:
                self._engine.bridge.close()  # it was in the middle of a replay
        return self._made(time.monotonic() - started)

    def _replayed(self, sequences: Sequence[KeptSequence]) -> list[Verdict]:
        """The verdicts of some sequences."""
        builder, replayer = self._engine.builder, _Replayer(self._engine.bridge)
        named = self._with_reasons(call_sequence(builder, each.steps) for each in sequences)
        cases = self._with_reasons(observed_cases(builder, named, replayer))
        plans = [case_plan(case) for case in cases for _ in range(CONFIRMING)]
        results = iter(self._engine.bridge.replay_many(plans, FUEL, RUN_LIMIT) if plans else ())
        found = [verdict_of_observed(each, [next(results) for _ in range(CONFIRMING)], builder) for each in cases]
        return self._with_reasons(each if each.confirmed else UNSTEADY for each in found)

    def _with_reasons(self, found: Iterable[T | NoCase]) -> list[T]:
        """What was found, without the reasons why there is no case, which are counted."""
        kept: list[T] = []
        for each in found:
            if isinstance(each, NoCase):
                self._outcomes[each.outcome.value] += 1
            else:
                kept.append(each)
        return kept

    def _contained(self, make: Callable[[], T], default: D) -> T | D:
        """What ``make`` returns, or the default if an error of the engine prevents that, which is logged."""
        try:
            return make()
        except (MemoryError, PluginFailedError, OutOfTimeError):
            raise
        except Exception as error:  # noqa: BLE001 - it costs some sequences, or a part of the report
            self._errors.append(error_text(error))
            self._log.note(traceback.format_exc(), self._unit.entry)
            return default

    def _made(self, seconds: float) -> MethodReport:
        engine, method, verdicts = self._engine, self._method, self._verdicts
        coverage = Coverage(engine.bridge.probes)
        for verdict in verdicts:
            coverage.add(verdict.hits)
            self._outcomes[verdict.outcome.value] += 1
        measured = self._contained(partial(coverage.method, *self._key), None)
        instructions, branches, lines = Count(), Count(), frozenset[int]()
        if measured is not None:
            instructions = Count(measured.instructions_covered, measured.instructions_total)
            branches, lines = Count(measured.branches_covered, measured.branches_total), measured.lines
        passed = {hit for verdict in verdicts for hit in verdict.hits}
        covered, ran = self._contained(partial(engine.swept.gained, passed), ({}, ()))
        findings = self._contained(partial(findings_of, verdicts, engine.options.null_args, engine.program), ())
        wanted = {each.case for each in findings}
        keep = Keep.ALL if engine.options.keep_all else Keep.DISTINCT
        tests = self._contained(partial(select, verdicts, keep, engine.known, engine.own), [])
        bugs = [each for each in verdicts if each.case.id in wanted]
        report = MethodReport(
            class_name=dotted(method.owner.name),
            method=method.name,
            descriptor=method.descriptor,
            status=Status.BOUNDED,
            reasons=(Reason("time"),),
            instructions=instructions,
            branches=branches,
            seconds=seconds,
            unreached=tuple(Unreached(line, False, "time") for line in method.lines if line not in lines),
            outcomes=dict(self._outcomes),
            cases=tuple(case_of(verdict) for verdict in verdicts),
            findings=findings,
            tests=tuple({each.case.id: each.case for each in (*tests, *bugs)}.values()),
            redundant_tests=self._redundant(tests, bugs),
            file=method.owner.source_path,
            covers={Part.FLIPS if self._unit.sequences[0].given else Part.SEQUENCES: covered},
            ran=ran,
            goals=self._contained(partial(covered_by, verdicts, tests, engine.own), None) if engine.writes else None,
        )
        return report.failed(*self._errors) if self._errors else report

    def _redundant(self, tests: Iterable[Verdict], bugs: Iterable[Verdict]) -> frozenset[str]:
        """The ids of cases with findings that existing tests show already."""
        if self._engine.known is None:
            return frozenset()
        return frozenset(each.case.id for each in bugs).difference(each.case.id for each in tests)

    @property
    def _key(self) -> tuple[str, str, str]:
        return self._method.owner.name, self._method.name, self._method.descriptor
