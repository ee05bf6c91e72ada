"""Makes the result of an exploration from its state: cuts, inputs that are left out, unreached lines, preconditions.

`outcome` makes the `Exploration`, `safe_condition` the precondition under which no path throws.
This package imports `session` and the packages below it.
"""

from everypath.explore.outcome.input_domain import LEFT_OUT, InputDomain
from everypath.explore.outcome.outcome import outcome, unsatisfied, with_excluded
from everypath.explore.outcome.preconditions import Clause, safe_clauses, safe_condition, wrapping

__all__ = [
    "LEFT_OUT",
    "Clause",
    "InputDomain",
    "outcome",
    "safe_clauses",
    "safe_condition",
    "unsatisfied",
    "with_excluded",
    "wrapping",
]
