"""Assertions that a parameter is not null: only a caller that passes ``null`` makes them fail."""

from __future__ import annotations

from everypath.classfile import ClassRef, Instruction
from everypath.errors import TargetError
from everypath.program import Method, Program
from everypath.run.findings.anchors import method_of, slot_of
from everypath.suite import Throw

__all__ = ["asserts_a_parameter"]

_ERROR = "java/lang/AssertionError"


def asserts_a_parameter(throw: Throw, program: Program) -> bool:
    """True if a failed assertion is ``assert x != null`` for a parameter ``x`` that its method does not assign."""
    if throw.origin != "assertion" or throw.site is None:
        return False
    try:
        method = method_of(program, throw.site)
        if method is None or not method.has_code:
            return False
        made = _made(method, throw.site.pc, throw.site.line)
        before = [each for each in method.instructions if made is not None and each.pc < made.pc][-2:]
        return len(before) == 2 and before[1].name == "ifnonnull" and _is_parameter(method, before[0])
    except TargetError:
        return False


def _made(method: Method, pc: int, line: int) -> Instruction | None:
    """The instruction that makes the error which is thrown at a place."""
    if pc < 0 and line < 0:
        return None
    there = [each for each in method.instructions if each.pc <= pc or (pc < 0 and method.line(each.pc) == line)]
    return next((each for each in reversed(there) if _makes_error(method, each)), None)


def _makes_error(method: Method, instruction: Instruction) -> bool:
    file = method.owner.file
    if instruction.name != "new" or file is None:
        return False
    made = file.constant(instruction.operand)
    return isinstance(made, ClassRef) and made.name == _ERROR


def _is_parameter(method: Method, load: Instruction) -> bool:
    if not load.name.startswith("aload"):
        return False
    stored = (slot_of(each) for each in method.instructions if each.name.startswith("astore"))
    return slot_of(load) in method.parameter_slots and slot_of(load) not in stored
