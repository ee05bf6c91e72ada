"""Simpler values for the variables of a call sequence: what a call returned, another object, a new one, or ``null``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from everypath.bridge import Ref, ReplayResult, messages
from everypath.classfile import BOX_CLASSES, is_reference
from everypath.dataclass import replace
from everypath.suite.recipes import Members, NotBuildable, simplest_object
from everypath.suite.sequences.observed_values import is_steady_text
from everypath.suite.testcase import (
    ArrayOf,
    Boxed,
    Declare,
    Expression,
    Invoke,
    Literal,
    New,
    Null,
    Outcome,
    Recipe,
    Statement,
    StaticField,
    Stub,
    Text,
    Variable,
    class_of,
    roots_of,
    static_type,
    substituted,
    substituted_in,
    walk,
)

__all__ = ["computed_variables", "simpler_objects", "with_values"]

_PLAIN = frozenset({"Ljava/lang/String;", *(f"L{each};" for each in BOX_CLASSES.values())})
_MADE = (New, Invoke, Stub, ArrayOf)
_LONGEST = 40
"""Longer texts stay the result of the call that returned them."""


def computed_variables(recipe: Recipe) -> list[Variable]:
    """The variables of numbers, texts and boxes that calls return."""
    declared = (each for each in recipe.setup if isinstance(each, Declare) and isinstance(each.value, Invoke))
    kinds = ((each.variable, static_type(each.value)) for each in declared)
    return [variable for variable, kind in kinds if not is_reference(kind) or kind in _PLAIN]


def with_values(recipe: Recipe, variables: Sequence[Variable], real: ReplayResult) -> Iterator[Recipe]:
    """The recipe with constants in place of variables, as a replay has shown them: of all, then of one each."""
    found: dict[Variable, Expression] = {}
    for variable, value in zip(variables, real.observed, strict=False):
        constant = _constant(value, real, variable.descriptor)
        if constant is not None:
            found[variable] = constant
    for values in ([found] if len(found) > 1 else []) + [{variable: value} for variable, value in found.items()]:
        changed = _replaced(recipe, values)
        if changed is not None:
            yield changed


def _constant(value: messages.Value, real: ReplayResult, descriptor: str) -> Expression | None:
    match value:
        case messages.Primitive(type=kind, payload=payload):
            literal = Literal(kind, value.value if kind in "FD" else int(payload))
            return Boxed(literal) if is_reference(descriptor) else literal
        case messages.Text(value=text) if len(text) <= _LONGEST and is_steady_text(text):
            return Text(text)
        case Ref(id=number):
            node = real.objects[number]
            return _constant(node.value, real, descriptor) if isinstance(node, messages.BoxNode) else None
    return None


def simpler_objects(recipe: Recipe, members: Members) -> Iterator[Recipe]:
    """Recipes in which one object is simpler: another one of its type, one made by the shortest constructor, or, where
    the call takes ``null`` anyway, ``null``.
    """
    takes_null = recipe.nulls > 0
    earlier: dict[str, Variable] = {}
    for at, statement in enumerate(recipe.setup):
        if not isinstance(statement, Declare) or not isinstance(statement.value, _MADE):
            continue
        variable, value = statement.variable, statement.value
        if not is_reference(variable.descriptor):
            continue
        if takes_null:
            changed = _replaced(recipe, {variable: Null(variable.descriptor)})
            if changed is not None:
                yield changed
        other = earlier.setdefault(variable.descriptor, variable)
        if other != variable:
            changed = _replaced(recipe, {variable: other})
            if changed is not None:
                yield changed
        made = _simplest(members, static_type(value))
        if made is not None and _size(made) < _size(value):
            yield replace(recipe, setup=(*recipe.setup[:at], replace(statement, value=made), *recipe.setup[at + 1 :]))


def _simplest(members: Members, descriptor: str) -> Expression | None:
    def no_stub(name: str) -> Expression:
        raise NotBuildable(Outcome.NO_TEST, name)

    if descriptor in _PLAIN or members.classes.is_interface(class_of(descriptor.lstrip("["))):
        return None
    try:
        made = simplest_object(members, descriptor, no_stub)
    except NotBuildable:
        return None
    parts = list(walk(made))
    hidden = any(isinstance(each, StaticField) and each.hidden for each in parts)
    nulls = any(isinstance(each, Null) for each in parts)
    return None if hidden or nulls else made


def _size(expression: Expression) -> int:
    return sum(1 for _ in walk(expression))


def _replaced(recipe: Recipe, values: Mapping[Variable, Expression]) -> Recipe | None:
    """The recipe without the declarations of some variables; None if one is called and its value is a constant."""
    setup: list[Statement] = []
    for statement in recipe.setup:
        if isinstance(statement, Declare) and statement.variable in values:
            continue
        setup.append(substituted_in(statement, values))
    call = substituted(recipe.call, values)
    if not isinstance(call, New | Invoke):
        return None
    changed = replace(recipe, setup=tuple(setup), call=call)
    roots = [root for each in changed.setup for root in roots_of(each)]
    left = (part for root in (*roots, changed.call) for part in walk(root))
    for part in left:
        if isinstance(part, Variable) and part in values:
            return None
        if isinstance(part, Invoke) and isinstance(part.receiver, Null | Literal):
            return None
    return changed
