"""Nullness annotations: those at a place itself, and defaults of a method, class, package or module.

Annotations go by their simple names, as JSpecify, JetBrains, Jakarta, ``javax`` (JSR 305), Spring, SpotBugs, Eclipse,
the Checker Framework, Lombok and others have them. An annotation at the place itself decides; without one, the
innermost default around it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from everypath.classfile import Annotation, ClassValue, EnumValue, simple_name
from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.classfile import AttributeHolder, ElementValue, MemberInfo
    from everypath.program import Class

NON_NULL: Final = frozenset({"NotNull", "NonNull", "Nonnull"})
NULLABLE: Final = frozenset({"Nullable", "CheckForNull", "PossiblyNull"})

PARAMETER, RESULT, FIELD = "parameter", "result", "field"
ALL: Final = frozenset({PARAMETER, RESULT, FIELD})

_NON_NULL_DEFAULTS: Final = {
    "NullMarked": ALL,
    "NotNullByDefault": ALL,
    "EverythingIsNonNull": ALL,
    "EverythingIsNonnullByDefault": ALL,
    "ParametersAreNonnullByDefault": frozenset({PARAMETER}),
    "NonNullApi": frozenset({PARAMETER, RESULT}),
    "NonNullFields": frozenset({FIELD}),
    "FieldsAreNonnullByDefault": frozenset({FIELD}),
    "MethodsReturnNonnullByDefault": frozenset({RESULT}),
    "ReturnValuesAreNonnullByDefault": frozenset({RESULT}),
    "ReturnTypesAreNonnullByDefault": frozenset({RESULT}),
}
_OPEN_DEFAULTS: Final = {
    "NullUnmarked": ALL,
    "ParametersAreNullableByDefault": frozenset({PARAMETER}),
    "ReturnValuesAreNullableByDefault": frozenset({RESULT}),
}
_GIVEN: Final = {
    "NonNullByDefault": ALL,
    "DefaultQualifier": ALL,
    "DefaultAnnotation": ALL,
    "DefaultAnnotationForParameters": frozenset({PARAMETER}),
    "DefaultAnnotationForMethods": frozenset({RESULT}),
    "DefaultAnnotationForFields": frozenset({FIELD}),
}
"""Default annotations and the places that they apply to. Their elements may name the nullness, and other places."""

_LOCATIONS: Final = {"PARAMETER": PARAMETER, "RETURN": RESULT, "RETURN_TYPE": RESULT, "FIELD": FIELD}
_SETS: Final = frozenset({"DefaultQualifiers", "List"})

_OF_TYPES: Final = frozenset({"NullMarked", "NotNullByDefault", "DefaultQualifier", "NonNullByDefault"})
"""Default annotations for uses of types. They do not apply to a type variable, which may stand for a nullable type."""

_OF_ELEMENTS: Final = frozenset({"NullMarked", "NotNullByDefault"})
"""Default annotations that apply to the elements of arrays, too."""


@dataclass(frozen=True, slots=True)
class Nullness:
    """The nullness of one place: ``non_null``: it never holds ``null``; ``nullable``: it may hold ``null``."""

    non_null: bool = False
    nullable: bool = False


def of_place(
    owner: Class,
    info: MemberInfo,
    kind: str,
    marks: Iterable[Annotation],
    *,
    is_variable: bool = False,
    depth: int = 0,
) -> Nullness:
    """The nullness of a place of a member: ``marks`` are the annotations at the place itself, ``is_variable`` says that
    its type is a type variable, ``depth`` how many arrays it is an element of.
    """
    names = {simple_name(each.name) for each in marks}
    if not names.isdisjoint(NULLABLE):
        return Nullness(nullable=True, non_null=not names.isdisjoint(NON_NULL))
    if not names.isdisjoint(NON_NULL):
        return Nullness(non_null=True)
    scopes: list[AttributeHolder] = [] if owner.file is None else [owner.file, *owner.enclosing_files]
    if kind != FIELD:
        scopes.insert(0, info)
    for scope in scopes:
        is_non_null = _default(scope, kind, is_variable=is_variable, depth=depth)
        if is_non_null is not None:
            return Nullness(non_null=is_non_null)
    return Nullness()


def _default(scope: AttributeHolder, kind: str, *, is_variable: bool, depth: int) -> bool | None:
    """True if a default of a scope makes such places non-null, False if it leaves them open; None without a default."""
    for each in _flat(scope.annotations):
        name = simple_name(each.name)
        default = _default_of(each, name)
        if default is None or kind not in default[0]:
            continue
        if depth and name not in _OF_ELEMENTS and default[1]:
            continue
        return default[1] and not (is_variable and name in _OF_TYPES)
    return None


def _flat(annotations: Iterable[Annotation]) -> Iterator[Annotation]:
    """Annotations, and those that a container of repeated ones holds."""
    for each in annotations:
        value = each.get("value")
        if simple_name(each.name) in _SETS and isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, Annotation))
        else:
            yield each


def _default_of(annotation: Annotation, name: str) -> tuple[frozenset[str], bool] | None:
    """The places that a default is about, and whether they are never null there; None for what is no default."""
    if name in _NON_NULL_DEFAULTS:
        return _NON_NULL_DEFAULTS[name], True
    if name in _OPEN_DEFAULTS:
        return _OPEN_DEFAULTS[name], False
    if name not in _GIVEN:
        return None
    value = annotation.get("value")
    if name == "NonNullByDefault":  # Eclipse: where it holds; nowhere cancels a default further out
        if value in (False, ()):
            return ALL, False
        return _located(value, ALL), True
    classes = [each for each in _several(value) if isinstance(each, ClassValue)]
    names = {simple_name(each.descriptor[1:-1]) for each in classes}
    places = _located(annotation.get("locations"), _GIVEN[name])
    if not names.isdisjoint(NON_NULL):
        return places, True
    return (places, False) if not names.isdisjoint(NULLABLE) else None


def _located(value: ElementValue | None, all_places: frozenset[str]) -> frozenset[str]:
    named = [each.name for each in _several(value) if isinstance(each, EnumValue)]
    if not named or "ALL" in named:
        return all_places
    return frozenset(_LOCATIONS[each] for each in named if each in _LOCATIONS)


def _several(value: ElementValue | None) -> tuple[ElementValue, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
