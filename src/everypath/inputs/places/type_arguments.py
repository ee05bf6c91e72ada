"""Says whether an object may be at a place of a generic type: callers without raw types pass no other objects there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import (
    BOX_CLASSES,
    PRIMITIVES,
    ArrayType,
    ClassType,
    GenericType,
    TypeVariable,
    Wildcard,
    parse_class_signature,
    parse_field_signature,
    parse_method_signature,
)
from everypath.inputs.places.generics import (
    NO_BINDINGS,
    Bindings,
    bindings_in,
    narrowed,
    parse_generic,
    substitute,
)
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.classfile import TypeParameter
    from everypath.program import Class, Field, Method, Program


_KEYWORDS = {keyword: descriptor for descriptor, keyword in PRIMITIVES.items()}


@program_cache(8192)
def fits(cls: Class, generic: str | None, program: Program) -> bool:
    """True if some type arguments make the class a subtype of the generic type, a signature.

    ``class Names implements Supplier<String>`` does not fit ``Supplier<Integer>``. What is not known fits.
    """
    wanted = parse_generic(generic)
    if not isinstance(wanted, ClassType) or not wanted.arguments:
        return True
    parameters = _type_parameters(cls)
    own = ClassType(cls.name, tuple(TypeVariable(each.name) for each in parameters))
    return _fits(own, wanted, program, {each.name: each for each in parameters})


def made_by(creator: Method, cls: Class, generic: str | None, program: Program) -> bool:
    """True if what a creator of the class returns may be at a place of the generic type."""
    wanted = parse_generic(generic)
    if creator.info.signature is None or creator.name == "<init>" or not isinstance(wanted, ClassType):
        return True
    declared = parse_method_signature(creator.info.signature)
    known = {each.name: each for each in declared.type_parameters}
    return _fits(declared.returns, wanted, program, known)


def held_by(constant: Field, generic: str | None, program: Program) -> bool:
    """True if the object of a static field may be at a place of the generic type."""
    wanted = parse_generic(generic)
    if constant.signature is None or not isinstance(wanted, ClassType):
        return True
    return _fits(parse_field_signature(constant.signature), wanted, program, {})


def fits_literal(class_name: str, generic: str | None, program: Program) -> bool:
    """True if the class object of a class (an internal name, array descriptor or primitive keyword) may be at a place
    of the generic type: ``Class<? extends Number>`` holds ``Integer.class``.
    """
    wanted = parse_generic(generic)
    if not isinstance(wanted, ClassType) or wanted.name != "java/lang/Class" or len(wanted.arguments) != 1:
        return True
    (argument,) = wanted.arguments
    if class_name in _KEYWORDS:
        class_name = BOX_CLASSES[_KEYWORDS[class_name]] if class_name != "void" else "java/lang/Void"
    mine = parse_field_signature(class_name) if class_name.startswith("[") else ClassType(class_name)
    return _contains(argument, mine, program)


def literal_bound(generic: str | None) -> str | None:
    """The class of which a class object at a place of this type may be, or whose subclasses; None if it is any."""
    wanted = parse_generic(generic)
    if not isinstance(wanted, ClassType) or len(wanted.arguments) != 1:
        return None
    known = narrowed(wanted.arguments[0])
    return known.name if isinstance(known, ClassType) else None


def type_of_class(cls: Class, generic: GenericType | None, program: Program) -> ClassType:
    """The type of an object of a class at a place of a generic type: ``HashMap<K, V>`` for ``Map<K, V>``. It is raw if
    the type of the place does not give all type arguments.
    """
    parameters = _type_parameters(cls)
    own = ClassType(cls.name, tuple(TypeVariable(each.name) for each in parameters))
    above = _above(own, generic.name, program) if isinstance(generic, ClassType) else None
    if above is None or not isinstance(generic, ClassType):
        return ClassType(cls.name)
    known = {
        mine.name: argument
        for mine, argument in zip(above.arguments, generic.arguments, strict=False)
        if isinstance(mine, TypeVariable)
    }
    given = [known.get(each.name) for each in parameters]
    return ClassType(cls.name, tuple(each for each in given if each is not None) if all(given) else ())


def creator_bindings(creator: Method, cls: Class, generic: str | None) -> Bindings:
    """The types bound to the type parameters of a static method that makes an object of the class for a place.

    ``static <T> Box<T> of(T item)`` at a place of type ``Box<String>`` takes a String.
    """
    if creator.info.signature is None:
        return NO_BINDINGS
    returns = parse_method_signature(creator.info.signature).returns
    if not isinstance(returns, ClassType):
        return NO_BINDINGS
    wanted = bindings_in(cls, cls, parse_generic(generic))
    return {
        mine.name: wanted[parameter.name]
        for mine, parameter in zip(returns.arguments, _type_parameters(cls), strict=False)  # a raw type has none
        if isinstance(mine, TypeVariable) and parameter.name in wanted
    }


def _type_parameters(cls: Class) -> tuple[TypeParameter, ...]:
    signature = cls.file.signature if cls.file is not None else None
    return () if signature is None else parse_class_signature(signature).type_parameters


def _fits(given: GenericType, wanted: ClassType, program: Program, parameters: dict[str, TypeParameter]) -> bool:
    """True if a given type may be a subtype of the wanted one. Its variables in ``parameters`` are free to choose."""
    if not isinstance(given, ClassType):
        return True
    found = _above(given, wanted.name, program)
    if found is None or len(found.arguments) != len(wanted.arguments):
        return True
    chosen: dict[str, GenericType] = {}
    for mine, theirs in zip(found.arguments, wanted.arguments, strict=True):
        if not _contains(theirs, mine, program):
            return False
        exact = not isinstance(theirs, Wildcard | TypeVariable)
        if isinstance(mine, TypeVariable) and mine.name in parameters:
            known = narrowed(theirs)
            if known is not None and not _within(known, parameters[mine.name], program, exact=exact):
                return False
            if exact and chosen.setdefault(mine.name, theirs) != theirs:  # type: ignore[arg-type]  # no wildcard
                return False
    return True


def _within(chosen: GenericType, parameter: TypeParameter, program: Program, *, exact: bool) -> bool:
    """True if a type may be within the bounds of a type parameter; ``exact``: it is not only a bound itself."""
    for bound in parameter.bounds:
        if isinstance(chosen, ClassType) and isinstance(bound, ClassType):
            below = _is_below(chosen, bound, program)
            if not below and (exact or not _may_meet(chosen, bound, program)):
                return False
    return True


def _above(given: ClassType, name: str, program: Program) -> ClassType | None:
    """The supertype with this name of a given type, with its arguments; None if it is not known or raw."""
    cls = program.find(given.name)
    while cls is not None and given.name != name:
        signature = cls.file.signature if cls.file is not None else None
        target = program.find(name)
        if signature is None:
            direct = next((each for each in _direct(cls) if target is not None and each.is_subtype_of(target)), None)
            following = ClassType(direct.name) if direct is not None else None
        else:
            parsed = parse_class_signature(signature)
            bindings = dict(zip((each.name for each in parsed.type_parameters), given.arguments, strict=False))
            above = (each for each in (parsed.superclass, *parsed.interfaces) if _leads_to(each, target, program))
            following = _substituted(next(above, None), bindings)
        if following is None:
            return None
        given, cls = following, program.find(following.name)
    return given if cls is not None and given.arguments else None


def _substituted(declared: ClassType | None, bindings: Bindings) -> ClassType | None:
    found = None if declared is None else substitute(declared, bindings)
    return found if isinstance(found, ClassType) else None


def _leads_to(each: ClassType, target: Class | None, program: Program) -> bool:
    cls = program.find(each.name)
    return cls is not None and target is not None and cls.is_subtype_of(target)


def _direct(cls: Class) -> list[Class]:
    return [*([cls.superclass] if cls.superclass is not None else []), *cls.interfaces]


def _contains(theirs: GenericType | Wildcard, mine: GenericType | Wildcard, program: Program) -> bool:
    """True if the type argument ``theirs`` may contain ``mine`` (JLS 4.5.1)."""
    if isinstance(theirs, TypeVariable) or isinstance(mine, TypeVariable):
        return True
    if isinstance(theirs, Wildcard):
        inner, bound = narrowed(mine), theirs.bound
        if bound is None or inner is None or isinstance(inner, TypeVariable) or isinstance(bound, TypeVariable):
            return True
        if theirs.kind == "-":
            return _is_below(bound, inner, program)
        return _is_below(inner, bound, program)
    if isinstance(mine, Wildcard):
        return False
    if isinstance(theirs, ClassType) and isinstance(mine, ClassType):
        if theirs.name != mine.name:
            return False
        if len(theirs.arguments) != len(mine.arguments):
            return True
        pairs = zip(theirs.arguments, mine.arguments, strict=True)
        return all(_contains(*pair, program) for pair in pairs)
    if isinstance(theirs, ArrayType) and isinstance(mine, ArrayType):
        return _contains(theirs.element, mine.element, program)
    return theirs == mine


def _is_below(lower: GenericType, upper: GenericType, program: Program) -> bool:
    """True if a type may be a subtype of another one, as far as both are known."""
    if isinstance(upper, ArrayType) and isinstance(lower, ArrayType):
        return _is_below(lower.element, upper.element, program)
    if not isinstance(upper, ClassType) or upper.name == "java/lang/Object":
        return isinstance(upper, ClassType | TypeVariable) or lower == upper
    if not isinstance(lower, ClassType):
        return isinstance(lower, TypeVariable) or upper.name in ("java/lang/Cloneable", "java/io/Serializable")
    below, above = program.find(lower.name), program.find(upper.name)
    if below is None or above is None:
        return True
    return below.is_subtype_of(above) and _fits(lower, upper, program, {})


def _may_meet(one: ClassType, other: ClassType, program: Program) -> bool:
    """True if some class may be a subtype of both."""
    first, second = program.find(one.name), program.find(other.name)
    if first is None or second is None or first.is_subtype_of(second) or second.is_subtype_of(first):
        return True
    return (first.is_interface and not second.is_final) or (second.is_interface and not first.is_final)
