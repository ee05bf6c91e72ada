"""The methods that an implementation of an interface or abstract class must declare, and their types in source.

The types are those in source if the class binds type parameters of its supertypes. An anonymous subclass of
``abstract class Lines implements Iterator<String>`` declares ``String next()``, while class files call
``Object next()``. If a generic class is used raw, the types of all its members are erased, also of inherited ones
(JLS 4.8).

If an interface declares such a method again (``String next()``), the compiler adds a bridge method to implementations,
from the erased method to the other (JLS 15.12.4.5). It adds none if the interface has the bridge already: since Java 8
javac puts it there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from everypath.classfile import (
    ClassFile,
    ClassType,
    GenericType,
    MethodInfo,
    Wildcard,
    access,
    parse_class_signature,
    parse_method_descriptor,
    parse_method_signature,
)
from everypath.inputs.places.generics import erasure, substitute
from everypath.unrolled import Unrolled, unrolled

__all__ = ["Overriding", "source_types"]

Find = Callable[[str], ClassFile | None]
Declared = tuple[str, MethodInfo]
"""A method with the name of the class that declares it."""
Key = tuple[str, str]
"""A method's name and descriptor."""

OBJECT = "java/lang/Object"


class Overriding:
    """Finds and caches the methods to implement, for the classes that ``find`` returns."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._abstract: dict[str, list[Declared]] = {}
        self._bridges: dict[str, dict[Key, Declared]] = {}

    def supplied(self, class_name: str) -> list[Declared]:
        """The methods that an implementation must declare, without the bridges that its compiler adds."""
        bridges = self.bridges(class_name)
        return [each for each in self._all_abstract(class_name) if _key(each[1]) not in bridges]

    def bridges(self, class_name: str) -> dict[Key, Declared]:
        """The bridge methods that a compiler adds to an implementation, each with the method that it calls."""
        known = self._bridges.get(class_name)
        if known is None:
            abstract = self._all_abstract(class_name)
            names = [method.name for _, method in abstract]
            found = {}
            for each in abstract if len(set(names)) < len(names) else ():
                target = next((other for other in abstract if self._is_bridge(class_name, each, other)), None)
                if target is not None:
                    found[_key(each[1])] = target
            known = self._bridges[class_name] = found
        return known

    def hierarchy(self, name: str) -> Iterator[ClassFile]:
        """The class, its superclasses and all interfaces, each once."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            current = waiting.pop(0)
            file = self._find(current) if current not in seen else None
            seen.add(current)
            if file is not None:
                yield file
                waiting += [each for each in (file.super_name, *file.interfaces) if each is not None]

    def _is_bridge(self, class_name: str, bridge: Declared, target: Declared) -> bool:
        """True if a method with the types of ``target`` implements ``bridge``, whose descriptor differs."""
        if bridge[1].name != target[1].name or bridge[1].descriptor == target[1].descriptor:
            return False
        parameters, result = parse_method_descriptor(target[1].descriptor)
        wanted, known = source_types(self._find, class_name, *bridge)
        return parameters == wanted and (result == known or self._is_narrower(result, known))

    def _is_narrower(self, result: str, other: str) -> bool:
        """True if a reference type is a subtype of another one."""
        if result[0] not in "L[" or other[0] not in "L[":
            return False
        if other == f"L{OBJECT};":
            return True
        return result[0] == "L" and any(f"L{file.name};" == other for file in self.hierarchy(result[1:-1]))

    def _all_abstract(self, class_name: str) -> list[Declared]:
        known = self._abstract.get(class_name)
        if known is None:
            known = self._abstract[class_name] = self._find_abstract(class_name)
        return known

    def _find_abstract(self, class_name: str) -> list[Declared]:
        """Find the abstract methods of a class. A method of the class overrides those of its superclasses, and these
        override methods of interfaces (JVMS 5.4.6).
        """
        decided: dict[Key, Declared] = {}
        inherited: dict[Key, list[Declared]] = {}
        file = self._find(class_name)
        while file is not None:
            for method in () if _is_interface(file) else _instance_methods(file):
                if file.name != OBJECT or method.access & access.PUBLIC:  # an interface may declare a public `clone`
                    decided.setdefault(_key(method), (file.name, method))
            file = self._find(file.super_name) if file.super_name is not None else None
        for above in filter(_is_interface, self.hierarchy(class_name)):
            for method in _instance_methods(above):
                inherited.setdefault(_key(method), []).append((above.name, method))
        for key, declared in inherited.items():
            if key not in decided:
                decided[key] = self._most_specific(declared)
        return [each for each in decided.values() if each[1].access & access.ABSTRACT]

    def _most_specific(self, declared: Sequence[Declared]) -> Declared:
        """Return a declaration in an interface that no other one overrides, if possible one with code."""
        above = {each.name for name, _ in declared for each in self.hierarchy(name) if each.name != name}
        lowest = [each for each in declared if each[0] not in above]
        return next((each for each in lowest if not each[1].access & access.ABSTRACT), lowest[0])


