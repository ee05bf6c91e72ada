"""What a method does to objects, as far as its code tells: a guess that orders the ways to build inputs, no claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile.constants import MemberRef
from everypath.errors import EverypathError

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program

_WRITES = frozenset(
    {"putfield", "iastore", "lastore", "fastore", "dastore", "aastore", "bastore", "castore", "sastore"}
)
_CALLS = frozenset({"invokevirtual", "invokespecial", "invokeinterface", "invokestatic"})
_QUIET_CLASSES = ("java/lang/", "java/math/", "java/time/", "java/util/Objects", "java/util/Optional")
"""Classes of the JDK whose methods leave their objects as they are, but for builders of text."""
_QUIET = frozenset(
    [
        "<init>",
        "charAt",
        "compare",
        "compareTo",
        "contains",
        "containsAll",
        "containsKey",
        "containsValue",
        "element",
        "entrySet",
        "equals",
        "first",
        "get",
        "getFirst",
        "getKey",
        "getLast",
        "getOrDefault",
        "getValue",
        "hasNext",
        "hashCode",
        "indexOf",
        "intValue",
        "isEmpty",
        "isPresent",
        "iterator",
        "keySet",
        "last",
        "lastIndexOf",
        "length",
        "name",
        "ordinal",
        "peek",
        "size",
        "stream",
        "subList",
        "test",
        "toArray",
        "toString",
        "values",
    ]
)
_DEEPEST = 6


def may_write(program: Program, method: Method, depth: int = 0) -> bool:
    """Whether the method's code writes a field or an array element, or calls code that may."""
    if not method.has_code or depth > _DEEPEST:
        return False
    names = {each.name for each in method.instructions}
    if not names.isdisjoint(_WRITES):
        return True
    return any(_call_may_write(program, method, each, depth) for each in _called(method))


def _called(method: Method) -> list[MemberRef]:
    file = method.owner.file
    found = [file.constant(each.operand) for each in method.instructions if file is not None and each.name in _CALLS]
    return list(dict.fromkeys(each for each in found if isinstance(each, MemberRef)))


def _call_may_write(program: Program, method: Method, member: MemberRef, depth: int) -> bool:
    target = _resolved(program, member)
    if target is None or not target.owner.is_target:
        quiet = member.owner.startswith(_QUIET_CLASSES) and not member.owner.startswith("java/lang/StringBu")
        return not (quiet or member.name in _QUIET)
    return target is not method and may_write(program, target, depth + 1)


def _resolved(program: Program, member: MemberRef) -> Method | None:
    try:
        owner: Class | None = program.find(member.owner)
    except EverypathError:
        return None
    while owner is not None:
        method: Method | None = owner.declared_method(member.name, member.descriptor)
        if method is not None:
            return method
        owner = owner.superclass
    return None


def is_trivial(program: Program, constructor: Method) -> bool:
    """Whether a constructor does nothing but call one such, up to that of ``Object``."""
    while constructor.owner.name != "java/lang/Object":
        steps = [each.name for each in constructor.instructions]
        if constructor.parameters or steps != ["aload_0", "invokespecial", "return"]:
            return False
        above = _resolved(program, _called(constructor)[0])
        if above is None:
            return False
        constructor = above
    return True
