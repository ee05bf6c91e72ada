"""The rows of a report about single inputs: the `Case` of each replayed path, and each `Finding`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everypath.dataclass import dataclass, field

if TYPE_CHECKING:
    from everypath.run.levels import Level

CONFIRMED = "confirmed"
"""The value of `everypath.suite.Outcome.CONFIRMED`. It is repeated since importing that loads the machine."""


@dataclass(frozen=True)
class Case:
    """One path that was tried on the JVM, as the JSON report shows it; `exception` is a dotted class name.

    `returned` is the value of this input where it is a number or a string; `effect` says it over the inputs.
    """

    id: str
    ends: str
    expression: str
    condition: str
    effect: str
    outcome: str
    exception: str | None = None
    line: int | None = None
    detail: str = ""
    returned: int | float | str | None = None
    drawing: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {"id": self.id, "ends": self.ends}
        if self.exception is not None:
            row["exception"] = self.exception
        if self.line is not None:
            row["line"] = self.line
        row |= {
            "expression": self.expression,
            "condition": self.condition,
            "effect": self.effect,
            "outcome": self.outcome,
        }
        if self.returned is not None:
            row["returned"] = self.returned
        if self.drawing:
            row["drawing"] = list(self.drawing)
        if self.detail and self.outcome != CONFIRMED:
            row["detail"] = self.detail
        return row


@dataclass(frozen=True)
class Finding:
    """One confirmed bug. `class_name` and `method` name the entry, `file` and `line` the innermost target frame.

    Class names are dotted. `setup` holds the statements before the call, `expression` all of it on one line. `place`
    names the throwing method as ``com.acme.Fee.fee``; `cases` counts the confirmed cases behind the finding, `case` is
    the id of the one that shows it; `drawing` shows the linked structures of its input. `trace` is the stack trace that
    the JVM showed, down to the entry. The finding's own `id` depends on its rule, its entry and what the throwing
    method does at that place (`everypath.run.findings.anchors`), not on lines or on what stands elsewhere; ``at`` is
    its place
    in that method's code. A sensitive call has no exception; its place tells the member, too. `suppression`: why it is
    not told. `test`: a test that fails because of it, where one was made;
    `untested`: why none could be.
    `callers` are other entries, as ``Shop.total(int)``, that call this one so that it fails there.
    """

    id: str
    rule: str
    level: Level
    exception: str
    class_name: str
    method: str
    descriptor: str
    file: str
    line: int
    message: str | None
    expression: str
    condition: str
    blame: str
    outcome: str = CONFIRMED
    place: str = ""
    forced: bool = False
    cases: int = 1
    case: str = ""
    size: int = field(default=0, compare=False)
    drawing: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()
    suppression: Suppression | None = None
    at: int = field(default=-1, compare=False)
    test: TestFile | None = None
    untested: str = ""
    callers: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The JSON object of schema 1."""
        row: dict[str, object] = {
            "id": self.id,
            "rule": self.rule,
            "level": self.level.value,
            "exception": self.exception,
            "class": self.class_name,
            "method": self.method,
            "descriptor": self.descriptor,
            "file": self.file,
            "line": self.line,
            "message": self.message,
            "expression": self.expression,
            "condition": self.condition,
            "blame": self.blame,
            "outcome": self.outcome,
            "case": self.case,
        }
        if self.forced:
            row["forced"] = True
        if self.drawing:
            row["drawing"] = list(self.drawing)
        if self.trace:
            row["trace"] = list(self.trace)
        if self.callers:
            row["callers"] = list(self.callers)
        if self.test is not None:
            row["test"] = self.test.text
        if self.untested:
            row["untested"] = self.untested
        if self.suppression is not None:
            row["suppression"] = self.suppression.as_json()
        return row

    @property
    def headline(self) -> str:
        """What happened, on one line: the exception's simple name and its message."""
        exception = self.exception.rsplit(".", 1)[-1].replace("$", ".")
        return ": ".join(part for part in (exception, self.message) if part)

    @property
    def key(self) -> tuple[str, str, int, str, str, str]:
        """What makes a finding one: rule, throwing place, entry."""
        return self.rule, self.place, self.line, self.class_name, self.method, self.descriptor

    @property
    def order(self) -> tuple[object, ...]:
        """Reports are sorted by this."""
        return self.file, self.line, -self.level.rank, self.rule, self.class_name, self.method, self.descriptor


@dataclass(frozen=True)
class Suppression:
    """Why a finding is not told: an ``annotation``, a ``comment``, the ``option`` or the ``baseline``, where that is
    written, and the reason it gives.
    """

    kind: str
    where: str
    reason: str = ""

    def as_json(self) -> dict[str, str]:
        """The row of the JSON."""
        found = {"kind": self.kind, "where": self.where}
        return {**found, "reason": self.reason} if self.reason else found


@dataclass(frozen=True)
class TestFile:
    """A test as a file: its path below a source root, and its text."""

    __test__ = False

    path: str
    text: str


@dataclass(frozen=True)
class Known:
    """A finding of a baseline: its id, and what people need to recognise it.

    ``entry`` reads ``shop.Fee#fee(I)I``, ``place`` is the throwing method, ``told`` what happened there.
    """

    id: str
    rule: str
    level: str
    entry: str
    place: str
    told: str
