"""What the work on one method came to: its report, put together from its exploration and its replays."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TypedDict

from everypath.bridge import Coverage, MethodCoverage
from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.explore import Exploration, Explorer, Path
from everypath.inputs import FORCED_STATE
from everypath.inputs.places import parameter_annotations
from everypath.inputs.sources import written_statics
from everypath.run.contracts import Contract
from everypath.run.coverage import covered_by
from everypath.run.engine import Engine, Work
from everypath.run.findings import case_of, findings_of
from everypath.run.method_analysis.measured import ran_by
from everypath.run.method_analysis.mutation_strength import MUTATING, strengthened
from everypath.run.method_analysis.proofs import proofs_of
from everypath.run.method_analysis.unreachable_states import excluded_of
from everypath.run.path_classes import (
    classes_of,
    tally_of,
    with_contexts,
    with_members,
    with_scripts,
    with_steps,
    with_wraps,
)
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.results import (
    Count,
    Criterion,
    LemmasUsed,
    MethodReport,
    PathClass,
    PathCounts,
    Reason,
    Safe,
    Status,
    Tally,
    Unreached,
)
from everypath.state import Ending, Place
from everypath.suite import (
    MISSING_CLASS,
    Keep,
    NoCase,
    Outcome,
    RefutedSide,
    TestCase,
    Verdict,
    draw_all,
    minimise,
    refuted_side,
    select,
    without_redundant_calls,
)
from everypath.suite.descriptions import is_renamed, requires_text, side_script
from everypath.suite.replay import admits

#: Seconds for making the inputs of one method's findings shorter, counted by what is done (`Bridge.effort`), and by the
#: clock at the end of the run.
SHORTENING, LAST_SHORTENING = 2.0, 0.2
#: How much longer than counted something may take by the clock, as it does on a busy machine.
SLOW = 4
#: Outcomes that show an error in our prediction.
WRONG = frozenset({Outcome.DIVERGED, Outcome.NOT_TRIGGERED, Outcome.OTHER_EXCEPTION})

DRAWING = 8.0
"""Seconds by the clock for drawing the inputs of one method."""

TOLD_AT_ONCE = 100
"""Paths of one method that return whose conditions are made readable whether they get tests or not."""

MOST_DRAWN = 200
"""Cases of one method that are drawn."""


class _Classes(TypedDict, total=False):
    classes: tuple[PathClass, ...]
    tally: Tally | None
    chosen: int | None
    contexts: int
    all_contexts: bool


def report_of(engine: Engine, work: Work, exploration: Exploration, left: int, deadline: float) -> MethodReport:
    """The report of one method, of what its exploration and its replays have shown until now; ``left`` paths wait."""
    method = work.method
    contract = engine.contract(method)
    shortened = _shortened(engine, work.verdicts, deadline, contract)
    verdicts = _drawn(engine, shortened, deadline)
    findings = findings_of(verdicts, engine.options.null_args, engine.program)
    wanted = {finding.case for finding in findings}
    with work.watch.of("choosing"):
        chosen = _selected(engine, exploration, verdicts, deadline)
        bugs = [verdict for verdict in verdicts if verdict.case.id in wanted]
        _tell(engine, work, exploration, [*bugs, *chosen])
    chosen = [_told(work, each) for each in chosen]
    verdicts = [_told(work, each) for each in verdicts]
    conditions = {each.case.id: each.case.condition for each in reversed(verdicts)}
    findings = tuple(each if each.condition else replace(each, condition=conditions[each.case]) for each in findings)
    lighter = {each.case.id: each for each in chosen} | _lightened(engine, chosen, deadline, contract)
    chosen = [lighter.get(each.case.id, each) for each in chosen]
    verdicts = [lighter.get(each.case.id, each) for each in verdicts]
    kept = {verdict.case.id: verdict.case for verdict in chosen}
    shown = {verdict.case.id: verdict.case for verdict in verdicts if verdict.case.id in wanted}
    spare = frozenset(shown).difference(kept) if engine.known is not None else frozenset[str]()
    kept |= shown
    measured = work.coverage.method(method.owner.name, method.name, method.descriptor)
    statistics = exploration.statistics
    wrong = [verdict for verdict in verdicts if verdict.outcome in WRONG]
    reasons = _reasons(exploration, left)
    status = Status(exploration.status)
    if status is Status.COMPLETE and left:
        status = Status.BOUNDED
    missing = _missing(verdicts)
    if missing:
        status = Status.PARTIAL if status in (Status.COMPLETE, Status.BOUNDED) else status
        reasons = (*missing, *(reason for reason in reasons if reason.code != "missing-class"))
    if wrong:  # the JVM is the judge: where it differs, the exploration was not of this program
        status = Status.FAILED if status is Status.FAILED else Status.PARTIAL
        reasons = (Reason("diverged", f"{wrong[0].case.expression}: {wrong[0].detail}", len(wrong)), *reasons)
    return MethodReport(
        class_name=dotted(method.owner.name),
        method=method.name,
        descriptor=method.descriptor,
        status=status,
        reasons=reasons,
        paths=PathCounts(statistics.explored, statistics.infeasible, statistics.pruned),
        instructions=Count(measured.instructions_covered, measured.instructions_total) if measured else Count(),
        branches=Count(measured.branches_covered, measured.branches_total) if measured else Count(),
        reached=_reached(engine, work, exploration),
        seconds=work.seconds,
        unreached=_unreached(exploration, measured, refuted=bool(wrong)),
        excluded=excluded_of(exploration, measured, _thrown(verdicts)) if not wrong else (),
        outcomes=_outcomes(work, exploration, verdicts),
        cases=tuple(case_of(verdict) for verdict in verdicts),
        findings=findings,
        tests=tuple(replace(case, course=None) for case in kept.values()),
        spare=spare,
        messages=tuple(dict.fromkeys(failure.message for failure in exploration.failures)),
        resumable=exploration.stop == "time" or exploration.cut_short or bool(work.pending),
        file=method.owner.source_path,
        infeasible=_infeasible(engine, exploration),
        **_classes(engine, work.explorer, exploration, verdicts, deadline),
        criteria=_criteria(exploration),
        lemmas=_lemmas(exploration),
        furthest=_furthest(engine, exploration),
        proofs=proofs_of(engine, method, contract, exploration, verdicts, status, reasons),
        safe=_safe(engine, exploration, status),
        ran=ran_by(engine, work, exploration) if engine.wants_lines else (),
        goals=covered_by(verdicts, chosen, engine.own) if engine.writes else None,
    )


def _classes(
    engine: Engine, explorer: Explorer, exploration: Exploration, verdicts: Sequence[Verdict], deadline: float
) -> _Classes:
    """The equivalence classes, where they are asked for, and what was counted about them."""
    if not engine.every_path:
        return {}
    classes = with_wraps(engine, exploration, classes_of(engine, exploration, verdicts))
    tally = tally_of(exploration, engine.options.loop) if engine.options.path is None else None
    if engine.options.patterns > 1 or engine.options.export is not None:
        classes = with_members(engine, exploration, classes)
    found: _Classes = {"tally": tally}
    if engine.options.contexts:
        classes, complete = with_contexts(engine, exploration, classes, deadline)
        contexts = sum(max(1, len(each.contexts)) for each in classes if each.ends == "returns")
        found |= {"contexts": contexts, "all_contexts": complete}
    if engine.options.steps:
        classes = with_steps(engine, explorer, exploration, classes, deadline)
    if engine.options.smtlib is not None:
        classes = with_scripts(exploration, classes)
    return {"classes": classes, "chosen": engine.options.case, **found}


def _criteria(exploration: Exploration) -> tuple[Criterion, ...]:
    return tuple(
        Criterion(each.name, each.goals, each.met, tuple(map(str, each.left)), each.why, tuple(map(str, each.proved)))
        for each in exploration.criteria
    )


def _lemmas(exploration: Exploration) -> LemmasUsed | None:
    counts = exploration.lemmas
    if not (counts.built or counts.inlined):
        return None
    inlined = sorted(counts.inlined.items(), key=lambda each: (-each[1], each[0]))
    return LemmasUsed(counts.built, counts.used, dict(inlined))


def _furthest(engine: Engine, exploration: Exploration) -> str | None:
    """How far the descriptor to be followed leads, where no path goes all its way."""
    wanted = engine.options.path
    if wanted is None or any(path.descriptor == wanted for path in exploration.paths):
        return None
    return exploration.furthest


def _safe(engine: Engine, exploration: Exploration, status: Status) -> Safe | None:
    """The inferred precondition, where classes are asked for; one path alone says nothing of the inputs of others."""
    if not engine.every_path or exploration.skipped is not None or engine.options.path is not None:
        return None
    overflow = engine.options.no_overflow
    text = requires_text(exploration, engine.program, engine.builder.solver, overflow=overflow)
    return None if text is None else Safe(text, exploration.exhaustive and status is Status.COMPLETE, overflow)


def _infeasible(engine: Engine, exploration: Exploration) -> tuple[RefutedSide, ...]:
    """The sides that no input takes, in the order of the source; those that read the same are one."""
    merged: dict[RefutedSide, int] = {}
    for each in exploration.refutations:
        side = refuted_side(each, engine.program)
        if engine.options.smtlib is not None:
            side = replace(side, smtlib=side_script(each, exploration.entry))
        key = replace(side, sides=0)
        merged[key] = merged.get(key, 0) + side.sides
    sides = [replace(side, sides=count) for side, count in merged.items()]
    return tuple(sorted(sides, key=lambda side: (side.line, side.kind)))


def _selected(engine: Engine, exploration: Exploration, verdicts: Sequence[Verdict], deadline: float) -> list[Verdict]:
    """The cases that are worth a test, all where that is wanted; with one test for each class, those of the same path,
    too. Where there are tests, what they show is not worth another one, whatever it is that they assert.
    """
    kept = select(verdicts, Keep.ALL if engine.options.keep_all else Keep.DISTINCT, engine.known, engine.own)
    if engine.known is not None:
        return kept
    if engine.writes:
        try:
            with _limited(deadline, SLOW * MUTATING):
                kept = strengthened(engine, exploration, verdicts, kept)
        except OutOfTimeError:
            engine.bridge.close()
    if not engine.options.per_class:
        return kept
    paths = {verdict.case.path for verdict in kept}
    return [verdict for verdict in select(verdicts, Keep.ALL) if verdict.case.path in paths]


def _missing(verdicts: Iterable[Verdict]) -> tuple[Reason, ...]:
    """The classes that the JVM did not find when it replayed the cases."""
    counts: dict[str, int] = {}
    for verdict in verdicts:
        if verdict.detail.startswith(MISSING_CLASS):
            name = verdict.detail.removeprefix(MISSING_CLASS)
            counts[name] = counts.get(name, 0) + 1
    return tuple(Reason("missing-class", name, paths) for name, paths in counts.items())


def _reached(engine: Engine, work: Work, exploration: Exploration) -> Count:
    """The instructions of the target code that the entry called."""
    called = {engine.machine.blocks[number][0] for number in exploration.covered} - {work.method}
    coverage = Coverage(engine.bridge.probes)
    coverage.add(work.coverage.hits)
    for method in called:
        if method.name == "<clinit>" and method.owner.is_target:
            coverage.add(engine.bridge.initialiser_hits(method.owner.name))
    total = Count()
    for method in called:
        if method.owner.is_target:
            measured = coverage.method(method.owner.name, method.name, method.descriptor)
            if measured is not None:
                total += Count(measured.instructions_covered, measured.instructions_total)
    return total


def _unreached(exploration: Exploration, measured: MethodCoverage | None, *, refuted: bool) -> tuple[Unreached, ...]:
    """The lines no path reached. What the JVM ran all the same is left out, and then no other line is called proved."""
    ran = measured.lines if measured is not None else frozenset()
    refuted = refuted or any(each.line in ran for each in exploration.unreached)
    return tuple(
        Unreached(each.line, each.proved and not refuted, each.reason or ("diverged" if refuted else ""))
        for each in exploration.unreached
        if each.line not in ran
    )


def _thrown(verdicts: Iterable[Verdict]) -> frozenset[str]:
    """The exceptions that the JVM threw out of the method, with the line of analysed code."""
    thrown = (verdict.throw for verdict in verdicts if not verdict.case.forced)
    return frozenset(
        f"{dotted(each.class_name)}:{each.site.line if each.site is not None else -1}"
        for each in thrown
        if each is not None
    )


def _limited(deadline: float, seconds: float) -> AbstractContextManager[None]:
    """So many seconds by the clock, or those until a time of `time.time`; a few in any case."""
    return alarm(min(max(deadline - time.time(), LAST_SHORTENING), seconds))


def _shortened(engine: Engine, verdicts: Iterable[Verdict], deadline: float, contract: Contract) -> list[Verdict]:
    """The verdicts, the shortest confirmed one of each throwing place with its input made shorter still."""
    best: dict[object, int] = {}
    found = list(verdicts)
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
            until = engine.bridge.effort + SHORTENING
            with _limited(deadline, SLOW * SHORTENING):
                for at in best.values():
                    shorter = minimise(found[at], engine.bridge, until=until)
                    if admits(contract.requires, shorter.case.recipe, engine.bridge, engine.program):
                        found[at] = shorter
        except OutOfTimeError:  # a shorter input may hang where the longer one does not: the longer one stays
            engine.bridge.close()
    return found


def built_case(engine: Engine, path: Path) -> TestCase | NoCase:
    """The case of a path. Telling conditions to people is the dearest of all: those that are told late are not, or are
    left as long as they are.
    """
    if engine.every_path:
        return engine.builder.build(path, engine.builder.described(path).condition)
    if not _is_told_late(engine, path):
        return engine.builder.build(path, asserted=engine.writes)
    is_test = engine.writes and path.ending is Ending.RETURNED
    return engine.builder.build(path, raw=True) if is_test else engine.builder.build(path, "", asserted=engine.writes)


def _is_told_late(engine: Engine, path: Path) -> bool:
    """Whether the condition of a path is made readable only where somebody reads it: in the finding or test that it
    becomes. The effect of what returns may tell its test from others: where it speaks of inputs whose names depend on
    what else is told, it uses the words of the condition. Annotations of the parameters that a condition speaks of may
    suppress its finding.
    """
    if engine.every_path or engine.options.per_class:
        return False
    if path.ending is Ending.RETURNED and engine.writes:
        return path.number >= TOLD_AT_ONCE
    if path.ending is Ending.RETURNED:
        return not (engine.reads_cases or is_renamed(path.returned) or written_statics(path.state))
    return not engine.reads_cases and not any(parameter_annotations(path.entry))


def _tell(engine: Engine, work: Work, exploration: Exploration, shown: Iterable[Verdict]) -> None:
    """Make the paths of those that are shown readable, where that was left."""
    paths = {path.number: path for path in exploration.paths if _is_told_late(engine, path)}
    for verdict in shown:
        path = paths.get(verdict.case.path)
        if path is not None and path.number not in work.told:
            if path.ending is Ending.RETURNED:
                work.told[path.number] = engine.builder.condition(path), verdict.case.effect
            elif isinstance(built := engine.builder.build(path), TestCase):
                work.told[path.number] = built.condition, built.effect


def _told(work: Work, verdict: Verdict) -> Verdict:
    """The verdict with the words that were found for its path."""
    if verdict.case.path not in work.told:
        return verdict
    condition, effect = work.told[verdict.case.path]
    return replace(verdict, case=replace(verdict.case, condition=condition, effect=effect))


def _lightened(engine: Engine, chosen: Sequence[Verdict], deadline: float, contract: Contract) -> dict[str, Verdict]:
    """Those of the chosen cases that lose calls which make no difference, by the id that they had."""
    found: dict[str, Verdict] = {}
    try:
        until = engine.bridge.effort + SHORTENING
        with _limited(deadline, SLOW * SHORTENING):
            for each in chosen:
                lighter = without_redundant_calls(each, engine.bridge, until=until)
                if lighter is not each and admits(
                    contract.requires, lighter.case.recipe, engine.bridge, engine.program
                ):
                    found[each.case.id] = lighter
    except OutOfTimeError:
        engine.bridge.close()
    return found


def _drawn(engine: Engine, verdicts: Sequence[Verdict], deadline: float) -> list[Verdict]:
    """The verdicts, the confirmed ones with a drawing where their input is linked."""
    chosen = [at for at, verdict in enumerate(verdicts) if verdict.confirmed][:MOST_DRAWN]
    found = list(verdicts)
    try:
        with _limited(deadline, DRAWING):
            cases = draw_all([found[at].case for at in chosen], engine.builder.links, engine.bridge)
    except OutOfTimeError:
        engine.bridge.close()
        return found
    for at, case in zip(chosen, cases, strict=True):
        found[at] = replace(found[at], case=case)
    return found


def _outcomes(work: Work, exploration: Exploration, verdicts: Iterable[Verdict]) -> dict[str, int]:
    counts = dict(work.outcomes)
    statistics = exploration.statistics

    def add(outcome: Outcome, number: int) -> None:
        if number:
            counts[outcome.value] = counts.get(outcome.value, 0) + number

    for verdict in verdicts:
        if not verdict.case.unpredicted or verdict.case.path >= 0:  # what fuzzing found beyond all paths is none
            add(verdict.outcome, 1)
    add(Outcome.CONTRADICTION, statistics.pruned)
    add(Outcome.PRUNED, statistics.infeasible)
    add(Outcome.UNSOLVED, statistics.unknown)
    forced = sum(cut.paths for cut in exploration.cuts if cut.bound == FORCED_STATE)
    add(Outcome.FINAL_FIELD, forced)
    add(Outcome.PATH_TOO_LONG, sum(cut.paths for cut in exploration.cuts) - forced)
    return counts


def _reasons(exploration: Exploration, left: int) -> tuple[Reason, ...]:
    """Why the method is not complete, the weightiest first; each reason once, with the paths it met."""
    if exploration.skipped is not None:
        code = "precondition" if exploration.skipped.startswith("the precondition") else "unsupported"
        return (Reason(code, exploration.skipped),)
    found: list[Reason] = [Reason("error", failure.message) for failure in exploration.failures]
    for reason in exploration.reasons:
        where = dotted(reason.detail) if reason.code == "missing-class" else reason.detail
        paths = sum(reason in path.reasons for path in exploration.paths)
        found.append(Reason(reason.code, where, paths))
    # What ended it all before its end comes before what cut single paths.
    ordered = sorted(exploration.cuts, key=lambda cut: cut.bound not in (exploration.stop, "kept"))
    if exploration.stop is not None and not any(cut.bound == exploration.stop for cut in ordered):
        found.append(Reason(exploration.stop))
    found += [Reason(cut.bound, _place_text(cut.place), cut.paths) for cut in ordered]
    if left:
        found.append(Reason("not-replayed", "", left))
    merged: dict[tuple[str, str], Reason] = {}
    for each in found:
        known = merged.get((each.code, each.where))
        merged[each.code, each.where] = Reason(each.code, each.where, each.paths + (known.paths if known else 0))
    return tuple(merged.values())


def _place_text(place: Place | None) -> str:
    """``Fee.java:12``, or the method where the line is not known."""
    if place is None:
        return ""
    name = place.class_name.rsplit("/", 1)[-1].split("$", 1)[0]
    return f"{name}.java:{place.line}" if place.line > 0 else f"{dotted(place.class_name)}.{place.method}"
