"""Loading and linking: from a class path to ``Class`` objects, one per name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from everypath.classfile import ClassFile, ClassPath, ClassSource, JImage, access, dotted
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import resolution
from everypath.program.around import around
from everypath.program.model import PRIMITIVE_DESCRIPTORS, Class, Field, Method
from everypath.program.reflection import ReflectTargets
from everypath.program.world import World

_PRIMITIVE_FLAGS = access.PUBLIC | access.FINAL | access.ABSTRACT
_ARRAY_FLAGS = access.FINAL | access.ABSTRACT
_VISIBILITY = access.PUBLIC | access.PRIVATE | access.PROTECTED
EVERYDAY: Final = (
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Double",
    "java/lang/Boolean",
    "java/lang/Character",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Float",
    "java/lang/StringBuilder",
    "java/util/ArrayList",
    "java/util/LinkedHashMap",
    "java/util/HashMap",
    "java/util/LinkedHashSet",
    "java/util/HashSet",
    "java/util/TreeSet",
    "java/util/TreeMap",
    "java/util/ArrayDeque",
    "[I",
    "[B",
    "[C",
    "[J",
    "[D",
    "[Ljava/lang/Object;",
    "[Ljava/lang/String;",
)
"""JDK classes that values of unknown origin often have, the plainest first: the lowest numbers."""

_PRIMITIVE_NAMES = {descriptor: name for name, descriptor in PRIMITIVE_DESCRIPTORS.items()}


_FULL_FIELD_MESSAGES = 21
"""The JDK from which a NoSuchFieldError tells class and type."""


class Program:
    """The classes of one analysis.

    ``jdk`` comes before ``classpath``, as in the JVM. ``targets`` are the internal names of the analysed classes, whose
    nested classes belong to them; with no targets given, every class of ``classpath`` is one.

    The JDK's everyday classes and the targets have their numbers from the start, so that what is preferred by number
    does not depend on the order in which classes are loaded. ``reflect`` are the patterns of `ReflectTargets`.
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
        self.targets = frozenset(targets)
        self.reflect = ReflectTargets(reflect, self.targets, classpath, jdk)
        self.support: ClassSource | None = None
        """Java classes of everypath's own that stand in for parts of the JDK; looked up after ``jdk``."""
        self.supplied: Mapping[str, bytes] = {}
        """What stands in for classes that are nowhere on the class path."""
        self._classes: dict[str, Class] = {}
        reserved = dict.fromkeys((*EVERYDAY, *sorted(self.targets)))
        self._reserved = {name: number for number, name in enumerate(reserved)}
        self._by_number: list[Class | None] = [None] * len(reserved)
        self.arrays: list[Class] = []
        self._loading: list[str] = []
        self._broken: dict[str, MissingClassError | ClassFormatError | LinkageError] = {}
        self._world: World | None = None

    # -- classes ------------------------------------------------------------------------------------------------

    @property
    def jdk_feature(self) -> int:
        """The feature version of the JDK, as the class files of its own say."""
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
            cls = self._load(name)
        return cls

    def find(self, name: str) -> Class | None:
        """``klass``, or ``None`` where the class or one of its supertypes is missing."""
        try:
            return self.klass(name)
        except MissingClassError:
            return None

    def define(self, data: bytes, *, is_target: bool) -> Class:
        """Link a class that no class path holds, such as the hidden class of a lambda; once per name."""
        file = ClassFile(data)
        known = self._classes.get(file.name)
        if known is not None:
            return known
        superclass, interfaces = self._link(file)
        return self._register(Class(file.name, file.access, superclass, interfaces, file, None, is_target))

    def class_of_descriptor(self, descriptor: str) -> Class:
        """The class of a field descriptor, primitives included. Raises as ``klass``."""
        if len(descriptor) == 1:
            return self.primitive(descriptor)
        return self.klass(descriptor if descriptor[0] == "[" else descriptor[1:-1])

    def primitive(self, descriptor: str) -> Class:
        """The class of a primitive type by its letter, ``V`` for ``void``; its name is the Java keyword."""
        return self.klass(_PRIMITIVE_NAMES[descriptor])

    def array_of(self, element: Class) -> Class:
        """The array class with elements of this class."""
        return self.klass("[" + element.descriptor)

    def by_number(self, number: int) -> Class:
        """The loaded class with this number. Raises ``KeyError`` where it is not loaded."""
        cls = self._by_number[number]
        if cls is None:
            raise KeyError(number)
        return cls

    @property
    def loaded(self) -> tuple[Class, ...]:
        """Every class loaded so far, by number."""
        return tuple([cls for cls in self._by_number if cls is not None])

    def target_names(self) -> Iterator[str]:
        """The names of all analysed classes that the class path has, nested ones included."""
        return (name for name in self.classpath.names() if self.is_target_name(name))

    def is_target_name(self, name: str) -> bool:
        """Whether a class of this name on the class path would be analysed code."""
        if not self.targets:
            return self.jdk.find(name) is None
        if name in self.targets:
            return True
        outer = name
        while "$" in outer:
            outer = outer.rpartition("$")[0]
            if outer in self.targets:
                return True
        return False

    def _load(self, name: str) -> Class:
        if name in self._broken:
            raise self._broken[name].with_traceback(None)
        if name in self._loading:
            raise LinkageError("java/lang/ClassCircularityError", dotted(name))
        self._loading.append(name)
        try:
            if name.startswith("["):
                return self._load_array(name)
            if name in PRIMITIVE_DESCRIPTORS:
                return self._register(Class(name, _PRIMITIVE_FLAGS, None, ()))
            return self._load_file(name)
        except (MissingClassError, ClassFormatError, LinkageError) as error:
            self._broken[name] = error
            raise
        finally:
            self._loading.pop()

    def _load_array(self, name: str) -> Class:
        inner = name[1:]
        if not inner or (inner[0] not in "[L" and inner not in _PRIMITIVE_NAMES) or name.count("[") > 255:
            raise MissingClassError(name)
        if inner[0] == "L" and not inner.endswith(";"):
            raise MissingClassError(name)
        element = self.class_of_descriptor(inner)
        interfaces = (self.klass("java/lang/Cloneable"), self.klass("java/io/Serializable"))
        flags = _ARRAY_FLAGS | element.access & _VISIBILITY
        superclass = self.klass("java/lang/Object")
        return self._register(Class(name, flags, superclass, interfaces, None, element, element.is_target))

    def _load_file(self, name: str) -> Class:
        data = self.jdk.find(name)
        if data is None and self.support is not None:
            data = self.support.find(name)
        from_jdk = data is not None
        if data is None:
            data = self.classpath.find(name)
        if data is None:
            data = self.supplied.get(name)
        if data is None:
            raise MissingClassError(name)
        is_target = self.is_target_name(name) if self.targets else not from_jdk
        try:
            file = ClassFile(data)
            if file.name != name:
                raise MissingClassError(name)
            superclass, interfaces = self._link(file)
            outside = tuple if from_jdk else partial(around, file, self.classpath)
            cls = Class(name, file.access, superclass, interfaces, file, None, is_target, outside)
        except ClassFormatError as error:
            if dotted(name) in str(error):
                raise
            raise _renamed(error, f"class {dotted(name)}: {error}") from None
        return self._register(cls)

    def _link(self, file: ClassFile) -> tuple[Class | None, tuple[Class, ...]]:
        if file.super_name is None:
            if file.name != "java/lang/Object":
                raise ClassFormatError("malformed class file: a class without a superclass")
            return None, ()
        superclass = self.klass(file.super_name)
        interfaces = tuple([self.klass(interface) for interface in file.interfaces])
        here = dotted(file.name)
        if superclass.is_interface:
            message = f"class {here} has interface {dotted(superclass.name)} as super class"
            raise LinkageError("java/lang/IncompatibleClassChangeError", message)
        if superclass.is_final or superclass.is_array:
            message = f"class {here} cannot inherit from final class {dotted(superclass.name)}"
            raise LinkageError("java/lang/IncompatibleClassChangeError", message)
        for interface in interfaces:
            if not interface.is_interface:
                message = f"class {here} cannot implement {dotted(interface.name)}, it is not an interface"
                raise LinkageError("java/lang/IncompatibleClassChangeError", message)
        return superclass, interfaces

    def _register(self, cls: Class) -> Class:
        number = self._reserved.get(cls.name)
        if number is None:
            number = len(self._by_number)
            self._by_number.append(cls)
        else:
            self._by_number[number] = cls
        cls.number = number
        bit = 1 << cls.number
        for supertype in cls.supertypes:
            supertype.below |= bit
        if cls.is_array:
            self.arrays.append(cls)
        self._classes[cls.name] = cls
        return cls

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
        """The one abstract method of a functional interface (JLS 9.8), ``None`` where it has none or several."""
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

    # -- the world of candidate classes -------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """The classes that values of unknown origin may have, numbered; made when first asked."""
        if self._world is None:
            self._world = World(self)
        return self._world

    def subtypes(self, cls: Class) -> int:
        """Bit set of ``cls`` and what is below it, for type tests; see ``World.subtypes``."""
        return self.world.subtypes(cls)

    def candidates(self, cls: Class) -> int:
        """Bit set of the instantiable classes that a value of type ``cls`` may have; see ``World.candidates``."""
        return self.world.candidates(cls)

    def dispatch(self, candidates: int, method: Method) -> dict[Method, int]:
        """The candidates (a bit set) by the method that a call of ``method`` runs on them; see ``World.dispatch``."""
        return self.world.dispatch(candidates, method)

    def classes_of(self, bits: int) -> Iterator[Class]:
        """The classes of a bit set, by number."""
        while bits:
            low = bits & -bits
            yield self.by_number(low.bit_length() - 1)
            bits ^= low

    @staticmethod
    def bits_of(classes: Iterable[Class]) -> int:
        """The bit set of some classes."""
        bits = 0
        for cls in classes:
            bits |= 1 << cls.number
        return bits


def _renamed(error: ClassFormatError, message: str) -> ClassFormatError:
    """The same error, of the same class, with another message."""
    error.args = (message,)
    return error
