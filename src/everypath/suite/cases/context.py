"""Shared by all test cases of a program: options, the solver that shortens conditions, and facts about classes."""

from __future__ import annotations

from everypath.classfile import ClassFile, package_of
from everypath.dataclass import dataclass
from everypath.errors import ClassFormatError, LinkageError, MissingClassError
from everypath.program import Program
from everypath.solver import Limits, Solver
from everypath.suite.drawings import Links
from everypath.suite.recipes import Members
from everypath.vm import Machine

__all__ = ["CaseContext", "SuiteOptions"]

_FOR_READING = Limits(timeout=5.0, resources=50_000)
"""The limits of the solver that shortens conditions."""


@dataclass(frozen=True)
class SuiteOptions:
    """Options for inputs.

    ``forced_states``: inputs may be put, by reflection, into states that no call produces. ``distinct_values``: numbers
    that a path leaves open get distinct values instead of 0. ``jdk_package`` is the package (with slashes) below which
    tests of JDK classes are.
    """

    forced_states: bool = True
    distinct_values: bool = True
    jdk_package: str = "tests"


class CaseContext:
    """The program, the machine that ran its paths (None: objects are not inspected), and caches of class facts."""

    def __init__(self, program: Program, options: SuiteOptions, machine: Machine | None) -> None:
        self.program = program
        self.machine = machine
        self.options = options
        self.solver = Solver(_FOR_READING)
        self.links = Links(program)
        self._members: dict[str, Members] = {}
        self._of_jdk: dict[str, bool] = {}
        self._closed: dict[str, bool] = {}
        """Whether a package of the class path takes no further classes."""

    def members(self, package: str) -> Members:
        """The classes and members that a test in this package (with slashes) may name."""
        known = self._members.get(package)
        if known is None:
            known = self._members[package] = Members(self._file, package)
        return known

    def _file(self, name: str) -> ClassFile | None:
        try:
            return self.program.klass(name).file
        except (MissingClassError, ClassFormatError, LinkageError):
            return None

    def is_jdk(self, class_name: str) -> bool:
        """True for a class of the JDK."""
        known = self._of_jdk.get(class_name)
        if known is None:
            known = self._of_jdk[class_name] = self.program.jdk.find(class_name) is not None
        return known

    def test_package(self, class_name: str) -> str:
        """The package (with slashes) of the tests of a class: its own package if a test can be in it, else another one.

        None can be in packages of the JDK, and of sealed and signed jars.
        """
        package = package_of(class_name)
        return f"{self.options.jdk_package}/{package}" if self._is_closed(package, class_name) else package

    def _is_closed(self, package: str, class_name: str) -> bool:
        if self.is_jdk(class_name):
            return True
        known = self._closed.get(package)
        if known is None:
            known = self._closed[package] = bool(package) and self.program.classpath.is_closed(class_name)
        return known
