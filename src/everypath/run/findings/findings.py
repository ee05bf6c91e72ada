"""Makes the rows of reports from verdicts: the `Case` rows of a method and its `Finding` rows.

Only confirmed exceptions, and sensitive calls that the JVM made, become findings. There is one finding per rule,
throwing place and entry. It has the highest level of its cases, and the shortest input of that level.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import dotted
from everypath.dataclass import replace
from everypath.run.findings.anchors import Anchor, Anchors, without_numbers
from everypath.run.findings.injected_fields import rests_on_injection
from everypath.run.findings.null_assertions import asserts_a_parameter
from everypath.run.findings.suppression import by_annotation
from everypath.run.levels import Level
from everypath.run.names import readable_signature
from everypath.run.results import Case, Finding, Suppression
from everypath.run.rules import classify, level_of, rule
from everypath.suite import THIS_INPUT
from everypath.suite.testcase import BoxValue, Expected, Primitive, Site, TestCase, TextValue, Throw, Verdict

if TYPE_CHECKING:
    from everypath.program import Program

__all__ = ["Case", "Finding", "Level", "blame_of", "case_of", "findings_of", "merge_findings"]


def _plain(value: Expected | None) -> int | float | str | None:
    """A predicted value as a JSON number or string; None if it is neither."""
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
        dotted(throw.class_name),
        line,
        verdict.detail,
        drawing=case.drawing,
    )


def blame_of(case: TestCase, throw: Throw) -> str:
    """``precondition`` if an unguarded parameter is the direct cause of the failure, else ``manifest``."""
    return "precondition" if case.straight and throw.origin in ("instruction", "library") else "manifest"


_LOADERS = re.compile(r" \([^()]*\bof loader 'target' @[0-9a-f]+[^()]*\)$")
"""The part of a message about class loaders. The user's own runs have other loaders."""


class _FindingMaker:
    """Makes findings of verdicts. With a program, their ids are stable, and annotations suppress findings."""

    def __init__(self, null_args: str, program: Program | None) -> None:
        self._null_args = null_args
        self._program = program
        self._anchors = Anchors(program) if program is not None else None

    def thrown(self, verdict: Verdict) -> Finding | None:
        """The finding of a confirmed exception; None if there is none, or the rules do not report it."""
        case, throw = verdict.case, verdict.throw or verdict.case.throws
        if not verdict.confirmed or throw is None:
            return None
        found = classify(case, throw)
        if found is None:
            return None
        of_null = self._program is not None and asserts_a_parameter(throw, self._program)
        level = level_of(found, case, throw, self._null_args, of_null=of_null)
        if level is None:
            return None
        if self._program is not None and rests_on_injection(throw, self._program):
            level = Level.NOTE
        site = throw.site
        anchor = self._anchor(site)
        place = f"{site.class_name}.{site.method}".replace("/", ".") if site is not None else ""
        return Finding(
            id=_id(found.id, site, anchor, case),
            rule=found.id,
            level=level,
            exception=dotted(throw.class_name),
            class_name=dotted(case.class_name),
            method=case.method,
            descriptor=case.descriptor,
            file=throw.source,
            line=site.line if site is not None else -1,
            message=_LOADERS.sub("", throw.message) if throw.message is not None else None,
            expression=case.expression,
            condition="" if case.condition == THIS_INPUT else case.condition,
            blame=blame_of(case, throw),
            place=place,
            forced=case.forced,
            case=case.id,
            size=case.size,
            drawing=case.drawing,
            trace=throw.trace,
            suppression=self._suppression(found.id, case, site, anchor),
            at=anchor.pc,
        )

    def sensitive(self, verdict: Verdict) -> Iterator[Finding]:
        """The findings of sensitive members that the JVM called in this case, however it ended."""
        case = verdict.case
        found = rule("EP010")
        for each in verdict.reached if verdict.confirmed else ():
            anchor = self._anchor(each.site)
            place = f"{each.site.class_name}.{each.site.method}".replace("/", ".")
            yield Finding(
                id=_id(f"{found.id} {each.name}", each.site, anchor, case),
                rule=found.id,
                level=found.level.lower if case.forced or case.null_answers else found.level,
                exception="",
                class_name=dotted(case.class_name),
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
                suppression=self._suppression(found.id, case, each.site, anchor),
                at=anchor.pc,
            )

    def _anchor(self, site: Site | None) -> Anchor:
        if self._anchors is not None:
            return self._anchors.at(site)
        return Anchor(site.method, f"line {site.line}") if site is not None else Anchor("", "")

    def _suppression(self, rule_id: str, case: TestCase, site: Site | None, anchor: Anchor) -> Suppression | None:
        return by_annotation(self._program, rule_id, case, site, anchor) if self._program is not None else None


def _id(what: str, site: Site | None, anchor: Anchor, case: TestCase) -> str:
    """An id that stays the same if another input shows the finding, or if the code around it changes."""
    thrower = without_numbers(site.class_name) if site is not None else ""
    return _digest(what, thrower, *anchor.parts, without_numbers(case.class_name), case.method, case.descriptor)


def _digest(*parts: str | int) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def findings_of(
    verdicts: Iterable[Verdict], null_args: str = "warn", program: Program | None = None
) -> tuple[Finding, ...]:
    """The findings of some verdicts, one per rule, throwing place and entry, in the order of reports."""
    maker = _FindingMaker(null_args, program)
    given = list(verdicts)
    thrown = (maker.thrown(verdict) for verdict in given)
    called = (each for verdict in given for each in maker.sensitive(verdict))
    return merge_findings([*(each for each in thrown if each is not None), *called])


def merge_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Merge findings with the same key: the highest level wins, then the shortest input, then the id.

    Findings that are not suppressed win over suppressed ones. If several instructions of a line throw, the id is that
    of the first.
    """
    groups: dict[_Key, list[Finding]] = {}
    for each in findings:
        groups.setdefault(each.key, []).append(each)
    merged = sorted(map(_merged, groups.values()), key=lambda each: each.order)
    seen: Counter[str] = Counter()
    unique = []
    for each in merged:  # two anonymous classes, or two lambdas, may have equal code
        again = seen[each.id]
        seen[each.id] += 1
        unique.append(replace(each, id=_digest(each.id, again)) if again else each)
    return _with_callers(unique)


def _with_callers(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings; those with blame ``precondition`` get the entries that violate it, found in stack traces."""
    places: dict[tuple[str, str, int], list[Finding]] = {}
    for each in findings:
        places.setdefault(each.key[:3], []).append(each)
    found = []
    for each in findings:
        frame = f"{each.class_name}.{each.method}("
        callers = {
            readable_signature(other.class_name, other.method, other.descriptor)
            for other in places[each.key[:3]]
            if other.key[3:] != each.key[3:] and any(line.startswith(frame) for line in other.trace)
        }
        found.append(replace(each, callers=tuple(sorted(callers)) if each.blame == "precondition" else ()))
    return tuple(found)


_Key = tuple[str, str, int, str, str, str]


def _merged(group: list[Finding]) -> Finding:
    best = min(group, key=_rank)
    first = min(group, key=lambda each: (each.at, each.id))
    return replace(best, id=first.id, at=first.at, cases=sum(each.cases for each in group))


def _rank(finding: Finding) -> tuple[bool, int, int, int, str]:
    hidden = finding.suppression is not None
    return hidden, -finding.level.rank, finding.size, len(finding.expression), finding.case
