"""The call sequences of the sweep become test cases: replays show how they end.

What the replays have in common is what a case expects. They put static state back, which is quick. A fresh class loader
confirms what users see: the check of written tests, or, where none are written, a further replay.
"""

from __future__ import annotations

import math
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from everypath.bridge import Coverage, GetStatic, Literal
from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.plugins import PluginFailedError
from everypath.run.coverage import SweptCoverage, covered_by, is_testable
from everypath.run.engine import Allowance, ClockAllowance, ReplayMeter, WorkAllowance
from everypath.run.findings import case_of, findings_of
from everypath.run.levels import Level
from everypath.run.method_analysis.conditions import LOW_SECONDS, SECONDS, SequenceConditions
from everypath.run.method_analysis.short_inputs import ShortInputs
from everypath.run.process import OutOfTimeError
from everypath.run.results import (
    Count,
    Counterexamples,
    ExecutedCode,
    Finding,
    Goals,
    MethodReport,
    Part,
    Reason,
    Status,
    Unreached,
)
from everypath.run.workload import ErrorLog, Unit, error_text
from everypath.suite import (
    TOO_LONG,
    Keep,
    NoCase,
    Outcome,
    Verdict,
    breaks_annotations,
    call_sequence,
    case_plan,
    observed_cases,
    select,
    verdict_of_observed,
)
from everypath.work import steps_of

if TYPE_CHECKING:
    from everypath.bridge import Bridge, JvmDefaults, Plan, ProbeTable, ReplayResult
    from everypath.program import Method
    from everypath.run.engine import Engine
    from everypath.suite import CallSequence

BATCH = 8
"""Sequences that are replayed together."""

FUEL, RUN_LIMIT = 1_000_000, 0.5
"""The most blocks that one replay may enter, and seconds for it: more than the sweep gives a sequence."""

FRESH_FUEL, FRESH_LIMIT = 50_000_000, 2.0
"""The same in a class loader of its own, where static initialisers run anew."""

SHORTENING = 0.4
"""Seconds for making the sequences of one unit's findings shorter."""

AGREEING = 6
"""Replays of the plan of a test that makes objects: their identity hash codes, which order many maps, differ in each.
The others of its replays are in two JVMs.
"""

AGREEING_FRESH = 3
"""Further replays of a plan that takes objects of static fields, in class loaders of their own: these objects keep
their identity hash codes where static state is put back.
"""

UNSTEADY = NoCase(Outcome.NO_TEST, "it does not end in the same way each time")

T = TypeVar("T")
D = TypeVar("D")


MORE_TIME = 4.0
"""How many times as long a replay may take that took too long before."""


def _limits(*, restored: bool, more_time: bool) -> tuple[int, float]:
    """The most blocks and seconds of a replay."""
    fuel, seconds = (FUEL, RUN_LIMIT) if restored else (FRESH_FUEL, FRESH_LIMIT)
    return fuel, seconds * MORE_TIME if more_time else seconds


def _makes_objects(plan: Plan) -> bool:
    """True if a plan makes objects before its call."""
    return not all(isinstance(each, Literal) for each in plan.steps[: plan.call])


class _Replayer:
    """Replays plans within the limits of one replay. If they are ``restored``, static state is put back after each."""

    def __init__(self, bridge: Bridge, *, restored: bool, more_time: bool) -> None:
        self._bridge = bridge
        self._restored = restored
        self._more_time = more_time

    def replay_many(self, plans: Sequence[Plan], *, defaults: JvmDefaults | None = None) -> list[ReplayResult]:
        """The results of plans, in order."""
        limits = _limits(restored=self._restored, more_time=self._more_time)
        return self._bridge.replay_many(plans, *limits, defaults=defaults, restore=self._restored)

    def second_jvm(self) -> AbstractContextManager[None]:
        """In a ``with`` block, plans are replayed in a JVM in which objects have other identity hash codes."""
        return self._bridge.second_jvm()

    def probes(self, class_name: str) -> ProbeTable | None:
        """The probes of a class; None if it is not analysed."""
        return self._bridge.probes(class_name)


