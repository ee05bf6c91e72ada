"""Mutants of a method: class files with one changed instruction. A test that passes on a mutant does not check it.

The mutants are those of PIT's default group that fit into the bytes of the original instruction, so that branches,
handlers, line tables and stack maps stay valid: comparisons with another boundary, negated, or never true; exchanged
arithmetic; reversed increments and signs; void calls left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from everypath.classfile import OPCODES, ClassFile, Instruction, MemberRef, MethodInfo, decode
from everypath.dataclass import dataclass
from everypath.suite.testcase import method_parameters, return_descriptor

__all__ = ["Mutant", "mutants_of"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed instruction of one method, with the whole class file.

    ``kind`` is ``boundary``, ``negated``, ``never``, ``arithmetic``, ``increment``, ``sign`` or ``call``.
    """

    name: str
    descriptor: str
    pc: int
    kind: str
    data: bytes


_NOP, _POP, _POP2 = (OPCODES[name] for name in ("nop", "pop", "pop2"))
_MOVED = {"lt": "le", "le": "lt", "gt": "ge", "ge": "gt"}
_NEGATED = {
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
    "eq": "ne",
    "ne": "eq",
    "null": "nonnull",
    "nonnull": "null",
}
_EXCHANGED = {
    **{"add": "sub", "sub": "add", "mul": "div", "div": "mul", "rem": "mul"},
    **{"and": "or", "or": "and", "xor": "and", "shl": "shr", "shr": "shl", "ushr": "shl"},
}
_ARITHMETIC = {
    OPCODES[kind + before]: OPCODES[kind + after]
    for kind in "ilfd"
    for before, after in _EXCHANGED.items()
    if kind + before in OPCODES
}
_SIGNS = frozenset(OPCODES[kind + "neg"] for kind in "ilfd")
_TWO_SLOTS = ("J", "D")


def mutants_of(file: ClassFile, method: MethodInfo) -> Iterator[Mutant]:
    """The mutants of a method, in the order of its code."""
    code = method.code
    if code is None:
        return
    start = method.bytecode_offset
    data = file.pool.data
    for step in decode(code.bytecode):
        for kind, changed in _changes(file, code.bytecode, step):
            at = start + step.pc
            mutant = data[:at] + changed + data[at + len(changed) :]
            yield Mutant(method.name, method.descriptor, step.pc, kind, mutant)


def _changes(file: ClassFile, code: bytes, step: Instruction) -> Iterator[tuple[str, bytes]]:
    """The changes of one instruction: kind, and the bytes from its offset on."""
    name, number = step.name, code[step.pc]
    if name.startswith("if"):
        yield from _of_jump(name)
    elif number in _ARITHMETIC:
        yield "arithmetic", bytes([_ARITHMETIC[number]])
    elif number in _SIGNS:
        yield "sign", bytes([_NOP])
    elif number == OPCODES["iinc"] and step.second != -128:
        yield "increment", bytes([number, code[step.pc + 1], -step.second & 0xFF])
    elif name in ("invokevirtual", "invokestatic", "invokespecial", "invokeinterface"):
        popped = _popped(file, step)
        if popped is not None:
            yield "call", popped


def _of_jump(name: str) -> Iterator[tuple[str, bytes]]:
    prefix = name[: name.rindex("p") + 1] if "cmp" in name else "if"
    relation = name.removeprefix(prefix)
    if relation in _MOVED and "acmp" not in name:
        yield "boundary", bytes([OPCODES[prefix + _MOVED[relation]]])
    yield "negated", bytes([OPCODES[prefix + _NEGATED[relation]]])
    yield "never", bytes([_POP2 if "cmp" in name else _POP, _NOP, _NOP])


def _popped(file: ClassFile, step: Instruction) -> bytes | None:
    """The bytes that pop the arguments of a void call; None for other calls, or if they do not fit."""
    member = file.constant(step.operand)
    if not isinstance(member, MemberRef) or member.name == "<init>" or return_descriptor(member.descriptor) != "V":
        return None
    slots = [each in _TWO_SLOTS for each in method_parameters(member.descriptor)]
    if step.name != "invokestatic":
        slots.insert(0, False)
    steps: list[int] = []
    while slots:  # from the top of the stack
        if slots.pop():
            steps.append(_POP2)
        elif slots and not slots[-1]:
            slots.pop()
            steps.append(_POP2)
        else:
            steps.append(_POP)
    if len(steps) > step.length:
        return None
    return bytes(steps + [_NOP] * (step.length - len(steps)))
