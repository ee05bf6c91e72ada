"""One analysis: what the user asked for, the entries, the budget, the workers, and what came of each method.

The names below are imported from their modules when they are first used: a front end says its first line before the
machine and the solvers are loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.run.findings.findings import Case, Finding
    from everypath.run.names import readable_signature
    from everypath.run.options.options import Options, Origin, resolve
    from everypath.run.results.results import (
        Analysis,
        Count,
        Excluded,
        Known,
        MethodReport,
        PathCounts,
        Proof,
        Reason,
        Spent,
        Status,
        Summary,
        Suppression,
        Unreached,
    )
    from everypath.run.rules.finding_rules import RULES, Level, Rule, all_rules, rule
    from everypath.run.workload.workload import Workload

_MODULES = {
    "findings.findings": ("Case", "Finding"),
    "names": ("readable_signature",),
    "options.options": ("Options", "Origin", "resolve"),
    "results.results": (
        "Analysis",
        "Count",
        "Excluded",
        "Known",
        "MethodReport",
        "PathCounts",
        "Proof",
        "Reason",
        "Spent",
        "Status",
        "Summary",
        "Suppression",
        "Unreached",
    ),
    "rules.finding_rules": ("RULES", "Level", "Rule", "all_rules", "rule"),
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
