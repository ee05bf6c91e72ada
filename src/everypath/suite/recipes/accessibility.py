"""The classes and members that a test in a given package may name, and how source code names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everypath.classfile import (
    ClassFile,
    FieldInfo,
    MethodInfo,
    access,
    intersected,
    is_reference,
    package_of,
)
from everypath.dataclass import replace
from everypath.suite.recipes.accessors import Accessors
from everypath.suite.recipes.class_facts import OBJECT_CLASS, ClassFacts
from everypath.suite.recipes.source_facts import SourceFacts
from everypath.suite.testcase import (
    RESERVED,
    Member,
    class_of,
    is_nameable,
    method_parameters,
    return_descriptor,
)

__all__ = ["Members"]

_VISIBLE = access.PUBLIC | access.PROTECTED | access.PRIVATE
_CLOSED = ("sun/", "jdk/", "com/sun/")


class Members:
    """The classes and members of the program as a test in ``package`` (with slashes) sees them; answers are cached."""

    def __init__(self, find: Callable[[str], ClassFile | None], package: str) -> None:
        self.package = package
        self.classes = ClassFacts(find)
        self._accessible: dict[str, bool] = {}
        self._named: dict[tuple[str, str, str], Member] = {}
        self.accessors = Accessors(self.classes, self.method, self.field_is_accessible)
        self.observers: dict[str, list[tuple[Member, frozenset[str]]]] = {}
        """For `everypath.suite.oracle.inspectors`: by class, the methods that read its objects, and their fields."""

    def accessible(self, name: str) -> bool:
        """True if the test may name the class. For an array, its element class decides."""
        base = name.lstrip("[")
        if base != name:
            return not is_reference(base) or self.accessible(class_of(base))
        known = self._accessible.get(name)
        if known is None:
            known = self._accessible[name] = self._is_accessible(name)
        return known

    def type_accessible(self, descriptor: str) -> bool:
        """True if the test may name the type."""
        return not is_reference(descriptor) or self.accessible(class_of(descriptor))

    def _is_accessible(self, name: str) -> bool:
        if name.startswith(_CLOSED) and package_of(name) != self.package:
            return False
        file = self.classes.file(name)
        if file is None or file.is_synthetic:
            return False
        if intersected(name):
            return all(map(self.accessible, intersected(name)))
        here = package_of(name) == self.package
        if not package_of(name) and self.package:
            return False
        row = self.classes.inner_row(name)
        if row is None:
            source = self.classes.top_name(name)
            packages = source.package.split(".") if source.package else []
            if not all(map(is_nameable, [*packages, *source.parts])) or RESERVED.intersection(source.parts):
                return False
            return bool(file.access & access.PUBLIC) or here
        outer, simple, flags = row
        if outer is None or flags & access.PRIVATE or not is_nameable(simple) or not self.accessible(outer):
            return False
        return bool(flags & access.PUBLIC) or here

    def is_enum(self, name: str) -> bool:
        """True for an enum that the test may name."""
        file = self.classes.file(name)
        return file is not None and bool(file.access & access.ENUM) and self.accessible(name)

    def facts(self) -> SourceFacts:
        """The facts that the source writer needs."""
        classes = self.classes
        return SourceFacts(classes.source_name, classes.is_sibling, classes.is_generic, self.is_enum, classes.inherits)

    def nearest_accessible(self, name: str) -> str:
        """The class, or its nearest superclass that the test may name."""
        if self.accessible(name):
            return name
        return next((each for each in self.classes.ancestors(name) if self.accessible(each)), OBJECT_CLASS)

    def method(self, owner: str, name: str, descriptor: str) -> Member:
        """A method or constructor as the test names it. It is hidden if it cannot be found."""
        key = owner, name, descriptor
        known = self._named.get(key)
        if known is None:
            known = self._named[key] = self._method(*key)
        return known

    def called(self, owner: str, name: str, descriptor: str) -> Member:
        """A method as the test calls it on an object of ``owner``: if the test cannot name that class, the method of a
        supertype that it overrides.
        """
        member = self.method(owner, name, descriptor)
        if not member.hidden or member.static or name == "<init>" or self.accessible(owner):
            return member
        return next((each for each in self._overridden(owner, name, descriptor) if not each.hidden), member)

    def _overridden(self, owner: str, name: str, descriptor: str) -> Iterator[Member]:
        """The methods of supertypes that a method overrides, itself or by a bridge of its compiler."""
        file = self.classes.file(owner)
        count = len(method_parameters(descriptor))
        bridges = [
            each.descriptor
            for each in (file.methods if file is not None else ())
            if each.access & access.BRIDGE and each.name == name and len(method_parameters(each.descriptor)) == count
        ]
        for above in self.classes.hierarchy(owner):
            for each in above.methods:
                if each.name == name and each.descriptor in (descriptor, *bridges) and above.name != owner:
                    yield self.method(above.name, name, each.descriptor)

    def _method(self, owner: str, name: str, descriptor: str) -> Member:
        found = self.classes.find_method(owner, name, descriptor)
        if found is None:
            return Member(owner, name, descriptor, hidden=True, raises="Exception")
        file, method = found
        local = name != "<init>" and not method.access & _VISIBLE
        usable = (
            self.accessible(owner)
            and self._may_use(file, method)
            and not method.is_synthetic
            and (not local or package_of(owner) == package_of(file.name))
            and (name == "<init>" or is_nameable(name))
            and not self._is_return_type_decisive(file, method)
            and all(self.type_accessible(each) for each in method_parameters(descriptor))
        )
        abstract = name == "<init>" and self.classes.is_abstract(file.name)
        return Member(
            owner,
            name,
            descriptor,
            static=bool(method.access & access.STATIC),
            ambiguous=self._is_ambiguous(owner, method),
            hidden=not usable or abstract,
            enclosed=name == "<init>" and self.classes.is_inner(owner),
            generic=self._is_generic(owner, method),
            raises=self._raises(method),
            local=local,
        )

    def _is_generic(self, owner: str, method: MethodInfo) -> bool:
        """True if ``javac`` infers type arguments for the object that the member makes or returns."""
        if method.name == "<init>":
            return self.classes.is_generic(owner)
        return method.signature is not None and is_reference(return_descriptor(method.descriptor))

    def constructor_above(self, owner: str, descriptor: str) -> Member:
        """A constructor of an abstract class as an anonymous subclass in the test calls it."""
        member = self.method(owner, "<init>", descriptor)
        found = self.classes.find_method(owner, "<init>", descriptor)
        usable = (
            found is not None
            and self.accessible(owner)
            and (bool(found[1].access & access.PROTECTED) or self._may_use(*found))
            and all(self.type_accessible(each) for each in method_parameters(descriptor))
        )
        return replace(member, hidden=not usable)

    def _may_use(self, declaring: ClassFile, member: FieldInfo | MethodInfo) -> bool:
        if member.access & access.PUBLIC:
            return True
        return not member.access & access.PRIVATE and package_of(declaring.name) == self.package

    @staticmethod
    def _is_return_type_decisive(file: ClassFile, method: MethodInfo) -> bool:
        """True if the class has another method that differs in the type of its result only, as obfuscated classes do:
        source cannot choose one of them.
        """
        parameters = method.descriptor.partition(")")[0]
        return any(
            other is not method
            and other.name == method.name
            and other.descriptor.partition(")")[0] == parameters
            and not other.is_synthetic
            for other in file.methods
        )

    def _is_ambiguous(self, owner: str, method: MethodInfo) -> bool:
        parameters = method_parameters(method.descriptor)
        count = len(parameters)
        if method.access & access.VARARGS:
            return True
        for file in self.classes.hierarchy(owner):
            for other in file.methods:
                if other.name != method.name or other.is_synthetic:
                    continue
                others = method_parameters(other.descriptor)
                if others != parameters and (len(others) == count or other.access & access.VARARGS):
                    return True
            if method.name == "<init>":
                break
        return False

    def _raises(self, method: MethodInfo) -> str:
        raised = ""
        for name in method.exceptions:
            line = (name, *self.classes.ancestors(name))
            if "java/lang/RuntimeException" in line or "java/lang/Error" in line:
                continue
            if "java/lang/Exception" not in line:
                return "Throwable"
            raised = "Exception"
        return raised

    def field_is_accessible(self, owner: str, name: str, descriptor: str) -> bool:
        """True if the test may name the field."""
        found = self.classes.find_field(owner, name, descriptor)
        if found is None or not is_nameable(name) or not self.accessible(owner):
            return False
        same = [each for each in found[0].fields if each.name == name and not each.is_synthetic]
        return self._may_use(*found) and same == [found[1]]

    def simplest_constructor(self, name: str) -> Member | None:
        """The accessible constructor with the fewest parameters; None if there is none or the class is abstract."""
        file = self.classes.file(name)
        if file is None or file.access & access.ABSTRACT:
            return None
        found = [self.method(name, "<init>", each.descriptor) for each in file.methods if each.name == "<init>"]
        usable = [member for member in found if not member.hidden]
        return min(
            usable, key=lambda member: (len(method_parameters(member.descriptor)), member.descriptor), default=None
        )
