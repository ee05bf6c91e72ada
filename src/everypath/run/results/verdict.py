"""What is known of the assertions that a program reaches: the answer that a verification harness wants.

``violated`` only after the real JVM threw the AssertionError; ``holds`` only where every path was explored; ``holds up
to the bound`` where no more than the bounds of paths cut some; everything else is ``unknown``.
"""

from __future__ import annotations

from everypath.run.results.method_report import MethodReport, Status

VIOLATED, HOLDS, HOLDS_UP_TO_THE_BOUND, UNKNOWN = "violated", "holds", "holds up to the bound", "unknown"

BOUNDS = frozenset({"loop", "calls", "conditions", "length", "steps", "depth", "block"})
"""Reasons for which a path was cut at a bound that is no time and no lack of memory."""

_RULE, _ERROR = "EP007", "java.lang.AssertionError"


def judged(report: MethodReport) -> str:
    """The answer for one entry."""
    if any(finding.rule == _RULE for finding in report.findings):
        return VIOLATED
    if any(case.exception == _ERROR for case in report.cases):
        return UNKNOWN
    if report.status is Status.COMPLETE:
        return HOLDS
    cut = {reason.code for reason in report.reasons}
    return HOLDS_UP_TO_THE_BOUND if report.status is Status.BOUNDED and cut and cut <= BOUNDS else UNKNOWN
