"""What all test cases of a program share: options, the solver that shortens conditions, and facts about classes."""

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
"""What a solver may spend on making a condition shorter."""


@dataclass(frozen=True)
class SuiteOptions:
    """What inputs may look like.

    ``forced_states``: they may be put, by reflection, into states that no call produces. ``distinct_values``: numbers
    that a path
    leaves open are made telling instead of 0. ``jdk_package``: the package (with slashes) below which tests of JDK
    classes live.
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

    def members(self, package: str) -> Members:
        """What a test in this package (with slashes) may name."""
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
        """Whether the class is the JDK's own."""
        known = self._of_jdk.get(class_name)
        if known is None:
            known = self._of_jdk[class_name] = self.program.jdk.find(class_name) is not None
        return known

    def test_package(self, class_name: str) -> str:
        """The package (with slashes) of the tests of a class: its own, and one apart for JDK classes."""
        package = package_of(class_name)
        return f"{self.options.jdk_package}/{package}" if self.is_jdk(class_name) else package
