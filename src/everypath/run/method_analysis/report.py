"""The report of one method, assembled from its exploration and its replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.explore import Exploration, Explorer
from everypath.inputs import FORCED_STATE
from everypath.run.coverage import covered_by, executed_code, goals_by_part
from everypath.run.engine import Allowance, Engine, Work
from everypath.run.findings import case_of
from everypath.run.method_analysis.measured import method_coverage, ran_by, reached, statics_of, unreached
from everypath.run.method_analysis.proofs import proofs_of
from everypath.run.method_analysis.replaying import WRONG_OUTCOMES
from everypath.run.method_analysis.stages import run_stages
from everypath.run.method_analysis.unreachable_texts import excluded_of
from everypath.run.path_classes import (
    FreeFields,
    classes_of,
    on_free_fields,
    predicates_of,
    tally_of,
    with_contexts,
    with_members,
    with_scripts,
    with_shares,
    with_steps,
    with_wraps,
)
from everypath.run.results import (
    Count,
    CriterionReport,
    ExecutedCode,
    ExploredCounts,
    InferredPrecondition,
    LemmasUsed,
    MethodReport,
    PathClass,
    PathTally,
    Reason,
    Status,
)
from everypath.state import Place
from everypath.suite import MISSING_CLASS, Outcome, RefutedSide, Verdict, refuted_side
from everypath.suite.descriptions import requires_text, side_script

if TYPE_CHECKING:
    from everypath.bridge import MethodCoverage
    from everypath.program import Method
    from everypath.suite.predicates import PredicateClass


class _Classes(TypedDict, total=False):
    classes: tuple[PathClass, ...]
    tally: PathTally | None
    chosen: int | None
    contexts: int
    all_contexts: bool
    predicates: PredicateClass | None


def report_of(
    engine: Engine, work: Work, exploration: Exploration, not_replayed: int, allowance: Allowance
) -> MethodReport:
    """The report of one method after a round; ``not_replayed`` paths wait for their replay."""
    method = work.method
    contract = engine.contract(method)
    staged = run_stages(engine, work, exploration, allowance, contract)
    verdicts, tests, finding_cases = staged.verdicts, staged.chosen_cases, staged.finding_cases
    measured = work.attempt(partial(method_coverage, work), None)
    instructions, branches = _counts(measured)
    free = work.attempt(partial(_free_fields, work, exploration, verdicts, allowance), None)
    may_go_on = exploration.stop == "time" or exploration.cut_short or bool(work.pending) or work.free_waits
    shown = exploration if free is None else free.exploration
    statistics = shown.statistics
    is_wrong = any(verdict.outcome in WRONG_OUTCOMES for verdict in verdicts)
    status, reasons = _status(exploration, verdicts, not_replayed)
    proofs = partial(proofs_of, engine, method, contract, exploration, verdicts, status, reasons)
    if free is not None:
        status, reasons = _status(shown, verdicts, 0, free.unrealised)
    report = MethodReport(
        class_name=dotted(method.owner.name),
        method=method.name,
        descriptor=method.descriptor,
        status=status,
        reasons=reasons,
        paths=ExploredCounts(statistics.explored, statistics.refuted_by_solver, statistics.refuted_without_solver),
        instructions=instructions,
        branches=branches,
        reached=work.attempt(partial(reached, engine, work, exploration), Count()),
        seconds=work.seconds,
        unreached=unreached(exploration, measured, refuted=is_wrong),
        excluded=() if is_wrong else work.attempt(partial(excluded_of, exploration, measured, _thrown(verdicts)), ()),
        outcomes=_outcomes(work, exploration, verdicts),
        cases=tuple(case_of(verdict) for verdict in verdicts),
        findings=staged.findings,
        tests=tuple(replace(case, block_trace=None) for case in (tests | finding_cases).values()),
        redundant_tests=frozenset(finding_cases).difference(tests) if engine.known is not None else frozenset(),
        messages=tuple(dict.fromkeys(failure.message for failure in exploration.failures)),
        resumable=may_go_on and not (free is not None and free.is_all),
        file=method.owner.source_path,
        infeasible=work.attempt(partial(_infeasible, engine, shown), ()),
        **work.attempt(partial(_classes, engine, work.explorer, shown, verdicts, allowance, free), _Classes()),
        criteria=_criteria(exploration),
        lemmas=_lemmas(exploration),
        longest_feasible_prefix=_longest_feasible_prefix(engine, exploration),
        proofs=work.attempt(proofs, ()),
        safe=work.attempt(partial(_safe, engine, shown, status), None),
        invariants=() if free is None else free.invariants,
        statics=work.attempt(partial(statics_of, engine, work, exploration, shown), ()),
        executed=_executed(method, measured),
        ran=work.attempt(partial(ran_by, engine, work, exploration), ()) if engine.wants_lines else (),
        covers=work.attempt(partial(goals_by_part, verdicts, engine.bridge, engine.is_target), {}),
        untestable=work.attempt(partial(goals_by_part, verdicts, engine.bridge, engine.is_target, testable=False), {}),
        goals=work.attempt(partial(covered_by, verdicts, staged.tests, engine.own), None) if engine.writes else None,
    )
    if work.errors:
        report = report.failed(*(each.message for each in work.errors))
    return _limited_by_work(report) if engine.counts_work else report


def _limited_by_work(report: MethodReport) -> MethodReport:
    """The report with the reason ``work`` where the exploration says ``time``: work is what its clock counts."""

    def of_work(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(replace(each, code="work") if each.code == "time" else each for each in reasons)

    return replace(
        report,
        reasons=of_work(report.reasons),
        proofs=tuple(replace(each, reasons=of_work(each.reasons)) for each in report.proofs),
        unreached=tuple(replace(each, reason="work") if each.reason == "time" else each for each in report.unreached),
        criteria=tuple(replace(each, why="work") if each.why == "time" else each for each in report.criteria),
    )


def _executed(method: Method, measured: MethodCoverage | None) -> ExecutedCode | None:
    """The code of the method itself that its replays executed."""
    if measured is None:
        return None
    return executed_code(method.owner.name, method.name, method.descriptor, measured)


def _counts(measured: MethodCoverage | None) -> tuple[Count, Count]:
    """Instructions and branches of the method."""
    if measured is None:
        return Count(), Count()
    instructions = Count(measured.instructions_covered, measured.instructions_total)
    return instructions, Count(measured.branches_covered, measured.branches_total)


def _free_fields(
    work: Work, exploration: Exploration, verdicts: Sequence[Verdict], allowance: Allowance
) -> FreeFields | None:
    """The classes over free fields, if classes were requested, and nothing else depends on how inputs are made."""
    options = work.engine.options
    of_inputs = (options.patterns > 1, options.export, options.contexts, options.steps, options.path, options.case)
    asked = (options.criterion, options.entry, options.source, options.forced_states, options.per_class, *of_inputs)
    if not work.engine.every_path or any(asked) or exploration.claims:
        return None
    return on_free_fields(work, exploration, verdicts, allowance)


def _status(
    exploration: Exploration, verdicts: Sequence[Verdict], not_replayed: int, unrealised: int = 0
) -> tuple[Status, tuple[Reason, ...]]:
    """The status of the method, and the reasons why it is not complete.

    The JVM decides: if a replay differs from the prediction, the exploration was not of this program.
    """
    reasons = _reasons(exploration, not_replayed)
    status = Status(exploration.status)
    if unrealised:
        reasons = (*reasons, Reason("unrealised", "", unrealised))
    if status is Status.COMPLETE and (not_replayed or unrealised):
        status = Status.BOUNDED
    missing = _missing(verdicts)
    if missing:
        status = Status.PARTIAL if status in (Status.COMPLETE, Status.BOUNDED) else status
        reasons = (*missing, *(reason for reason in reasons if reason.code != "missing-class"))
    wrong = [verdict for verdict in verdicts if verdict.outcome in WRONG_OUTCOMES]
    if wrong:
        status = Status.FAILED if status is Status.FAILED else Status.PARTIAL
        reasons = (Reason("diverged", f"{wrong[0].case.expression}: {wrong[0].detail}", len(wrong)), *reasons)
    return status, reasons


def _classes(
    engine: Engine,
    explorer: Explorer,
    exploration: Exploration,
    verdicts: Sequence[Verdict],
    allowance: Allowance,
    free: FreeFields | None,
) -> _Classes:
    """The equivalence classes and their counts, if they were requested."""
    if not engine.every_path:
        return {}
    if free is None:
        classes = with_wraps(engine, exploration, classes_of(engine, exploration, verdicts))
    else:
        classes = free.classes
    classes = with_shares(exploration, classes)
    tally = tally_of(exploration, engine.options.loop) if engine.options.path is None else None
    if engine.options.patterns > 1 or engine.options.export is not None:
        classes = with_members(engine, exploration, classes)
    found: _Classes = {"tally": tally}
    if engine.options.contexts:
        classes, complete = with_contexts(engine, exploration, classes, allowance)
        contexts = sum(max(1, len(each.contexts)) for each in classes if each.ends == "returns")
        found |= {"contexts": contexts, "all_contexts": complete}
    if engine.options.steps:
        classes = with_steps(engine, explorer, exploration, classes, allowance)
    if engine.options.smtlib is not None:
        classes = with_scripts(exploration, classes)
    if engine.options.java is not None:
        found |= {"predicates": predicates_of(exploration, classes)}
    return {"classes": classes, "chosen": engine.options.case, **found}


def _criteria(exploration: Exploration) -> tuple[CriterionReport, ...]:
    return tuple(
        CriterionReport(
            each.name, each.goals, each.met, tuple(map(str, each.left)), each.why, tuple(map(str, each.proved))
        )
        for each in exploration.criteria
    )


def _lemmas(exploration: Exploration) -> LemmasUsed | None:
    counts = exploration.lemmas
    if not (counts.built or counts.inlined):
        return None
    inlined = sorted(counts.inlined.items(), key=lambda each: (-each[1], each[0]))
    return LemmasUsed(counts.built, counts.used, dict(inlined))


def _longest_feasible_prefix(engine: Engine, exploration: Exploration) -> str | None:
    """The longest feasible prefix of the requested descriptor; None if a path has all of it, or none was requested."""
    wanted = engine.options.path
    if wanted is None or any(path.descriptor == wanted for path in exploration.paths):
        return None
    return exploration.longest_feasible_prefix


def _safe(engine: Engine, exploration: Exploration, status: Status) -> InferredPrecondition | None:
    """The inferred precondition, if classes were requested, and not only one path."""
    if not engine.every_path or exploration.skipped is not None or engine.options.path is not None:
        return None
    overflow = engine.options.no_overflow
    text = requires_text(exploration, engine.program, engine.builder.solver, overflow=overflow)
    if text is None:
        return None
    return InferredPrecondition(text, exploration.exhaustive and status is Status.COMPLETE, overflow)


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


def _missing(verdicts: Iterable[Verdict]) -> tuple[Reason, ...]:
    """The classes that the JVM did not find when it replayed the cases."""
    counts: dict[str, int] = {}
    for verdict in verdicts:
        if verdict.detail.startswith(MISSING_CLASS):
            name = verdict.detail.removeprefix(MISSING_CLASS)
            if name.startswith("["):  # Class.forName("[Lp.Gone;")
                name = name.lstrip("[").removeprefix("L").removesuffix(";")
            counts[name] = counts.get(name, 0) + 1
    return tuple(Reason("missing-class", name, paths) for name, paths in counts.items())


def _thrown(verdicts: Iterable[Verdict]) -> frozenset[str]:
    """The exceptions that the JVM threw out of the method, with the line of analysed code."""
    thrown = (verdict.throw for verdict in verdicts if not verdict.case.forced)
    return frozenset(
        f"{dotted(each.class_name)}:{each.site.line if each.site is not None else -1}"
        for each in thrown
        if each is not None
    )


def _outcomes(work: Work, exploration: Exploration, verdicts: Iterable[Verdict]) -> dict[str, int]:
    counts = dict(work.outcomes)
    statistics = exploration.statistics

    def add(outcome: Outcome, number: int) -> None:
        if number:
            counts[outcome.value] = counts.get(outcome.value, 0) + number

    for verdict in verdicts:
        add(verdict.outcome, 1)
    add(Outcome.CONTRADICTION, statistics.refuted_without_solver)
    add(Outcome.PRUNED, statistics.refuted_by_solver)
    add(Outcome.UNSOLVED, statistics.unknown)
    forced = sum(cut.paths for cut in exploration.cuts if cut.bound == FORCED_STATE)
    add(Outcome.FINAL_FIELD, forced)
    add(Outcome.PATH_TOO_LONG, sum(cut.paths for cut in exploration.cuts) - forced)
    return counts


def _reasons(exploration: Exploration, not_replayed: int) -> tuple[Reason, ...]:
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
    if not_replayed:
        found.append(Reason("not-replayed", "", not_replayed))
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
