"""Makes findings from verdicts: rules, levels, stable ids, suppressions and baselines.

`findings_of` makes the findings of one method, `merge_findings` merges those of several. `apply_suppressions` moves
suppressed findings to `Analysis.suppressed`; `compare_with_baseline` does so for known ones. The package may import
``rules`` and ``results``.
"""

from everypath.run.findings.baseline import CUT_SHORT, compare_with_baseline, read_baseline, write_baseline
from everypath.run.findings.findings import case_of, findings_of, merge_findings
from everypath.run.findings.suppression import apply_suppressions, by_comment, by_option

__all__ = [
    "CUT_SHORT",
    "apply_suppressions",
    "by_comment",
    "by_option",
    "case_of",
    "compare_with_baseline",
    "findings_of",
    "merge_findings",
    "read_baseline",
    "write_baseline",
]
