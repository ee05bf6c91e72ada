"""The class files of a target and of the JDK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import ClassPath

if TYPE_CHECKING:
    pass
from everypath.run.workload.workload import Workload


class ClassFinder:
    """Finds the bytes of a target's classes: on its class path, or in the JDK."""

    def __init__(self, workload: Workload) -> None:
        self.classpath = ClassPath(workload.classpath, release=workload.jdk.feature)
        self.image = workload.jdk.image()

    def is_of_the_jdk(self, name: str) -> bool:
        """True if the class comes from the JDK."""
        return self.classpath.find(name) is None and self.image.find(name) is not None

    def find(self, name: str) -> bytes | None:
        """The class file of a class by internal name; raises `ClassFormatError` for a damaged archive."""
        data = self.classpath.find(name)
        return data if data is not None else self.image.find(name)
