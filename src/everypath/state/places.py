"""Places in the analysed code."""

from __future__ import annotations

from everypath.classfile import dotted
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in code: a bytecode index in a method, and its source line (-1 if unknown)."""

    class_name: str
    method: str
    descriptor: str
    pc: int
    line: int
    is_target: bool = False

    def __str__(self) -> str:
        return f"{dotted(self.class_name)}.{self.method}:{self.line}"
