"""Simplifies and refutes conditions before a solver is asked.

`slices` splits a conjunction into independent parts, `Cells` replaces elements of arrays by symbols, and
`without_text_equalities` expresses that strings of any length are equal. `contradiction` finds conditions beside their
negation, `Ranges` and `refuted` propagate intervals and return an unsatisfiable core. Imports no other package of
`everypath.solver`.
"""

from everypath.solver.presolve.bit_sets import all_values, ends, values_of
from everypath.solver.presolve.contradictions import contradiction
from everypath.solver.presolve.independent_slices import Cells, slices
from everypath.solver.presolve.propagation import Ranges, refuted
from everypath.solver.presolve.text_equalities import inner_text_equality, without_text_equalities

__all__ = [
    "Cells",
    "Ranges",
    "all_values",
    "contradiction",
    "ends",
    "inner_text_equality",
    "refuted",
    "slices",
    "values_of",
    "without_text_equalities",
]
