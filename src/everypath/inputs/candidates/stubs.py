"""Stubs as candidates: types that a test can implement itself, and several of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from everypath.classfile import access, intersection
from everypath.inputs.candidates.candidate import Candidate, Kind

if TYPE_CHECKING:
    from everypath.inputs.construction import Api
    from everypath.program import Class, Program

MOST_STUBS = 3
"""The most stubs of further interfaces that the code tests for."""


class StubCandidates:
    """Finds the stubs of types, for the tests of one entry. ``tested`` are the classes in type tests of its code."""

    def __init__(self, program: Program, api: Api, tested: Sequence[str]) -> None:
        self._program = program
        self._api = api
        self._tested = tested

    def can_be_stubbed(self, cls: Class) -> bool:
        """True if a test can implement the interface or abstract class itself."""
        if cls.file is not None and cls.file.permitted_subclasses:
            return False
        if not self._api.accessibility.class_accessible(cls):
            return False
        return cls.is_interface or bool(cls.access & access.ABSTRACT and self._api.creators.stub_constructors(cls))

    def of_all(self, types: Sequence[str], *, late: bool) -> list[Candidate]:
        """The stub that is of several types at once; none if a test cannot declare it."""
        first, *others = (self._program.klass(each) for each in types)
        if not all(each.is_interface for each in others) or not all(map(self.can_be_stubbed, (first, *others))):
            return []
        cls = self._program.klass(intersection(types))
        return [Candidate(cls, Kind.STUB, late=late)] if self.can_be_stubbed(cls) else []

    def beside(self, cls: Class) -> list[Candidate]:
        """Stubs of a type that are of a further interface, too, for which the code tests."""
        tested = (self._program.find(name) for name in self._tested)
        others = [each for each in tested if each is not None and each.is_interface and not cls.is_subtype_of(each)]
        found = []
        for other in others[:MOST_STUBS]:
            if not other.is_subtype_of(cls):
                found += self.of_all((cls.name, other.name), late=True)
            elif self.can_be_stubbed(other):
                found.append(Candidate(other, Kind.STUB, late=True))
        return found
