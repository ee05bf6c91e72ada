"""The classes, fields and methods of a program that a test in a given package may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access, package_of
from everypath.inputs.construction.jdk_classes import OUTSIDE_THE_HEAP, asks_the_machine

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method, Program


class Accessibility:
    """Answers for test classes in ``package`` (with slashes).

    A test is in the package of the class under test. Tests of classes of the JDK are in another package, so they may
    use only public members.
    """

    def __init__(self, program: Program, package: str) -> None:
        self.program = program
        self.package = package

    def class_accessible(self, cls: Class) -> bool:
        """True if a test can name the class."""
        file = cls.file
        flags = cls.access
        if file is not None:
            for entry in file.inner_classes:
                if entry.inner == cls.name:
                    flags = entry.access
                    if entry.outer is None:
                        return False
                    if entry.outer != cls.name and not self.class_accessible(self.program.klass(entry.outer)):
                        return False
        return self.accessible(flags, cls)

    def field_accessible(self, of: Field) -> bool:
        """True if a test may assign the field."""
        return not of.access & access.FINAL and self.accessible(of.access, of.owner)

    def usable(self, method: Method) -> bool:
        """True if a test may call the method. Methods are left out whose results depend on the machine or the time, or
        have memory without a model.
        """
        if (method.owner.name, method.name) in OUTSIDE_THE_HEAP or asks_the_machine(method):
            return False
        return not method.access & access.SYNTHETIC and self.accessible(method.access, method.owner)

    def extendable(self, method: Method) -> bool:
        """True if a subclass in the test's package may call or override the method."""
        return bool(method.access & access.PROTECTED) or self.accessible(method.access, method.owner)

    def accessible(self, flags: int, owner: Class) -> bool:
        """True if a test may use a member with these flags of a class that it can name."""
        if flags & access.PRIVATE:
            return False
        if flags & access.PUBLIC:
            return True
        return package_of(owner.name) == self.package and self.is_own(owner)

    def is_own(self, cls: Class) -> bool:
        """True if a class is analysed, or belongs to libraries of the analysed code: it is no class of the JDK."""
        return cls.is_target or self.program.jdk.find(cls.name) is None
