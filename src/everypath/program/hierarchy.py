"""Class hierarchy analysis: the candidate classes of a static type, as bit sets over numbered classes.

Classes get numbers as they are loaded, and every class has the bit set of its loaded subtypes. A query for the subtypes
of a class first loads those that the analysed code declares. So the set holds all subtypes from the analysed code, and
of other code at least those that are loaded; ``candidates`` adds those that the JDK or the class path declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from everypath.classfile import JImage, access
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import resolution
from everypath.program.class_loader import ClassLoader, bits_of
from everypath.program.model import Class, Method
from everypath.program.subtype_index import SubtypeIndex, subtype_index

_ABSTRACT_METHOD: Final = "java/lang/AbstractMethodError"

# If a type has more descendants than this outside the analysed code, none of them is a candidate.
_MOST_LIBRARY_SUBTYPES: Final = 40


def _abstract_again(cls: Class, method: Method) -> Method:
    """The abstract method of a class or a superclass by which it overrides one with code."""
    current: Class | None = cls
    while current is not None:
        declared = current.declared_method(method.name, method.descriptor)
        if declared is not None and declared.is_abstract:
            return declared
        current = current.superclass
    return method


def is_implied(cls: Class, yes: Iterable[Class], no: Iterable[Class], *, holds: bool) -> bool:
    """True if an object of all the types ``yes`` and of none of ``no`` always answers a type test alike: ``holds``."""
    if holds:
        return any(each.is_subtype_of(cls) for each in yes)
    return any(cls.is_subtype_of(each) for each in no) or any(_excludes(each, cls) for each in yes)


def _excludes(one: Class, other: Class) -> bool:
    """True if no object can be of both types."""
    if one.is_subtype_of(other) or other.is_subtype_of(one):
        return False
    if one.element is not None and other.element is not None:
        return one.element.is_primitive or other.element.is_primitive or _excludes(one.element, other.element)
    is_class = not (one.is_interface or other.is_interface)
    return is_class or any(each.is_final or each.element is not None for each in (one, other))


class ClassHierarchy:
    """Bit sets over the numbered classes of one program. Sets are written and read by name, numbers differ by run."""

    def __init__(self, loader: ClassLoader) -> None:
        self._loader = loader
        self._targets: SubtypeIndex | None = None
        self._expanded: set[Class] = set()
        self._candidates: dict[Class, int] = {}
        self._partitions: dict[tuple[int, Method], dict[Method, int]] = {}

    def subtypes(self, cls: Class) -> int:
        """``cls`` and its loaded subtypes, which include all from the analysed code and abstract classes.

        This is the set for type tests: a class outside it is no subtype of ``cls``, if it is loaded at all.
        """
        if cls not in self._expanded:
            self._expanded.add(cls)
            self._load(self._target_index().below(cls.name))
        return cls.below if cls.element is None else self._arrays_below(cls)

    def candidates(self, cls: Class) -> int:
        """The instantiable classes that a value of static type ``cls`` may have.

        These are the subtypes from the analysed code and, if they are few, those from the JDK (public classes of
        exported packages) or the class path. The answer does not depend on earlier loads and queries.
        """
        found = self._candidates.get(cls)
        if found is None:
            found = self._candidates[cls] = self._find_candidates(cls)
        return found

    def analysed(self, cls: Class) -> int:
        """The instantiable ones among a class and its subtypes from the analysed code."""
        found = {cls} | set(self._load(self._target_index().below(cls.name)))
        return bits_of(each for each in found if each.is_instantiable)

    def dispatch(self, candidates: int, method: Method) -> dict[Method, int]:
        """The candidates by the method that a virtual or interface call of ``method`` runs on them.

        Classes without an implementation, such as stubs of interfaces, are listed under the abstract ``method`` itself.
        Raises ``LinkageError`` if default methods compete.
        """
        key = (candidates, method)
        partition = self._partitions.get(key)
        if partition is None:
            partition = {}
            for cls in self._loader.classes_of(candidates):
                selected = self._selected(cls, method)
                partition[selected] = partition.get(selected, 0) | 1 << cls.number
            self._partitions[key] = partition
        return dict(partition)

    def names_of(self, bits: int) -> frozenset[str]:
        """The names of the classes in a bit set."""
        return frozenset([cls.name for cls in self._loader.classes_of(bits)])

    def bits_of(self, names: Iterable[str]) -> int:
        """The bit set of the classes with these names, loaded if they are not yet. Raises as ``Program.klass``."""
        return bits_of(self._loader.klass(name) for name in names)

    def find(self, name: str) -> Class | None:
        """The class with a name; None if it is missing or malformed."""
        found = self._load((name,))
        return found[0] if found else None

    def classes_of(self, bits: int) -> Iterator[Class]:
        """The classes of a bit set, by number."""
        return self._loader.classes_of(bits)

    @staticmethod
    def _selected(cls: Class, method: Method) -> Method:
        try:
            return resolution.select(cls, method)
        except LinkageError as error:
            if error.java_class == _ABSTRACT_METHOD:
                return method if method.is_abstract else _abstract_again(cls, method)
            raise

    def _arrays_below(self, cls: Class) -> int:
        return bits_of(array for array in self._loader.arrays if array.is_subtype_of(cls))

    def _target_index(self) -> SubtypeIndex:
        if self._targets is None:
            self._targets = SubtypeIndex.of_classes(self._loader.classpath, self._loader.target_names())
        return self._targets

    def _find_candidates(self, cls: Class) -> int:
        if cls.is_array or cls.is_primitive:
            return 1 << cls.number if cls.is_array else 0
        found = self.analysed(cls)
        if not cls.is_final and not cls.is_target:
            found |= bits_of(each for each in self._library_subtypes(cls) if each.is_instantiable)
        return found

    def _library_subtypes(self, cls: Class) -> list[Class]:
        loader = self._loader
        from_jdk = loader.jdk.find(cls.name) is not None
        sources = [loader.jdk] if from_jdk else list(loader.classpath.entries)
        names: list[str] = []
        for source in sources:
            below = subtype_index(source).below(cls.name, _MOST_LIBRARY_SUBTYPES)
            names += below if below is not None else ()
        if len(names) > _MOST_LIBRARY_SUBTYPES:
            return []
        return [each for each in self._load(names) if not from_jdk or self._is_public(each)]

    def _is_public(self, cls: Class) -> bool:
        jdk = self._loader.jdk
        return bool(cls.access & access.PUBLIC) and (not isinstance(jdk, JImage) or jdk.is_exported(cls.package))

    def _load(self, names: Iterable[str] | None) -> list[Class]:
        loaded = []
        for name in names or ():
            try:
                loaded.append(self._loader.klass(name))
            except (MissingClassError, ClassFormatError, LinkageError):
                continue
        return loaded
