"""One run: the options, the entry methods, the workers, the budget, and the results.

Its packages and modules, lowest first:

names           Java names for people
levels          how serious a finding is
rules           the table of finding rules
option_values   patterns of methods and conditions, as options give them
options         the configuration
results         reports, findings, classes: data only
entries         which methods are analysed
process         the temporary folder, time limits
workload        the tasks of a worker, and the start of its JVM
contracts       preconditions and postconditions of a method
coverage        coverage as the JVM measured it
campaign        the goals of the whole target, and the curve of a run
engine          program, library, solver, machine and bridge connected
findings        from verdicts to findings
path_classes    the rows of ``paths``
recording       test cases that are replayed later
method_analysis one method: explore, replay, report
test_writing    tests written, findings confirmed
scheduling      the whole run

The names below are imported when they are first used: a front end prints its first line before the machine and the
solvers are loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.lazy import loader

if TYPE_CHECKING:
    from everypath.run.levels import Level
    from everypath.run.names import readable_signature
    from everypath.run.options import Options, Origin, resolve
    from everypath.run.results import (
        Analysis,
        BaselineFinding,
        Case,
        Count,
        CurvePoint,
        Excluded,
        ExploredCounts,
        Finding,
        MethodReport,
        Proof,
        Reason,
        Spent,
        Status,
        Summary,
        Suppression,
        Unreached,
    )
    from everypath.run.rules import RULES, Rule, all_rules, rule
    from everypath.run.workload import Workload

__all__ = [
    "RULES",
    "Analysis",
    "BaselineFinding",
    "Case",
    "Count",
    "CurvePoint",
    "Excluded",
    "ExploredCounts",
    "Finding",
    "Level",
    "MethodReport",
    "Options",
    "Origin",
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

__getattr__ = loader(
    __name__,
    {
        "levels": ("Level",),
        "names": ("readable_signature",),
        "options": ("Options", "Origin", "resolve"),
        "results": (
            *(
                "Analysis",
                "BaselineFinding",
                "Case",
                "Count",
                "CurvePoint",
                "Excluded",
                "Finding",
                "MethodReport",
                "ExploredCounts",
            ),
            "Proof",
            *("Reason", "Spent", "Status", "Summary", "Suppression", "Unreached"),
        ),
        "rules": ("RULES", "Rule", "all_rules", "rule"),
        "workload": ("Workload",),
    },
)