class SequenceReplays:
    """Replays the sequences of one unit, and makes the report of its method.

    ``short`` finds short inputs for its findings, ``conditions`` their conditions. ``is_cut``: an alarm has ended the
    search for these.
    """

    def __init__(
        self, engine: Engine, unit: Unit, log: ErrorLog, short: ShortInputs, conditions: SequenceConditions
    ) -> None:
        self._engine = engine
        self._short = ShortInputs() if unit.counted else short  # what others found must not matter then
        self._conditions = conditions
        self.is_cut = False
        self._unit = unit
        self._log = log
        self._method: Method = engine.method(unit.entry)
        self._verdicts: list[Verdict] = []
        self._outcomes: Counter[str] = Counter()
        self._errors: list[str] = []
        self._sequences: dict[str, CallSequence] = {}
        """The sequences by the ids of their cases."""
        self._numbers: dict[CallSequence, int] = {}
        """The numbers of the unit's sequences in it."""
        self._unfinished: set[int] = set()
        """The numbers of those whose replays had too little time."""

    def report(self) -> MethodReport:
        """Replay the sequences, and report what they show."""
        started = time.monotonic()
        meter = ReplayMeter(self._engine)
        allowance: Allowance = ClockAllowance(started, self._unit.seconds, self._unit.deadline)
        if self._unit.counted:
            allowance = WorkAllowance(meter, self._unit.seconds)
        left = list(range(len(self._unit.sequences)))
        while left and (len(left) == len(self._unit.sequences) or allowance.left() > 0):
            batch, left = left[:BATCH], left[BATCH:]
            try:
                with allowance.batch_alarm():
                    self._verdicts += self._contained(partial(self._replayed, batch), [])
            except OutOfTimeError:
                self._engine.bridge.close()  # it was in the middle of a replay
                self._unfinished.update(batch)
        self._unfinished.update(left)
        if allowance.left() > 0:
            try:
                with allowance.batch_alarm():
                    self._verdicts = self._contained(partial(self._with_short_inputs, self._verdicts), self._verdicts)
            except OutOfTimeError:
                self.is_cut = True
                self._engine.bridge.close()
        report = self._made(time.monotonic() - started)
        return replace(report, work=steps_of(meter.effort())) if self._unit.counted else report

    @property
    def _seconds(self) -> float:
        """The seconds for making some sequences shorter: no limit if work is counted."""
        return math.inf if self._unit.counted else SHORTENING

    @property
    def _replayer(self) -> _Replayer:
        """Replays plans. What a replay shows must not depend on those before it in its worker, if work is counted."""
        return _Replayer(self._engine.bridge, restored=not self._unit.counted, more_time=self._unit.more_time)

    def _replayed(self, numbers: Sequence[int]) -> list[Verdict]:
        """The verdicts of some of the unit's sequences."""
        builder = self._engine.builder
        made = [call_sequence(builder, self._unit.sequences[each].steps) for each in numbers]
        pairs = zip(numbers, made, strict=True)
        self._numbers |= {each: number for number, each in pairs if not isinstance(each, NoCase)}
        return self._confirmed(self._with_reasons(made))

    def _confirmed(self, sequences: Sequence[CallSequence]) -> list[Verdict]:
        """The confirmed verdicts of some sequences."""
        builder, replayer = self._engine.builder, self._replayer
        made = observed_cases(builder, sequences, replayer)
        pairs = zip(sequences, made, strict=True)
        for each, case in pairs:
            if not isinstance(case, NoCase):
                self._sequences[case.id] = each
            elif case.detail == TOO_LONG:
                self._unfinished |= self._number_of(each)
        cases = self._with_reasons(made)
        replays = self._replays_of([case_plan(case) for case in cases])
        found = [verdict_of_observed(case, reals, builder) for case, reals in zip(cases, replays, strict=True)]
        for case, verdict in zip(cases, found, strict=True):
            if verdict.detail == TOO_LONG:
                self._unfinished |= self._number_of(self._sequences[case.id])
        return self._with_reasons(each if each.confirmed else UNSTEADY for each in found)

    def _replays_of(self, plans: Sequence[Plan]) -> list[list[ReplayResult]]:
        """Replays of each plan that have to agree."""
        if not self._engine.writes or self._unit.counted:
            return self._repeated([(each, 1) for each in plans], restore=False)
        found = self._repeated([(each, AGREEING if _makes_objects(each) else 1) for each in plans], restore=True)
        shared = [at for at, plan in enumerate(plans) if self._takes_shared(plan)]
        further = self._repeated([(plans[at], AGREEING_FRESH) for at in shared], restore=False)
        for at, results in zip(shared, further, strict=True):
            found[at] += results
        return found

    def _repeated(self, plans: Sequence[tuple[Plan, int]], *, restore: bool) -> list[list[ReplayResult]]:
        asked = [plan for plan, count in plans for _ in range(count)]
        limits = _limits(restored=restore, more_time=self._unit.more_time)
        results = iter(self._engine.bridge.replay_many(asked, *limits, restore=restore) if asked else [])
        return [list(islice(results, count)) for _, count in plans]

    def _takes_shared(self, plan: Plan) -> bool:
        """True if a plan takes objects of static fields, such as constants of an enum."""
        return any(isinstance(each, GetStatic) and self._engine.is_target(each.owner) for each in plan.steps)

    def _number_of(self, sequence: CallSequence) -> set[int]:
        """The number of a sequence in the unit; none of one that was made here."""
        return {self._numbers[sequence]} if sequence in self._numbers else set()

    def _with_short_inputs(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts, and those of shorter inputs that show the same findings; findings with their conditions."""
        engine = self._engine
        found = list(verdicts)
        findings = findings_of(found, engine.options.null_args, engine.program)
        if self._unit.low_budget:
            findings = tuple(each for each in findings if each.level is not Level.NOTE)
        by_id = {each.case.id: each for each in found}
        shorter = self._short.shorter_sequences(
            engine.builder, findings, by_id, self._sequences, self._replayer, self._seconds
        )
        found += [each for each in self._confirmed(shorter) if each.case.id not in by_id]
        return self._with_conditions(found)

    def _with_conditions(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts; those of findings have the condition of their case, if it is known."""
        engine, low = self._engine, self._unit.low_budget
        self._conditions.begin(math.inf if self._unit.counted else LOW_SECONDS if low else SECONDS)
        findings = findings_of(verdicts, engine.options.null_args, engine.program)
        asked = {each.case: each for each in findings if not low or each.level is not Level.NOTE}
        return [self._with_condition(each, asked[each.case.id]) if each.case.id in asked else each for each in verdicts]

    def _with_condition(self, verdict: Verdict, finding: Finding) -> Verdict:
        sequence = self._sequences[verdict.case.id]
        condition = self._contained(
            lambda: self._conditions.of_finding(finding, sequence, verdict.case, self._replayer), None
        )
        return verdict if condition is None else replace(verdict, case=replace(verdict.case, condition=condition))

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
        why = "work" if self._unit.counted else "time"
        coverage = Coverage(engine.bridge.probes)
        for verdict in verdicts:
            coverage.add(verdict.hits)
            self._outcomes[verdict.outcome.value] += 1
        measured = self._contained(partial(coverage.method, *self._key), None)
        instructions, branches, lines = Count(), Count(), frozenset[int]()
        if measured is not None:
            instructions = Count(measured.instructions_covered, measured.instructions_total)
            branches, lines = Count(measured.branches_covered, measured.branches_total), measured.lines
        covered, others, ran = self._contained(self._gained, ({}, {}, ()))
        counterexamples = self._contained(self._counterexamples, None)
        findings = self._contained(partial(findings_of, verdicts, engine.options.null_args, engine.program), ())
        wanted = {each.case for each in findings}
        keep = Keep.ALL if engine.options.keep_all else Keep.DISTINCT
        tests = self._contained(partial(select, verdicts, keep, engine.known, engine.own), [])
        bugs = [each for each in verdicts if each.case.id in wanted]
        part = Part.FLIPS if self._unit.sequences[0].given else Part.SEQUENCES
        report = MethodReport(
            class_name=dotted(method.owner.name),
            method=method.name,
            descriptor=method.descriptor,
            status=Status.BOUNDED,
            reasons=(Reason(why),),
            instructions=instructions,
            branches=branches,
            seconds=seconds,
            unreached=tuple(Unreached(line, False, why) for line in method.lines if line not in lines),
            outcomes=dict(self._outcomes),
            cases=tuple(case_of(verdict) for verdict in verdicts),
            findings=findings,
            tests=tuple({each.case.id: each.case for each in (*tests, *bugs)}.values()),
            redundant_tests=self._redundant(tests, bugs),
            file=method.owner.source_path,
            covers={part: covered},
            untestable={part: others},
            ran=ran,
            counterexamples=counterexamples,
            unfinished=tuple(sorted(self._unfinished)),
            goals=self._contained(partial(covered_by, verdicts, tests, engine.own), None) if engine.writes else None,
        )
        return report.failed(*self._errors) if self._errors else report

    def _gained(self) -> tuple[Goals, Goals, tuple[ExecutedCode, ...]]:
        """The goals that are new in this process: of possible tests, and of other sequences; and the code with them."""
        bridge, is_target = self._engine.bridge, self._engine.is_target
        tested, untested = self._engine.swept
        if self._unit.counted:  # nothing may depend on the worker, nor on which initialisers it sees
            tested, untested = SweptCoverage(bridge, is_target), SweptCoverage(bridge, is_target)
        able = [each for each in self._verdicts if is_testable(each)]
        passed = {hit for each in able for hit in each.hits}
        others = {hit for each in self._verdicts for hit in each.hits} - passed
        initial = frozenset() if self._unit.counted else bridge.initial_hits
        goals, ran = tested.gained(passed | initial)
        further, also = untested.gained(others)
        return goals, further, (*ran, *also)

    def _counterexamples(self) -> Counterexamples:
        """What the sequences did that pass no null where annotations exclude it."""
        bridge, program = self._engine.bridge, self._engine.program
        within = [each for each in self._verdicts if not breaks_annotations(program, each.case.recipe)]
        hits = {hit for each in within for hit in each.hits}
        own = Coverage(bridge.probes)
        own.add(hits)
        measured = own.method(*self._key)
        gained = SweptCoverage(bridge, self._engine.is_target) if self._unit.counted else self._engine.swept_within
        thrown: dict[str, str] = {}
        for each in map(case_of, (each for each in within if each.confirmed)):
            if each.exception is not None:
                thrown.setdefault(each.exception, each.expression)
        _, ran = gained.gained(hits if self._unit.counted else hits | bridge.initial_hits)
        return Counterexamples(measured.lines if measured is not None else frozenset(), tuple(thrown.items()), ran)

    def _redundant(self, tests: Iterable[Verdict], bugs: Iterable[Verdict]) -> frozenset[str]:
        """The ids of cases with findings that existing tests show already."""
        if self._engine.known is None:
            return frozenset()
        return frozenset(each.case.id for each in bugs).difference(each.case.id for each in tests)

    @property
    def _key(self) -> tuple[str, str, str]:
        return self._method.owner.name, self._method.name, self._method.descriptor
