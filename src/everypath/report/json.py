"""Results as JSON, schema 1. The schema is stable: later versions only add to it.

Keys and their order are those of the schema; methods, cases and findings come in the order of the run's result, which
is the same for the same input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from everypath.report.metrics import metrics_of
from everypath.report.profile import spent_in
from everypath.run import Analysis, Count, Level, MethodReport, Status, Summary, Unreached
from everypath.suite import RefutedSide
from everypath.version import __version__
from everypath.work import Steps

if TYPE_CHECKING:
    from everypath.report.sources import Sources
    from everypath.run.results import PathClass

SCHEMA = 1


def json_text(analysis: Analysis, document: Callable[[Analysis], dict[str, object]] | None = None) -> str:
    """The JSON text of a run, indented, with a line end. ``document`` makes its document; None: `json_document`."""
    return json.dumps((document or json_document)(analysis), indent=1, ensure_ascii=True) + "\n"


def json_paths(analysis: Analysis, sources: Sources | None = None) -> dict[str, object]:
    """The document of ``paths``: that of the run, with the equivalence classes of each method. The classes of a single
    method stand at the top.

    `feasible` counts the paths that return, `exceptional` the paths that throw. `classes` has the classes of both, and
    the infeasible sides of decisions if they are listed. The text of the lines of steps comes from ``sources``.
    """
    found = json_document(analysis)
    if len(analysis.methods) != 1:
        rows = [{**_method(method), **_one_of_several(method, sources)} for method in analysis.methods]
        return {**found, "methods": rows, "metrics": metrics_of(analysis.methods)}
    (method,) = analysis.methods
    return {**_classes(method, sources), "metrics": metrics_of(analysis.methods), **found}


def _classes(method: MethodReport, sources: Sources | None) -> dict[str, object]:
    """The counts and the equivalence classes of one method."""
    ends = [each.ends for each in method.classes]
    tally = method.tally
    refuted = method.paths.refuted_by_solver + method.paths.refuted_without_solver
    infeasible = tally.infeasible if tally is not None else None
    others: list[dict[str, object]] = []
    if method.chosen is None:
        others += (case.as_json() for case in method.cases if case.ends == "unpredicted")
        others += ({"ends": "infeasible", **_infeasible(side)} for side in method.infeasible)
    return {
        "potential": tally.potential if tally is not None else None,
        "feasible": tally.feasible if tally is not None else 0,
        "infeasible": refuted if infeasible is None else infeasible,
        "exceptional": ends.count("throws"),
        "contexts": method.contexts,
        "classes": [
            *({**each.as_json(), **_steps(each, sources), "case": number} for number, each in method.shown),
            *others,
        ],
    }


def _steps(each: PathClass, sources: Sources | None) -> dict[str, object]:
    """The steps of a class, each with the text of its line; null if the source of the line is not known."""
    if each.steps is None or sources is None:
        return {}
    texts = (sources.line(line.source, line.number) for line in each.steps.lines)
    rows = zip(each.steps.lines, texts, strict=True)
    return {"steps": [{**line.as_json(), "text": None if text is None else text.strip()} for line, text in rows]}


def _one_of_several(method: MethodReport, sources: Sources | None) -> dict[str, object]:
    """The counts and classes of one of several methods. The count `infeasible` is left out, since the row of the method
    has a list of that name.
    """
    return {key: value for key, value in _classes(method, sources).items() if key != "infeasible"} | {
        "metrics": metrics_of([method])
    }


def json_document(analysis: Analysis) -> dict[str, object]:
    """The JSON document of a run."""
    found: dict[str, object] = {
        "schema": SCHEMA,
        "tool": {"name": "everypath", "version": __version__},
        "jdk": analysis.jdk,
        "seconds": round(analysis.seconds, 3),
        "work": analysis.work,
        "targets": list(analysis.targets),
        "methods": [_method(method) for method in analysis.methods],
        "findings": [finding.as_json() for finding in analysis.findings],
        "summary": _summary(analysis.summary),
    }
    proofs = [
        {"class": method.class_name, "method": method.method, "descriptor": method.descriptor, **each.as_json()}
        for method in analysis.methods
        for each in method.proofs
    ]
    if proofs:
        found["proofs"] = proofs
    if analysis.suppressed:
        found["suppressed"] = [finding.as_json() for finding in analysis.suppressed]
    if analysis.baseline is not None:
        found["baseline"] = {"file": analysis.baseline, "gone": [asdict(each) for each in analysis.fixed]}
    if analysis.budget is not None:
        given = analysis.budget
        found["budget"] = {"steps": given.count} if isinstance(given, Steps) else {"seconds": given}
    if analysis.covered:
        parts = {
            part: asdict(replace(tally, seconds=round(tally.seconds, 3))) for part, tally in analysis.parts.items()
        }
        open_branches = dict(analysis.open_branches)
        found["goals"] = {"covered": analysis.covered, "parts": parts, "open_branches": open_branches}
    if analysis.curve:
        found["curve"] = [asdict(each) for each in analysis.curve]
    if analysis.interrupted:
        found["interrupted"] = True
    if analysis.writing:
        found["spent"] = {**_phase_seconds(analysis.methods), "writing": round(analysis.writing, 3)}
    return found


def _phase_seconds(methods: Iterable[MethodReport]) -> dict[str, float]:
    return {phase: round(seconds, 3) for phase, seconds in spent_in(methods).items()}


def _method(method: MethodReport) -> dict[str, object]:
    found: dict[str, object] = {
        "class": method.class_name,
        "method": method.method,
        "descriptor": method.descriptor,
        "status": method.status.value,
        "reasons": [{"code": each.code, "where": each.where, "paths": each.paths} for each in method.reasons],
        "paths": {
            "explored": method.paths.explored,
            "infeasible": method.paths.refuted_by_solver,
            "pruned": method.paths.refuted_without_solver,
        },
        "instructions": _covered(method.instructions),
        "branches": _covered(method.branches),
        "reached": _covered(method.reached),
        "seconds": round(method.seconds, 3),
        "work": method.work,
        "unreached": [_unreached(each) for each in method.unreached],
        "outcomes": _counts(method.outcomes),
        "cases": [case.as_json() for case in method.cases],
    }
    if method.excluded:
        found["excluded"] = [each.as_json() for each in method.excluded]
    if method.infeasible:
        found["infeasible"] = [_infeasible(side) for side in method.infeasible]
    if method.invariants:
        found["invariants"] = list(method.invariants)
    if method.statics:
        found["statics"] = list(method.statics)
    if method.safe is not None:
        found["requires"] = {"condition": method.safe.condition, "exact": method.safe.exact}
    if method.criteria:
        found["criteria"] = [asdict(each) for each in method.criteria]
    if method.lemmas is not None:
        found["lemmas"] = asdict(method.lemmas)
    if method.longest_feasible_prefix is not None:
        found["furthest"] = method.longest_feasible_prefix
    if method.proofs:
        found["proofs"] = [each.as_json() for each in method.proofs]
    if method.verification:
        found["judgement"] = method.verification
    if method.goals is not None:
        found["spent"] = _phase_seconds([method])
    if method.deaths:
        found["worker_deaths"] = method.deaths
    return found


def _infeasible(side: RefutedSide) -> dict[str, object]:
    """A side that no input takes: its place, its condition, and the conditions that contradict it."""
    found: dict[str, object] = {"line": side.line if side.line > 0 else None, "kind": side.kind}
    found |= {"condition": side.text, "core": list(side.core), "decision": side.decision, "sides": side.sides}
    return found


def _unreached(line: Unreached) -> dict[str, object]:
    found: dict[str, object] = {"line": line.line, "proved": line.proved}
    return found if line.proved else {**found, "reason": line.reason}


def _summary(summary: Summary) -> dict[str, object]:
    found: dict[str, object] = {"methods": summary.methods}
    for status in Status:
        found[status.value] = summary.statuses.get(status, 0)
    found["findings"] = {level.value: summary.findings.get(level, 0) for level in Level}
    tests: dict[str, object] = {"written": summary.tests_written, "passed": summary.tests_passed}
    if summary.tests_dropped:
        tests["dropped"] = _counts(summary.tests_dropped)
    found["tests"] = tests
    if summary.goals is not None:
        found["goals"] = asdict(summary.goals)
    found["instructions"] = _covered(summary.instructions)
    found["branches"] = _covered(summary.branches)
    found["outcomes"] = _counts(summary.outcomes)
    return found


def _covered(count: Count) -> dict[str, object]:
    return {"covered": count.covered, "total": count.total}


def _counts(counts: Mapping[str, int]) -> dict[str, object]:
    return {name: counts[name] for name in sorted(counts)}
