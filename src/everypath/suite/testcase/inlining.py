"""Recipes without single-use variables: for display, and for tests without assertions."""

from __future__ import annotations

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
    Recipe,
    Statement,
    Stub,
    Variable,
)

__all__ = ["inlined"]


def inlined(recipe: Recipe) -> Recipe:
    """The recipe in which the value of each single-use variable replaces its use."""
    for at in reversed(range(len(recipe.setup))):
        statement = recipe.setup[at]
        if not isinstance(statement, Declare):
            continue
        variable = statement.variable
        others = (*recipe.setup[:at], *recipe.setup[at + 1 :])
        if _uses(replace(recipe, setup=others), variable) != 1:
            continue
        call = _in(recipe.call, statement)
        if not isinstance(call, Invoke | New | Stub):
            continue
        changed = Recipe(tuple(_in_statement(each, statement) for each in others), call, recipe.saved)
        if not _uses(changed, variable):
            recipe = changed
    return recipe


def _uses(recipe: Recipe, variable: Variable) -> int:
    return sum(isinstance(part, Variable) and part == variable for part in recipe.parts())


def _in_statement(statement: Statement, declared: Declare) -> Statement:
    match statement:
        case Declare(value=value) | AssignElement(value=value) | AssignField(value=value):
            return replace(statement, value=_in(value, declared))
        case Perform(call=call):
            changed = _in(call, declared)
            return Perform(changed) if isinstance(changed, Invoke) else statement
    return statement


def _in(expression: Expression, declared: Declare) -> Expression:
    match expression:
        case Variable():
            return declared.value if expression == declared.variable else expression
        case ArrayOf(elements=elements):
            return replace(expression, elements=tuple(_in(each, declared) for each in elements))
        case New(arguments=arguments) | Stub(arguments=arguments):
            return replace(expression, arguments=tuple(_in(each, declared) for each in arguments))
        case Invoke(receiver=receiver, arguments=arguments):
            shown = None if receiver is None else _in(receiver, declared)
            return replace(expression, receiver=shown, arguments=tuple(_in(each, declared) for each in arguments))
        case FieldOf(receiver=receiver):
            return replace(expression, receiver=_in(receiver, declared))
        case Element(array=array):
            return replace(expression, array=_in(array, declared))
    return expression
