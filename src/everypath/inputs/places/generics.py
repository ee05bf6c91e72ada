"""Generic types of input places: type variables replaced, wildcards narrowed to their bounds (JVMS 4.7.9.1, JLS
4.5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import (
    ArrayType,
    ClassType,
    GenericType,
    PrimitiveType,
    TypeParameter,
    TypeVariable,
    Wildcard,
    intersected,
    intersection,
    parse_class_signature,
    parse_field_signature,
)
from everypath.program import program_cache
from everypath.unrolled import Unrolled, unrolled

if TYPE_CHECKING:
    from everypath.program import Class

Bindings: TypeAlias = Mapping[str, GenericType | Wildcard]
"""The types bound to type variables, by name; a variable without an entry is unknown. A wildcard is an unknown type
within its bound.
"""

NO_BINDINGS: Bindings = {}


def parse_generic(signature: str | None) -> GenericType | None:
    """The generic type of a place, or None if nothing says more than the descriptor."""
    return None if signature is None else parse_field_signature(signature)


def substitute(generic: GenericType, bindings: Bindings) -> GenericType:
    """``generic`` with its known type variables replaced; a value of an unknown type is taken to have its bound."""
    match generic:
        case TypeVariable(name):
            return narrowed(bindings.get(name, generic)) or generic
        case ArrayType(element):
            return ArrayType(substitute(element, bindings))
        case ClassType(name, arguments, outer):
            return ClassType(name, tuple(_argument(each, bindings) for each in arguments), outer)
        case _:
            return generic


def narrowed(argument: GenericType | Wildcard) -> GenericType | None:
    """The type of the values that a type argument stands for: the bound of a wildcard, None if it has none."""
    return argument.bound if isinstance(argument, Wildcard) else argument


def _argument(argument: GenericType | Wildcard, bindings: Bindings) -> GenericType | Wildcard:
    if isinstance(argument, TypeVariable):
        return bindings.get(argument.name, argument)
    if not isinstance(argument, Wildcard):
        return substitute(argument, bindings)
    if argument.bound is None:
        return argument
    bound = _argument(argument.bound, bindings)
    # what may hold some type below a bound is unknown itself: its arguments are within the bound
    return bound if isinstance(bound, Wildcard) else Wildcard(argument.kind, bound)


def erasure(generic: GenericType | None, descriptor: str) -> str:
    """The descriptor of the values at a place: that of the generic type if it is known, else ``descriptor``."""
    match generic:
        case PrimitiveType(letter):
            return letter
        case ClassType(name, _, _):
            return f"L{(intersected(name) or (name,))[0]};"
        case ArrayType(element):
            inner = erasure(element, descriptor[1:] if descriptor.startswith("[") else "Ljava/lang/Object;")
            return "[" + inner
        case _:
            return descriptor


@lru_cache(maxsize=8192)
def signature_text(generic: GenericType | Wildcard | None) -> str | None:
    """The signature text of a generic type."""
    return None if generic is None else _text(generic)


def _text(generic: GenericType | Wildcard) -> str:
    match generic:
        case PrimitiveType(letter):
            return letter
        case TypeVariable(name):
            return f"T{name};"
        case ArrayType(element):
            return "[" + _text(element)
        case Wildcard(kind, bound):
            return "*" if bound is None else kind + _text(bound)
        case ClassType(name, arguments, _):
            inner = "".join(_text(each) for each in arguments)
            return f"L{name}<{inner}>;" if inner else f"L{name};"


def with_bounds(declared: Sequence[TypeParameter], bindings: Bindings) -> Bindings:
    """The bindings, and for type parameters of a method, which hide those of its class, types within their bounds.

    Callers know no more about them, and every argument is within the bounds.
    """
    bounds = {each.name: Wildcard("+", bound) for each in declared if (bound := _bound(each, bindings)) is not None}
    return {**bindings, **bounds} if bounds else bindings


def with_own_bounds(cls: Class, bindings: Bindings) -> Bindings:
    """The bindings, and types within their bounds for type parameters of a class that are not bound."""
    signature = cls.file.signature if cls.file is not None else None
    if signature is None:
        return bindings
    unknown = [each for each in parse_class_signature(signature).type_parameters if each.name not in bindings]
    return with_bounds(unknown, bindings)


def _bound(parameter: TypeParameter, bindings: Bindings) -> GenericType | None:
    """The bound of a type parameter; several are one intersection type, without type arguments. None for `Object`."""
    bounds = [each for each in parameter.bounds if isinstance(each, ClassType) and each.name != "java/lang/Object"]
    if len(bounds) > 1:
        return ClassType(intersection([each.name for each in bounds]))
    return substitute(bounds[0], bindings) if bounds else None


def bindings_of(cls: Class, generic: GenericType | None) -> dict[str, GenericType]:
    """The types bound to the type parameters of ``cls`` in ``generic``, a parameterisation of ``cls`` itself."""
    signature = cls.file.signature if cls.file is not None else None
    if signature is None or not isinstance(generic, ClassType) or generic.name != cls.name:
        return {}
    found: dict[str, GenericType] = {}
    parameters = parse_class_signature(signature).type_parameters
    for parameter, argument in zip(parameters, generic.arguments, strict=False):  # a raw type has none
        known = narrowed(argument)
        if known is not None and not isinstance(known, TypeVariable):
            found[parameter.name] = known
    return found


@program_cache(8192)
def bindings_in(cls: Class, owner: Class, generic: GenericType | None) -> Bindings:
    """The types bound to the type parameters of ``owner``, a supertype of ``cls``, in an object of ``cls``.

    ``generic`` is the type of the place that holds the object: a parameterisation of ``cls`` or of a type above it.
    """
    found = bindings_of(cls, generic) if isinstance(generic, ClassType) and generic.name == cls.name else {}
    if not found and isinstance(generic, ClassType) and generic.arguments:
        found = unrolled(_from_above(cls, generic))
    return _climb(cls, owner, found)


def _climb(cls: Class, owner: Class, bindings: dict[str, GenericType]) -> dict[str, GenericType]:
    while cls is not owner:
        parents = (each for each in _parents(cls) if each[0] is owner or each[0].is_subtype_of(owner))
        above, generic = next(parents, (None, None))
        if above is None:
            return {}
        bindings = bindings_of(above, substitute(generic, bindings)) if generic is not None else {}
        cls = above
    return bindings


def _from_above(cls: Class, generic: ClassType) -> Unrolled[dict[str, GenericType]]:
    """The bindings of ``cls`` that follow from a generic supertype. For ``class C<T> implements I<T>`` at a place of
    type ``I<String>``, T is String.
    """
    for above, declared in _parents(cls):
        if not isinstance(declared, ClassType):
            continue
        if above.name == generic.name:
            return {
                mine.name: known
                for mine, given in zip(declared.arguments, generic.arguments, strict=False)  # a raw type has none
                if isinstance(mine, TypeVariable)
                and (known := narrowed(given)) is not None
                and not isinstance(known, TypeVariable)
            }
        inner = yield _from_above(above, generic)
        if inner:
            own = (
                parse_class_signature(above.file.signature).type_parameters
                if above.file and above.file.signature
                else ()
            )
            return {
                mine.name: inner[parameter.name]
                for mine, parameter in zip(declared.arguments, own, strict=False)  # the JVM does not check them
                if isinstance(mine, TypeVariable) and parameter.name in inner
            }
    return {}


def _parents(cls: Class) -> list[tuple[Class, GenericType | None]]:
    above = ([cls.superclass] if cls.superclass is not None else []) + list(cls.interfaces)
    signature = cls.file.signature if cls.file is not None else None
    if signature is None:
        return [(each, None) for each in above]
    parsed = parse_class_signature(signature)
    declared: list[ClassType] = [parsed.superclass, *parsed.interfaces]
    by_name = {each.name: each for each in declared}
    return [(each, by_name.get(each.name)) for each in above]
