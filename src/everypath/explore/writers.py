"""Which code writes the fields of a class."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from everypath.classfile import access
from everypath.classfile.constants import MemberRef
from everypath.errors import EverypathError
from everypath.inputs.creators import superclasses
from everypath.inputs.effects import may_write

if TYPE_CHECKING:
    from everypath.inputs.creators import Api
    from everypath.program import Class, Field, Method, Program


def writers(program: Program, api: Api, cls: Class) -> list[Method]:
    """The instance methods of the class that a test may call and that write something, in the order of the code."""
    found: dict[tuple[str, str], Method] = {}
    for owner in superclasses(cls):
        for each in owner.methods if owner.is_target else ():
            if each.has_code and not each.is_static and not each.is_constructor and api.usable(each):
                found.setdefault((each.name, each.descriptor), each)
    return [each for each in found.values() if may_write(program, each)]


def is_guarded(field: Field) -> bool:
    """Whether only code of the nest of its class writes the field."""
    return bool(field.access & (access.PRIVATE | access.FINAL))


def is_closed(program: Program, cls: Class, explored: Collection[Method]) -> bool:
    """Whether no code but the explored methods, and what only they call, writes guarded fields of the class or makes
    its objects by constructors that are not explored.
    """
    for owner in _nest(program, cls):
        for method in owner.methods:
            if method in explored or not method.has_code:
                continue
            private = owner is cls and bool(method.access & access.PRIVATE)
            if _touches(method, cls) and not private:
                return False
    return all(each.owner is cls or not is_guarded(each) for each in cls.instance_fields)


def _nest(program: Program, cls: Class) -> Iterator[Class]:
    """The classes that may write private fields of the class (JVMS 5.4.4)."""
    host = program.nest_host(cls)
    names = host.file.nest_members if host.file is not None else ()
    yield host
    for name in names:
        try:
            member = program.find(name)
        except EverypathError:
            member = None
        if member is not None:
            yield member


def _touches(method: Method, cls: Class) -> bool:
    """Whether a method's own code writes a field of the class, or calls one of its private constructors."""
    file = method.owner.file
    for each in method.instructions:
        if each.name not in ("putfield", "invokespecial") or file is None:
            continue
        member = file.constant(each.operand)
        if not isinstance(member, MemberRef) or member.owner != cls.name:
            continue
        if each.name == "putfield":
            return True
        made = cls.declared_method(member.name, member.descriptor) if member.name == "<init>" else None
        if made is not None and made.access & access.PRIVATE:
            return True
    return False
