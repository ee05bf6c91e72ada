"""The choice of test cases to keep, shorter inputs for them, and mutants that measure them.

`select` drops cases that add no coverage, ending or effect, `minimise` shortens the input of a confirmed exception, and
`mutants_of` changes instructions of a method. Imports `testcase`, `recipes`, `prediction`, `source` and `replay`.
"""

from everypath.suite.selection.minimiser import minimise, smaller, weight, without_redundant_calls
from everypath.suite.selection.mutants import Mutant, mutants_of
from everypath.suite.selection.selector import Keep, KnownCoverage, select, worth

__all__ = [
    "Keep",
    "KnownCoverage",
    "Mutant",
    "minimise",
    "mutants_of",
    "select",
    "smaller",
    "weight",
    "without_redundant_calls",
    "worth",
]
