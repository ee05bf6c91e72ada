"""What is known of a place that holds an input before anything is decided: name, type, generics and nullness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.classfile.signatures import ArrayType, GenericType, parse_method_signature
from everypath.inputs import generics
from everypath.program import remembered

if TYPE_CHECKING:
    from everypath.classfile.members import MemberInfo
    from everypath.program import Class, Field, Method

NON_NULL = frozenset({"NotNull", "NonNull", "Nonnull"})
NULLABLE = frozenset({"Nullable", "CheckForNull", "PossiblyNull"})

_TARGET_PARAMETER = 0x16
_TARGET_RETURN = 0x14
_TARGET_FIELD = 0x13


@dataclass(frozen=True, slots=True)
class Spot:
    """One place: ``descriptor`` is the place's erased type, ``generic`` its generic type where one is known.

    ``passed`` is true where a test passes the value itself (a parameter, an argument, an element it fills in).
    """

    name: str
    descriptor: str
    generic: GenericType | None = None
    non_null: bool = False
    nullable: bool = False
    passed: bool = True

    @property
    def effective(self) -> str:
        """The erased type with generics taken into account."""
        return generics.erasure(self.generic, self.descriptor)


def parameters(method: Method, bindings: generics.Bindings = generics.NONE, prefix: str = "") -> list[Spot]:
    """The places of a method's parameters, named as in the source where the class file says how, else ``p0``,
    ``p1``…
    """
    types = _generic_parameters(method, tuple(bindings.items()))
    return [
        Spot(prefix + each.name, each.descriptor, generic, non_null=each.non_null, nullable=each.nullable)
        for each, generic in zip(_declared(method), types, strict=True)
    ]


@remembered(4096)
def _declared(method: Method) -> tuple[Spot, ...]:
    """The places of a method's parameters as the class file says it, without their generic types."""
    descriptors = method.parameters
    names = _unique(method.info.parameter_names, len(descriptors))
    marks = _parameter_annotations(method)
    hidden = _hidden_parameters(method)
    return tuple(
        Spot(
            names[index],
            descriptor,
            non_null=index < hidden or not NON_NULL.isdisjoint(marks[index]),
            nullable=not NULLABLE.isdisjoint(marks[index]),
        )
        for index, descriptor in enumerate(descriptors)
    )


def result(method: Method, name: str, bindings: generics.Bindings = generics.NONE) -> Spot:
    """The place of what a stub's method returns."""
    generic: GenericType | None = None
    if method.info.signature is not None:
        signature = parse_method_signature(method.info.signature)
        known = generics.with_bounds(signature.type_parameters, bindings)
        generic = generics.substitute(signature.returns, known)
    marks = _simple_names(each.name for each in method.info.annotations)
    marks |= _type_marks(method.info, _TARGET_RETURN, 0)
    return Spot(
        name,
        method.returns,
        generic,
        non_null=not NON_NULL.isdisjoint(marks),
        nullable=not NULLABLE.isdisjoint(marks),
        passed=False,
    )


def field(of: Field, name: str, bindings: generics.Bindings = generics.NONE) -> Spot:
    """The place of an instance field of an input object."""
    generic = generics.parse(of.signature)
    non_null, nullable = _nullness(of)
    return Spot(
        name,
        of.descriptor,
        None if generic is None else generics.substitute(generic, bindings),
        non_null=non_null,
        nullable=nullable,
        passed=False,
    )


@remembered(4096)
def _nullness(of: Field) -> tuple[bool, bool]:
    """Whether a field is never null, and whether it is said that it may be."""
    marks = _simple_names(each.name for each in of.info.annotations)
    marks |= _type_marks(of.info, _TARGET_FIELD, 0)
    return not NON_NULL.isdisjoint(marks) or _is_outer_instance(of), not NULLABLE.isdisjoint(marks)


def element(array: Spot, index: int) -> Spot:
    """The place of one element of an array of references."""
    generic = array.generic
    inner = generic.element if isinstance(generic, ArrayType) else None
    return Spot(f"{array.name}[{index}]", array.effective[1:], inner)


def _unique(names: tuple[str | None, ...], count: int) -> list[str]:
    found: list[str] = []
    for index in range(count):
        name = names[index] if index < len(names) else None
        plain = name if name and name != "this" else f"p{index}"
        while plain in found:
            plain += "_"
        found.append(plain)
    return found


@remembered(4096)
def _generic_parameters(
    method: Method, bindings: tuple[tuple[str, GenericType], ...]
) -> tuple[GenericType | None, ...]:
    """The generic types of a method's parameters, None where nothing says more than the descriptor."""
    count = len(method.parameters)
    if method.info.signature is None:
        return (None,) * count
    signature = parse_method_signature(method.info.signature)
    declared = signature.parameters
    missing = count - len(declared)
    if missing < 0:
        return (None,) * count
    known = generics.with_bounds(signature.type_parameters, dict(bindings))
    return (None,) * missing + tuple(generics.substitute(each, known) for each in declared)


def _parameter_annotations(method: Method) -> list[set[str]]:
    count = len(method.parameters)
    rows = method.info.parameter_annotations
    missing = max(0, count - len(rows))
    marks = [set[str]() for _ in range(missing)] + [_simple_names(each.name for each in row) for row in rows]
    for index in range(count):
        marks[index] |= _type_marks(method.info, _TARGET_PARAMETER, index)
    return marks


def _type_marks(info: MemberInfo, target: int, index: int) -> set[str]:
    return _simple_names(
        each.annotation.name
        for each in info.type_annotations
        if each.target == target and each.index == index and not each.path
    )


def _simple_names(names: Iterable[str]) -> set[str]:
    return {name.rsplit("/", 1)[-1].rsplit("$", 1)[-1] for name in names}


def _hidden_parameters(method: Method) -> int:
    """How many leading parameters the compiler added: the enclosing instance of an inner class, never null."""
    if method.name == "<init>" and is_inner(method.owner):
        return 1
    return 0


def is_inner(cls: Class) -> bool:
    """Whether objects of the class have an enclosing instance: a member class that is not static."""
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
