"""A place that holds an input: its name, erased type, generic type and nullness, before any value is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from everypath.classfile import (
    TARGET_FIELD,
    TARGET_PARAMETER,
    TARGET_RETURN,
    ArrayType,
    GenericType,
    TypeVariable,
    access,
    parse_method_signature,
)
from everypath.dataclass import dataclass, replace
from everypath.inputs.places.generics import (
    NO_BINDINGS,
    Bindings,
    erasure,
    parse_generic,
    substitute,
    with_bounds,
    with_own_bounds,
)
from everypath.inputs.places.nullness import FIELD, PARAMETER, RESULT, Nullness, of_place
from everypath.program import program_cache
from everypath.term import Term, Value, digest

if TYPE_CHECKING:
    from everypath.classfile import Annotation, MemberInfo
    from everypath.program import Class, Field, Method

_OBJECT = "Ljava/lang/Object;"

ANY_OF_THEM = "*"
"""The name of a type variable that is the same as any other one."""

_ARRAY, _INNER = 0, 1
"""Steps of the path of a type annotation (JVMS 4.7.20.2): into an array's element, into a nested class."""


@dataclass(frozen=True, slots=True)
class InputPlace:
    """One place: ``descriptor`` is its erased type, ``generic`` its generic type (None if it is not known).

    ``passed``: a test passes the value itself (a parameter, an argument, an element that it fills in). ``elements`` is
    the nullness of the elements of an array, then of theirs. ``variable`` is the name of the type variable of the
    place, if its type is unknown. ``exact`` is the name of the class of all objects that are ever there, if that is
    known.
    """

    name: str
    descriptor: str
    generic: GenericType | None = None
    non_null: bool = False
    nullable: bool = False
    passed: bool = True
    elements: tuple[Nullness, ...] = ()
    variable: str = ""
    exact: str = ""

    @property
    def effective(self) -> str:
        """The erased type with generics taken into account."""
        return erasure(self.generic, self.descriptor)


def parameter_places(method: Method, bindings: Bindings = NO_BINDINGS, prefix: str = "") -> list[InputPlace]:
    """The places of a method's parameters, named as in the source if the class file has names, else ``p0``, ``p1``…"""
    types = _generic_parameters(method, tuple(bindings.items()))
    return [
        replace(
            each, name=prefix + each.name, generic=generic, variable="" if each.variable in bindings else each.variable
        )
        for each, generic in zip(_declared(method), types, strict=True)
    ]


@program_cache(4096)
def _declared(method: Method) -> tuple[InputPlace, ...]:
    """The places of a method's parameters as the class file says it, without their generic types."""
    descriptors = method.parameters
    names = _unique(method.info.parameter_names, len(descriptors))
    marks = parameter_annotations(method)
    hidden = _hidden_parameters(method)
    types = _signature_parameters(method)
    asked = ANY_OF_THEM if _asks_for_any(method) else ""
    found = []
    for index, descriptor in enumerate(descriptors):
        nullness = _nullness(method, PARAMETER, index, descriptor, types[index], marks[index])
        generic = types[index]
        place = InputPlace(
            names[index],
            descriptor,
            non_null=nullness[0].non_null,
            nullable=nullness[0].nullable,
            elements=nullness[1:],
            variable=generic.name if isinstance(generic, TypeVariable) else asked * (descriptor == _OBJECT),
        )
        found.append(InputPlace(names[index], descriptor, non_null=True) if index < hidden else place)
    return tuple(found)


def _asks_for_any(method: Method) -> bool:
    """True if a method of a collection takes an ``Object`` to compare it with the elements, as ``contains`` does. That
    is assumed of all methods of collections and maps but ``equals``.
    """
    if method.name == "equals":
        return False
    waiting = [method.owner]
    while waiting:
        each = waiting.pop()
        if each.name in ("java/util/Collection", "java/util/Map"):
            return True
        waiting += [*each.interfaces, *((each.superclass,) if each.superclass is not None else ())]
    return False


def _nullness(
    of: Method | Field, kind: str, index: int, descriptor: str, generic: GenericType | None, marks: Iterable[Annotation]
) -> tuple[Nullness, ...]:
    """The nullness of a place, then that of the elements of an array there, and so on inwards."""
    target = {PARAMETER: TARGET_PARAMETER, RESULT: TARGET_RETURN, FIELD: TARGET_FIELD}[kind]
    found = []
    for depth in range(len(descriptor) - len(descriptor.lstrip("[")) + 1):
        inner = descriptor[depth:]
        if inner[0] in "L[":
            on_type = _type_marks(of.info, target, index, depth)
            here = on_type if depth else [*marks, *on_type]
            variable = isinstance(generic, TypeVariable)
            found.append(of_place(of.owner, of.info, kind, here, is_variable=variable, depth=depth))
        generic = generic.element if isinstance(generic, ArrayType) else None
    return tuple(found) or (Nullness(),)


def result_place(method: Method, name: str, bindings: Bindings = NO_BINDINGS) -> InputPlace:
    """The place of what a stub's method returns."""
    generic: GenericType | None = None
    if method.info.signature is not None:
        signature = parse_method_signature(method.info.signature)
        known = with_bounds(signature.type_parameters, with_own_bounds(method.owner, bindings))
        generic = substitute(signature.returns, known)
    nullness = _result_nullness(method)
    return InputPlace(
        name,
        method.returns,
        generic,
        non_null=nullness[0].non_null,
        nullable=nullness[0].nullable,
        passed=False,
        elements=nullness[1:],
    )


