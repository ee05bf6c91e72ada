"""The result of a run, assembled from the reports of its methods.

`interim_analysis` is the result that an interrupt would leave now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import internal_name
from everypath.dataclass import replace
from everypath.run.entries import EntryName
from everypath.run.options import Options
from everypath.run.results import Analysis, MethodReport, Reason, Status, summarise, with_common_coverage
from everypath.run.scheduling.plan import AnalysisPlan
from everypath.run.workload import Workload
from everypath.work import steps_of

if TYPE_CHECKING:
    from everypath.run.campaign import Campaign
    from everypath.run.results import Finding


def analysis_of(
    workload: Workload,
    reports: Sequence[MethodReport],
    findings: tuple[Finding, ...],
    *,
    seconds: float,
    effort: float = 0.0,
    interrupted: bool,
    campaign: Campaign | None = None,
) -> Analysis:
    """The result of a run of so many seconds, without suppressed findings. ``effort`` was needed beside the reports."""
    analysis = Analysis(
        targets=workload.targets,
        jdk=workload.jdk.version,
        seconds=seconds,
        work=sum(report.work for report in reports) + steps_of(effort),
        budget=workload.options.budget,
        methods=tuple(reports),
        findings=findings,
        summary=summarise(reports, findings),
        interrupted=interrupted,
        curve=campaign.curve if campaign is not None else (),
        parts=campaign.parts if campaign is not None else {},
    )
    return _without_suppressed(analysis, workload.options)


def interim_analysis(
    workload: Workload, plan: AnalysisPlan, reports: Iterable[MethodReport], seconds: float
) -> Analysis:
    """The result of a run that is interrupted after these reports: findings are not confirmed once more."""
    from everypath.run.findings import merge_findings

    names = {EntryName(internal_name(each.class_name), each.method, each.descriptor): each for each in reports}
    every = complete(plan, names, interrupted=True)
    findings = merge_findings(finding for report in every for finding in report.findings)
    return analysis_of(workload, every, findings, seconds=seconds, interrupted=True)


def with_goals(analysis: Analysis, workload: Workload, campaign: Campaign) -> Analysis:
    """The result with the goals of the target one by one. A JVM says which goals its classes have."""
    from everypath.run.coverage import goals_of_target
    from everypath.run.workload import open_bridge

    with open_bridge(workload) as bridge:
        found = goals_of_target(workload.classes, bridge.probes, campaign.goals.covered_first, analysis.methods)
        return replace(analysis, goals=tuple(found))


def _without_suppressed(analysis: Analysis, options: Options) -> Analysis:
    """The result without the findings that annotations and the option ``suppress`` suppress."""
    if not analysis.findings:
        return analysis
    from everypath.run.findings import apply_suppressions, by_option

    return apply_suppressions(analysis, by_option(options.suppress))


def complete(
    plan: AnalysisPlan, known: Mapping[EntryName, MethodReport], interrupted: bool, error: str = ""
) -> list[MethodReport]:
    """One report for every entry, in the order of the plan."""
    reports = []
    for entry in plan.entries:
        report = known.get(entry.name)
        if report is None:
            code = "native" if entry.native else "interrupted" if interrupted else "budget"
            name = entry.name
            report = MethodReport(name.dotted, name.method, name.descriptor, Status.SKIPPED, (Reason(code),))
            if error and not entry.native:
                report = replace(report, reasons=()).failed(error)
        if not report.instructions.total:  # nothing was replayed: the total must count all the same
            instructions, branches = entry.counts
            report = replace(report, instructions=instructions, branches=branches)
        reports.append(report)
    return with_common_coverage(reports)
