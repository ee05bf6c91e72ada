"""Objects that other classes make: builders, and factories that are objects or belong to another class.

A builder of a class is found by types alone. It is a class of which a test can make an object, and it has an instance
method that returns the wanted class. It is searched for among the nested classes of the class and the results of its
static methods. If there is none, and no constant either, it is searched for in the package of the class: among the
analysed classes, and those that the class mentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everypath.classfile import ClassRef, access, outermost_class, package_of
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.inputs.code_facts import is_getter, returns_itself
from everypath.inputs.construction.makers import makers_of

if TYPE_CHECKING:
    from everypath.inputs.construction.accessibility import Accessibility
    from everypath.inputs.construction.creators import Creators
    from everypath.program import Class, Method, Program

_CALLER_SENSITIVE = "jdk/internal/reflect/CallerSensitive"

MOST_CREATORS = 3
"""The most constructors and factories of a builder that are tried."""

MOST_CLASSES = 400
"""The most classes of a package that are searched."""


@dataclass(frozen=True, slots=True)
class Builder:
    """``creator`` makes an object of ``cls``, whose method ``finish`` returns the wanted one.

    A static ``creator`` that returns the wanted object itself has no ``finish``.
    """

    cls: Class
    creator: Method
    finish: Method | None


class Builders:
    """The builders of classes, that a test may use."""

    def __init__(self, program: Program, accessibility: Accessibility, creators: Creators) -> None:
        self.program = program
        self._accessibility = accessibility
        self._creators = creators
        self._packages: dict[str, tuple[Class, ...]] = {}

    def of(self, cls: Class) -> list[Builder]:
        """The builders of a class, those with the fewest arguments first.

        Other classes of the package are searched only if the class refers to no builder and has no constants.
        """
        if cls.access & access.ENUM:
            return []
        if not self._accessibility.class_accessible(cls):
            return sorted(self._makers(cls), key=_cost)
        found = self.near(cls)
        if not found and not self._creators.constants(cls):
            others = dict.fromkeys((*(self._package(cls) if cls.is_target else ()), *self._mentioned(cls)))
            found = [each for other in others for each in self._over(other, cls)]
        return sorted(found, key=_cost)

    def near(self, cls: Class) -> list[Builder]:
        """The builders among the classes that a class refers to, those with the fewest arguments first."""
        others = dict.fromkeys(self._pointed_to(cls))
        return sorted((each for other in others for each in self._over(other, cls)), key=_cost)

    def _makers(self, cls: Class) -> Iterator[Builder]:
        """The methods that return objects of a class which tests cannot name."""
        for each in makers_of(self.program, cls):
            owner = each.owner
            if not self._accessibility.class_accessible(owner) or not self._accessibility.usable(each):
                continue
            creator = each if each.is_static else self._creator(owner, cls)
            if creator is not None:
                yield Builder(owner, creator, None if each.is_static else each)

    def _pointed_to(self, cls: Class) -> Iterator[Class]:
        """The classes nested in the class, and those that its static methods return."""
        file = cls.file
        names = [each.inner for each in file.inner_classes if each.outer == cls.name] if file is not None else []
        names += [
            m.returns[1:-1]
            for m in cls.methods
            if m.is_static and m.returns[0] == "L" and self._accessibility.usable(m)
        ]
        for name in names:
            other = self._find(name)
            if other is not None and other is not cls and other.name != "java/lang/Object":
                yield other

    def _package(self, cls: Class) -> tuple[Class, ...]:
        """The analysed classes in the package of a class, by name."""
        prefix = package_of(cls.name)
        found = self._packages.get(prefix)
        if found is None:
            names = sorted(name for name in self.program.target_names() if package_of(name) == prefix)
            classes = (self._find(name) for name in names[:MOST_CLASSES])
            found = self._packages[prefix] = tuple(each for each in classes if each is not None and each.is_target)
        return found

    def _mentioned(self, cls: Class) -> Iterator[Class]:
        """The classes in the package of a class that it names, and the one around it."""
        file, prefix = cls.file, package_of(cls.name)
        named = [each.name for each in file.pool.values() if isinstance(each, ClassRef)] if file is not None else []
        for name in dict.fromkeys((outermost_class(cls.name), *named)):
            other = self._find(name) if package_of(name) == prefix else None
            if other is not None:
                yield other

    def _find(self, name: str) -> Class | None:
        try:
            return self.program.find(name)
        except TargetError:
            return None

    def _over(self, other: Class, cls: Class) -> Iterator[Builder]:
        if other is cls or other.access & access.INTERFACE or not self._accessibility.class_accessible(other):
            return
        makers = [
            each
            for each in other.methods
            if each.returns == cls.descriptor and self._accessibility.usable(each) and not _asks_for_caller(each)
        ]
        for each in makers:
            if each.is_static and cls.descriptor not in each.parameters:
                yield Builder(other, each, None)
        finishing = [each for each in makers if not each.is_static and each.has_code and not is_getter(each)]
        if not finishing:
            return
        for creator in self._creators_of(other, cls)[:MOST_CREATORS]:
            for each in finishing:
                if cls.descriptor not in each.parameters and not each.access & access.ABSTRACT:
                    yield Builder(other, creator, each)

    def _creator(self, other: Class, cls: Class) -> Method | None:
        """The creator of the builder with the fewest arguments."""
        return next(iter(self._creators_of(other, cls)), None)

    def _creators_of(self, other: Class, cls: Class) -> list[Method]:
        """The creators of the builder, those with the fewest arguments first, and static methods of the wanted class
        before others.
        """
        own = [
            m for m in cls.methods if m.is_static and m.returns == other.descriptor and self._accessibility.usable(m)
        ]
        found = [
            each
            for each in (*own, *self._creators.of(other))
            if cls.descriptor not in each.parameters and not _asks_for_caller(each)
        ]
        return sorted(found, key=lambda each: len(each.parameters))


def _asks_for_caller(method: Method) -> bool:
    """True if a method of the JDK does another thing for each class that calls it."""
    return any(each.name == _CALLER_SENSITIVE for each in method.annotations)


def _cost(builder: Builder) -> tuple[int, int, str, str, str]:
    finish = builder.finish
    parameters = len(builder.creator.parameters) + (len(finish.parameters) if finish is not None else 0)
    named = 0 if finish is None or finish.name.lower().startswith(("build", "create", "make", "to", "done")) else 1
    return parameters, named, builder.cls.name, builder.creator.descriptor, finish.name if finish is not None else ""


def is_chained(method: Method, cls: Class, *, builder: bool, writes_itself: bool) -> bool:
    """True if further calls are made on the result of this call on an object of the class. The result must be of the
    class. ``writes_itself``: the method changes the object. Without that, it returns a new object, as a ``withX`` does.
    With it, the class must be a builder, or the method must return ``this``.

    ``clone`` changes its copy. A method that changes the object and takes another object of the class is not chained:
    its argument may be the object itself.
    """
    if method.returns != cls.descriptor:
        return False
    if not writes_itself or (method.name == "clone" and not method.parameters):
        return True
    return (builder or returns_itself(method)) and cls.descriptor not in method.parameters
