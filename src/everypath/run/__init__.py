"""One analysis: what the user asked for, the entries, the budget, the workers, and what came of each method.

The names below are imported from their modules when they are first used: a front end says its first line before the
machine and the solvers are loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.run.levels import Level
    from everypath.run.names import readable_signature
    from everypath.run.options.options import Options, Origin, resolve
    from everypath.run.results.analysis import Analysis, Summary
    from everypath.run.results.coverage import Count
    from everypath.run.results.findings import Case, Finding, Known, Suppression
    from everypath.run.results.method_report import (
        Excluded,
        MethodReport,
        PathCounts,
        Proof,
        Reason,
        Spent,
        Status,
        Unreached,
    )
    from everypath.run.rules.finding_rules import RULES, Rule, all_rules, rule
    from everypath.run.workload.workload import Workload

_MODULES = {
    "levels": ("Level",),
    "names": ("readable_signature",),
    "options.options": ("Options", "Origin", "resolve"),
    "results.analysis": ("Analysis", "Summary"),
    "results.coverage": ("Count",),
    "results.findings": ("Case", "Finding", "Known", "Suppression"),
    "results.method_report": (
        "Excluded",
        "MethodReport",
        "PathCounts",
        "Proof",
        "Reason",
        "Spent",
        "Status",
        "Unreached",
    ),
    "rules.finding_rules": ("RULES", "Rule", "all_rules", "rule"),
    "workload.workload": ("Workload",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "RULES",
    "Analysis",
    "Case",
    "Count",
    "Excluded",
    "Finding",
    "Known",
    "Level",
    "MethodReport",
    "Options",
    "Origin",
    "PathCounts",
    "Proof",
    "Reason",
    "Rule",
    "Spent",
    "Status",
    "Summary",
    "Suppression",
    "Unreached",
    "Workload",
    "all_rules",
    "readable_signature",
    "resolve",
    "rule",
]


def __getattr__(name: str) -> object:
    """The public name, from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
