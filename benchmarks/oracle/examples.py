"""The example inputs of paths, as the steps of a sweep: with them, each predicate that an input can meet is met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import everypath
from everypath.bridge.messages import Call, GetStatic, Literal, New, NewArray, SetField, Step
from everypath.classfile import PRIMITIVES, dotted
from everypath.errors import EverypathError
from everypath.suite import NoCase
from everypath.suite.replay import plan_of

Example: TypeAlias = tuple[tuple[Step, ...], tuple[int, ...]]
"""Steps, and those of them that are receiver and arguments."""

_SETTER = "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;{})V"


def examples_of(paths: Sequence[everypath.Path]) -> tuple[Example, ...]:
    """The examples of the paths that calls and assignments in the package can build."""
    return tuple(each for each in map(_example, paths) if each is not None)


def _example(path: everypath.Path) -> Example | None:
    try:
        case = path._case
    except EverypathError:
        return None
    if isinstance(case, NoCase):
        return None
    plan = plan_of(case.recipe)
    call = plan.steps[plan.call]
    if not isinstance(call, Call | New):
        return None
    receiver = () if isinstance(call, New) or call.receiver is None else (call.receiver,)
    steps: list[Step] = []
    places: list[int] = []
    for each in plan.steps[: plan.call]:
        if not isinstance(each, Literal | New | Call | NewArray | GetStatic | SetField):
            return None
        if isinstance(each, SetField) and not _is_assignable(path, each):
            return None
        steps.append(_renumbered(each, places, steps))
        places.append(len(steps) - 1)
    return tuple(steps), tuple(places[at] for at in (*receiver, *call.arguments))


def _renumbered(step: Step, places: Sequence[int], steps: list[Step]) -> Step:
    """A step over the steps at other places. An array gets all its elements, zeros as well."""
    match step:
        case New(owner, descriptor, arguments):
            return New(owner, descriptor, tuple(places[at] for at in arguments))
        case Call(owner, name, descriptor, receiver, arguments):
            on = None if receiver is None else places[receiver]
            return Call(owner, name, descriptor, on, tuple(places[at] for at in arguments))
        case NewArray(element, length, elements):
            filled = {at: places[value] for at, value in elements}
            if filled and len(filled) < length:
                steps.append(Literal("N", None) if element[0] in "L[" else Literal(element, 0))
                filled = {at: filled.get(at, len(steps) - 1) for at in range(length)}
            return NewArray(element, length, tuple(sorted(filled.items())))
        case SetField(object=on, owner=owner, name=name, value=value):
            steps += [Literal.text(dotted(owner)), Literal.text(name)]
            given = (places[on], len(steps) - 2, len(steps) - 1, places[value])
            held = steps[places[value]]
            kind = held.type if isinstance(held, Literal) and held.type in PRIMITIVES else "Ljava/lang/Object;"
            return Call("oracle/Calls", "set", _SETTER.format(kind), None, given)
        case _:
            return step


def _is_assignable(path: everypath.Path, step: SetField) -> bool:
    """True if code in the package can assign the field: it is no private or final one."""
    owner = path._context.services.program.find(step.owner)
    fields = [each for each in owner.fields if each.name == step.name] if owner is not None else []
    return bool(fields) and not any(each.is_private or each.is_final for each in fields)
