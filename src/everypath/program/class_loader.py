"""Loading and linking of classes: from a class path to ``Class`` objects, one per name (JVMS 5.3, 5.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from everypath.classfile import ClassFile, ClassPath, ClassSource, access, dotted, intersected, intersection_file
from everypath.errors import ClassFormatError, LinkageError, MissingClassError, TargetError
from everypath.program.enclosing import enclosing_files
from everypath.program.model import PRIMITIVE_DESCRIPTORS, Class

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
"""JDK classes that values of unknown origin often have, the simplest first. They get the lowest numbers."""

PRIMITIVE_NAMES: Final = {descriptor: name for name, descriptor in PRIMITIVE_DESCRIPTORS.items()}
"""Java keyword by descriptor letter."""


DEEPEST: Final = 40
"""Loads of supertypes that may nest. Each takes a few frames of Python."""


class ClassLoader:
    """Finds, links and numbers the classes of one program.

    ``jdk`` comes before ``classpath``, as in the JVM. ``targets`` are the internal names of the analysed classes, whose
    nested classes belong to them; with no targets given, every class of ``classpath`` is one. ``classes`` are those
    loaded so far by name, ``by_number`` by number, with None if a number is reserved for a class not yet loaded.
    """

    def __init__(self, classpath: ClassPath, jdk: ClassSource | ClassPath, targets: Collection[str]) -> None:
        self.classpath = classpath
        self.jdk = jdk
        self.targets = frozenset(targets)
        self.support: ClassSource | None = None
        """Java classes of everypath's own that replace parts of the JDK; looked up after ``jdk``."""
        self.supplied: Mapping[str, bytes] = {}
        """Class files that replace classes missing from the class path, by internal name."""
        self.classes: dict[str, Class] = {}
        reserved = dict.fromkeys((*EVERYDAY, *sorted(self.targets)))
        self._reserved = {name: number for number, name in enumerate(reserved)}
        self.by_number: list[Class | None] = [None] * len(reserved)
        self.arrays: list[Class] = []
        self._loading: list[str] = []
        self._broken: dict[str, MissingClassError | ClassFormatError | LinkageError] = {}

    def klass(self, name: str) -> Class:
        """The class by internal name, array descriptor (``[I``) or primitive keyword (``int``), loaded and linked.

        Raises ``MissingClassError`` naming the class that is missing (maybe a supertype), ``ClassFormatError``, or
        ``LinkageError`` where the supertypes cannot be linked.
        """
        cls = self.classes.get(name)
        if cls is None:
            cls = self.load(name)
        return cls

    def class_of_descriptor(self, descriptor: str) -> Class:
        """The class of a field descriptor, primitives included. Raises as ``klass``."""
        if len(descriptor) == 1:
            return self.klass(PRIMITIVE_NAMES[descriptor])
        return self.klass(descriptor if descriptor[0] == "[" else descriptor[1:-1])

    def define(self, data: bytes, *, is_target: bool) -> Class:
        """Link a class that no class path holds, such as the hidden class of a lambda; once per name."""
        file = ClassFile(data)
        known = self.classes.get(file.name)
        if known is not None:
            return known
        superclass, interfaces = self._link(file)
        return self._register(Class(file.name, file.access, superclass, interfaces, file, None, is_target))

    def classes_of(self, bits: int) -> Iterator[Class]:
        """The classes of a bit set, by number."""
        while bits:
            low = bits & -bits
            yield self.numbered(low.bit_length() - 1)
            bits ^= low

    def numbered(self, number: int) -> Class:
        """The loaded class with this number. Raises ``KeyError`` if it is not loaded."""
        cls = self.by_number[number]
        if cls is None:
            raise KeyError(number)
        return cls

    def target_names(self) -> Iterator[str]:
        """The names of all analysed classes that the class path has, nested ones included."""
        return (name for name in self.classpath.names() if self.is_target_name(name))

    def is_target_name(self, name: str) -> bool:
        """True if a class of this name on the class path would be analysed code."""
        if intersected(name):
            return False
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

    def load(self, name: str) -> Class:
        """Load a class that is not among ``classes`` yet. Raises as ``klass``; an error is raised again each time."""
        if name in self._broken:
            raise self._broken[name].with_traceback(None)
        if name in self._loading:
            raise LinkageError("java/lang/ClassCircularityError", dotted(name))
        self._loading.append(name)
        try:
            if not len(self._loading) % DEEPEST:
                self._load_above(name)
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

    def _load_above(self, name: str) -> None:
        """Load what is above a class, the highest first, so that loads of supertypes do not nest without limit."""
        above: dict[str, None] = {}
        waiting = [name]
        while waiting:
            current = waiting.pop()
            if current in self.classes or current in above or current in self._broken:
                continue
            data = self._data(current)[0]
            if data is None:
                continue
            with suppress(ClassFormatError):
                file = ClassFile(data)
                above[current] = None
                waiting += (*file.interfaces, *((file.super_name,) if file.super_name is not None else ()))
        for each in reversed(above):
            if each not in self._loading and each not in self.classes:
                with suppress(TargetError):  # it is raised again where the class is needed
                    self.load(each)

    def _data(self, name: str) -> tuple[bytes | None, bool]:
        """The bytes of a class, and True if they are the JDK's; None if there is no such class."""
        if intersected(name):
            return intersection_file(name, lambda each: self.klass(each).file), False
        data = self.jdk.find(name)
        if data is None and self.support is not None:
            data = self.support.find(name)
        if data is not None:
            return data, True
        data = self.classpath.find(name)
        return (self.supplied.get(name) if data is None else data), False

    def _load_array(self, name: str) -> Class:
        inner = name[1:]
        if not inner or (inner[0] not in "[L" and inner not in PRIMITIVE_NAMES) or name.count("[") > 255:
            raise MissingClassError(name)
        if inner[0] == "L" and not inner.endswith(";"):
            raise MissingClassError(name)
        innermost = inner.lstrip("[")
        for dimensions in range(len(inner) - len(innermost)):
            self.class_of_descriptor("[" * dimensions + innermost)  # one by one, so that loads do not nest
        element = self.class_of_descriptor(inner)
        interfaces = (self.klass("java/lang/Cloneable"), self.klass("java/io/Serializable"))
        flags = _ARRAY_FLAGS | element.access & _VISIBILITY
        superclass = self.klass("java/lang/Object")
        return self._register(Class(name, flags, superclass, interfaces, None, element, element.is_target))

    def _load_file(self, name: str) -> Class:
        data, from_jdk = self._data(name)
        if data is None:
            raise MissingClassError(name)
        is_target = self.is_target_name(name) if self.targets or intersected(name) else not from_jdk
        try:
            file = ClassFile(data)
            if file.name != name:
                raise MissingClassError(name)
            superclass, interfaces = self._link(file)
            outside = tuple if from_jdk else partial(enclosing_files, file, self.classpath)
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
            number = len(self.by_number)
            self.by_number.append(cls)
        else:
            self.by_number[number] = cls
        cls.number = number
        bit = 1 << cls.number
        for supertype in cls.supertypes:
            supertype.below |= bit
        if cls.is_array:
            self.arrays.append(cls)
        self.classes[cls.name] = cls
        return cls


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
