"""Expressions and statements with other expressions in place of variables."""

from __future__ import annotations

from collections.abc import Mapping

from everypath.dataclass import replace
from everypath.suite.testcase.expressions import (
    ArrayOf,
    AssignElement,
    AssignField,
    Declare,
    Element,
    Expression,
    FieldOf,
    Invoke,
    New,
    Perform,
    Refusal,
    Statement,
    Stub,
    Variable,
)

__all__ = ["substituted", "substituted_in"]

Values = Mapping[Variable, Expression]


def substituted(expression: Expression, values: Values) -> Expression:
    """The expression with its values in place of variables."""
    match expression:
        case Variable():
            return values.get(expression, expression)
        case ArrayOf(elements=elements):
            return replace(expression, elements=tuple(substituted(each, values) for each in elements))
        case New(arguments=arguments):
            return replace(expression, arguments=tuple(substituted(each, values) for each in arguments))
        case Invoke(receiver=receiver, arguments=arguments):
            shown = None if receiver is None else substituted(receiver, values)
            return replace(expression, receiver=shown, arguments=tuple(substituted(each, values) for each in arguments))
        case FieldOf(receiver=receiver):
            return replace(expression, receiver=substituted(receiver, values))
        case Element(array=array):
            return replace(expression, array=substituted(array, values))
        case Stub():
            return _stub(expression, values)
    return expression


def _stub(stub: Stub, values: Values) -> Stub:
    methods = tuple(
        replace(
            method,
            answers=tuple(each if isinstance(each, Refusal) else substituted(each, values) for each in method.answers),
            taken=tuple((at, substituted(each, values)) for at, each in method.taken),
        )
        for method in stub.methods
    )
    return replace(stub, methods=methods, arguments=tuple(substituted(each, values) for each in stub.arguments))


def substituted_in(statement: Statement, values: Values) -> Statement:
    """The statement with its values in place of variables; one that calls a variable which stands for no call stays."""
    match statement:
        case Declare(value=value):
            return replace(statement, value=substituted(value, values))
        case Perform(call=call):
            changed = substituted(call, values)
            return replace(statement, call=changed) if isinstance(changed, Invoke) else statement
        case AssignField(receiver=receiver, value=value):
            holder = None if receiver is None else substituted(receiver, values)
            return replace(statement, receiver=holder, value=substituted(value, values))
        case AssignElement(array=array, value=value):
            return replace(statement, array=substituted(array, values), value=substituted(value, values))
