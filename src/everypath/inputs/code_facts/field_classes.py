"""Finds fields that only ever hold objects of one class: all code that writes them puts a new object there.

Reflection is not considered, nor are objects that deserialisation makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import MemberRef, access
from everypath.program import program_cache

if TYPE_CHECKING:
    from collections.abc import Iterator

    from everypath.program import Class, Field, Method, Program

_UNSEEN = "java/lang/invoke/", "java/lang/reflect/", "sun/misc/", "jdk/internal/"
"""Packages whose classes write fields without the instruction ``putfield``."""
_CALL_SITES = frozenset({"java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory"})
_NULL = "aconst_null"


def nest_of(program: Program, cls: Class) -> set[str]:
    """The names of the other classes that may use what is private in a class."""
    host = program.nest_host(cls)
    names = {host.name}
    for file in (cls.file, host.file):
        if file is not None:
            names.update(file.nest_members)
            for each in file.inner_classes:
                names.update(name for name in (each.inner, each.outer) if name is not None)
    outermost = cls.name.split("$")[0]
    return {each for each in names if each != cls.name and each.split("$")[0] == outermost}


@program_cache(4096)
def class_in_field(program: Program, field: Field) -> Class | None:
    """The class of all objects that a private or final instance field holds; None if there may be others, or none."""
    owner = field.owner
    is_guarded = field.access & (access.PRIVATE | access.FINAL) and not field.access & access.VOLATILE
    if field.is_static or not is_guarded or not owner.is_target or field.descriptor[0] != "L":
        return None
    if any(each.name == "java/io/Serializable" for above in owner.superclasses() for each in above.superinterfaces()):
        return None
    found: set[str] = set()
    for name in {owner.name, *nest_of(program, owner)}:
        cls = program.find(name)
        if cls is None or cls.file is None:
            return None
        for method in cls.methods:
            for held in _written(method, field):
                if held is None:
                    return None
                found.add(held)
    found.discard("")
    return program.find(found.pop()) if len(found) == 1 else None


def _written(method: Method, field: Field) -> Iterator[str | None]:
    """The class of the new object that each write of the field in a method puts there, empty for ``null``; None for
    anything else.
    """
    file = method.owner.file
    if not method.has_code or file is None:
        return
    instructions = method.instructions
    targets = {target for each in instructions for target in each.targets}
    for at, each in enumerate(instructions):
        named = file.constant(each.operand) if each.name == "putfield" or each.name.startswith("invoke") else None
        if not isinstance(named, MemberRef):
            continue
        if each.name != "putfield":
            if named.owner.startswith(_UNSEEN) and named.owner not in _CALL_SITES:
                yield None
        elif (named.name, named.descriptor) == (field.name, field.descriptor):
            before = instructions[at - 1]
            made = file.constant(before.operand) if before.name == "invokespecial" else None
            if each.pc in targets:
                yield None
            elif before.name == _NULL:
                yield ""
            else:
                yield made.owner if isinstance(made, MemberRef) and made.name == "<init>" else None
