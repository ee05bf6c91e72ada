"""The classes that the code of an entry names in type tests, and its class literals.

The code is that of the entry and of the methods of its own nest that it calls, directly or not. Inputs of a wide type,
such as ``Object`` and ``Class``, take their candidates from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from everypath.classfile import ClassRef, InvokeDynamic, MemberRef, MethodHandle
from everypath.dataclass import dataclass
from everypath.errors import TargetError
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.classfile import ClassFile
    from everypath.program import Class, Method, Program

MOST_METHODS = 100
"""The most methods that are searched for one entry."""

_CALLS = frozenset({"invokevirtual", "invokespecial", "invokestatic", "invokeinterface"})


@dataclass(frozen=True, slots=True)
class TypeTests:
    """``tested``: classes named in casts, ``instanceof`` and pattern switches; ``literals``: class literals.

    Both are in the order in which the code names them; the code of the entry comes first.
    """

    tested: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()


@program_cache(1024)
def type_tests_of(program: Program, entry: Method) -> TypeTests:
    """The type tests and class literals in the code of an entry."""
    tested: dict[str, None] = {}
    literals: dict[str, None] = {}
    for method in _reached(program, entry):
        tested.update(dict.fromkeys(types_tested(method)))
        literals.update(dict.fromkeys(class_literals(method)))
    return TypeTests(tuple(tested), tuple(literals))


def _reached(program: Program, entry: Method) -> Iterator[Method]:
    """The entry and the methods of its nest that it calls, breadth first."""
    waiting, seen = [entry], {entry}
    for method in waiting:
        yield method
        for called in _called(program, method):
            if called not in seen and len(waiting) < MOST_METHODS:
                seen.add(called)
                waiting.append(called)


def _called(program: Program, method: Method) -> Iterator[Method]:
    """Methods of the nest that the code calls or makes lambdas of, and all methods of an inner class it creates."""
    file = method.owner.file
    if not method.has_code or file is None:
        return
    host = program.nest_host(method.owner)
    for member in _members_named(method, file):
        owner = _found(program, member.owner)
        found = owner.declared_method(member.name, member.descriptor) if owner is not None else None
        if owner is None or found is None or program.nest_host(owner) is not host:
            continue
        yield found
        if found.is_constructor and owner is not host:
            yield from (each for each in owner.methods if not each.is_constructor)


def _members_named(method: Method, file: ClassFile) -> Iterator[MemberRef]:
    for instruction in method.instructions:
        if instruction.name in _CALLS:
            member = file.constant(instruction.operand)
            if isinstance(member, MemberRef):
                yield member
        elif instruction.name == "invokedynamic":
            site = file.constant(instruction.operand)
            if isinstance(site, InvokeDynamic):
                arguments = file.bootstrap_methods[site.bootstrap].arguments
                yield from (each.member for each in arguments if isinstance(each, MethodHandle))


def _found(program: Program, name: str) -> Class | None:
    try:
        return program.find(name)
    except TargetError:
        return None


def types_tested(method: Method) -> list[str]:
    """The classes that a method's code names in casts, ``instanceof`` and pattern switches, in order."""
    found: list[str] = []
    file = method.owner.file
    if not method.has_code or file is None:
        return found
    for instruction in method.instructions:
        if instruction.name in ("instanceof", "checkcast"):
            found += _class_names([file.constant(instruction.operand)])
        elif instruction.name == "invokedynamic":
            site = file.constant(instruction.operand)
            if isinstance(site, InvokeDynamic) and site.name == "typeSwitch":
                found += _class_names(file.bootstrap_methods[site.bootstrap].arguments)
    return list(dict.fromkeys(found))


def class_literals(method: Method) -> list[str]:
    """The class literals of a method's code, in order."""
    file = method.owner.file
    if not method.has_code or file is None:
        return []
    loads = [each for each in method.instructions if each.name in ("ldc", "ldc_w")]
    return list(dict.fromkeys(_class_names(file.constant(each.operand) for each in loads)))


def _class_names(constants: Iterable[object]) -> list[str]:
    return [each.name for each in constants if isinstance(each, ClassRef)]
