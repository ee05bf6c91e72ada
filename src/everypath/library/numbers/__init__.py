"""Models of the box classes, of ``Math`` and of ``BigInteger`` and ``BigDecimal``.

Nothing of this package is used by others but its models. Imports `text`, `jdk` and `models`.
"""

from everypath.library.numbers import big_numbers, boxes, maths

MODEL_MODULES = (big_numbers, boxes, maths)
"""The modules of this package that register models when they are imported."""

__all__ = [
    "MODEL_MODULES",
]
