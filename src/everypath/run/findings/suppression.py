"""Suppressed findings: an annotation, a comment, the option or a baseline suppresses a finding.

A finding is suppressed by an annotation with the simple name ``SuppressFindings`` (of any package, kept in class
files), by a comment on its line, by the option ``suppress``, or by a baseline. What is suppressed is counted and kept
apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from everypath.classfile import Annotation, canonical_name, internal_name, simple_name
from everypath.dataclass import replace
from everypath.errors import TargetError
from everypath.inputs.places import parameter_annotations, parameter_places
from everypath.run.findings.anchors import Anchor, method_of
from everypath.run.results import Analysis, Suppression, summarise
from everypath.run.rules import Rules, all_rules, is_id, known_rules, read_row

if TYPE_CHECKING:
    from everypath.program import Class, Method, Program
    from everypath.run.results import Finding
    from everypath.suite.testcase import Site, TestCase

__all__ = [
    "ANNOTATION",
    "Rules",
    "Suppressing",
    "apply_suppressions",
    "by_annotation",
    "by_comment",
    "by_option",
    "is_id",
    "read_row",
]

ANNOTATION = "SuppressFindings"
_REASONS = ("reason", "justification")
_COMMENT = re.compile(r"//\s*everypath:\s*ignore\b[\s,]*(.*)")
_LIKE_A_RULE = re.compile(r"EP\d+")
_LAMBDA = re.compile(r"lambda\$(.+)\$\d+")

Suppressing = Callable[["Finding"], Suppression | None]
"""Returns why a finding is suppressed; None if it is not suppressed by this source."""


def apply_suppressions(analysis: Analysis, suppressing: Suppressing) -> Analysis:
    """The result, with suppressed findings moved to `Analysis.suppressed`."""
    reported: list[Finding] = []
    suppressed = list(analysis.suppressed)
    for finding in analysis.findings:
        why = finding.suppression or suppressing(finding)
        if why is None:
            reported.append(finding)
        else:
            suppressed.append(replace(finding, suppression=why))
    if len(reported) == len(analysis.findings):
        return analysis
    suppressed.sort(key=lambda each: each.order)
    summary = summarise(analysis.methods, reported)
    summary = replace(summary, tests_written=analysis.summary.tests_written, tests_passed=analysis.summary.tests_passed)
    return replace(analysis, findings=tuple(reported), suppressed=tuple(suppressed), summary=summary)


# ---- annotations


def by_annotation(program: Program, rule: str, case: TestCase, site: Site | None, anchor: Anchor) -> Suppression | None:
    """The suppression of a finding by an annotation; None if no annotation suppresses it.

    It may stand on the throwing method, on the entry, on a class or package around either, on a field that the failing
    expression reads, and on a parameter of the entry that it reads, too.
    """
    try:
        for where, annotation in _annotations(program, case, site, anchor):
            if simple_name(annotation.name) != ANNOTATION:
                continue
            if rule in _rules_of(annotation):
                reason = next((text for name in _REASONS if isinstance(text := annotation.get(name), str)), "")
                return Suppression("annotation", where, reason)
    except TargetError:  # a class that is missing or damaged suppresses nothing
        return None
    return None


def _rules_of(annotation: Annotation) -> Rules:
    value = annotation.get("value")
    given = value if isinstance(value, tuple) else () if value is None else (value,)
    return known_rules([text for text in given if isinstance(text, str)])


def _annotations(
    program: Program, case: TestCase, site: Site | None, anchor: Anchor
) -> Iterator[tuple[str, Annotation]]:
    """All annotations around a finding, each with the place where it stands."""
    entry_class = program.find(case.class_name)
    entry = entry_class.declared_method(case.method, case.descriptor) if entry_class is not None else None
    thrower = method_of(program, site) if site is not None else None
    for method in dict.fromkeys(each for each in (thrower, entry) if each is not None):
        for each in (method, *_around(method)):
            where = f"{canonical_name(each.owner.name)}.{each.name}"
            yield from ((where, annotation) for annotation in each.annotations)
        yield from _of_classes(program, method.owner)
    for name in sorted(anchor.fields):
        owner, _, field = name.rpartition(".")
        klass = program.find(owner)
        for declared in klass.fields if klass is not None else ():
            if declared.name == field:
                yield from ((canonical_name(name), annotation) for annotation in declared.annotations)
    if entry is not None:
        rows = parameter_annotations(entry)
        for name, row in zip(_at_fault(entry, case, thrower, anchor), rows, strict=True):
            where = f"parameter {name} of {canonical_name(entry.owner.name)}.{entry.name}"
            yield from ((where, annotation) for annotation in row if name)


def _at_fault(entry: Method, case: TestCase, thrower: Method | None, anchor: Anchor) -> list[str]:
    """The names of the entry's parameters; empty for a parameter that did not cause the finding.

    The parameters that the failing expression reads caused it. If a callee fails, it is the parameter in the condition,
    if there is exactly one.
    """
    names = [place.name for place in parameter_places(entry)]
    if thrower is entry:
        slots = entry.parameter_slots[0 if entry.is_static else 1 :]
        return [name if slot in anchor.slots else "" for name, slot in zip(names, slots, strict=True)]
    used = [bool(re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", case.condition)) for name in names]
    return [name if of_it and sum(used) == 1 else "" for name, of_it in zip(names, used, strict=True)]


def _around(method: Method) -> list[Method]:
    """The methods that hold the body of a lambda."""
    named = _LAMBDA.fullmatch(method.name)
    return [each for each in method.owner.methods if named is not None and each.name == named.group(1)]


def _of_classes(program: Program, klass: Class) -> Iterator[tuple[str, Annotation]]:
    """The annotations of a class, of those around it and of its package."""
    around: Class | None = klass
    while around is not None and around.file is not None:
        where = canonical_name(around.name)
        yield from ((where, annotation) for annotation in around.file.annotations)
        method = around.file.enclosing_method
        outer = next((row.outer for row in around.file.inner_classes if row.inner == around.name), None)
        name = outer or (method.owner if method is not None else None)
        around = program.find(name) if name else None
    package = program.find(f"{klass.package}/package-info") if klass.package else None
    if package is not None and package.file is not None:
        yield from ((canonical_name(klass.package), annotation) for annotation in package.file.annotations)


# ---- comments


def by_comment(line_of: Callable[[str, int], str | None]) -> Suppressing:
    """Comments ``// everypath: ignore EP002`` on the finding's line, or in a line of comment above it.

    ``line_of`` returns the text of a line of a source file, None if it is not available.
    """

    def suppressing(finding: Finding) -> Suppression | None:
        number = finding.line
        text = line_of(finding.file, number)
        while text is not None:
            found = _COMMENT.search(text)
            rules, reason = _read_comment(found.group(1)) if found is not None else (Rules(frozenset()), "")
            if finding.rule in rules:
                return Suppression("comment", f"{finding.file}:{number}", reason)
            number -= 1
            above = line_of(finding.file, number)
            text = above if above is not None and above.lstrip().startswith("//") else None
        return None

    return suppressing


def _read_comment(text: str) -> tuple[Rules, str]:
    """The rules that a comment names first, and the reason after them."""
    known = {name for rule in all_rules() for name in (rule.id, rule.name)} | {"all"}
    given: list[str] = []
    for word in re.finditer(r"[^\s,]+", text):
        if word.group() not in known and not _LIKE_A_RULE.fullmatch(word.group()):
            return known_rules(given), text[word.start() :].strip(" \t-–—:")
        given.append(word.group())
    return known_rules(given), ""


# ---- the option


def by_option(given: Sequence[str]) -> Suppressing:
    """The rows of the option ``suppress``: ``EP002``, ``shop.Legacy*#get*: EP002 EP003``, or the id of a finding."""
    from everypath.run.option_values import EntryPattern

    rows: list[tuple[EntryPattern | None, Rules, str]] = []
    ids = frozenset(text for text in given if is_id(text))
    for text in given:
        if not is_id(text):
            pattern, rules = read_row(text)
            rows.append((EntryPattern.parse(pattern) if pattern else None, rules, text))

    def suppressing(finding: Finding) -> Suppression | None:
        if finding.id in ids:
            return Suppression("option", finding.id)
        thrower, _, method = finding.place.partition(" ")[0].rpartition(".")
        for pattern, rules, text in rows:
            if finding.rule in rules and (
                pattern is None
                or pattern.matches(internal_name(finding.class_name), finding.method, finding.descriptor)
                or (pattern.parameters is None and pattern.matches(internal_name(thrower), method, "()V"))
            ):
                return Suppression("option", text)
        return None

    return suppressing
