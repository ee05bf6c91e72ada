"""Values to try for the inputs of a method: small values, boundaries, and constants of its code and of its callees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from everypath.classfile import DoubleConst, FloatConst, IntConst, LongConst, MemberRef, StringConst
from everypath.errors import ClassFormatError, MissingClassError
from everypath.term.values import f32

if TYPE_CHECKING:
    from random import Random

    from everypath.classfile import Instruction
    from everypath.program import Method, Program

MOST_METHODS = 12
"""The most methods of the analysed code whose constants are used: the entry and its callees."""

MOST_VALUES = 60
"""The most constants of one kind, not counting boundaries and small values."""

LONGEST_CONSTANT = 32
"""The most chars of a string constant."""

_SMALL = (0, 1, -1, 2, 3, 5, 7, 10, 16, 100)
_EDGES = {"B": 8, "S": 16, "I": 32, "J": 64}
_FLOATS = (0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -0.0, 1e10, math.inf, -math.inf, math.nan)
_CHARS = "a0 Az9-.\n_$é\u4e00"
_TEXTS = ("", "a", "0", " ", "ab", "abc", "-1", "1.5", "A b", "true")
_ICONST = {"iconst_m1": -1, **{f"iconst_{n}": n for n in range(6)}}


class Constants:
    """The values by descriptor, the simplest first. They are the same in every run."""

    def __init__(self, program: Program, entry: Method) -> None:
        self._numbers: dict[int, None] = {}
        self._floats: dict[str, float] = {}
        self._texts: dict[str, None] = {}
        for method in called_methods(program, entry):
            for instruction in method.instructions:
                self._note(method, instruction)
        self._pools: dict[str, Sequence[int | float | bool]] = {}
        self.texts = self._all_texts()
        own = "".join(self._texts) + "".join(chr(each) for each in self._numbers if 0x20 <= each < 0x7F)
        self._chars = _CHARS + own + own

    def of(self, descriptor: str) -> Sequence[int | float | bool]:
        """The values of a primitive type."""
        pool = self._pools.get(descriptor)
        if pool is None:
            pool = self._pools[descriptor] = tuple(self._pool(descriptor))
        return pool

    def any_number(self, descriptor: str, random: Random) -> int | float | bool:
        """A random value of a primitive type: of any size, the sum of two values of the pool, or a short decimal."""
        if descriptor == "Z":
            return random.random() < 0.5
        if descriptor in "FD":
            most = random.choice((10, 1000, 1e18))
            value = round(random.uniform(-most, most), random.choice((0, 1, 3)))
            return f32(value) if descriptor == "F" else value
        bits = 16 if descriptor == "C" else _EDGES[descriptor]
        if random.random() < 0.4:
            pool = self.of(descriptor)
            return _signed(int(random.choice(pool) + random.choice(pool)) & (1 << bits) - 1, bits)
        return _signed(random.getrandbits(random.randint(1, bits)), bits)

    def any_text(self, random: Random) -> str:
        """A random text: a few chars that occur in the code, two texts of the pool joined, or one text with a char
        changed.
        """
        chars = self._chars
        if random.random() < 0.4:
            return "".join(random.choice(chars) for _ in range(random.randint(1, 6)))
        text = random.choice(self.texts)
        if random.random() < 0.5:
            return (text + random.choice(self.texts))[: 2 * LONGEST_CONSTANT]
        at = random.randint(0, len(text))
        return text[:at] + random.choice(chars) + text[at + random.randint(0, 1) :]

    def _note(self, method: Method, instruction: Instruction) -> None:
        name = instruction.name
        if name in ("bipush", "sipush"):
            self._number(instruction.operand)
        elif name in _ICONST:
            self._number(_ICONST[name])
        elif instruction.switch is not None:
            for key in list(instruction.switch.cases)[:16]:
                self._number(key)
        elif name.startswith("ldc") and method.owner.file is not None:
            match method.owner.file.constant(instruction.operand):
                case IntConst(value=number) | LongConst(value=number):
                    self._number(number)
                case FloatConst(value=real) | DoubleConst(value=real):
                    self._floats.setdefault(repr(real), real)
                case StringConst(value=text) if 0 < len(text) <= LONGEST_CONSTANT and max(text) <= "\uffff":
                    self._texts[text] = None

    def _number(self, value: int) -> None:
        for each in (value, value + 1, value - 1):
            if len(self._numbers) < MOST_VALUES:
                self._numbers.setdefault(each)

    def _pool(self, descriptor: str) -> Iterable[int | float | bool]:
        if descriptor == "Z":
            return (False, True)
        if descriptor in "FD":
            own = [float(each) for each in self._numbers if abs(each) < 1 << 24]
            named = [each for each in self._floats.values() if descriptor == "D" or abs(each) < 1e38]
            return (*_FLOATS, *named, *own[:10])
        if descriptor == "C":
            chars = [ord(each) for each in _CHARS] + [ord(c) for text in self._texts for c in text]
            codes = [each for each in self._numbers if 0 < each < 1 << 16]
            return (_signed(each, 16) for each in dict.fromkeys([*chars, *codes]))
        bits = _EDGES[descriptor]
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        edges = (low, high, low + 1, high - 1)
        return (each for each in dict.fromkeys((*_SMALL, *self._numbers, *edges)) if low <= each <= high)

    def _all_texts(self) -> tuple[str, ...]:
        own = list(self._texts)[:MOST_VALUES]
        chars = [chr(each) for each in self._numbers if 0x20 <= each < 0x7F]
        mixed: list[str] = []
        for text in own:
            mixed += [text + "a", text[:-1], text + text]
        joined = ["".join(pair) for pair in pairwise(own)]
        around = [f"a{char}0" for char in chars] + [char + char for char in chars]
        every = (*_TEXTS, *own, *chars, *mixed[:MOST_VALUES], *joined[:10], *around[:MOST_VALUES])
        return tuple(dict.fromkeys(every))


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> bits - 1 else value


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
