"""Operations on finished terms: evaluation, substitution, printing, pickling.

`Model` assigns values to symbols, `evaluate` computes a term under a model. `variables`, `size` and `digest` describe
the structure of a term, `substitute` rebuilds it with other parts. `to_text` and `to_java` print it.
May import `values`, `core` and `constructors`.
"""

from everypath.term.operations.compiled_evaluator import COMPILE_AFTER
from everypath.term.operations.model import (
    EMPTY,
    MOST_REMEMBERED,
    ArrayValue,
    Model,
    compiled_evaluator,
    evaluate,
    zero_of,
)
from everypath.term.operations.node_methods import install
from everypath.term.operations.printing import Printed, literal, to_java, to_text, type_name
from everypath.term.operations.structure import (
    COMMUTATIVE,
    constant_digest,
    digest,
    is_symbol,
    rebuilt,
    remake,
    size,
    substitute,
    variables,
)

__all__ = [
    "COMMUTATIVE",
    "COMPILE_AFTER",
    "EMPTY",
    "MOST_REMEMBERED",
    "ArrayValue",
    "Model",
    "Printed",
    "compiled_evaluator",
    "constant_digest",
    "digest",
    "evaluate",
    "install",
    "is_symbol",
    "literal",
    "rebuilt",
    "remake",
    "size",
    "substitute",
    "to_java",
    "to_text",
    "type_name",
    "variables",
    "zero_of",
]