@program_cache(4096)
def _result_nullness(method: Method) -> tuple[Nullness, ...]:
    generic = None if method.info.signature is None else parse_method_signature(method.info.signature).returns
    return _nullness(method, RESULT, 0, method.returns, generic, method.info.annotations)


def field_place(of: Field, name: str, bindings: Bindings = NO_BINDINGS) -> InputPlace:
    """The place of an instance field of an input object."""
    generic = parse_generic(of.signature)
    nullness = _field_nullness(of)
    return InputPlace(
        name,
        of.descriptor,
        None if generic is None else substitute(generic, bindings),
        non_null=nullness[0].non_null or _is_outer_instance(of),
        nullable=nullness[0].nullable,
        passed=False,
        elements=nullness[1:],
    )


@program_cache(4096)
def _field_nullness(of: Field) -> tuple[Nullness, ...]:
    return _nullness(of, FIELD, 0, of.descriptor, parse_generic(of.signature), of.info.annotations)


def element_place(array: InputPlace, index: Value) -> InputPlace:
    """The place of one element of an array of references."""
    generic = array.generic
    inner = generic.element if isinstance(generic, ArrayType) else None
    nullness = array.elements[0] if array.elements else Nullness()
    name = f"{array.name}[{index_name(index)}]"
    below = array.elements[1:]
    return InputPlace(
        name, array.effective[1:], inner, non_null=nullness.non_null, nullable=nullness.nullable, elements=below
    )


def index_name(index: Value) -> str:
    """A name for the index of an element, without dots: the number, the parameter that it is, else a digest."""
    if not isinstance(index, Term):
        return str(index)
    plain = index.op == "var" and str(index.payload).isidentifier()
    return str(index.payload) if plain else f"_{digest(index).hex()[:12]}"


def _unique(names: tuple[str | None, ...], count: int) -> list[str]:
    found: list[str] = []
    for index in range(count):
        name = names[index] if index < len(names) else None
        plain = name if name and name != "this" else f"p{index}"
        while plain in found:
            plain += "_"
        found.append(plain)
    return found


@program_cache(4096)
def _generic_parameters(
    method: Method, bindings: tuple[tuple[str, GenericType], ...]
) -> tuple[GenericType | None, ...]:
    """The generic types of a method's parameters, None if nothing says more than the descriptor."""
    count = len(method.parameters)
    if method.info.signature is None:
        return (None,) * count
    signature = parse_method_signature(method.info.signature)
    declared = signature.parameters
    missing = count - len(declared)
    if missing < 0:
        return (None,) * count
    own = dict(bindings) if method.is_static else with_own_bounds(method.owner, dict(bindings))
    known = with_bounds(signature.type_parameters, own)
    return (None,) * missing + tuple(substitute(each, known) for each in declared)


def _signature_parameters(method: Method) -> tuple[GenericType | None, ...]:
    """The types of a method's parameters as it declares them, None if nothing says more than the descriptor."""
    count = len(method.parameters)
    declared = () if method.info.signature is None else parse_method_signature(method.info.signature).parameters
    missing = count - len(declared)
    return (None,) * count if missing < 0 else (None,) * missing + tuple(declared)


def field_path(holder: str, cls: Class, field: Field) -> str:
    """The access path of a field of the object at a place, which is of that class.

    A class file may have several fields of one name and different types, as obfuscated ones do: they are numbered.
    """
    alike = [each for each in field.owner.instance_fields if each.name == field.name and each.owner is field.owner]
    if len(alike) > 1 and alike[0] is not field:
        return f"{holder}.{field.owner.simple_name}.{field.name}_{alike.index(field) + 1}"
    hidden = any(other.name == field.name and other is not field for other in cls.instance_fields)
    return f"{holder}.{field.owner.simple_name}.{field.name}" if hidden else f"{holder}.{field.name}"


def parameter_annotations(method: Method) -> list[tuple[Annotation, ...]]:
    """The annotations of each parameter; class files leave out the leading ones that the compiler added."""
    rows = method.info.parameter_annotations
    missing = max(0, len(method.parameters) - len(rows))
    return [()] * missing + list(rows)


def _type_marks(info: MemberInfo, target: int, index: int, depth: int) -> list[Annotation]:
    """The annotations on a type itself, or on that of its elements (JVMS 4.7.20.2)."""
    return [
        each.annotation
        for each in info.type_annotations
        if each.target == target
        and each.index == index
        and [kind for kind, _ in each.path[:depth]] == [_ARRAY] * depth
        and all(kind == _INNER for kind, _ in each.path[depth:])
    ]


def _hidden_parameters(method: Method) -> int:
    """The number of leading parameters that the compiler added: the enclosing instance of an inner class."""
    if method.name == "<init>" and is_inner(method.owner):
        return 1
    return 0


def is_inner(cls: Class) -> bool:
    """True if objects of the class have an enclosing instance: a member class that is not static."""
    file = cls.file
    if file is None:
        return False
    for entry in file.inner_classes:
        if entry.inner == cls.name:
            outer = entry.outer
            if outer is None or entry.access & (access.STATIC | access.INTERFACE):
                return False
            return any(method.name == "<init>" and method.parameters[:1] == (f"L{outer};",) for method in cls.methods)
    return False


def _is_outer_instance(of: Field) -> bool:
    return of.name.startswith("this$") and bool(of.access & access.SYNTHETIC)
