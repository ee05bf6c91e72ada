"""Simplifies and refutes conditions before a solver is asked.

`slices` splits a conjunction into independent parts and `Cells` replaces elements of arrays by symbols. `contradiction`
finds conditions beside their negation, `Ranges` and `refuted` propagate intervals and return an unsatisfiable core.
Imports no other package of `everypath.solver`.
"""

from everypath.solver.presolve.bit_sets import all_values, ends, values_of
from everypath.solver.presolve.contradictions import contradiction
from everypath.solver.presolve.independent_slices import Cells, slices
from everypath.solver.presolve.propagation import Ranges, refuted

__all__ = ["Cells", "Ranges", "all_values", "contradiction", "ends", "refuted", "slices", "values_of"]
