"""The fields and methods that the instructions of a method name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from everypath.classfile import InvokeDynamic, MemberRef, MethodHandle
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.program import Method

CALLS = frozenset({"invokevirtual", "invokespecial", "invokeinterface", "invokestatic"})
"""The instructions that name a method."""


@program_cache(4096)
def members_of(method: Method) -> tuple[tuple[str, MemberRef], ...]:
    """The members that a method's instructions name, with the instruction; ``handle`` for those of method handles."""
    file = method.owner.file
    if file is None or not method.has_code:
        return ()
    found: list[tuple[str, MemberRef]] = []
    for each in method.instructions:
        if each.name in CALLS or each.name in ("getstatic", "putstatic", "getfield", "putfield"):
            member = file.constant(each.operand)
            if isinstance(member, MemberRef):
                found.append((each.name, member))
        elif each.name == "invokedynamic":
            site = file.constant(each.operand)
            if isinstance(site, InvokeDynamic):
                found += _handles(file.bootstrap_methods[site.bootstrap].arguments)
    return tuple(found)


def _handles(arguments: Iterable[object]) -> Iterator[tuple[str, MemberRef]]:
    for each in arguments:
        if isinstance(each, MethodHandle):
            yield "handle", each.member
