"""The canonical form of terms: one term for all that are the same polynomial, one condition for all with equal sides.

`Canonicaliser` rewrites a term and remembers the result; `canonical` does so once. `RULES` names every rewrite. Sums of
products are dictionaries (`Sum`), the values that a condition allows are sets of ranges (`Values`). `wraps` is the
condition under which arithmetic overflows.
May import `values`, `core`, `constructors` and `operations`.
"""

from everypath.term.canonical.canonical_form import Canonicaliser, canonical
from everypath.term.canonical.connectives import comparisons
from everypath.term.canonical.overflow import wraps
from everypath.term.canonical.parts_order import connect
from everypath.term.canonical.polynomials import ONE, Order, add_scaled, constant_sum, split_constant
from everypath.term.canonical.rules import RULES
from everypath.term.canonical.value_facts import ValueFact
from everypath.term.canonical.value_sets import Range, Values, full_range

__all__ = [
    "ONE",
    "RULES",
    "Canonicaliser",
    "Order",
    "Range",
    "ValueFact",
    "Values",
    "add_scaled",
    "canonical",
    "comparisons",
    "connect",
    "constant_sum",
    "full_range",
    "split_constant",
    "wraps",
]
