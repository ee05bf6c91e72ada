"""Models found without a solver: by changing few values of a model that nearly fits.

`repair` changes single values, `rearrange` searches wider, `ordered` builds a model for comparisons of symbols.
`Layout` gives the elements of arrays distinct indexes.
Imports no other package of `everypath.solver`.
"""

from everypath.solver.local_search.array_layout import Layout
from everypath.solver.local_search.ordering import ordered
from everypath.solver.local_search.repair import rearrange, repair, repaired_values

__all__ = ["Layout", "ordered", "rearrange", "repair", "repaired_values"]
