"""What a worker is told: once, the `Workload`; then one `Unit` after the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from everypath.classfile import ClassPath, Jdk
from everypath.run.entries import EntryName
from everypath.run.options import Options


@dataclass(frozen=True)
class Workload:
    """The target as every worker needs it.

    `targets` are written as the user wrote them; `classes` are the internal names of the analysed classes and
    `classpath` is where they and what they need are found. `log` is the file that gets the traces of engine errors.
    `every_path` explores on where nothing new shows.
    """

    targets: tuple[str, ...]
    classes: tuple[str, ...]
    classpath: tuple[Path, ...]
    jdk: Jdk
    options: Options
    log: Path | None = None
    every_path: bool = False


class ClassFinder:
    """Finds the bytes of a target's classes: on its class path, or in the JDK."""

    def __init__(self, workload: Workload) -> None:
        self.classpath = ClassPath(workload.classpath, release=workload.jdk.feature)
        self.image = workload.jdk.image()

    def is_of_the_jdk(self, name: str) -> bool:
        """Whether the class comes from the JDK."""
        return self.classpath.find(name) is None and self.image.find(name) is not None

    def find(self, name: str) -> bytes | None:
        """The class file of a class by internal name; raises `ClassFormatError` for a damaged archive."""
        data = self.classpath.find(name)
        return data if data is not None else self.image.find(name)


@dataclass(frozen=True)
class Unit:
    """One method, once. `deadline` is absolute, in seconds of `time.time`; `seconds` is its share of the budget.

    A unit of a later `round` goes on where the last one stopped.
    """

    entry: EntryName
    seconds: float
    deadline: float
    round: int = 0
