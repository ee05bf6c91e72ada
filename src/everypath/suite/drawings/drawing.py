"""Text drawings of linked inputs: ``list: 1 -> 2 -> (back to 1)``, ``tree: 5(3(1, -), 8)``.

`draw_all` replays the setup of a case without the call and draws the objects that the JVM holds then. So a drawing also
shows objects that calls built, and it is right for a shortened input. Inputs without linked structure get no drawing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from everypath.bridge import Bridge, Node, ObjectNode, OpaqueNode, Plan, Ref, Status
from everypath.classfile import is_reference
from everypath.dataclass import replace
from everypath.suite.drawings.heap_diagram import HeapDiagram
from everypath.suite.drawings.linked_structures import Links
from everypath.suite.replay import plan_of
from everypath.suite.stubs import stubbed
from everypath.suite.testcase import (
    Allocate,
    ArrayOf,
    Declare,
    Expression,
    Invoke,
    Member,
    New,
    Recipe,
    TestCase,
    Variable,
    class_of,
    decapitalised,
    identifier,
    outer_name,
    static_type,
    unique,
)

__all__ = ["draw_all"]

_NOTHING = New(Member("java/lang/Object", "<init>", "()V"))
_UNNAMED = (New, Invoke, Allocate, ArrayOf)
"""Expressions of arguments that create an object without a variable."""


def draw_all(cases: Sequence[TestCase], links: Links, bridge: Bridge) -> list[TestCase]:
    """The cases in their order; those with linked structures in their input get their drawing."""
    wanted = [(at, _roots(case, links)) for at, case in enumerate(cases) if _may_be_linked(case, links)]
    replays = bridge.replay_many([_plan(cases[at].recipe, roots) for at, roots in wanted])
    drawn = list(cases)
    for (at, roots), replay in zip(wanted, replays, strict=True):
        if replay.status is Status.OK:
            values = dict(zip([*roots.values(), *_declared(cases[at].recipe, roots)], replay.observed, strict=True))
            names = {value.id: each.name for each, value in values.items() if isinstance(value, Ref)}
            diagram = HeapDiagram(links, list(map(_as_written, replay.objects)), names)
            lines = diagram.lines([(title, values[each]) for title, each in roots.items()])
            drawn[at] = replace(cases[at], drawing=lines)
    return drawn


def _as_written(node: Node) -> Node:
    """A stub shown as an object of the class that it implements; one without fields becomes an opaque object."""
    name = stubbed(node.klass) if isinstance(node, ObjectNode) else None
    if name is None or not isinstance(node, ObjectNode):
        return node
    return ObjectNode(name, node.fields) if node.fields else OpaqueNode(name, None)


def _may_be_linked(case: TestCase, links: Links) -> bool:
    """True if the input has several objects or calls, and one of them may be part of a linked structure."""
    made = [part for part in case.recipe.parts() if isinstance(part, New | Allocate | Invoke)]
    return len(made) > 1 and any(_is_linked(part, links) for part in made)


def _is_linked(made: New | Allocate | Invoke, links: Links) -> bool:
    descriptor = static_type(made)
    found = links.of(class_of(descriptor)) if descriptor.startswith("L") else None
    return found is not None and bool(found.fields or found.holds)


def _roots(case: TestCase, links: Links) -> dict[str, Variable]:
    """The receiver and arguments that are objects: title of the drawing to the variable that holds the object."""
    call = case.recipe.call
    receiver = call.receiver if isinstance(call, Invoke) else None
    found: dict[str, Variable] = {}
    taken = {each.variable.name for each in case.recipe.setup if isinstance(each, Declare)}
    names = links.parameters(case.class_name, case.method, case.descriptor)
    for at, each in enumerate((receiver, *call.arguments)):
        if each is None or not is_reference(static_type(each)):
            continue
        if isinstance(each, Variable):
            found.setdefault(each.name, each)
        elif isinstance(each, _UNNAMED):
            simple = outer_name(class_of(static_type(each).lstrip("["))).parts[-1]
            name = names[at - 1] if 0 < at <= len(names) else ""
            title = unique(identifier(name or decapitalised(simple)), taken)
            found[title] = Variable(title, static_type(each))
    return found


def _declared(recipe: Recipe, roots: Mapping[str, Variable]) -> list[Variable]:
    """The other variables of the setup; their names may label objects."""
    return [each.variable for each in recipe.setup if isinstance(each, Declare) and each.variable.name not in roots]


def _plan(recipe: Recipe, roots: Mapping[str, Variable]) -> Plan:
    """The plan that runs the setup without the call and returns the roots and the other variables."""
    call = recipe.call
    given: list[Expression] = [*call.arguments]
    if isinstance(call, Invoke) and call.receiver is not None:
        given.insert(0, call.receiver)
    unnamed = [each for each in given if isinstance(each, _UNNAMED) and is_reference(static_type(each))]
    names = [each for each in roots.values() if each not in given]
    declared = tuple(Declare(variable, value) for variable, value in zip(names, unnamed, strict=True))
    setup = replace(recipe, setup=(*recipe.setup, *declared), call=_NOTHING)
    return plan_of(setup, [*roots.values(), *_declared(recipe, roots)])
