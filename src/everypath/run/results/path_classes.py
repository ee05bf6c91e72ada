"""The rows of ``paths``: one `PathClass` for each equivalence class of the inputs, with its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass

if TYPE_CHECKING:
    from everypath.run.results.findings import Case
    from everypath.suite import TestCase
    from everypath.suite.descriptions import Described, Lines, Share


@dataclass(frozen=True)
class PathClass:
    """One equivalence class: the inputs that take one path, and what the path does.

    ``number`` is the number of the path, ``ends`` its ending (``returns``, ``throws``, …), ``described`` its condition
    and effect as text. ``outcome`` is the outcome of its replay, ``detail`` what the JVM did instead. ``case`` is the
    replayed witness; None if no test could be built. ``conditions`` is the number of conditions that the path took,
    ``descriptor`` its path descriptor. ``exception`` is the class of the thrown exception, None if none was thrown;
    ``line`` is where it was thrown, None if that is not known.
    """

    number: int
    ends: str
    described: Described
    outcome: str
    case: Case | None = None
    detail: str = ""
    conditions: int = 0
    descriptor: str = ""
    exception: str | None = None
    line: int | None = None
    contexts: tuple[ContextRow, ...] = ()
    """The execution contexts, if they were requested and there are several."""
    patterns: tuple[ClassMember, ...] = ()
    """Members of the class, if they were requested."""
    share: Share | None = None
    """The share of all inputs that are in the class; None if it cannot be computed."""
    wraps: tuple[OverflowInput, ...] = ()
    """Operations that wrap around on some inputs of the class."""
    smtlib: str = ""
    """The condition as an SMT-LIB script, if it was requested."""
    steps: Lines | None = None
    """The run of its witness line by line, if it was requested."""

    @property
    def condition(self) -> str:
        """The condition as Java."""
        return self.described.condition

    @property
    def effect(self) -> str:
        """The effect as Java."""
        return self.described.effect

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1: that of the case, with the whole condition and effect."""
        row: dict[str, object] = {} if self.case is None else self.case.as_json()
        row |= {"ends": self.ends, "condition": self.condition, "effect": self.effect, "outcome": self.outcome}
        if self.exception is not None:
            row["exception"] = self.exception
        if self.line is not None:
            row["line"] = self.line
        row["path"] = self.number
        if self.descriptor:
            row["descriptor"] = self.descriptor
        if self.described.returned:
            row["result"] = self.described.returned
        row["writes"] = [each.as_json() for each in self.described.changes]
        if self.described.builds:
            row["builds"] = list(self.described.builds)
        if self.share is not None:
            row["share"] = {"part": self.share.part, "exact": self.share.exact}
        if self.wraps:
            row["wraps"] = [each.as_json() for each in self.wraps]
        if self.steps is not None:
            row |= self.steps.as_json()
        if self.patterns:
            row["patterns"] = [each.as_json() for each in self.patterns]
        if self.contexts:
            row["contexts"] = [each.as_json() for each in self.contexts]
        if self.detail and self.case is None:
            row["detail"] = self.detail
        return row


@dataclass(frozen=True)
class PathTally:
    """Paths by CTB's count: ``potential`` ones up to a limit on loops (None: there are loops and no limit is given),
    ``feasible`` ones that return, ``infeasible`` ones that are proved to have no input (None: not all are decided).
    """

    potential: int | None
    feasible: int
    infeasible: int | None


@dataclass(frozen=True)
class ContextRow:
    """One aliasing case of a class: its condition and effect, and a witness with the outcome of its replay.

    ``elements`` are the elements of arrays, each by all the indexes that are one with it: ``("array[i]", "array[k]")``.
    """

    described: Described
    elements: tuple[tuple[str, ...], ...]
    expression: str
    outcome: str

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {
            "condition": self.described.condition,
            "effect": self.described.effect,
            "expression": self.expression,
            "outcome": self.outcome,
            "elements": [list(each) for each in self.elements],
            "writes": [each.as_json() for each in self.described.changes],
        }
        if self.described.returned:
            row["result"] = self.described.returned
        return row


@dataclass(frozen=True)
class ClassMember:
    """One member of a class: how it was chosen (``smallest``, ``boundary``, ``random``), its test case, and the outcome
    of its replay.
    """

    kind: str
    case: TestCase
    outcome: str

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        return {"kind": self.kind, "expression": self.case.expression, "outcome": self.outcome}


@dataclass(frozen=True)
class OverflowInput:
    """An operation that wraps around on some inputs of a class: one of them, and the outcome of its replay."""

    operation: str
    expression: str
    outcome: str

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        return {"operation": self.operation, "expression": self.expression, "outcome": self.outcome}
