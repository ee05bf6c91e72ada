"""The types that an overriding method must have in source, where the class fixes type parameters of what is above it.

In an anonymous ``Lines``, of ``abstract class Lines implements Iterator<String>``, it is ``String next()``, while class
files call ``Object next()``. Of a generic class used without arguments all is erased, also what it inherits (JLS 4.8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from everypath.classfile import ClassFile, MethodInfo
from everypath.classfile.signatures import (
    ClassType,
    GenericType,
    Wildcard,
    parse_class_signature,
    parse_method_signature,
)
from everypath.inputs import generics
from everypath.suite.types import method_parameters, return_descriptor

__all__ = ["source_types"]

Find = Callable[[str], ClassFile | None]


def source_types(find: Find, class_name: str, owner: str, method: MethodInfo) -> tuple[tuple[str, ...], str]:
    """The descriptors of the parameters and of the result, as a subclass of ``class_name`` declares them.

    ``owner`` declares the method.
    """
    plain = tuple(method_parameters(method.descriptor)), return_descriptor(method.descriptor)
    file = find(class_name)
    if method.signature is None or file is None or class_name == owner:
        return plain
    if file.signature is None or parse_class_signature(file.signature).type_parameters:
        return plain
    bindings = _bindings(find, file, owner, {})
    signature = parse_method_signature(method.signature)
    if not bindings or len(signature.parameters) != len(plain[0]):
        return plain
    hidden = {each.name for each in signature.type_parameters}
    known = {name: bound for name, bound in bindings.items() if name not in hidden}
    parameters = zip(signature.parameters, plain[0], strict=True)
    return tuple(_erased(each, known, raw) for each, raw in parameters), _erased(signature.returns, known, plain[1])


def _erased(generic: GenericType, bindings: Mapping[str, GenericType], descriptor: str) -> str:
    return generics.erasure(generics.substitute(generic, bindings), descriptor)


def _bindings(
    find: Find, file: ClassFile, owner: str, known: Mapping[str, GenericType]
) -> Mapping[str, GenericType] | None:
    """What the type parameters of ``owner`` stand for; empty where it is inherited raw, `None`: it is not above."""
    if file.name == owner:
        return known
    signature = parse_class_signature(file.signature) if file.signature is not None else None
    above = {each.name: each for each in (signature.superclass, *signature.interfaces)} if signature is not None else {}
    for name in (*file.interfaces, *((file.super_name,) if file.super_name is not None else ())):
        parent = find(name)
        if parent is None:
            continue
        found = _bindings(find, parent, owner, _arguments(parent, above.get(name), known))
        if found is not None:
            return found
    return None


def _arguments(
    parent: ClassFile, generic: ClassType | None, known: Mapping[str, GenericType]
) -> Mapping[str, GenericType]:
    if parent.signature is None or generic is None:
        return {}
    declared = parse_class_signature(parent.signature).type_parameters
    given = zip((each.name for each in declared), generic.arguments, strict=False)
    return {name: generics.substitute(each, known) for name, each in given if not isinstance(each, Wildcard)}
