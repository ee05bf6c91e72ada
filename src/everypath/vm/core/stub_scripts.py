"""The hidden part of a stub (`Obj.extra`): the answers it has given, which Java code cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.term import Value

__all__ = ["AnswerScript", "RecordedAnswer"]


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A call that a stub has answered.

    ``answer`` is `None` if the call returned nothing or threw. ``number`` is the index of the answer in the stub's
    input.
    """

    name: str
    descriptor: str
    arguments: tuple[Value, ...]
    answer: Value | None
    number: int

    def is_of(self, name: str, descriptor: str) -> bool:
        """True if this was a call of the method. The answers of each method are counted separately."""
        return self.name == name and self.descriptor == descriptor


@dataclass(frozen=True, slots=True)
class AnswerScript:
    """A stub's input, by ``name``, and the calls that this object has answered.

    A clone has a copy of both, as it copies the fields of the stub's class: it gives the same answers to later calls.
    """

    name: str
    recorded: tuple[RecordedAnswer, ...] = ()

    def count(self, name: str, descriptor: str) -> int:
        """The number of calls of a method that were answered."""
        return sum(1 for each in self.recorded if each.is_of(name, descriptor))
