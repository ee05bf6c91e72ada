"""Decides path conditions. `Solver.check` returns a checked model (`Sat`), a core (`Unsat`) or `Unknown`.

Packages and modules, lowest first:

- `answers`: the answers, limits and statistics.
- `backends`: z3, Bitwuzla, the cache on disk, SMT-LIB text.
- `local_search`: models found by changing a model that nearly fits.
- `model_minimiser`: smaller values in a model.
- `presolve`: contradictions found without a solver.
- `solver`: `Solver`, which asks all of these in turn.
"""

from everypath.solver.answers import Answer, Limits, Sat, Statistics, Unknown, Unsat
from everypath.solver.backends import QUERY_MEMORY, StoredAnswers
from everypath.solver.local_search import Layout
from everypath.solver.solver import Mark, Solver

__all__ = [
    "QUERY_MEMORY",
    "Answer",
    "Layout",
    "Limits",
    "Mark",
    "Sat",
    "Solver",
    "Statistics",
    "StoredAnswers",
    "Unknown",
    "Unsat",
]
