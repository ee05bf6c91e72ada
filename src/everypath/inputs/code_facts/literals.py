"""Values to try for the input of a program: small values, boundaries, and literals of its code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from everypath.classfile import IntConst, LongConst, MemberRef, StringConst
from everypath.errors import ClassFormatError, MissingClassError

if TYPE_CHECKING:
    from everypath.classfile import Instruction
    from everypath.program import Method, Program

MOST_METHODS = 12
"""The most methods of the analysed code whose literals are used: the entry and its callees."""

MOST_VALUES = 60
"""The most literals of one kind, not counting boundaries and small values."""

LONGEST_LITERAL = 32
"""The most chars of a string literal."""

_SMALL = (0, 1, -1, 2, 3, 5, 7, 10, 16, 100)
_EDGES = (-(1 << 31), (1 << 31) - 1)
_TEXTS = ("", "a", "0", " ", "ab", "abc", "-1", "1.5", "A b", "true")
_ICONST = {"iconst_m1": -1, **{f"iconst_{n}": n for n in range(6)}}


class Literals(NamedTuple):
    """Numbers and texts, the simplest first. They are the same in every run."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]


def literals_of(program: Program, entry: Method) -> Literals:
    """The literals of an entry and of the methods that it calls, with values beside them."""
    numbers: dict[int, None] = {}
    texts: dict[str, None] = {}
    for method in called_methods(program, entry):
        for instruction in method.instructions:
            for value in _values(method, instruction):
                if isinstance(value, str):
                    texts.setdefault(value)
                    continue
                numbers.update(dict.fromkeys((value, value + 1, value - 1)))
    own = list(numbers)[:MOST_VALUES]
    chars = [chr(each) for each in own if 0x20 <= each < 0x7F]
    every = (*_TEXTS, *list(texts)[:MOST_VALUES], *chars)
    return Literals(tuple(dict.fromkeys((*_SMALL, *own, *_EDGES))), tuple(dict.fromkeys(every)))


def _values(method: Method, instruction: Instruction) -> Iterator[int | str]:
    name = instruction.name
    if name in ("bipush", "sipush"):
        yield instruction.operand
    elif name in _ICONST:
        yield _ICONST[name]
    elif instruction.switch is not None:
        yield from list(instruction.switch.cases)[:16]
    elif name.startswith("ldc") and method.owner.file is not None:
        match method.owner.file.constant(instruction.operand):
            case IntConst(value=number) | LongConst(value=number):
                yield number
            case StringConst(value=text) if 0 < len(text) <= LONGEST_LITERAL and max(text) <= "\uffff":
                yield text


def called_methods(program: Program, entry: Method) -> Iterator[Method]:
    """The entry and the methods of the analysed code that it calls, resolved in the classes that the calls name."""
    waiting, seen = [entry], {entry}
    while waiting:
        method = waiting.pop(0)
        yield method
        for member in _members(program, method):
            if len(seen) >= MOST_METHODS:
                break
            called = _declared(program, member)
            if called is not None and called not in seen and called.has_code and called.owner.is_target:
                seen.add(called)
                waiting.append(called)


def _members(program: Program, method: Method) -> Iterator[MemberRef]:
    file = method.owner.file
    for instruction in method.instructions if file is not None else ():
        if instruction.name in ("invokestatic", "invokespecial", "invokevirtual"):
            constant = file.constant(instruction.operand) if file is not None else None
            if isinstance(constant, MemberRef) and program.is_target_name(constant.owner):
                yield constant


def _declared(program: Program, member: MemberRef) -> Method | None:
    try:
        owner = program.find(member.owner)
    except (MissingClassError, ClassFormatError):
        return None
    return owner.declared_method(member.name, member.descriptor) if owner is not None else None
