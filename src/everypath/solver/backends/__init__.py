"""The solvers z3 and Bitwuzla, the cache of their answers on disk, and SMT-LIB text.

`SolverBackends` asks the two solvers about one slice (`Query`) and returns a `Verdict`. `StoredAnswers` is the cache on
disk. `script` writes conditions as an SMT-LIB 2 script. The modules of the two solvers are imported with the first
question that needs them, so this front door does not name their classes.
May import `everypath.solver.answers`.
"""

from everypath.solver.backends.backend import HARD_OPERATORS, Verdict
from everypath.solver.backends.disk_cache import StoredAnswers
from everypath.solver.backends.memory_limit import QUERY_MEMORY
from everypath.solver.backends.smtlib import script
from everypath.solver.backends.solver_backends import Query, QueryHistory, SolverBackends

__all__ = [
    "HARD_OPERATORS",
    "QUERY_MEMORY",
    "Query",
    "QueryHistory",
    "SolverBackends",
    "StoredAnswers",
    "Verdict",
    "script",
]
