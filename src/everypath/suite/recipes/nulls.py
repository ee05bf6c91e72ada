"""Whether a recipe passes ``null``, or a stub returns it, where no annotation allows it."""

from __future__ import annotations

from collections.abc import Iterator

from everypath.inputs.places import parameter_places, result_place
from everypath.program import Method, Program
from everypath.suite.testcase import ArrayOf, Invoke, Member, New, Null, Recipe, Stub, StubMethod

__all__ = ["answers_null", "passes_null"]


def passes_null(program: Program, recipe: Recipe) -> bool:
    """True if some call passes ``null`` and no annotation allows it, or if an array is filled with it."""
    arrays = (part for part in recipe.parts() if isinstance(part, ArrayOf))
    return any(isinstance(each, Null) for array in arrays for each in array.elements) or any(_passed(program, recipe))


def answers_null(program: Program, recipe: Recipe) -> bool:
    """True if a stub returns ``null`` and no annotation allows it."""
    return any(
        not _may_return_null(program, method)
        for part in recipe.parts()
        if isinstance(part, Stub)
        for method in part.methods
        if any(isinstance(each, Null) for each in method.answers)
    )


def _passed(program: Program, recipe: Recipe) -> Iterator[bool]:
    """For each null that a call passes, whether no annotation allows it."""
    for part in recipe.parts():
        if isinstance(part, Invoke | New) and any(isinstance(each, Null) for each in part.arguments):
            found = _method(program, part.member if isinstance(part, Invoke) else part.constructor)
            places = parameter_places(found) if found is not None else ()
            for argument, place in zip(part.arguments, places, strict=False):
                if isinstance(argument, Null):
                    yield not place.nullable


def _may_return_null(program: Program, method: StubMethod) -> bool:
    found = _method(program, method.member)
    return found is not None and result_place(found, "").nullable


def _method(program: Program, member: Member) -> Method | None:
    """The declaration of a method; None if its class is missing."""
    owner = program.find(member.owner)
    if owner is None:
        return None
    found = (each.declared_method(member.name, member.descriptor) for each in (owner, *owner.supertypes))
    return next(filter(None, found), None)
