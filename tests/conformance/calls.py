"""Calls, sessions of calls, and how their arguments are written for the JVM and made in our machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from everypath.program import Program
from everypath.state import State
from everypath.state.text import Constant
from everypath.term import Value
from everypath.term.values import double_to_bits, float_to_bits


@dataclass(frozen=True, slots=True)
class Same:
    """The same object as an earlier argument."""

    position: int


Argument: TypeAlias = "int | float | str | tuple[Argument, ...] | Same | None"
"""A number, a string (one character a UTF-16 unit), null, an array, or an earlier argument again."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a static method; ``kinds`` are the descriptors of its parameters."""

    class_name: str
    method: str
    kinds: tuple[str, ...]
    arguments: tuple[Argument, ...]

    def __str__(self) -> str:
        return f"{self.class_name}.{self.method}({', '.join(map(repr, self.arguments))})"

    @property
    def line(self) -> str:
        """The call as the judge reads it."""
        texts = [_word(kind, value) for kind, value in zip(self.kinds, self.arguments, strict=True)]
        return " ".join(("call", self.class_name.replace("/", "."), self.method, *texts))


Session: TypeAlias = Sequence[Call]
"""Calls one after the other on one static state."""


def _word(kind: str, value: Argument) -> str:
    if value is None:
        return "N"
    if isinstance(value, Same):
        return f"={value.position}"
    if isinstance(value, tuple):
        return "[" + "".join(f"{_word(kind[1:], each)}," for each in value) + "]"
    if isinstance(value, str):
        return "T" + "".join(f"{ord(char):04x}" for char in value)
    if kind == "F":
        return str(float_to_bits(value))
    if kind == "D":
        return str(double_to_bits(value))
    return str(int(value))


def operands(program: Program, state: State, call: Call) -> list[Value]:
    """The arguments of a call as operands, their objects made in the state."""
    made: list[Value] = []
    for kind, value in zip(call.kinds, call.arguments, strict=True):
        made.append(made[value.position] if isinstance(value, Same) else _operand(program, state, kind, value))
    return made


def _operand(program: Program, state: State, kind: str, value: Argument) -> Value:
    if value is None:
        return 0
    if isinstance(value, str):
        return state.new_text(program.klass("java/lang/String"), Constant(value))
    if isinstance(value, tuple):
        elements = [_operand(program, state, kind[1:], each) for each in value]
        return state.new_array(program.klass(kind), elements)
    assert not isinstance(value, Same)
    return float(value) if kind in "FD" else int(value)
