"""The stages between the replay of a method's paths and its report.

Each stage is a function from verdicts to verdicts: `shorten_findings`, `draw_inputs`, `select_tests`, `describe`,
`shorten_tests`, `observe_results`. `run_stages` applies them in this order. The texts of conditions are made last, and
only for the verdicts that become findings or tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from everypath.dataclass import dataclass, replace
from everypath.explore import Exploration
from everypath.program import Method
from everypath.run.contracts import Contract
from everypath.run.engine import Allowance, Engine, Work
from everypath.run.findings import findings_of
from everypath.run.method_analysis.descriptions import describe_late, described
from everypath.run.method_analysis.mutation_strength import MUTATION_SECONDS, strengthened
from everypath.run.process import OutOfTimeError
from everypath.run.results import Finding
from everypath.suite import (
    Keep,
    TestCase,
    Verdict,
    draw_all,
    lacks_effect,
    lacks_result,
    minimise,
    select,
    with_observed_checks,
    with_shown_effects,
    without_redundant_calls,
)
from everypath.suite.replay import admits

SHORTENING_SECONDS = 2.0
"""Seconds for shortening the inputs of one method's findings, and of its tests, counted as `Bridge.effort`."""

MOST_SECONDS_PER_EFFORT = 4
"""The most seconds by the clock for one second of effort, since other programs may use the processor."""

DRAWING_SECONDS = 8.0
"""Seconds by the clock for drawing the inputs of one method."""

DESCRIBING = 20.0
"""Seconds by the clock for the texts of one method's findings and tests."""

UNDESCRIBED = "…"
"""The condition of a finding for whose text no time was left."""

OBSERVING_SECONDS, MOST_OBSERVED = 8.0, 16
"""Seconds by the clock for looking at results that no prediction describes, and the most tests of one method."""

MOST_DRAWN = 200
"""The most cases of one method that are drawn."""


@dataclass(frozen=True)
class Staged:
    """The verdicts of one method after all stages.

    ``verdicts`` are those of all replayed cases, ``tests`` those that are chosen for tests.
    """

    verdicts: list[Verdict]
    tests: list[Verdict]
    findings: tuple[Finding, ...]

    @property
    def chosen_cases(self) -> dict[str, TestCase]:
        """The cases chosen for tests, by id."""
        return {verdict.case.id: verdict.case for verdict in self.tests}

    @property
    def finding_cases(self) -> dict[str, TestCase]:
        """The cases that show a finding, by id."""
        wanted = {finding.case for finding in self.findings}
        return {verdict.case.id: verdict.case for verdict in self.verdicts if verdict.case.id in wanted}


def run_stages(
    engine: Engine, work: Work, exploration: Exploration, allowance: Allowance, contract: Contract
) -> Staged:
    """Apply all stages to the verdicts of a method, within the allowance.

    A stage that an error of the engine ends leaves the verdicts as they were.
    """
    verdicts = work.attempt(partial(shorten_findings, engine, work.replayed, allowance, contract), work.replayed)
    verdicts = work.attempt(partial(draw_inputs, engine, verdicts, allowance), verdicts)
    findings = _findings(engine, work, verdicts)
    wanted = {finding.case for finding in findings}
    with work.watch.of("choosing"):
        choose = partial(select_tests, engine, exploration, verdicts, allowance)
        tests = work.attempt(choose, [each for each in verdicts if each.confirmed])
        bugs = [verdict for verdict in verdicts if verdict.case.id in wanted]
        try:
            with work.contained(), allowance.stage_alarm(DESCRIBING):
                describe_late(engine, work, exploration, [*bugs, *tests])
        except OutOfTimeError:
            pass  # conditions without a text are raw, or only marked
    tests, verdicts = described(work, tests), described(work, verdicts)
    conditions = {each.case.id: each.case.condition for each in reversed(verdicts)}
    findings = tuple(
        each if each.condition else replace(each, condition=conditions[each.case] or UNDESCRIBED) for each in findings
    )
    shorter = work.attempt(partial(shorten_tests, engine, tests, allowance, contract), tests)
    if engine.writes:
        shorter = work.attempt(partial(observe_results, engine, work.method, shorter, allowance), shorter)
    replaced = {test.case.id: short for test, short in zip(tests, shorter, strict=True)}
    return Staged(_with(replaced, verdicts), shorter, findings)


def _findings(engine: Engine, work: Work, verdicts: Sequence[Verdict]) -> tuple[Finding, ...]:
    """The findings of all verdicts. If an error of the engine prevents that, each verdict is taken by itself."""
    found = work.attempt(partial(findings_of, verdicts, engine.options.null_args, engine.program), None)
    if found is not None:
        return found
    single = (partial(findings_of, [each], engine.options.null_args, engine.program) for each in verdicts)
    return tuple(finding for each in single for finding in work.attempt(each, ()))


