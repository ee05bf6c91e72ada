"""A target of the user after it was opened: its classes, class path and JDK."""

from __future__ import annotations

from pathlib import Path

from everypath.classfile import Jdk
from everypath.dataclass import dataclass, field
from everypath.project.tests import ProjectTests


@dataclass(frozen=True)
class Target:
    """An opened target.

    ``kind`` is what people read (``class directory``, ``jar``); ``names`` are the targets as the user wrote them.
    ``classes`` are the internal names of the classes to analyse, sorted, and ``classpath`` is where they are found,
    followed by what they need. ``source_roots`` are the folders below which sources may lie, by package. ``release``
    is the newest Java release that the classes were compiled for, never newer than ``jdk``. ``notes`` are lines the
    user should read: stale classes, parts of the class path that are missing. ``tests`` are those that are there.
    """

    kind: str
    names: tuple[str, ...]
    classes: tuple[str, ...]
    classpath: tuple[Path, ...]
    source_roots: tuple[Path, ...]
    jdk: Jdk
    release: int
    notes: tuple[str, ...]
    tests: ProjectTests = field(default_factory=ProjectTests)

    @property
    def title(self) -> str:
        """The targets in one line."""
        return ", ".join(self.names)


@dataclass(frozen=True)
class Part:
    """One opened target: ``entries`` hold its classes, ``dependencies`` the rest of the class path."""

    kind: str
    entries: tuple[Path, ...]
    classes: tuple[str, ...]
    dependencies: tuple[Path, ...] = ()
    source_roots: tuple[Path, ...] = ()
    notes: tuple[str, ...] = field(default=())
    tests: ProjectTests = field(default_factory=ProjectTests)
