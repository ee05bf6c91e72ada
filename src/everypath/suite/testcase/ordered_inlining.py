"""Takes out the variables of a recipe that are used once, and keeps the order in which everything is evaluated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from everypath.dataclass import replace
from everypath.suite.testcase.expressions import (
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
    Recipe,
    Statement,
    StaticField,
    Stub,
    Text,
    Variable,
    children,
    roots_of,
    walk,
)
from everypath.suite.testcase.substitution import substituted, substituted_in

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
        place = _only_use(setup, call, at, declared.variable)
        if place is None or (place > at + 1 and not _is_settled(declared.value, constants)):
            continue
        roots = roots_of(setup[place]) if place < len(setup) else (call,)
        if not _is_next(roots, declared, constants):
            continue
        values = {declared.variable: declared.value}
        if place < len(setup):
            setup[place] = substituted_in(setup[place], values)
        else:
            made = substituted(call, values)
            assert isinstance(made, Invoke | New | Stub)
            call = made
        del setup[at]
    return replace(recipe, setup=tuple(setup), call=call)


def _only_use(setup: Sequence[Statement], call: Expression, at: int, variable: Variable) -> int | None:
    """The place of the only use of a variable, after the statement at ``at``; the length of the setup for the call.

    None if it is used several times, or if the place assigns to its object.
    """
    counts = [_count(roots_of(each), variable) for each in setup[at + 1 :]] + [_count((call,), variable)]
    if sum(counts) != 1:
        return None
    place = at + 1 + counts.index(1)
    return None if place < len(setup) and _is_assigned_to(setup[place], variable) else place


def _is_assigned_to(statement: Statement, variable: Variable) -> bool:
    """True if a statement assigns to a field or an element of the object."""
    holder = statement.receiver if isinstance(statement, AssignField) else None
    holder = statement.array if isinstance(statement, AssignElement) else holder
    return holder is not None and variable in walk(holder)


def _count(roots: Sequence[Expression], variable: Variable) -> int:
    return sum(part == variable for root in roots for part in walk(root))


def _is_settled(value: Expression, constants: Collection[Expression]) -> bool:
    """True if it does not matter when a value is evaluated."""
    if isinstance(value, ArrayOf | Stub):
        return all(_is_settled(each, constants) for each in children(value))
    return isinstance(value, _SETTLED) or value in constants


def _is_next(roots: Sequence[Expression], declared: Declare, constants: Collection[Expression]) -> bool:
    """True if nothing but settled values is evaluated before the variable is, and nesting stays readable."""
    if isinstance(declared.value, Stub) and _is_receiver(roots, declared.variable):
        return False
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


def _is_receiver(roots: Sequence[Expression], variable: Variable) -> bool:
    """True if a method of the object is called."""
    return any(isinstance(part, Invoke) and part.receiver == variable for root in roots for part in walk(root))


def _evaluated(roots: Sequence[Expression]) -> Iterator[Expression]:
    """The parts of expressions in the order in which they are evaluated: a call after its operands."""
    for root in roots:
        if not isinstance(root, Stub):
            yield from _evaluated(children(root))
        yield root


def _nesting(expression: Expression) -> int:
    inner = max((_nesting(each) for each in children(expression)), default=0)
    return inner + isinstance(expression, New | Invoke | ArrayOf | Stub)
