"""The classes of one analysis: loading, resolution of members, and the class hierarchy."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from everypath.classfile import ClassPath, ClassSource, JImage
from everypath.errors import LinkageError, MissingClassError
from everypath.program import resolution
from everypath.program.class_loader import PRIMITIVE_NAMES, ClassLoader, bits_of
from everypath.program.hierarchy import ClassHierarchy
from everypath.program.model import Class, Field, Method
from everypath.program.reflection import ReflectTargets

_FULL_FIELD_MESSAGES = 21
"""The JDK from which on a NoSuchFieldError names class and type."""


class Program:
    """The classes of one analysis.

    ``jdk`` comes before ``classpath``, as in the JVM. ``targets`` are the internal names of the analysed classes, whose
    nested classes belong to them; with no targets given, every class of ``classpath`` is one.

    The JDK's everyday classes and the targets have fixed numbers, so a preference by number does not depend on the
    order in which classes are loaded. ``reflect`` are the patterns of `ReflectTargets`.
    """

    def __init__(
        self,
        classpath: ClassPath,
        jdk: ClassSource | ClassPath,
        targets: Collection[str] = (),
        reflect: Sequence[str] = (),
    ) -> None:
        self.classpath = classpath
        self.jdk = jdk
        self.loader = ClassLoader(classpath, jdk, targets)
        self.targets = self.loader.targets
        self.reflect = ReflectTargets(reflect, self.targets, classpath, jdk)
        self.hierarchy = ClassHierarchy(self.loader)
        self._classes = self.loader.classes

    # -- classes ------------------------------------------------------------------------------------------------

    @property
    def jdk_feature(self) -> int:
        """The feature version of the JDK, read from its class files."""
        return self.klass("java/lang/Object").major - 44

    def named_class(self, name: str, caller: Class | None) -> Class:
        """The class that code of ``caller`` names, its access checked where a caller is given."""
        cls = self.klass(name)
        if caller is not None:
            resolution.check_class_access(cls, caller)
        return cls

    def jdk_module(self, cls: Class) -> str | None:
        """The module of a class of the JDK's run time image; None for every other class."""
        if not isinstance(self.jdk, JImage) or self.jdk.find(cls.name) is None:
            return None
        return self.jdk.module_of(cls.package)

    def klass(self, name: str) -> Class:
        """The class by internal name, array descriptor (``[I``) or primitive keyword (``int``), loaded and linked.

        Raises ``MissingClassError`` naming the class that is missing (maybe a supertype), ``ClassFormatError``, or
        ``LinkageError`` where the supertypes cannot be linked.
        """
        cls = self._classes.get(name)
        if cls is None:
            cls = self.loader.load(name)
        return cls

    def find(self, name: str) -> Class | None:
        """``klass``, or ``None`` if the class or one of its supertypes is missing."""
        try:
            return self.klass(name)
        except MissingClassError:
            return None

    def define(self, data: bytes, *, is_target: bool) -> Class:
        """Link a class that no class path holds, such as the hidden class of a lambda; once per name."""
        return self.loader.define(data, is_target=is_target)

    def class_of_descriptor(self, descriptor: str) -> Class:
        """The class of a field descriptor, primitives included. Raises as ``klass``."""
        if len(descriptor) == 1:
            return self.primitive(descriptor)
        return self.klass(descriptor if descriptor[0] == "[" else descriptor[1:-1])

    def primitive(self, descriptor: str) -> Class:
        """The class of a primitive type by its letter, ``V`` for ``void``; its name is the Java keyword."""
        return self.klass(PRIMITIVE_NAMES[descriptor])

    def array_of(self, element: Class) -> Class:
        """The array class with elements of this class."""
        return self.klass("[" + element.descriptor)

    def by_number(self, number: int) -> Class:
        """The loaded class with this number. Raises ``KeyError`` if it is not loaded."""
        return self.loader.numbered(number)

    @property
    def loaded(self) -> tuple[Class, ...]:
        """Every class loaded so far, by number."""
        return tuple([cls for cls in self.loader.by_number if cls is not None])

    def target_names(self) -> Iterator[str]:
        """The names of all analysed classes that the class path has, nested ones included."""
        return self.loader.target_names()

    def is_target_name(self, name: str) -> bool:
        """True if a class of this name on the class path would be analysed code."""
        return self.loader.is_target_name(name)

    # -- members ------------------------------------------------------------------------------------------------

    def resolve_field(self, cls: Class, name: str, descriptor: str, caller: Class | None = None) -> Field:
        """The field that a reference means (JVMS 5.4.3.2), access checked where a ``caller`` is given."""
        field = resolution.resolve_field(cls, name, descriptor, brief=self.jdk_feature < _FULL_FIELD_MESSAGES)
        if caller is not None:
            resolution.check_access(field, caller)
        return field

    def resolve_method(self, cls: Class, name: str, descriptor: str, caller: Class | None = None) -> Method:
        """The method that a ``Methodref`` means (JVMS 5.4.3.3), access checked where a ``caller`` is given."""
        method = resolution.resolve_method(cls, name, descriptor)
        if caller is not None:
            self._check_method_access(cls, method, caller)
        return method

    def resolve_interface_method(self, cls: Class, name: str, descriptor: str, caller: Class | None = None) -> Method:
        """The method that an ``InterfaceMethodref`` means (JVMS 5.4.3.4), access checked as above."""
        method = resolution.resolve_interface_method(cls, name, descriptor)
        if caller is not None:
            self._check_method_access(cls, method, caller)
        return method

    @staticmethod
    def _check_method_access(cls: Class, method: Method, caller: Class) -> None:
        # The JVM treats ``clone`` of an array as public.
        if not (cls.is_array and method.name == "clone"):
            resolution.check_access(method, caller)

    def select(self, cls: Class, method: Method) -> Method:
        """The method that a call of ``method`` runs on an object of exactly ``cls``. Raises ``LinkageError``."""
        return resolution.select(cls, method)

    def select_special(self, caller: Class, named: Class, method: Method) -> Method:
        """The method that ``invokespecial`` runs: see ``resolution.select_special``."""
        return resolution.select_special(caller, named, method)

    def nest_host(self, cls: Class) -> Class:
        """The host of the class's nest (JVMS 5.4.4): what it claims, if the host agrees, otherwise itself."""
        claimed = cls.file.nest_host if cls.file is not None else None
        if claimed is None:
            return cls
        host = self.find(claimed)
        if host is None or host.file is None or host.package != cls.package or cls.name not in host.file.nest_members:
            return cls
        return host

    def functional_method(self, cls: Class) -> Method | None:
        """The one abstract method of a functional interface (JLS 9.8), ``None`` if it has none or several."""
        if not cls.is_interface:
            return None
        base = self.klass("java/lang/Object")
        found: dict[tuple[str, str], Method] = {}
        for interface in (cls, *cls.superinterfaces()):
            for method in interface.methods:
                if not method.is_abstract or base.declared_method(method.name, method.descriptor) is not None:
                    continue
                key = (method.name, method.descriptor)
                if key not in found and not self._is_implemented(cls, method):
                    found[key] = method
        return next(iter(found.values())) if len(found) == 1 else None

    @staticmethod
    def _is_implemented(cls: Class, method: Method) -> bool:
        try:
            return not resolution.resolve_interface_method(cls, method.name, method.descriptor).is_abstract
        except LinkageError:
            return False

    # -- the class hierarchy, as bit sets over the numbers of classes -------------------------------------------

    def subtypes(self, cls: Class) -> int:
        """Bit set of ``cls`` and what is below it, for type tests; see ``ClassHierarchy.subtypes``."""
        return self.hierarchy.subtypes(cls)

    def candidates(self, cls: Class) -> int:
        """Bit set of the instantiable classes that a value of type ``cls`` may have.

        See ``ClassHierarchy.candidates``.
        """
        return self.hierarchy.candidates(cls)

    def dispatch(self, candidates: int, method: Method) -> dict[Method, int]:
        """The candidates (a bit set) by the method that a call of ``method`` runs on them.

        See ``ClassHierarchy.dispatch``.
        """
        return self.hierarchy.dispatch(candidates, method)

    def classes_of(self, bits: int) -> Iterator[Class]:
        """The classes of a bit set, by number."""
        return self.loader.classes_of(bits)

    bits_of = staticmethod(bits_of)
