"""Makes the result of an exploration from its state: cuts, unreached lines, untried calls, preconditions.

`outcome` makes the `Exploration`, `safe_condition` the precondition under which no path throws.
This package imports `session` and the packages below it.
"""

from everypath.explore.outcome.outcome import outcome, unsatisfied, with_excluded
from everypath.explore.outcome.preconditions import Clause, safe_clauses, safe_condition, wrapping
from everypath.explore.outcome.unreached import NO_OTHER_INPUTS

__all__ = [
    "NO_OTHER_INPUTS",
    "Clause",
    "outcome",
    "safe_clauses",
    "safe_condition",
    "unsatisfied",
    "with_excluded",
    "wrapping",
]
