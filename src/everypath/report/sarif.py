"""Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

from everypath.run import Analysis, BaselineFinding, Finding, Level, Suppression, all_rules, readable_signature
from everypath.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "everypath/v1"
#: Annotations and comments stand in the source, options and baselines elsewhere.
_IN_SOURCE = ("annotation", "comment")

Locate = Callable[[str], str]
"""A function from a source file, such as ``shop/Fee.java``, to the path that the SARIF file names. It returns the
argument if the file is not found.
"""
Columns = Callable[[Finding], tuple[int, int] | None]
"""A function from a finding to the first column of its expression and the column after the last; None if not known."""


def _unknown(finding: Finding) -> None:
    return None


def sarif_text(analysis: Analysis, locate: Locate = str, columns: Columns = _unknown) -> str:
    """The SARIF text of a run, with a line end.

    Suppressed findings are results with ``suppressions``. If there is a baseline, every result has a
    ``baselineState``, which is ``absent`` for fixed findings.
    """
    found = sorted((*analysis.findings, *analysis.suppressed), key=lambda finding: finding.order)
    results = [_result(finding, analysis, locate, columns) for finding in found]
    results += [_absent(known) for known in analysis.fixed]
    used = {str(result["ruleId"]) for result in results}
    rules = [
        {
            "id": rule.id,
            "name": rule.name,
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.help},
            "defaultConfiguration": {"level": rule.level.value},
        }
        for rule in sorted(all_rules(), key=lambda rule: rule.id)
        if rule.id in used
    ]
    places = {rule["id"]: at for at, rule in enumerate(rules)}
    for result in results:
        if result["ruleId"] in places:  # the rule of a fixed finding may not exist any more
            result["ruleIndex"] = places[str(result["ruleId"])]
    run = {
        "tool": {"driver": {"name": "everypath", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": not analysis.interrupted}],
        "columnKind": "utf16CodeUnits",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _result(finding: Finding, analysis: Analysis, locate: Locate, columns: Columns) -> dict[str, object]:
    text = ": ".join(part for part in (finding.exception, finding.message) if part)
    when = f", when {finding.condition}" if finding.condition else ""
    signature = readable_signature(finding.class_name, finding.method, finding.descriptor)
    location: dict[str, object] = {"artifactLocation": {"uri": quote(locate(finding.file))}}
    if finding.line > 0:
        part = columns(finding)
        found_at = {} if part is None else {"startColumn": part[0], "endColumn": part[1]}
        location["region"] = {"startLine": finding.line, **found_at}
    named = {"fullyQualifiedName": f"{finding.class_name}.{finding.method}", "name": signature, "kind": "function"}
    found: dict[str, object] = {
        "ruleId": finding.rule,
        "level": finding.level.value,
        "message": {"text": f"{text} from {finding.expression}{when}"},
        "locations": [{"physicalLocation": location, "logicalLocations": [named]}],
        "partialFingerprints": {FINGERPRINT: finding.id},
        "properties": {"expression": finding.expression, "condition": finding.condition, "blame": finding.blame},
    }
    if finding.trace:
        frames = [{"location": {"logicalLocations": [{"fullyQualifiedName": frame}]}} for frame in finding.trace]
        found["stacks"] = [{"message": {"text": finding.headline}, "frames": frames}]
    why = finding.suppression
    if why is not None:
        found["suppressions"] = [_suppression(why)]
    if analysis.baseline is not None:
        known = why is not None and why.kind == "baseline"
        found["baselineState"] = "unchanged" if known else "new"
    return found


def _suppression(why: Suppression) -> dict[str, object]:
    reason = f"{why.kind} {why.where}" + (f": {why.reason}" if why.reason else "")
    kind = "inSource" if why.kind in _IN_SOURCE else "external"
    return {"kind": kind, "status": "accepted", "justification": reason}


def _absent(known: BaselineFinding) -> dict[str, object]:
    """The SARIF result of a fixed finding: the baseline has it, and this run did not find it."""
    return {
        "ruleId": known.rule,
        "level": Level(known.level).value,
        "message": {"text": known.told},
        "locations": [{"logicalLocations": [{"fullyQualifiedName": known.entry}]}],
        "partialFingerprints": {FINGERPRINT: known.id},
        "baselineState": "absent",
    }
