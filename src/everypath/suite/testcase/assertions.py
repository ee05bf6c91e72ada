"""The assertions of a written test, as data."""

from __future__ import annotations

from everypath.dataclass import dataclass, field
from everypath.suite.testcase.expressions import (
    ArrayOf,
    Expression,
    Null,
    StaticField,
    Variable,
)

__all__ = ["ERRORS", "OUTPUT", "Assertion", "assertion"]

OUTPUT = Variable("standardOutput", "Ljava/io/ByteArrayOutputStream;")
ERRORS = Variable("standardError", "Ljava/io/ByteArrayOutputStream;")
"""The fields of a test class that collect what its tests print to the standard output and error streams."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim of a test: ``actual`` equals ``expected``, is the same object, is null, or the like.

    ``kind`` is ``equals``, ``array`` (equal arrays), ``same``, ``null``, ``not-null`` or ``class`` (the exact class of
    ``actual``).
    """

    kind: str
    actual: Expression
    expected: Expression = field(default_factory=Null)


def assertion(expected: Expression, actual: Expression) -> Assertion:
    """The kind of assertion that fits the expected value."""
    match expected:
        case Null():
            return Assertion("null", actual)
        case ArrayOf():
            return Assertion("array", actual, expected)
        case Variable() | StaticField():
            return Assertion("same", actual, expected)
        case _:
            return Assertion("equals", actual, expected)