def _key(method: MethodInfo) -> Key:
    return method.name, method.descriptor


def _is_interface(file: ClassFile) -> bool:
    return bool(file.access & access.INTERFACE)


def _instance_methods(file: ClassFile) -> list[MethodInfo]:
    hidden = access.STATIC | access.PRIVATE
    return [each for each in file.methods if not each.access & hidden and each.name[0] != "<"]


def source_types(find: Find, class_name: str, owner: str, method: MethodInfo) -> tuple[tuple[str, ...], str]:
    """The descriptors of the parameters and of the result, as a subclass of ``class_name`` declares them.

    ``owner`` declares the method.
    """
    plain = parse_method_descriptor(method.descriptor)
    file = find(class_name)
    if method.signature is None or file is None or class_name == owner:
        return plain
    if file.signature is not None and parse_class_signature(file.signature).type_parameters:
        return plain
    bindings: Mapping[str, GenericType] | None = unrolled(_bindings(find, file, owner, {}))
    signature = parse_method_signature(method.signature)
    if not bindings or len(signature.parameters) != len(plain[0]):
        return plain
    hidden = {each.name for each in signature.type_parameters}
    known = {name: bound for name, bound in bindings.items() if name not in hidden}
    parameters = zip(signature.parameters, plain[0], strict=True)
    return tuple(_erased(each, known, raw) for each, raw in parameters), _erased(signature.returns, known, plain[1])


def _erased(generic: GenericType, bindings: Mapping[str, GenericType], descriptor: str) -> str:
    return erasure(substitute(generic, bindings), descriptor)


def _bindings(
    find: Find, file: ClassFile, owner: str, known: Mapping[str, GenericType]
) -> Unrolled[Mapping[str, GenericType] | None]:
    """The types bound to the type parameters of ``owner``; empty if it is inherited raw, None if it is no supertype."""
    if file.name == owner:
        return known
    signature = parse_class_signature(file.signature) if file.signature is not None else None
    above = {each.name: each for each in (signature.superclass, *signature.interfaces)} if signature is not None else {}
    for name in (*file.interfaces, *((file.super_name,) if file.super_name is not None else ())):
        parent = find(name)
        if parent is None:
            continue
        found: Mapping[str, GenericType] | None = yield _bindings(
            find, parent, owner, _arguments(parent, above.get(name), known)
        )
        if found is not None:
            return found
    return None


def _arguments(
    parent: ClassFile, generic: ClassType | None, known: Mapping[str, GenericType]
) -> Mapping[str, GenericType]:
    if parent.signature is None or generic is None:
        return {}
    declared = parse_class_signature(parent.signature).type_parameters
    given = zip((each.name for each in declared), generic.arguments, strict=False)  # a raw type has none
    return {name: substitute(each, known) for name, each in given if not isinstance(each, Wildcard)}
