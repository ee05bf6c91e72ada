"""The results of a run as data: `Analysis`, `MethodReport`, `Finding`, `Case`, `PathClass` and their parts.

All are frozen, small and picklable. Workers send them, and the reports of `everypath.report` read nothing else. The
package may import ``levels`` and ``names``; types of ``suite`` appear in annotations only.
"""

from everypath.run.results.analysis import Analysis, Summary, summarise
from everypath.run.results.coverage import Count, Covered, Entry, Existing, Goals, Kept, Ran
from everypath.run.results.findings import Case, Finding, Known, Suppression, TestFile
from everypath.run.results.method_report import (
    Criterion,
    Excluded,
    LemmasUsed,
    MethodReport,
    PathCounts,
    Proof,
    Reason,
    Safe,
    Spent,
    Status,
    Unreached,
)
from everypath.run.results.path_classes import ClassMember, ContextRow, PathClass, Tally, Wrap
from everypath.run.results.verdict import verification_of

__all__ = [
    "Analysis",
    "Case",
    "ClassMember",
    "ContextRow",
    "Count",
    "Covered",
    "Criterion",
    "Entry",
    "Excluded",
    "Existing",
    "Finding",
    "Goals",
    "Kept",
    "Known",
    "LemmasUsed",
    "MethodReport",
    "PathClass",
    "PathCounts",
    "Proof",
    "Ran",
    "Reason",
    "Safe",
    "Spent",
    "Status",
    "Summary",
    "Suppression",
    "Tally",
    "TestFile",
    "Unreached",
    "Wrap",
    "summarise",
    "verification_of",
]
