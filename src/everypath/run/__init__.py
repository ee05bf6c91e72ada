"""One analysis: what the user asked for, the entries, the budget, the workers, and what came of each method."""

from everypath.run.findings import Case, Finding
from everypath.run.naming import readable_signature
from everypath.run.options import Options, Origin, resolve
from everypath.run.results import Analysis, Count, MethodReport, PathCounts, Reason, Status, Summary, Unreached
from everypath.run.rules import RULES, Level, Rule, rule
from everypath.run.work import Workload

__all__ = [
    "RULES",
    "Analysis",
    "Case",
    "Count",
    "Finding",
    "Level",
    "MethodReport",
    "Options",
    "Origin",
    "PathCounts",
    "Reason",
    "Rule",
    "Status",
    "Summary",
    "Unreached",
    "Workload",
    "readable_signature",
    "resolve",
    "rule",
]
