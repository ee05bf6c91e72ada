"""Facts about exceptions that hold for predicted and for observed ones: who words the message, and who raises it."""

from __future__ import annotations

from everypath.classfile import Instruction, MemberRef, without_package
from everypath.program import Class, Method, Program, program_cache
from everypath.suite.recipes import Members

__all__ = [
    "CLASS_CAST",
    "MESSAGE_BY_THE_JVM",
    "is_helper",
    "is_throwable",
    "makes_own_message",
    "returns_type_variable",
]

_THROWABLE = "java/lang/Throwable"
CLASS_CAST = "java/lang/ClassCastException"
MESSAGE_BY_THE_JVM = ("java/lang/NullPointerException", CLASS_CAST, "java/lang/ArrayStoreException")
"""Exceptions of instructions whose messages contain names of variables, modules and loaders."""

_MESSAGE_AS_HELD = frozenset({"java/lang/Throwable", "java/lang/NullPointerException"})
"""Classes whose ``getMessage`` returns the message that the object has stored, if it has one."""
_HELPERS = (
    ("java/util/Objects", "require"),
    ("java/util/Objects", "check"),
    ("jdk/internal/util/Preconditions", ""),
)
_HELPER_CLASSES = ("Preconditions", "Validate", "Assert", "Args", "Asserts", "Checks", "Verify")


@program_cache(256)
def makes_own_message(thrown: Class) -> bool:
    """True if exceptions of a class show another message than the stored one."""
    return any(
        (method.name == "getMessage" and cls.name not in _MESSAGE_AS_HELD)
        or (method.name == "toString" and cls.is_target)
        for cls in thrown.superclasses()
        for method in cls.methods
    )


def is_helper(class_name: str, method: str) -> bool:
    """True for a method that checks arguments for its caller, such as ``Objects.requireNonNull``."""
    if any(class_name == owner and method.startswith(prefix) for owner, prefix in _HELPERS):
        return True
    return without_package(class_name) in _HELPER_CLASSES


def is_throwable(program: Program, name: str) -> bool:
    """True for a class of exceptions."""
    found = program.find(name)
    return found is not None and any(each.name == _THROWABLE for each in found.superclasses())


def returns_type_variable(method: Method, step: Instruction, members: Members) -> bool:
    """True if an instruction of a method calls a method that returns a type variable."""
    if not step.name.startswith("invoke") or method.owner.file is None:
        return False
    called = method.owner.file.constant(step.operand)
    if not isinstance(called, MemberRef):
        return False
    found = members.classes.find_method(called.owner, called.name, called.descriptor)
    return found is not None and ")T" in (found[1].signature or "")
