"""One goal of a criterion."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Goal:
    """One thing that some path is to do: where it is asked for in the entry, and what in words."""

    pc: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"