def _with(replaced: Mapping[str, Verdict], verdicts: Iterable[Verdict]) -> list[Verdict]:
    return [replaced.get(each.case.id, each) for each in verdicts]


def shorten_findings(
    engine: Engine, verdicts: Iterable[Verdict], allowance: Allowance, contract: Contract
) -> list[Verdict]:
    """The verdicts; for each throwing place, the confirmed one with the shortest input gets a still shorter input.

    Where each path is shown, its input stays: a shorter one may throw at the same line on another path.
    """
    best: dict[object, int] = {}
    found = list(verdicts)
    if engine.every_path:
        return found
    for at, verdict in enumerate(found):
        throw = verdict.throw
        if not verdict.confirmed or throw is None:
            continue
        case = verdict.case
        place = (throw.class_name, throw.site, case.null_args, case.null_answers, case.forced)
        if place not in best or case.size < found[best[place]].case.size:
            best[place] = at
    if best:
        try:
            until = engine.bridge.effort + allowance.effort(SHORTENING_SECONDS)
            with allowance.stage_alarm(MOST_SECONDS_PER_EFFORT * SHORTENING_SECONDS):
                for at in best.values():
                    shorter = minimise(found[at], engine.bridge, until=until)
                    if admits(contract.requires, shorter.case.recipe, engine.bridge, engine.program):
                        found[at] = shorter
        except OutOfTimeError:  # a shorter input may hang where the longer one does not: the longer one stays
            engine.bridge.close()
    return found


def draw_inputs(engine: Engine, verdicts: Sequence[Verdict], allowance: Allowance) -> list[Verdict]:
    """The verdicts; the first `MOST_DRAWN` confirmed ones get a drawing if their input is a linked structure."""
    chosen = [at for at, verdict in enumerate(verdicts) if verdict.confirmed][:MOST_DRAWN]
    found = list(verdicts)
    try:
        with allowance.stage_alarm(DRAWING_SECONDS):
            cases = draw_all([found[at].case for at in chosen], engine.builder.links, engine.bridge)
    except OutOfTimeError:
        engine.bridge.close()
        return found
    for at, case in zip(chosen, cases, strict=True):
        found[at] = replace(found[at], case=case)
    return found


def select_tests(
    engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> list[Verdict]:
    """The verdicts that are worth a test.

    With ``keep_all``, all of them are. With ``per_class``, all verdicts of a selected path are. If the project's tests
    were run, a case that shows what they show already gets no test, whatever it asserts. If tests are written, further
    ones are selected that distinguish the method from its mutants.
    """
    kept = select(verdicts, Keep.ALL if engine.options.keep_all else Keep.DISTINCT, engine.known, engine.own)
    if engine.known is not None:
        return kept
    if engine.writes:
        try:
            with allowance.stage_alarm(MOST_SECONDS_PER_EFFORT * MUTATION_SECONDS):
                kept = strengthened(engine, exploration, verdicts, kept, allowance.effort)
        except OutOfTimeError:
            engine.bridge.close()
    if not engine.options.per_class:
        return kept
    paths = {verdict.case.path for verdict in kept}
    return [verdict for verdict in select(verdicts, Keep.ALL) if verdict.case.path in paths]


def shorten_tests(engine: Engine, tests: Sequence[Verdict], allowance: Allowance, contract: Contract) -> list[Verdict]:
    """The tests without the calls in their inputs that make no difference."""
    shorter: dict[str, Verdict] = {}
    try:
        until = engine.bridge.effort + allowance.effort(SHORTENING_SECONDS)
        with allowance.stage_alarm(MOST_SECONDS_PER_EFFORT * SHORTENING_SECONDS):
            for each in tests:
                found = without_redundant_calls(each, engine.bridge, until=until)
                if found is not each and admits(contract.requires, found.case.recipe, engine.bridge, engine.program):
                    shorter[each.case.id] = found
    except OutOfTimeError:
        engine.bridge.close()
    return _with(shorter, tests)


def observe_results(engine: Engine, method: Method, tests: Sequence[Verdict], allowance: Allowance) -> list[Verdict]:
    """The tests; where a prediction says little of the result or of what the call changed, with what replays show."""
    found = list(tests)
    for is_weak, observed in ((lacks_result, with_observed_checks), (lacks_effect, with_shown_effects)):
        weak = [each for each in found if is_weak(each.case)][:MOST_OBSERVED]
        if not weak:
            continue
        try:
            with allowance.stage_alarm(OBSERVING_SECONDS):
                cases = observed(engine.builder, method, [each.case for each in weak], engine.bridge)
        except OutOfTimeError:
            engine.bridge.close()
            break
        found = _with({each.case.id: replace(each, case=case) for each, case in zip(weak, cases, strict=True)}, found)
    return found
