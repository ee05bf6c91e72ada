"""Methods and constants that make objects of classes which tests cannot name: anonymous, local and private classes.

A test holds such an object only by the call that returned it, or by the constant that holds it. Both are found in the
code of the classes around: a method makes objects of a class if it, or a method around that it calls, creates one.
Whether it returns that object is found by running it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.classfile import ClassRef, MemberRef, access, outermost_class
from everypath.program import program_cache

if TYPE_CHECKING:
    from everypath.program import Class, Field, Method, Program

_CALLS = frozenset({"invokevirtual", "invokespecial", "invokestatic", "invokeinterface"})
_ROUNDS = 3
"""The most calls between a method and the creation of the object."""


@program_cache(2048)
def makers_of(program: Program, cls: Class) -> tuple[Method, ...]:
    """The methods around a class that may return objects of it, in the order of the class files."""
    around = [method for each in _around(program, cls) for method in each.methods if method.has_code]
    making = {each for each in around if _creates(each, cls)}
    for _ in range(_ROUNDS):
        keys = {(each.owner.name, each.name, each.descriptor) for each in making}
        making |= {each for each in around if each not in making and not keys.isdisjoint(_called(each))}
    return tuple(each for each in around if each in making and _may_hold(program, each.returns, cls))


def is_created(program: Program, cls: Class) -> bool:
    """True if code around a class creates an object of it."""
    return any(method.has_code and _creates(method, cls) for each in _around(program, cls) for method in each.methods)


@program_cache(2048)
def constants_made(program: Program, cls: Class) -> tuple[Field, ...]:
    """The static final fields around a class that may hold an object of it from the initialisation of their class."""
    wanted = access.STATIC | access.FINAL
    found = []
    for each in _around(program, cls):
        initialiser = each.declared_method("<clinit>", "()V")
        if initialiser is not None and _creates(initialiser, cls):
            fields = (field for field in each.fields if field.access & wanted == wanted)
            found += [field for field in fields if _may_hold(program, field.descriptor, cls)]
    return tuple(found)


def _around(program: Program, cls: Class) -> list[Class]:
    """The outermost class around a class, and the classes nested in it."""
    outermost = program.find(outermost_class(cls.name))
    if outermost is None or outermost.file is None:
        return []
    nested = (program.find(each.inner) for each in outermost.file.inner_classes)
    prefix = outermost.name + "$"
    inside = (each for each in nested if each is not None and each.name.startswith(prefix))
    return list(dict.fromkeys((outermost, *inside)))


def _creates(method: Method, cls: Class) -> bool:
    file = method.owner.file
    created = (each.operand for each in method.instructions if each.name == "new")
    return file is not None and any(
        isinstance(constant := file.constant(each), ClassRef) and constant.name == cls.name for each in created
    )


def _called(method: Method) -> set[tuple[str, str, str]]:
    file = method.owner.file
    members = (each.operand for each in method.instructions if each.name in _CALLS)
    constants = (file.constant(each) for each in members) if file is not None else ()
    return {(each.owner, each.name, each.descriptor) for each in constants if isinstance(each, MemberRef)}


def _may_hold(program: Program, descriptor: str, cls: Class) -> bool:
    """True if a place of this type may hold an object of the class, and tests see more of it than an ``Object``."""
    if descriptor[0] != "L" or descriptor == "Ljava/lang/Object;":
        return False
    declared = program.find(descriptor[1:-1])
    return declared is not None and cls.is_subtype_of(declared)
