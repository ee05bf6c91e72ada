"""Finds constructors that only put their parameters into fields, so that the arguments decide the fields of the object.

If such a constructor sets all final fields of a class, and a test may assign its other fields, the test can make an
object in any state: it passes the final fields as arguments and assigns the others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from everypath.classfile import MemberRef, parse_method_descriptor
from everypath.dataclass import dataclass
from everypath.program import program_cache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from everypath.classfile import Instruction
    from everypath.program import Method, Program

FieldName: TypeAlias = "tuple[str, str]"
"""A field by the class that declares it and its name."""

_LOAD = re.compile(r"[ilfda]load(?:_(\d))?")
_CONSTANT = re.compile(r"aconst_null|[ilfd]const_\w+|bipush|sipush|ldc(?:_w|2_w)?")
_RECEIVER = ("", "this")
_THIS = -1
_OTHER = -2
"""The entries on the stack of `_Reader` for the new object and for a constant. Other entries are numbers of parameters.
"""


@dataclass(frozen=True, slots=True)
class PlainConstructor:
    """``given`` maps a field to the number of the parameter that the constructor puts into it. ``preset`` are all
    fields that the constructor assigns, to a parameter or a constant.
    """

    given: dict[FieldName, int]
    preset: frozenset[FieldName]


@program_cache(4096)
def plain_constructor(program: Program, constructor: Method) -> PlainConstructor | None:
    """The fields that the constructor assigns; None if it does more than assign parameters and constants."""
    above = list(_constructors_above(constructor))
    for each in reversed(above[NEARBY:]):
        _plain_constructor(program, each)  # the highest first, so that the results of superclasses are known
    return _plain_constructor(program, constructor)


NEARBY = 20
"""Constructors of superclasses that are read on the way up; further ones are read before."""


def _constructors_above(constructor: Method) -> Iterator[Method]:
    """The constructors that a constructor calls directly or indirectly, up the hierarchy."""
    current: Method | None = constructor
    while current is not None and current.owner.superclass is not None and current.owner.file is not None:
        above = current.owner.superclass
        named = (
            current.owner.file.constant(each.operand) for each in current.instructions if each.name == "invokespecial"
        )
        called = next((each for each in named if isinstance(each, MemberRef) and each.owner == above.name), None)
        current = above.declared_method(called.name, called.descriptor) if called is not None else None
        if current is not None and current.has_code:
            yield current


@program_cache(4096)
def _plain_constructor(program: Program, constructor: Method) -> PlainConstructor | None:
    if constructor.owner.name == "java/lang/Object":
        return PlainConstructor({}, frozenset())
    if not constructor.has_code or constructor.owner.file is None or constructor.handlers:
        return None
    reader = _Reader(program, constructor)
    for each in constructor.instructions[:-1]:
        if not reader.step(each):
            return None
    last = constructor.instructions[-1].name
    return PlainConstructor(reader.given, frozenset(reader.preset)) if last == "return" and reader.called else None


def copied_fields(program: Program, method: Method) -> frozenset[FieldName]:
    """The fields that a method like ``withX`` copies from ``this`` to the new object that it returns. Empty if the
    method does not end by returning an object of its class from a plain constructor.
    """
    names = [each.name for each in method.instructions]
    file = method.owner.file
    if names[-2:] != ["invokespecial", "areturn"] or names.count("new") < 1 or file is None:
        return frozenset()
    start = len(names) - 1 - names[::-1].index("new")
    stack: list[FieldName | None] = []
    for each in method.instructions[start + 2 : -2]:
        member = file.constant(each.operand) if each.name == "getfield" else None
        if isinstance(member, MemberRef) and stack:
            stack[-1] = (member.owner, member.name) if stack[-1] == _RECEIVER else None
        elif _LOAD.fullmatch(each.name):
            stack.append(_RECEIVER if each.name == "aload_0" else None)
        elif _CONSTANT.fullmatch(each.name):
            stack.append(None)
        else:
            return frozenset()
    made = file.constant(method.instructions[-2].operand)
    called = None
    if isinstance(made, MemberRef) and made.owner == method.owner.name:
        called = method.owner.declared_method(made.name, made.descriptor)
    plain = plain_constructor(program, called) if called is not None else None
    if plain is None:
        return frozenset()
    return frozenset(field for field, at in plain.given.items() if at < len(stack) and stack[at] == field)


class _Reader:
    """Runs a constructor without branches on the numbers of its parameters."""

    def __init__(self, program: Program, constructor: Method) -> None:
        self.program = program
        self.constructor = constructor
        self.stack: list[int] = []
        self.given: dict[FieldName, int] = {}
        self.preset: set[FieldName] = set()
        self.called = False
        self.locals = {0: _THIS}
        local = 1
        for number, descriptor in enumerate(constructor.parameters):
            self.locals[local] = number
            local += 2 if descriptor in "JD" else 1

    def step(self, instruction: Instruction) -> bool:
        """Execute one instruction. False if a plain constructor cannot have it."""
        name = instruction.name
        load = _LOAD.fullmatch(name)
        if load is not None:
            self.stack.append(self.locals[int(load[1]) if load[1] else instruction.operand])
            return True
        if _CONSTANT.fullmatch(name):
            self.stack.append(_OTHER)
            return True
        file = self.constructor.owner.file
        if name not in ("putfield", "invokespecial") or file is None:
            return False
        member = file.constant(instruction.operand)
        if not isinstance(member, MemberRef):
            return False
        return self._put(member) if name == "putfield" else self._above(member)

    def _put(self, member: MemberRef) -> bool:
        value, target = self.stack.pop(), self.stack.pop()
        if target != _THIS:
            return False
        field = (member.owner, member.name)
        self.preset.add(field)
        if value >= 0:
            self.given[field] = value
        else:
            self.given.pop(field, None)
        return True

    def _above(self, member: MemberRef) -> bool:
        """The constructor of the superclass."""
        count = len(parse_method_descriptor(member.descriptor)[0])
        arguments = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        above = self.constructor.owner.superclass
        if self.stack.pop() != _THIS or member.name != "<init>" or above is None or member.owner != above.name:
            return False
        called = above.declared_method(member.name, member.descriptor)
        inner = _plain_constructor(self.program, called) if called is not None else None
        if inner is None:
            return False
        self.called = True
        self.preset |= inner.preset
        self.given |= {field: arguments[at] for field, at in inner.given.items() if arguments[at] >= 0}
        return True
