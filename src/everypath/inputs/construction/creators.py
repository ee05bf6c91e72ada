"""Constructors, factories and constants: the calls and fields from which a test gets a new object of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import UNBOXED, access
from everypath.inputs.construction.jdk_classes import COMPLETE_CREATORS, is_collection
from everypath.inputs.construction.makers import constants_made
from everypath.inputs.places import is_inner

if TYPE_CHECKING:
    from everypath.inputs.construction.accessibility import Accessibility
    from everypath.program import Class, Field, Method, Program

_PRIMITIVE_COST = {"Z": 1.0, "B": 1.0, "C": 1.0, "S": 1.0, "I": 1.0, "J": 1.1, "F": 3.0, "D": 3.0}
_NEVER_EXTENDED = frozenset({"java/lang/ClassLoader", "java/lang/Enum", "java/lang/Record"})
"""Abstract classes that tests do not extend, or whose constructors depend on the environment."""


class Creators:
    """The creators of the classes of one program that a test may call, those with the simplest arguments first."""

    def __init__(self, program: Program, accessibility: Accessibility) -> None:
        self.program = program
        self._accessibility = accessibility
        self._constructors: dict[Class, tuple[Method, ...]] = {}

    def constructors(self, cls: Class) -> list[Method]:
        """The accessible constructors of a class that can be instantiated, cheapest arguments first."""
        found = self._constructors.get(cls)
        if found is None:
            found = self._constructors[cls] = tuple(self._find_constructors(cls))
        return list(found)

    def _find_constructors(self, cls: Class) -> list[Method]:
        if cls.access & (access.ABSTRACT | access.INTERFACE | access.ENUM) or not self._accessibility.class_accessible(
            cls
        ):
            return []
        found = [m for m in cls.methods if m.name == "<init>" and self._accessibility.usable(m)]
        if is_record(cls):
            components = tuple(f.descriptor for f in cls.fields if not f.access & access.STATIC)
            found = [m for m in found if m.parameters == components]
        return sorted(found, key=lambda m: (self._cost(m, cls), m.descriptor))

    def stub_constructors(self, cls: Class) -> list[Method]:
        """The constructors that an anonymous subclass of an abstract class may call, cheapest arguments first.

        Empty if such a subclass cannot be written because it cannot access a method that it must implement.
        """
        if is_inner(cls) or cls.access & access.ENUM or cls.name in _NEVER_EXTENDED:
            return []
        implemented: set[tuple[str, str]] = set()
        for owner in cls.superclasses():
            for method in owner.methods:
                key = (method.name, method.descriptor)
                if method.is_abstract and key not in implemented and not self._accessibility.extendable(method):
                    return []
                implemented.add(key)
        found = [each for each in cls.methods if each.name == "<init>" and self._accessibility.extendable(each)]
        return sorted(found, key=lambda each: (self._cost(each, cls), each.descriptor))

    def nameable(self, cls: Class) -> bool:
        """True if a test can name the class."""
        return self._accessibility.class_accessible(cls)

    def constants(self, cls: Class) -> list[Field]:
        """The static final fields of a class that hold one of its objects and that a test may read.

        Of a class that tests cannot name, those of the classes around that may hold one.
        """
        if not self.nameable(cls):
            around = constants_made(self.program, cls)
            usable = (each for each in around if self._accessibility.class_accessible(each.owner))
            return [each for each in usable if self._accessibility.accessible(each.access, each.owner)]
        wanted = access.STATIC | access.FINAL
        return [
            each
            for each in cls.fields
            if each.access & wanted == wanted
            and each.descriptor == cls.descriptor
            and self._accessibility.accessible(each.access, cls)
        ]

    def of(self, cls: Class) -> list[Method]:
        """Constructors and factories (static methods of the class that return it), the most useful first."""
        found = self.constructors(cls)
        if self._accessibility.class_accessible(cls) and not is_record(cls):
            found += [
                m
                for m in cls.methods
                if m.access & access.STATIC and m.returns == f"L{cls.name};" and self._accessibility.usable(m)
            ]
        cost = {m: (self._cost(m, cls), m.name != "<init>", m.name, m.descriptor) for m in found}
        return sorted(found, key=cost.__getitem__)

    def _cost(self, method: Method, cls: Class) -> float:
        if not method.parameters:
            return 2.5 if cls.instance_fields and cls.is_target and not self.is_jdk_collection(cls) else 0.0
        return sum(self.parameter_cost(each, cls) for each in method.parameters)

    def parameter_cost(self, descriptor: str, cls: Class) -> float:
        """The effort of choosing an argument of this type for a call on ``cls``."""
        if descriptor in _PRIMITIVE_COST:
            return _PRIMITIVE_COST[descriptor]
        if descriptor.startswith("["):
            return 5.0
        name = descriptor[1:-1]
        if name == cls.name:
            return 9.0
        if name == "java/lang/String":
            return 4.0
        if name in UNBOXED:
            return 3.0
        return 5.0 if not cls.is_target or name.startswith("java/") else 4.5

    def is_jdk_collection(self, cls: Class) -> bool:
        """True if a class is a collection of the JDK: its elements matter more than its capacity."""
        return is_collection(self.program, cls) and self.program.jdk.find(cls.name) is not None


def find_method(cls: Class, name: str, descriptor: str) -> Method | None:
    """The method as declared by the class or its nearest superclass."""
    for owner in cls.superclasses():
        method: Method | None = owner.declared_method(name, descriptor)
        if method is not None:
            return method
    return None


def gives_all(cls: Class) -> bool:
    """True if the first creator of the class can make each of its objects: the constructor of a record, or the only
    constructor of an immutable class.
    """
    return cls.name in COMPLETE_CREATORS or is_record(cls) or _is_value(cls)


def _is_value(cls: Class) -> bool:
    """True if one constructor, which others may call, sets all fields, and these are final and immutable."""
    constructors = [each for each in cls.methods if each.is_constructor]
    plain = cls.superclass is not None and cls.superclass.name == "java/lang/Object" and not is_inner(cls)
    fields = all(each.access & access.FINAL and _is_immutable(each.descriptor) for each in cls.instance_fields)
    return plain and fields and len(constructors) == 1 and not constructors[0].is_private


def _is_immutable(descriptor: str) -> bool:
    return descriptor[0] not in "L[" or descriptor[1:-1] in {"java/lang/String", *UNBOXED}


def is_record(cls: Class) -> bool:
    """True if the class is a record."""
    return cls.superclass is not None and cls.superclass.name == "java/lang/Record"
