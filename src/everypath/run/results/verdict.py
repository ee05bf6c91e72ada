"""The verification result of an entry that is a harness: whether the assertions that it reaches hold.

``violated``: the JVM threw the AssertionError. ``holds``: every path was explored. ``holds up to the bound``: only
bounds of paths cut the exploration. ``unknown``: all other cases.
"""

from __future__ import annotations

from everypath.run.results.method_report import MethodReport, Status

VIOLATED, HOLDS, HOLDS_UP_TO_THE_BOUND, UNKNOWN = "violated", "holds", "holds up to the bound", "unknown"

BOUNDS = frozenset({"loop", "calls", "conditions", "length", "steps", "depth", "block"})
"""The codes of bounds that cut paths, without time and memory."""

_RULE, _ERROR = "EP007", "java.lang.AssertionError"


def verification_of(report: MethodReport) -> str:
    """The verification result of one entry."""
    if any(finding.rule == _RULE for finding in report.findings):
        return VIOLATED
    if any(case.exception == _ERROR for case in report.cases):
        return UNKNOWN
    if report.status is Status.COMPLETE:
        return HOLDS
    cut = {reason.code for reason in report.reasons}
    return HOLDS_UP_TO_THE_BOUND if report.status is Status.BOUNDED and cut and cut <= BOUNDS else UNKNOWN
