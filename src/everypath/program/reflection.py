"""The classes and members over which reflection on unknown names is explored: a bounded, declared set (OO-SE, section
4: the targets of a reflective call are given, and infeasible ones are never run).

A pattern names classes, ``com.acme.*``, or members of classes, ``java.lang.Class#forName``; ``*`` stands for anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from everypath.classfile import dotted, internal_name
from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.classfile import ClassPath, ClassSource
    from everypath.program.model import Method

MOST_CLASSES = 24
"""Classes that an unknown name may mean."""


@dataclass(frozen=True)
class MemberPattern:
    """A pattern of class names, and one of the names of their members."""

    classes: str
    members: str = "*"

    @classmethod
    def parse(cls, text: str) -> MemberPattern:
        """Parse ``java.lang.Class#forName`` or ``com.acme.*``."""
        classes, _, members = text.strip().partition("#")
        return cls(dotted(classes), members or "*")

    def matches_class(self, name: str) -> bool:
        """True if the pattern matches the class with an internal name."""
        return fnmatchcase(dotted(name), self.classes)

    def matches(self, method: Method) -> bool:
        """True if the pattern matches a method."""
        return fnmatchcase(method.name, self.members) and self.matches_class(method.owner.name)


class ReflectTargets:
    """The declared classes and members of one program; without patterns, the classes of the analysed code."""

    def __init__(
        self, patterns: Sequence[str], targets: Collection[str], classpath: ClassPath, jdk: ClassSource | ClassPath
    ) -> None:
        self.patterns = tuple(MemberPattern.parse(each) for each in patterns)
        self._targets = targets
        self._sources = (classpath, jdk)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Internal names of at most `MOST_CLASSES` classes, in the order of the patterns."""
        found = dict.fromkeys(self._named())
        return tuple(islice(found, MOST_CLASSES))

    @cached_property
    def analysed(self) -> tuple[str, ...]:
        """Internal names of all classes of the analysed code that have a name."""
        return tuple(sorted(name for name in self._targets if not _is_anonymous(name)))

    def _named(self) -> Iterator[str]:
        if not self.patterns:
            yield from self.analysed
        for pattern in self.patterns:
            exact = internal_name(pattern.classes)
            if "*" not in exact and "?" not in exact:
                if any(source.find(exact) is not None for source in self._sources):
                    yield exact
                continue
            for names in (self._targets, *(source.names() for source in self._sources)):
                yield from sorted(name for name in names if pattern.matches_class(name) and not _is_anonymous(name))

    def members(self, methods: Iterable[Method]) -> list[Method]:
        """The methods among these that the patterns name; all of them if no pattern names one of their classes."""
        candidates = list(methods)
        about = [each for each in self.patterns if any(each.matches_class(m.owner.name) for m in candidates)]
        return [m for m in candidates if not about or any(each.matches(m) for each in about)]


def _is_anonymous(name: str) -> bool:
    return name.rpartition("$")[2][:1].isdigit()
