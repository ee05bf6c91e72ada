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
    """One replayed path, as the JSON report shows it; `exception` is a dotted class name.

    `returned` is the result for this input if it is a number or a string; `effect` is the result over the inputs.
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

    Class names are dotted. `expression` is the setup and the call on one line. `place` names the throwing method as
    ``com.acme.Fee.fee``. `cases` counts the confirmed cases of the finding, `case` is the id of the case that it shows,
    `drawing` the heap diagram of its input, and `trace` the stack trace of the JVM, down to the entry.

    `id` depends on the rule, the entry, and the code of the throwing method at that place
    (`everypath.run.findings.anchors`), not on line numbers or on other code. `at` is the pc in that method. A sensitive
    call has no exception; its place also names the member. `suppression` is the reason why the finding is not reported;
    None if it is. `test` is a test that fails because of it, if one was made; else `untested` is the reason.
    `callers` are other entries, as ``Shop.total(int)``, whose calls of this one fail there.
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
    def location(self) -> str:
        """``file:line``. In classes without line numbers, the method that throws; the entry if it is not known."""
        if self.line > 0:
            return f"{self.file}:{self.line}"
        return self.place or f"{self.class_name}.{self.method}"

    @property
    def headline(self) -> str:
        """The exception's simple name and its message, on one line."""
        exception = self.exception.rsplit(".", 1)[-1].replace("$", ".")
        return ": ".join(part for part in (exception, self.message) if part)

    @property
    def key(self) -> tuple[str, str, int, str, str, str]:
        """The key of a finding: rule, throwing place, entry. Findings with equal keys are merged."""
        return self.rule, self.place, self.line, self.class_name, self.method, self.descriptor

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which reports are sorted."""
        return self.file, self.line, -self.level.rank, self.rule, self.class_name, self.method, self.descriptor


@dataclass(frozen=True)
class Suppression:
    """The cause why a finding is not reported: an ``annotation``, a ``comment``, the ``option`` or the ``baseline``.

    ``where`` is the place of the cause, and ``reason`` the reason that is written there.
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
class BaselineFinding:
    """A finding of a baseline: its id, and a description for people.

    ``entry`` reads ``shop.Fee#fee(I)I``, ``place`` is the throwing method, ``told`` the headline of the finding. The
    fields are the keys of baseline files.
    """

    id: str
    rule: str
    level: str
    entry: str
    place: str
    told: str
