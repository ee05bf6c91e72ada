"""Facts about classes from their class files: names in source, flags, hierarchy and members."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everypath.classfile import (
    ClassFile,
    FieldInfo,
    MethodInfo,
    access,
    dotted,
    internal_name,
)
from everypath.inputs.places import Overriding, source_types
from everypath.suite.testcase import (
    Member,
    SourceName,
    method_parameters,
    outer_name,
    return_descriptor,
)

__all__ = ["OBJECT_CLASS", "ClassFacts"]

OBJECT_CLASS = "java/lang/Object"


class ClassFacts:
    """Reads class files and caches them. ``find`` returns the class file of an internal name, or None."""

    def __init__(self, find: Callable[[str], ClassFile | None]) -> None:
        self._find = find
        self._files: dict[str, ClassFile | None] = {}
        self._fields: dict[tuple[str, str, str], tuple[ClassFile, FieldInfo] | None] = {}
        self._declared: dict[str, dict[str, str]] = {}
        self._overriding = Overriding(self.file)

    def file(self, name: str) -> ClassFile | None:
        """The class file; None if there is none."""
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def declared_fields(self, name: str) -> dict[str, str]:
        """The descriptors of the fields that a class declares, by name; empty if there is no class file."""
        if name not in self._declared:
            file = self.file(name)
            fields = file.fields if file is not None else ()
            self._declared[name] = {each.name: each.descriptor for each in reversed(fields)}
        return self._declared[name]

    def ancestors(self, name: str) -> Iterator[str]:
        """The superclasses, nearest first, without the class itself."""
        file = self.file(name)
        while file is not None and file.super_name is not None:
            yield file.super_name
            file = self.file(file.super_name)

    def hierarchy(self, name: str) -> Iterator[ClassFile]:
        """The class, its superclasses and all interfaces, each once."""
        return self._overriding.hierarchy(name)

    def inherits(self, name: str, other: str) -> bool:
        """True if a class is the other one or a subtype of it, or if it is unknown."""
        return self.file(name) is None or any(each.name == other for each in self.hierarchy(name))

    def source_name(self, name: str) -> SourceName:
        """The name in source; for local, anonymous and unknown classes a guess from the internal name."""
        parts: list[str] = []
        current = name
        for _ in range(20):
            row = self.inner_row(current)
            if row is None or row[0] is None:
                break
            parts.insert(0, row[1])
            current = row[0]
        if not parts:
            return outer_name(name) if self.file(name) is None else self.top_name(name)
        top = self.top_name(current)
        return SourceName(top.package, (*top.parts, *parts))

    @staticmethod
    def top_name(name: str) -> SourceName:
        """The source name of a top-level class."""
        package, _, simple = name.rpartition("/")
        return SourceName(dotted(package), (simple,))

    def inner_row(self, name: str) -> tuple[str | None, str, int] | None:
        """The outer class (None: local or anonymous), simple name and flags of a nested class."""
        file = self.file(name)
        if file is None:
            return None
        for row in file.inner_classes:
            if row.inner == name:
                return row.outer, row.name or "", row.access
        return None

    def flags(self, name: str) -> int:
        """The access flags as declared in source: for nested classes those of the ``InnerClasses`` row."""
        row = self.inner_row(name)
        file = self.file(name)
        return row[2] if row is not None else file.access if file is not None else 0

    def is_generic(self, name: str) -> bool:
        """True if the class has type parameters."""
        file = self.file(name)
        signature = file.signature if file is not None else None
        return signature is not None and signature.startswith("<")

    def is_interface(self, name: str) -> bool:
        """True for an interface."""
        file = self.file(name)
        return file is not None and bool(file.access & access.INTERFACE)

    def is_abstract(self, name: str) -> bool:
        """True for an abstract class or an interface."""
        file = self.file(name)
        return file is not None and bool(file.access & access.ABSTRACT)

    def is_sibling(self, package: str, simple: str) -> bool:
        """True if a package (dotted) has a top-level class of this simple name."""
        return self.file(f"{internal_name(package)}/{simple}" if package else simple) is not None

    def find_method(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, MethodInfo] | None:
        """The declaration of a method that a call on ``owner`` resolves to."""
        for file in self.hierarchy(owner):
            for method in file.methods:
                if method.name == name and method.descriptor == descriptor:
                    return file, method
            if name == "<init>":
                return None
        return None

    def find_field(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, FieldInfo] | None:
        """The declaration of a field that an access on ``owner`` resolves to."""
        key = owner, name, descriptor
        if key not in self._fields:
            self._fields[key] = self._find_field(*key)
        return self._fields[key]

    def _find_field(self, owner: str, name: str, descriptor: str) -> tuple[ClassFile, FieldInfo] | None:
        for file in self.hierarchy(owner):
            for each in file.fields:
                if each.name == name and each.descriptor == descriptor:
                    return file, each
        return None

    def is_inner(self, name: str) -> bool:
        """True for an inner class (JLS 8.1.3): its constructors take the enclosing object."""
        row = self.inner_row(name)
        return row is not None and row[0] is not None and not row[2] & access.STATIC

    def first_constant(self, name: str) -> str | None:
        """The first constant of an enum; None for other classes."""
        return next(iter(self.constants(name)), None)

    def constants(self, name: str) -> list[str]:
        """The constants of an enum; none for other classes."""
        file = self.file(name)
        if file is None or not file.access & access.ENUM:
            return []
        return [each.name for each in file.fields if each.access & access.ENUM]

    def abstract_methods(self, class_name: str) -> list[tuple[str, MethodInfo]]:
        """The methods that an implementation must supply, each with its declaring class."""
        return self._overriding.supplied(class_name)

    def bridges(self, class_name: str) -> tuple[tuple[Member, Member], ...]:
        """The bridge methods that a compiler adds to an implementation, each with the method that it calls."""
        return tuple(
            (Member(owner, *key), Member(owner, method.name, method.descriptor))
            for key, (owner, method) in self._overriding.bridges(class_name).items()
        )

    def is_lambda(self, owner: str, name: str, descriptor: str) -> bool:
        """True if a lambda may implement the method: it has no type parameters (JLS 15.27.3), and is not that of an
        annotation interface (JLS 9.8).
        """
        found = self.find_method(owner, name, descriptor)
        return (
            found is not None
            and found[0].name != "java/lang/annotation/Annotation"
            and not (found[1].signature or "").startswith("<")
        )

    def types_in_source(self, class_name: str, member: Member) -> tuple[tuple[str, ...], str] | None:
        """The types of an overriding method (`source_types`); None if they are those of its descriptor."""
        found = self.find_method(member.owner, member.name, member.descriptor)
        if found is None:
            return None
        types = source_types(self.file, class_name, found[0].name, found[1])
        plain = tuple(method_parameters(member.descriptor)), return_descriptor(member.descriptor)
        return types if types != plain else None

    def is_instantiable(self, name: str) -> bool:
        """True if there may be objects of exactly this class."""
        file = self.file(name)
        return file is not None and not file.access & (access.ABSTRACT | access.INTERFACE)

    def parameter_names(self, owner: str, name: str, descriptor: str) -> tuple[str | None, ...]:
        """The names of a method's parameters; None for those that the class file does not give."""
        found = self.find_method(owner, name, descriptor)
        if found is None:
            return (None,) * len(method_parameters(descriptor))
        return found[1].parameter_names

    def field_is_final(self, owner: str, name: str, descriptor: str) -> bool:
        """True if the field is final."""
        found = self.find_field(owner, name, descriptor)
        return found is not None and bool(found[1].access & access.FINAL)
