"""One goal of a criterion."""

from __future__ import annotations

from everypath.classfile import dotted
from everypath.dataclass import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Goal:
    """One thing that some path is to do: where it is asked for, and what in words.

    ``method`` is the key of the method whose instruction this is about; empty for the entry itself.
    """

    pc: int
    line: int
    text: str
    method: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}"
        if self.method:
            place = f"{dotted(self.method.partition('(')[0])}, {place}"
        return f"{place}: {self.text}"
