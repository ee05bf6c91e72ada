"""Finds the methods that write the fields of a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.inputs.code_facts import may_write

if TYPE_CHECKING:
    from everypath.inputs.construction import Api
    from everypath.program import Class, Field, Method, Program


def writers(program: Program, api: Api, cls: Class) -> list[Method]:
    """The instance methods of the class that a test may call and that write something, in the order of the code."""
    found: dict[tuple[str, str], Method] = {}
    for owner in cls.superclasses():
        for each in owner.methods if owner.is_target else ():
            if each.has_code and not each.is_static and not each.is_constructor and api.accessibility.usable(each):
                found.setdefault((each.name, each.descriptor), each)
    return [each for each in found.values() if may_write(program, each)]


def is_guarded(field: Field) -> bool:
    """True if only code of the nest of its class writes the field."""
    return bool(field.access & (access.PRIVATE | access.FINAL))
