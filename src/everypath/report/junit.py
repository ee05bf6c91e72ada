"""Findings as JUnit XML, which build servers read.

Each class is a suite, and each method is a test. A method fails if it has findings, has an error if everypath itself
failed, and is skipped if it was not analysed. Only findings from a given level on make a method fail. The others are
part of its output.
"""

from __future__ import annotations

import re
from itertools import groupby
from xml.etree import ElementTree

from everypath.report.reasons import one_line, reason_text
from everypath.run import Analysis, Finding, Level, MethodReport, Status, readable_signature

#: Characters that XML 1.0 has no way to hold.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_text(analysis: Analysis, least: Level | None = Level.ERROR) -> str:
    """The XML text of a run. Findings below ``least`` make no method fail; None: no finding does."""
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in analysis.findings:
        found.setdefault((finding.class_name, finding.method, finding.descriptor), []).append(finding)
    root = ElementTree.Element("testsuites", name="everypath")
    ordered = sorted(analysis.methods, key=lambda method: method.key)
    for class_name, methods in groupby(ordered, key=lambda method: method.class_name):
        root.append(_suite(class_name, list(methods), found, least))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("time", f"{analysis.seconds:.3f}")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(
    class_name: str,
    methods: list[MethodReport],
    found: dict[tuple[str, str, str], list[Finding]],
    least: Level | None,
) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=class_name)
    cases = [_case(method, found.get(method.key, []), least) for method in methods]
    suite.set("tests", str(len(cases)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("time", f"{sum(method.seconds for method in methods):.3f}")
    suite.extend(cases)
    return suite


def _case(method: MethodReport, found: list[Finding], least: Level | None) -> ElementTree.Element:
    name = readable_signature(method.class_name, method.method, method.descriptor)
    case = ElementTree.Element("testcase", name=name, classname=method.class_name, time=f"{method.seconds:.3f}")
    reasons = "; ".join(reason_text(reason) for reason in method.reasons)
    failing = [finding for finding in found if least is not None and finding.level.rank >= least.rank]
    if method.status is Status.FAILED:
        ElementTree.SubElement(case, "error", message=_fit(reasons), type="everypath")
    elif failing:
        first = failing[0]
        failure = ElementTree.SubElement(case, "failure", message=_fit(one_line(first.headline)), type=first.rule)
        failure.text = _fit("\n\n".join(map(_finding_text, failing)))
    elif method.status is Status.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=_fit(reasons))
    rest = [finding for finding in found if finding not in failing]
    output = [*map(_finding_text, rest), *([f"{method.status.value}: {reasons}"] if reasons else [])]
    if output:
        ElementTree.SubElement(case, "system-out").text = _fit("\n\n".join(output))
    return case


def _finding_text(finding: Finding) -> str:
    """A finding as lines of text: its place, its message, the input, the condition and the stack trace."""
    lines = [
        f"{finding.location}: {finding.level.value} {finding.rule} {one_line(finding.headline)}",
        f"    input  {one_line(finding.expression)}",
        f"    when   {one_line(finding.condition)}",
        f"    id     {finding.id}",
        *(f"    at {frame}" for frame in finding.trace),
    ]
    return "\n".join(lines)


def _fit(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)
