"""Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which code hosts and editors read."""

from __future__ import annotations

import json

from everypath import __version__
from everypath.run import RULES, Analysis, Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(analysis: Analysis) -> str:
    """The SARIF text of a run, with a line end."""
    used = {finding.rule for finding in analysis.findings}
    rules = [
        {
            "id": rule.id,
            "name": rule.name,
            "shortDescription": {"text": rule.summary},
            "fullDescription": {"text": rule.help},
        }
        for rule in sorted(RULES, key=lambda rule: rule.id)
        if rule.id in used
    ]
    driver = {"name": "everypath", "version": __version__, "rules": rules}
    results = [_result(finding) for finding in analysis.findings]
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}],
    }
    return json.dumps(document, indent=1) + "\n"


def _result(finding: Finding) -> dict[str, object]:
    text = ": ".join(part for part in (finding.exception, finding.message) if part)
    region: dict[str, object] = {"startLine": finding.line} if finding.line > 0 else {}
    location: dict[str, object] = {"artifactLocation": {"uri": finding.file}}
    if region:
        location["region"] = region
    when = f", when {finding.condition}" if finding.condition else ""
    return {
        "ruleId": finding.rule,
        "level": finding.level.value,
        "message": {"text": f"{text} from {finding.expression}{when}"},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"everypath/v1": finding.id},
    }
