"""Whether a recipe passes ``null``, or a stub returns it, where no annotation allows it."""

from __future__ import annotations

from collections.abc import Iterator

from everypath.inputs.places import InputPlace, parameter_places, result_place
from everypath.program import Method, Program
from everypath.suite.testcase import ArrayOf, Invoke, Member, New, Null, Recipe, Stub

__all__ = ["answers_null", "breaks_annotations", "passes_null"]


def passes_null(program: Program, recipe: Recipe) -> bool:
    """True if some call passes ``null`` and no annotation allows it, or if an array is filled with it."""
    arrays = (part for part in recipe.parts() if isinstance(part, ArrayOf))
    filled = any(isinstance(each, Null) for array in arrays for each in array.elements)
    return filled or any(not place.nullable for place in _passed(program, recipe))


def answers_null(program: Program, recipe: Recipe) -> bool:
    """True if a stub returns ``null`` and no annotation allows it."""
    return any(not place.nullable for place in _answered(program, recipe))


def breaks_annotations(program: Program, recipe: Recipe) -> bool:
    """True if some call passes ``null``, or a stub returns it, where an annotation excludes it."""
    return any(place.non_null for place in (*_passed(program, recipe), *_answered(program, recipe)))


def _passed(program: Program, recipe: Recipe) -> Iterator[InputPlace]:
    """The parameter of each null that a call passes."""
    for part in recipe.parts():
        if isinstance(part, Invoke | New) and any(isinstance(each, Null) for each in part.arguments):
            found = _method(program, part.member if isinstance(part, Invoke) else part.constructor)
            places = parameter_places(found) if found is not None else ()
            for argument, place in zip(part.arguments, places, strict=False):
                if isinstance(argument, Null):
                    yield place


def _answered(program: Program, recipe: Recipe) -> Iterator[InputPlace]:
    """The result of each method of a stub that returns null."""
    for part in recipe.parts():
        for method in part.methods if isinstance(part, Stub) else ():
            if any(isinstance(each, Null) for each in method.answers):
                found = _method(program, method.member)
                yield result_place(found, "") if found is not None else InputPlace("", "")


def _method(program: Program, member: Member) -> Method | None:
    """The declaration of a method; None if its class is missing."""
    owner = program.find(member.owner)
    if owner is None:
        return None
    found = (each.declared_method(member.name, member.descriptor) for each in (owner, *owner.supertypes))
    return next(filter(None, found), None)
