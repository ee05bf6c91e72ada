"""From verdicts to what is reported: the `Case` rows of a method and its `Finding` rows.

Only confirmed exceptions, and sensitive calls that the JVM was seen to make, become findings: one per rule, throwing
place and entry, at the highest level among its cases, shown by the shortest input of that level.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from everypath.run.rules import Level, classify, level_of, rule
from everypath.suite.case import Outcome, TestCase, Throw, Verdict
from everypath.suite.expected import BoxValue, Expected, Primitive, TextValue

__all__ = ["Case", "Finding", "Level", "blame_of", "case_of", "findings_of", "merge_findings"]


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
        if self.detail and self.outcome != Outcome.CONFIRMED.value:
            row["detail"] = self.detail
        return row


@dataclass(frozen=True)
class Finding:
    """One confirmed bug. `class_name` and `method` name the entry, `file` and `line` the innermost target frame.

    Class names are dotted. `setup` holds the statements before the call, `expression` all of it on one line. `place`
    names the throwing method as ``com.acme.Fee.fee``; `cases` counts the confirmed cases behind the finding, `case` is
    the id of the one that shows it; `drawing` shows the linked structures of its input. The finding's own `id` depends
    on rule, throwing place and entry alone. A sensitive call has no exception; its place tells the member, too.
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
    outcome: str = Outcome.CONFIRMED.value
    place: str = ""
    forced: bool = False
    cases: int = 1
    case: str = ""
    size: int = field(default=0, compare=False)
    drawing: tuple[str, ...] = ()

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


def _plain(value: Expected | None) -> int | float | str | None:
    """A predicted value where JSON has a plain word for it."""
    if isinstance(value, TextValue):
        return value.value
    if (
        isinstance(value, Primitive | BoxValue)
        and math.isfinite(value.value)
        and getattr(value, "descriptor", "") != "V"
    ):
        return value.value
    return None


def case_of(verdict: Verdict) -> Case:
    """The report row of a verdict."""
    case = verdict.case
    throw = verdict.throw or case.throws
    if throw is None:
        return Case(
            case.id,
            "unpredicted" if case.unpredicted else "returns",
            case.expression,
            case.condition,
            case.effect,
            verdict.outcome.value,
            detail=verdict.detail,
            returned=_plain(case.returns),
            drawing=case.drawing,
        )
    line = throw.site.line if throw.site is not None and throw.site.line > 0 else None
    return Case(
        case.id,
        "throws",
        case.expression,
        case.condition,
        case.effect,
        verdict.outcome.value,
        throw.class_name.replace("/", "."),
        line,
        verdict.detail,
        drawing=case.drawing,
    )


def blame_of(case: TestCase, throw: Throw) -> str:
    """``precondition`` where an unguarded parameter went straight into what failed, else ``manifest``."""
    return "precondition" if case.straight and throw.origin in ("instruction", "library") else "manifest"


def _finding(verdict: Verdict, null_args: str) -> Finding | None:
    case, throw = verdict.case, verdict.throw or verdict.case.throws
    if not verdict.confirmed or throw is None:
        return None
    found = classify(case, throw)
    level = level_of(found, case, throw, null_args) if found is not None else None
    if found is None or level is None:
        return None
    site = throw.site
    place = f"{site.class_name}.{site.method}".replace("/", ".") if site is not None else ""
    return Finding(
        id=_id(found.id, place, site.line if site is not None else -1, *case.entry),
        rule=found.id,
        level=level,
        exception=throw.class_name.replace("/", "."),
        class_name=case.class_name.replace("/", "."),
        method=case.method,
        descriptor=case.descriptor,
        file=throw.source,
        line=site.line if site is not None else -1,
        message=throw.message,
        expression=case.expression,
        condition=case.condition,
        blame=blame_of(case, throw),
        place=place,
        forced=case.forced,
        case=case.id,
        size=case.size,
        drawing=case.drawing,
    )


def _sensitive(verdict: Verdict) -> Iterator[Finding]:
    """The sensitive members that the JVM was seen to call on this case, whatever it ended with."""
    case = verdict.case
    found = rule("EP010")
    for each in verdict.reached if verdict.confirmed else ():
        place = f"{each.site.class_name}.{each.site.method}".replace("/", ".")
        yield Finding(
            id=_id(found.id, each.name, place, each.site.line, *case.entry),
            rule=found.id,
            level=found.level.lower if case.forced or case.null_answers else found.level,
            exception="",
            class_name=case.class_name.replace("/", "."),
            method=case.method,
            descriptor=case.descriptor,
            file=each.source,
            line=each.site.line,
            message=f"{each.name} is called with arguments that the caller chooses",
            expression=case.expression,
            condition=case.condition,
            blame="manifest",
            place=f"{place} {each.name}",
            forced=case.forced,
            case=case.id,
            size=case.size,
        )


def _id(*parts: str | int) -> str:
    """A name that stays when another input shows the same finding."""
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def findings_of(verdicts: Iterable[Verdict], null_args: str = "warn") -> tuple[Finding, ...]:
    """The findings of some verdicts, one per rule, throwing place and entry, in the order of reports."""
    given = list(verdicts)
    thrown = (_finding(verdict, null_args) for verdict in given)
    called = (each for verdict in given for each in _sensitive(verdict))
    return merge_findings([*(each for each in thrown if each is not None), *called])


def merge_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings with the same key made one: the highest level wins, then the shortest input, then the id."""
    best: dict[tuple[str, str, int, str, str, str], Finding] = {}
    counts: dict[tuple[str, str, int, str, str, str], int] = {}
    for each in findings:
        counts[each.key] = counts.get(each.key, 0) + each.cases
        known = best.get(each.key)
        if known is None or _rank(each) < _rank(known):
            best[each.key] = each
    return tuple(sorted((_counted(each, counts) for each in best.values()), key=lambda each: each.order))


def _counted(finding: Finding, counts: Mapping[tuple[str, str, int, str, str, str], int]) -> Finding:
    return replace(finding, cases=counts[finding.key])


def _rank(finding: Finding) -> tuple[int, int, int, str]:
    return -finding.level.rank, finding.size, len(finding.expression), finding.case
