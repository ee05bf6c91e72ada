"""Joins the two reports of a method: that of its exploration, and that of the call sequences that reached it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from everypath.dataclass import replace
from everypath.run.results.coverage import Count, Counterexamples, Covered, ExecutedCode, Goals, Part, union_of
from everypath.run.results.method_report import MethodReport, Reason, Status

T = TypeVar("T")

_SWEPT = frozenset({Part.SEQUENCES, Part.FLIPS})

_REPLAYED = frozenset({"confirmed", "contradiction", "pruned"})
"""The outcomes of paths where all that are feasible were replayed."""

_RESOURCES = frozenset({"java.lang.StackOverflowError", "java.lang.OutOfMemoryError"})
"""Exceptions that depend on the memory of the JVM: no path predicts them."""


def joined(explored: MethodReport, swept: MethodReport) -> MethodReport:
    """The report of an explored method, with what the JVM did in call sequences; or of two units of sequences.

    The sequences can refute the exploration: what the JVM executed is not unreachable, and an exception that no path
    throws shows that paths are missing. Then nothing is complete or proved.
    """
    reached: set[int] = set()
    if swept.instructions.total:  # else nothing was measured: a worker died, or the class has no probes
        reached = {each.line for each in explored.unreached} - {each.line for each in swept.unreached}
    unreached = tuple(each for each in explored.unreached if each.line not in reached)
    if not (explored.unreached or explored.instructions.total):
        unreached = swept.unreached
    report = replace(
        explored,
        instructions=_larger(explored.instructions, swept.instructions),
        branches=_larger(explored.branches, swept.branches),
        seconds=explored.seconds + swept.seconds,
        work=explored.work + swept.work,
        unreached=unreached,
        outcomes=Counter(explored.outcomes) + Counter(swept.outcomes) - _doubles(explored, swept),
        cases=_with(explored.cases, swept.cases, lambda each: each.id),
        findings=_with(explored.findings, swept.findings, lambda each: each.key),
        tests=_with(explored.tests, swept.tests, lambda each: each.id),
        redundant_tests=explored.redundant_tests | swept.redundant_tests,
        messages=tuple(dict.fromkeys((*explored.messages, *swept.messages))),
        covers=_covers(explored.covers, swept.covers),
        untestable=_covers(explored.untestable, swept.untestable),
        executed=explored.executed or swept.executed,
        ran=(*explored.ran, *swept.ran),
        counterexamples=_both(explored.counterexamples, swept.counterexamples),
        goals=_goals(explored.goals, swept.goals),
    )
    if swept.status is Status.FAILED:
        report = report.failed(*(each.where for each in swept.reasons))
    why = _refutation(explored, swept.counterexamples, reached)
    return _refuted(report, why) if why else report


def with_common_coverage(reports: Sequence[MethodReport]) -> list[MethodReport]:
    """The reports; each method has the coverage of its own exploration and of all call sequences, whichever it was that
    they were made for. Nothing is complete where these execute what no path does.
    """
    executed = {report.key: report.executed for report in reports if report.executed is not None}
    swept = _by_method(each for report in reports if not _SWEPT.isdisjoint(report.covers) for each in report.ran)
    within = _by_method(each for report in reports if report.counterexamples for each in report.counterexamples.ran)
    return [
        _with_coverage(report, executed.get(report.key), swept[report.key], within.get(report.key))
        if report.key in swept
        else report
        for report in reports
    ]


def _by_method(codes: Iterable[ExecutedCode]) -> dict[tuple[str, str, str], ExecutedCode]:
    found: dict[tuple[str, str, str], ExecutedCode] = {}
    for each in codes:
        found[each.key] = found[each.key].joined(each) if each.key in found else each
    return found


def _with_coverage(
    report: MethodReport, executed: ExecutedCode | None, swept: ExecutedCode, within: ExecutedCode | None
) -> MethodReport:
    """The report of a method whose exploration has ``executed`` this code, and call sequences that, those ``within``
    what annotations allow the other.
    """
    every = swept.joined(executed) if executed is not None else swept
    is_replayed = executed is not None and _REPLAYED.issuperset(report.outcomes)
    is_new = executed is not None and within is not None and executed.joined(within) != executed
    if report.status is Status.COMPLETE and is_replayed and is_new:
        report = _refuted(report, "a call sequence: it takes a branch that no path takes")
    return replace(
        report,
        instructions=_larger(report.instructions, Count(every.instructions.bit_count(), report.instructions.total)),
        branches=_larger(report.branches, Count(len(every.branches), report.branches.total)),
    )


def _both(first: Counterexamples | None, second: Counterexamples | None) -> Counterexamples | None:
    return first.joined(second) if first is not None and second is not None else first or second


def _refutation(explored: MethodReport, swept: Counterexamples | None, reached: set[int]) -> str:
    """How call sequences refute the result of an exploration; empty if they do not."""
    if swept is None:
        return ""
    lines = reached & swept.lines
    proved = sorted(each.line for each in explored.unreached if each.proved and each.line in lines)
    if proved:
        return f"a call sequence: it reaches line {proved[0]}"
    if explored.status is not Status.COMPLETE:
        return ""
    thrown = {each.exception for each in explored.cases} | _RESOURCES
    for exception, expression in swept.thrown:
        if exception not in thrown:
            return f"a call sequence: it throws {exception}: {expression}"
    return ""


def _refuted(report: MethodReport, why: str) -> MethodReport:
    """The report after the JVM refuted its exploration, or showed what it does not know: other values of static
    fields.
    """
    reason = Reason("statics" if report.statics else "diverged", why, 1)
    return replace(
        report,
        status=Status.PARTIAL if report.status is not Status.FAILED else report.status,
        reasons=(reason, *report.reasons),
        unreached=tuple(replace(each, proved=False, reason=reason.code) for each in report.unreached),
        excluded=(),
        proofs=tuple(each.up_to(reason) for each in report.proofs),
    )


def _larger(first: Count, second: Count) -> Count:
    return first if first.covered >= second.covered and first.total else second


def _with(first: Iterable[T], second: Iterable[T], key: Callable[[T], object]) -> tuple[T, ...]:
    """Both, without those of the second that the first has, too."""
    found: dict[object, T] = {}
    for each in (*first, *second):
        found.setdefault(key(each), each)
    return tuple(found.values())


def _doubles(first: MethodReport, second: MethodReport) -> Counter[str]:
    """The outcomes of the cases of the second report that the first has, too."""
    known = {each.id for each in first.cases}
    return Counter(each.outcome for each in second.cases if each.id in known)


def _covers(first: Mapping[Part, Goals], second: Mapping[Part, Goals]) -> Mapping[Part, Goals]:
    return {
        part: union_of(each[part] for each in (first, second) if part in each)
        for part in Part
        if part in first or part in second
    }


def _goals(first: Covered | None, second: Covered | None) -> Covered | None:
    if first is None or second is None:
        return first or second
    return Covered(
        union_of((first.confirmed, second.confirmed)),
        union_of((first.plain, second.plain)),
        {**second.tests, **first.tests},
    )
