"""The node of the expression language and what is stored with it.

`Term` is hash-consed: `make` returns the one node of a structure, `sweep` drops nodes that nothing refers to. `Table`
is the payload of ``lookup`` terms. `interval` computes the range of a vector term, once per term.
May import `values`.
"""

from everypath.term.core.intervals import forward_range, interval
from everypath.term.core.tables import Row, Spelling, Table, table
from everypath.term.core.term import (
    Concrete,
    Evaluator,
    Interval,
    Payload,
    Scalar,
    Symbolic,
    Term,
    Value,
    existing,
    make,
    make_with_floats,
    sweep,
    table_size,
    var,
    walk,
)

__all__ = [
    "Concrete",
    "Evaluator",
    "Interval",
    "Payload",
    "Row",
    "Scalar",
    "Spelling",
    "Symbolic",
    "Table",
    "Term",
    "Value",
    "existing",
    "forward_range",
    "interval",
    "make",
    "make_with_floats",
    "sweep",
    "table",
    "table_size",
    "var",
    "walk",
]
