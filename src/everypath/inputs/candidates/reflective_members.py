"""Inputs that stand for members: ``Method``, ``Constructor`` and ``Field`` objects.

They are symbolic methods and fields in the sense of OO-SE (section 4): one of a bounded, declared set of targets,
chosen by forks (`everypath.program.ReflectTargets`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from everypath.inputs.code_facts import representative_members
from everypath.library.reflection import CONSTRUCTOR, FIELD, METHOD, executable, field_object
from everypath.program import Field
from everypath.vm.invocation import ModelCall

if TYPE_CHECKING:
    from everypath.inputs.construction import Api
    from everypath.program import Method, Program
    from everypath.state import State
    from everypath.vm.interpreter import Machine

MEMBER_CLASSES = frozenset({METHOD, CONSTRUCTOR, FIELD})
"""The classes of such inputs."""

MOST_MEMBERS = 12
"""Members tried for one input."""

_SYNTHETIC = 0x1000


def reflectable_members(program: Program, api: Api, class_name: str) -> list[Method | Field]:
    """The members that an input of one of `MEMBER_CLASSES` may stand for, in the order in which they are tried."""
    return list(islice(_members(program, api, class_name), MOST_MEMBERS))


def _members(program: Program, api: Api, class_name: str) -> Iterator[Method | Field]:
    declared = program.reflect.classes if program.reflect.patterns else api.representative_classes
    for name in declared:
        cls = program.find(name)
        if cls is None or not api.accessibility.class_accessible(cls):
            continue
        if class_name == FIELD:
            yield from (field for field in cls.fields if not field.access & _SYNTHETIC)
            continue
        wanted = [method for method in cls.methods if _is_offered(method, class_name)]
        yield from program.reflect.members(wanted) if program.reflect.patterns else representative_members(wanted)


def _is_offered(method: Method, class_name: str) -> bool:
    if method.access & _SYNTHETIC or method.name == "<clinit>":
        return False
    return method.is_constructor == (class_name == CONSTRUCTOR)


def reflected_member(machine: Machine, state: State, member: Method | Field, class_name: str) -> int:
    """The object that reflection gives for a member."""
    call = ModelCall(machine, state, machine.program.klass("java/lang/Class").methods[0])
    owner = member.owner
    if isinstance(member, Field):
        return field_object(call, owner, owner.fields.index(member))
    return executable(call, owner, owner.methods.index(member), class_name)
