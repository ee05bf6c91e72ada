"""Takes out the variables of a recipe that are used once, and keeps the order in which everything is evaluated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from everypath.dataclass import replace
from everypath.suite.testcase import (
    ArrayOf,
    AssignElement,
    AssignField,
    Boxed,
    ClassObject,
    Declare,
    Expression,
    Invoke,
    Literal,
    New,
    Null,
    Perform,
    Recipe,
    Statement,
    StaticField,
    Stub,
    Text,
    Variable,
    children,
    walk,
)

__all__ = ["inlined_in_order"]

_DEEPEST = 4
"""The depth of nested calls and arrays from which on an object keeps its variable."""

_SETTLED = (Literal, Text, Null, ClassObject, Boxed, Variable)
"""Expressions whose value is the same whenever they are evaluated: no variable is assigned twice."""


def inlined_in_order(recipe: Recipe, kept: Collection[str] = ()) -> Recipe:
    """The recipe in which single-use values stand at their use, if each call still runs after the same others.

    Variables with names in ``kept`` stay. Answers of stubs stay, as a stub would make them anew for each call.
    """
    constants = frozenset(each for each in recipe.parts() if isinstance(each, StaticField)) - {
        each.value for each in recipe.setup if isinstance(each, Declare) and isinstance(each.value, StaticField)
    }
    setup, call = list(recipe.setup), recipe.call
    for at in reversed(range(len(setup))):
        declared = setup[at]
        if not isinstance(declared, Declare) or declared.variable.name in kept:
            continue
        places = [place for place in range(at + 1, len(setup)) if _count(_parts(setup[place]), declared.variable)]
        in_call = _count((call,), declared.variable)
        uses = sum(_count(_parts(setup[place]), declared.variable) for place in places) + in_call
        if uses != 1:
            continue
        place = places[0] if places else len(setup)
        roots = _parts(setup[place]) if places else (call,)
        movable = place == at + 1 or _is_settled(declared.value, constants)
        if not movable or not _is_next(roots, declared, constants):
            continue
        if places:
            changed = _in_statement(setup[place], declared)
            if changed is None:
                continue
            setup[place] = changed
        else:
            made = _in(call, declared)
            if not isinstance(made, Invoke | New):
                continue
            call = made
        del setup[at]
    return replace(recipe, setup=tuple(setup), call=call)


def _parts(statement: Statement) -> tuple[Expression, ...]:
    """The expressions of a statement in the order of evaluation."""
    match statement:
        case Declare(value=value):
            return (value,)
        case Perform(call=call):
            return (call,)
        case AssignField(receiver=receiver, value=value):
            return (value,) if receiver is None else (receiver, value)
        case AssignElement(array=array, value=value):
            return (array, value)


def _count(roots: Sequence[Expression], variable: Variable) -> int:
    return sum(part == variable for root in roots for part in walk(root))


def _is_settled(value: Expression, constants: Collection[Expression]) -> bool:
    """True if it does not matter when a value is evaluated."""
    if isinstance(value, ArrayOf | Stub):
        return all(_is_settled(each, constants) for each in children(value))
    return isinstance(value, _SETTLED) or value in constants


def _is_next(roots: Sequence[Expression], declared: Declare, constants: Collection[Expression]) -> bool:
    """True if nothing but settled values is evaluated before the variable is, and nesting stays readable."""
    if _nesting(declared.value) + max(map(_nesting, roots)) > _DEEPEST:
        return False
    for part in _evaluated(roots):
        if part == declared.variable:
            return True
        if isinstance(part, Stub) and declared.variable in walk(part):
            return False
        if not _is_settled(part, constants) and not _is_settled(declared.value, constants):
            return False
    return False


def _evaluated(roots: Sequence[Expression]) -> Iterator[Expression]:
    """The parts of expressions in the order in which they are evaluated: a call after its operands."""
    for root in roots:
        if not isinstance(root, Stub):
            yield from _evaluated(children(root))
        yield root


def _nesting(expression: Expression) -> int:
    inner = max((_nesting(each) for each in children(expression)), default=0)
    return inner + isinstance(expression, New | Invoke | ArrayOf | Stub)


def _in_statement(statement: Statement, declared: Declare) -> Statement | None:
    match statement:
        case Declare(value=value) | AssignElement(value=value) | AssignField(value=value):
            changed = _in(value, declared)
            return replace(statement, value=changed) if changed != value else None
        case Perform(call=call):
            performed = _in(call, declared)
            return replace(statement, call=performed) if isinstance(performed, Invoke) else None


def _in(expression: Expression, declared: Declare) -> Expression:
    match expression:
        case Variable():
            return declared.value if expression == declared.variable else expression
        case ArrayOf(elements=elements):
            return replace(expression, elements=tuple(_in(each, declared) for each in elements))
        case New(arguments=arguments):
            return replace(expression, arguments=tuple(_in(each, declared) for each in arguments))
        case Invoke(receiver=receiver, arguments=arguments):
            shown = None if receiver is None else _in(receiver, declared)
            return replace(expression, receiver=shown, arguments=tuple(_in(each, declared) for each in arguments))
    return expression
