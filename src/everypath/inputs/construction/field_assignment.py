"""Objects whose fields a test assigns: directly, as arguments of a constructor, or by reflection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.inputs.code_facts import PlainConstructor, is_trivial, plain_constructor
from everypath.inputs.construction.creators import is_record
from everypath.inputs.places import is_inner
from everypath.library.models import is_modelled

if TYPE_CHECKING:
    from everypath.inputs.construction.accessibility import Accessibility
    from everypath.inputs.construction.creators import Creators
    from everypath.program import Class, Method, Program


class FieldAssignment:
    """Answers for the classes of one program which of their states field assignments reach."""

    def __init__(self, program: Program, accessibility: Accessibility, creators: Creators) -> None:
        self.program = program
        self._accessibility = accessibility
        self._creators = creators
        self._fillings: dict[Class, tuple[Method, PlainConstructor] | None] = {}
        self._settable: dict[Class, bool] = {}

    def settable(self, cls: Class) -> bool:
        """True if assignments to accessible fields, and a constructor that takes the final ones, give every state: all
        fields of the object are open to the test.
        """
        found = self._settable.get(cls)
        if found is None:
            found = self._settable[cls] = self._is_settable(cls)
        return found

    def _is_settable(self, cls: Class) -> bool:
        if not self._accessibility.is_own(cls) or is_record(cls) or is_inner(cls) or cls.access & access.ENUM:
            return False
        fields = cls.instance_fields
        constructors = list(self._creators.constructors(cls))
        if not fields:
            return any(is_trivial(self.program, each) for each in constructors[:1])
        if not constructors:
            return False
        closed = [each for each in fields if not self._accessibility.field_accessible(each)]
        return not closed or (len(closed) < len(fields) and self.filling(cls) is not None)

    def filling(self, cls: Class) -> tuple[Method, PlainConstructor] | None:
        """The constructor whose arguments give any value to the fields that a test cannot assign, all of them final.
        None if there is none.
        """
        if cls not in self._fillings:
            self._fillings[cls] = self._find_filling(cls)
        return self._fillings[cls]

    def _find_filling(self, cls: Class) -> tuple[Method, PlainConstructor] | None:
        closed = {
            (each.owner.name, each.name): each
            for each in cls.instance_fields
            if not self._accessibility.field_accessible(each)
        }
        if not all(each.access & access.FINAL and each.owner.is_target for each in closed.values()):
            return None
        for constructor in self._creators.constructors(cls):
            plain = plain_constructor(self.program, constructor)
            if plain is not None and all(
                key in plain.given and constructor.parameters[plain.given[key]] == each.descriptor
                for key, each in closed.items()
            ):
                taken = [plain.given[key] for key in closed]
                if len(set(taken)) == len(taken):
                    return constructor, plain
        return None

    def forcible(self, cls: Class) -> bool:
        """True if reflection can give an object of the class any state: all its fields belong to the analysed code."""
        if (
            not cls.is_target
            or is_record(cls)
            or cls.access & access.ENUM
            or self.program.jdk.find(cls.name) is not None
        ):
            return False
        return all(each.owner.is_target for each in cls.instance_fields)

    def can_be_free(self, cls: Class) -> bool:
        """True if the fields of an object of the class can be inputs: the class belongs to the analysed code, and the
        fields are the whole state of its objects. Where a model stands for a method, it may keep more.
        """
        if not cls.is_target or cls.access & access.ENUM:
            return False
        return not any(
            is_modelled((each.owner.name, each.name, each.descriptor))
            for above in cls.superclasses()
            if above.name != "java/lang/Object"
            for each in above.methods
            if not each.is_static
        )
