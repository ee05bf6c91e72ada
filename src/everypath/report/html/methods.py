"""The classes on the page: each method with its status, the outcomes of its paths, and its cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from everypath.report.html.content import MOST_CASES, MOST_CASES_IN_ALL, PageContent, finding_links
from everypath.report.html.elements import Child, Markup, join, tag
from everypath.report.reasons import codes_text, counted, excluded_text, reason_text, unreachable_text
from everypath.report.terminal import outcome_counts
from everypath.run import Case, Count, MethodReport
from everypath.run.results import summarise

__all__ = ["classes"]


def classes(content: PageContent) -> Markup:
    """The section of classes and methods."""
    budget = _CaseBudget()
    shown = [report for report in content.analysis.methods if report.key in content.methods]
    ordered = sorted(shown, key=lambda report: report.class_name)  # stable: methods stay in their order
    groups = [(name, list(found)) for name, found in groupby(ordered, key=lambda report: report.class_name)]
    rows = [_class(name, found, content, budget, is_open=len(groups) == 1) for name, found in groups]
    left = len(content.analysis.methods) - len(shown)
    if left:
        rows.append(tag("p", f"{counted(left, 'further method')} left out here; --json has them all.", class_="left"))
    return tag("section", tag("h2", "Classes and methods"), *rows, id="classes")


class _CaseBudget:
    """The number of cases that the page still shows."""

    def __init__(self) -> None:
        self.left = MOST_CASES_IN_ALL

    def take(self, number: int) -> int:
        taken = min(number, MOST_CASES, self.left)
        self.left -= taken
        return taken


def _class(
    name: str, reports: list[MethodReport], content: PageContent, budget: _CaseBudget, *, is_open: bool
) -> Markup:
    counts = summarise(reports, ())
    statuses = ", ".join(f"{number} {status.value}" for status, number in counts.statuses.items() if number)
    found = [each for report in reports for each in content.by_entry.get(report.key, [])]
    side = f"{counted(len(reports), 'method')}: {statuses}"
    summary = tag(
        "summary",
        tag("code", name),
        tag("span", side, class_="side"),
        _coverage(counts.branches if counts.branches.total else counts.instructions, "of its branches ran"),
        *([tag("span", counted(len(found), "finding"), class_="side level")] if found else []),
    )
    methods = [_method(report, content, budget) for report in reports]
    return tag("details", summary, *methods, class_="class", open=is_open)


def _method(report: MethodReport, content: PageContent, budget: _CaseBudget) -> Markup:
    summary = tag(
        "summary",
        tag("code", report.signature),
        " ",
        tag("span", report.status.value, class_=report.status.value),
        tag("span", counted(report.paths.explored, "path"), class_="side"),
        _coverage(report.instructions, "of its instructions ran"),
        *finding_links(content.by_entry.get(report.key, [])),
    )
    return tag(
        "details",
        summary,
        tag("dl", *_facts(report, content)),
        _cases(report, content, budget),
        id=content.methods[report.key],
        data_filter=f"{report.class_name} {report.signature} {report.status.value}",
    )


def _facts(report: MethodReport, content: PageContent) -> Iterator[Child]:
    def fact(name: str, *value: Child) -> Markup:
        return join([tag("dt", name), tag("dd", *value)])

    if report.reasons:
        yield fact("because", tag("ul", *(tag("li", reason_text(each)) for each in report.reasons)))
    for message in report.messages:
        yield fact("said", message)
    paths = report.paths
    refuted = f"{paths.refuted_by_solver} infeasible, {paths.refuted_without_solver} pruned"
    yield fact("paths", f"{paths.explored} explored, {refuted}")
    if report.outcomes:
        yield fact("became", outcome_counts(report.outcomes).partition(": ")[2])
    covered = ", ".join(
        f"{name} {count.covered}/{count.total}"
        for name, count in (("instructions", report.instructions), ("branches", report.branches))
        if count.total
    )
    if covered:
        yield fact("covered", covered)
    for each in report.unreached:
        why = unreachable_text(report) if each.proved else f"not reached: {codes_text(each.reason)}"
        yield fact("unreached", content.line_link(report.file, each.line, f"line {each.line}"), f": {why}")
    for other in report.excluded:
        yield fact("never", f"line {other.line}: " if other.line > 0 else "", excluded_text(other, report.class_name))
    for proof in report.proofs:
        what = f"assert at line {proof.line}" if proof.kind == "assert" else f"ensures {proof.condition}"
        shown = f", as {proof.expression} shows" if proof.expression else ""
        yield fact("proof", tag("code", what), f": {proof.verdict}{shown}")


def _cases(report: MethodReport, content: PageContent, budget: _CaseBudget) -> Markup | None:
    if not report.cases:
        return None
    kept = {test.id for test in report.tests}
    bugs = {each.case: each for each in content.by_entry.get(report.key, [])}
    first = sorted(report.cases, key=lambda case: (case.id not in bugs, case.id not in kept))
    taken = {case.id for case in first[: budget.take(len(first))]}
    rows = [_case(case, report, content, kept, bugs.keys()) for case in report.cases if case.id in taken]
    head = tag("tr", *(tag("th", name) for name in ("call", "when", "effect", "on the JVM", "")))
    left = len(report.cases) - len(rows)
    more = tag("p", f"{counted(left, 'further case')} left out here; --json has them all.", class_="left")
    return join([tag("table", tag("thead", head), tag("tbody", *rows), class_="cases"), more if left else None])


def _case(case: Case, report: MethodReport, content: PageContent, kept: set[str], bugs: object) -> Markup:
    effect: list[Child] = [tag("code", case.effect)]
    if case.line is not None:
        effect += [" at ", content.line_link(report.file, case.line, f"line {case.line}")]
    call: list[Child] = [tag("code", case.expression)]
    if case.drawing:
        call.append(tag("pre", "\n".join(case.drawing)))
    outcome: list[Child] = [tag("span", case.outcome, class_=case.outcome)]
    if case.detail and case.outcome != "confirmed":
        outcome.append(tag("div", case.detail, class_="soft"))
    use = content.test_link(case.id, "test") if case.id in kept else None
    cells = [
        tag("td", *call),
        tag("td", tag("code", case.condition) if case.condition != "true" else None),
        tag("td", *effect),
        tag("td", *outcome),
    ]
    return tag("tr", *cells, tag("td", tag("span", use, title="worth a test") if use is not None else None))


def _coverage(count: Count, what: str) -> Markup | None:
    if not count.total:
        return None
    share = f"{count.percent:.0f} %"
    meter = tag("meter", share, min=0, max=count.total, value=count.covered, title=f"{share} {what}")
    return tag("span", meter, f" {share}", class_="side")
