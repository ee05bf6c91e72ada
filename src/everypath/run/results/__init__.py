"""The results of a run as data: `Analysis`, `MethodReport`, `Finding`, `Case`, `PathClass` and their parts.

All are frozen, small and picklable. Workers send them, and the reports of `everypath.report` read nothing else. The
package may import ``levels`` and ``names``; types of ``suite`` appear in annotations only.
"""

from everypath.run.results.analysis import Analysis, Summary, summarise
from everypath.run.results.coverage import (
    Count,
    Counterexamples,
    Covered,
    CurvePoint,
    Entry,
    ExecutedCode,
    Existing,
    Goal,
    Goals,
    KeptGoals,
    Part,
    PartTally,
    difference_of,
    union_of,
)
from everypath.run.results.findings import BaselineFinding, Case, Finding, Suppression, TestFile
from everypath.run.results.flips import Flips, SeedEnd
from everypath.run.results.joining import joined, with_common_coverage
from everypath.run.results.method_report import (
    CriterionReport,
    Excluded,
    ExploredCounts,
    InferredPrecondition,
    LemmasUsed,
    MethodReport,
    Proof,
    Reason,
    Spent,
    Status,
    Unreached,
)
from everypath.run.results.path_classes import ClassMember, ContextRow, OverflowInput, PathClass, PathTally
from everypath.run.results.verdict import verification_of

__all__ = [
    "Analysis",
    "BaselineFinding",
    "Case",
    "ClassMember",
    "ContextRow",
    "Count",
    "Counterexamples",
    "Covered",
    "CriterionReport",
    "CurvePoint",
    "Entry",
    "Excluded",
    "ExecutedCode",
    "Existing",
    "ExploredCounts",
    "Finding",
    "Flips",
    "Goal",
    "Goals",
    "InferredPrecondition",
    "KeptGoals",
    "LemmasUsed",
    "MethodReport",
    "OverflowInput",
    "Part",
    "PartTally",
    "PathClass",
    "PathTally",
    "Proof",
    "Reason",
    "SeedEnd",
    "Spent",
    "Status",
    "Summary",
    "Suppression",
    "TestFile",
    "Unreached",
    "difference_of",
    "joined",
    "summarise",
    "union_of",
    "verification_of",
    "with_common_coverage",
]
