"""Finds the fields that link objects to a structure: they lead from a class, through other classes, back to it.

Examples are a list's ``next``, a tree's ``left`` and ``right``, and a vertex's ``edges`` if an edge refers to a vertex.
Declared types decide, not names. A field of type ``Object`` is content, not a link.
"""

from __future__ import annotations

import re

from everypath.classfile import access
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.inputs.places import parameter_places
from everypath.program import Class, Field, Program

__all__ = ["ClassLinks", "Links"]

_FARTHEST = 60
"""Classes that the search for a link back to a class visits."""

_UNNAMED = re.compile(r"p\d+")


@dataclass(frozen=True, slots=True)
class ClassLinks:
    """``fields`` are the links of a class, as (declaring class, name); ``chained`` those to objects of its own type.

    ``holds``: some field may lead to a structure that this class is not part of.
    """

    fields: frozenset[tuple[str, str]] = frozenset()
    chained: frozenset[tuple[str, str]] = frozenset()
    holds: bool = False


_NONE = ClassLinks()


class Links:
    """The links of the classes of one program, with a cache."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[str, ClassLinks] = {}

    def of(self, name: str) -> ClassLinks:
        """The links of a class; no links for classes of the JDK."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._find(name)
        return found

    def descriptor(self, name: str, field: str) -> str:
        """The descriptor of a field; empty if the class has no such field."""
        cls = self._class(name)
        found = (each.descriptor for each in reversed(cls.instance_fields) if each.name == field) if cls else ()
        return next(iter(found), "")

    def parameters(self, name: str, method: str, descriptor: str) -> list[str]:
        """The names of a method's parameters; an unknown name is empty."""
        cls = self._class(name)
        found = cls.declared_method(method, descriptor) if cls is not None else None
        known = [each.name for each in parameter_places(found)] if found is not None else []
        return ["" if _UNNAMED.fullmatch(each) else each for each in known]

    def is_polymorphic(self, name: str) -> bool:
        """True if a link of the class may lead to objects of other classes of the structure."""
        return any(
            self.descriptor(name, field).lstrip("[") != f"L{name};" and (owner, field) in self.of(name).chained
            for owner, field in self.of(name).fields
        )

    def _find(self, name: str) -> ClassLinks:
        cls = self._class(name)
        if cls is None:
            return _NONE
        fields, chained, holds = set(), set(), False
        for each in cls.instance_fields:
            to = self._target(each)
            if to is None:
                holds = holds or each.descriptor.startswith("[")
                continue
            if self._leads_to(to, cls):
                fields.add((each.owner.name, each.name))
                if cls.is_subtype_of(to):
                    chained.add((each.owner.name, each.name))
            else:
                holds = True
        return ClassLinks(frozenset(fields), frozenset(chained), holds)

    def _class(self, name: str) -> Class | None:
        try:
            cls = self._program.find(name)
        except TargetError:
            return None
        return cls if cls is not None and cls.is_target and not cls.access & access.ENUM else None

    def _target(self, field: Field) -> Class | None:
        """The target class of the objects in a field, or in its array; None for other types."""
        descriptor = field.descriptor.lstrip("[")
        if not descriptor.startswith("L") or field.access & access.SYNTHETIC:
            return None
        return self._class(descriptor[1:-1])

    def _leads_to(self, start: Class, goal: Class) -> bool:
        """True if fields lead from objects of type ``start``, through any others, to an object of ``goal``."""
        seen = {start}
        work = [start]
        while work and len(seen) < _FARTHEST:
            cls = work.pop()
            if goal.is_subtype_of(cls):
                return True
            hierarchy = self._program.hierarchy
            below = [self._class(each) for each in sorted(hierarchy.names_of(self._program.subtypes(cls)))]
            held = [self._target(each) for each in cls.instance_fields]
            for each in (*below, *held):
                if each is not None and each not in seen:
                    seen.add(each)
                    work.append(each)
        return False
