"""One path as a caller sees it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from everypath.api.values import witness_of
from everypath.classfile import dotted
from everypath.dataclass import dataclass
from everypath.errors import UsageError
from everypath.explore.search import places_left
from everypath.run import readable_signature
from everypath.suite import NoCase
from everypath.suite.descriptions import describe, path_script

if TYPE_CHECKING:
    from everypath.api.results import PathContext
    from everypath.explore.paths import Path as RawPath
    from everypath.suite import TestCase
    from everypath.suite.descriptions import Described
    from everypath.term import Term

__all__ = ["Path", "Replay"]


@dataclass(frozen=True)
class Replay:
    """The result of a replay: an ``outcome`` (``confirmed``, ``diverged``, ``no-test``, …), and the details."""

    outcome: str
    detail: str = ""

    def __bool__(self) -> bool:
        return self.outcome == "confirmed"


class Path:
    """One path of one method: an equivalence class of inputs, and what the method does on all of them.

    Its texts (`condition`, `effect`) are made when they are first read.
    """

    def __init__(self, raw: RawPath, context: PathContext) -> None:
        self.raw = raw
        """The path as the explorer left it. Not stable."""
        self._context = context

    def __repr__(self) -> str:
        return f"<path {self.number} of {self.method}: {self.effect} if {self.condition}>"

    @property
    def number(self) -> int:
        """The number of the path, from 1, in the order in which the paths of the method were found."""
        return self.raw.number + 1

    @property
    def class_name(self) -> str:
        """The class of the method, with dots."""
        return dotted(self.raw.entry.owner.name)

    @property
    def method(self) -> str:
        """The method with its parameter types: ``Fee.fee(int, boolean)``."""
        entry = self.raw.entry
        return readable_signature(self.class_name, entry.name, entry.descriptor)

    @property
    def ending(self) -> str:
        """``returned``, ``threw``, or another ending: ``unsupported``, ``diverged``, ``error``."""
        return self.raw.ending.value

    @property
    def descriptor(self) -> str:
        """The outcome of each control node of the method, a letter each (``TTF``)."""
        return self.raw.descriptor

    @cached_property
    def _described(self) -> Described:
        return describe(self.raw, self._context.services.builder.solver)

    @property
    def condition(self) -> str:
        """The path condition as canonical Java; ``true`` for all inputs."""
        return self._described.condition

    @property
    def conditions(self) -> tuple[str, ...]:
        """The parts of the path condition."""
        return self._described.parts

    @property
    def terms(self) -> tuple[Term, ...]:
        """The path condition as terms (`everypath.term`), in the order of the decisions."""
        return self.raw.constraints

    @property
    def effect(self) -> str:
        """The effect as canonical Java over the inputs: the result or the exception, and all writes."""
        return self._described.effect if self.ending in ("returned", "threw") else self.ending

    @property
    def result(self) -> str:
        """The result over the inputs; empty for ``void`` and for a path that did not return."""
        return self._described.returned

    @property
    def returned(self) -> Term | int | float | None:
        """The result as a term or a concrete value; a reference is an address."""
        return self.raw.returned

    @property
    def writes(self) -> tuple[tuple[str, str], ...]:
        """The places that the path changes, each with the value over the inputs; and what it prints, by the stream."""
        return self._described.writes

    @property
    def exception(self) -> str | None:
        """The class of the exception, with dots; None if the path throws none."""
        return dotted(self.raw.thrown) if self.raw.thrown else None

    @property
    def message(self) -> str | None:
        """The message of the exception on the witness; None if unknown."""
        return self.raw.message

    @property
    def line(self) -> int | None:
        """The line where the path ended, in any code; None if unknown."""
        place = self.raw.place
        return place.line if place is not None and place.line > 0 else None

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines of the method that the path executes."""
        entry, blocks = self.raw.entry, self._context.services.machine.blocks
        left = [pc for key, pc in places_left(self.raw.state) if key == entry.key]
        found = set()
        for number in self.raw.block_trace.blocks:
            method, first, last = blocks[number]
            if method is not entry:
                continue
            until = max((pc for pc in left if first <= pc < last), default=last)
            found |= {
                entry.line(each.pc) for each in entry.instructions if first <= each.pc < last and each.pc <= until
            }
        return tuple(sorted(line for line in found if line > 0))

    @cached_property
    def witness(self) -> dict[str, object]:
        """An input of the class by name, as Python values (`everypath.api.values.witness_of`)."""
        return witness_of(self.raw.shape, self.raw.witness)

    @property
    def uncertain(self) -> bool:
        """True if no solver decided the condition: then only a replay shows whether the witness takes the path."""
        return self.raw.uncertain

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why the path is inexact (``havoc``, ``concretise``, …); empty for an exact path."""
        return tuple(f"{each.code}: {each.detail}" for each in self.raw.reasons)

    @cached_property
    def _case(self) -> TestCase | NoCase:
        return self._context.builder.build(self.raw)

    @property
    def expression(self) -> str | None:
        """The call on the witness as one Java expression; None if no test can build the input."""
        return None if isinstance(self._case, NoCase) else self._case.expression

    def replay(self) -> Replay:
        """Run the witness on the real JVM, while the exploration is open. Raises `UsageError` afterwards."""
        if isinstance(self._case, NoCase):
            return Replay(self._case.outcome.value, self._case.detail)
        if self._context.is_closed:
            raise UsageError("the exploration is closed: replay its paths before")
        (verdict,) = self._context.services.replay([self._case])
        return Replay(verdict.outcome.value, verdict.detail)

    def smtlib(self, *, witness: bool = False) -> str:
        """The path condition as an SMT-LIB 2 script; with ``witness``, every symbol is fixed to its value there."""
        return path_script(self.raw, witness=witness)
