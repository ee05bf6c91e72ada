"""The expression that was null, found in its source line."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from everypath.report import sarif, terminal
from everypath.report.sources import Sources
from everypath.report.view import View
from everypath.run import Analysis


@pytest.mark.parametrize(
    ("line", "null", "part"),
    [
        ("return last.length();", "this.last", "last"),
        ("return this.last.length() + at.last;", "this.last", "this.last"),
        ("return order.last . name.trim();", "order.last.name", "order.last . name"),
        ("return find(key).length();", "shop.Fee.find(String)", "find"),
        ("return items[0].name;", "items[0]", "items[0]"),
        ("return text.length() + texts.size();", "text", "text"),
        ('return "𝄞" + text.length();', "text", "text"),
        ("return a.name + b.name;", "this.name", None),  # neither is a field of this
        ("return text + text.length();", "text", None),  # which one?
        ("return text.length();", "<local4>", None),
    ],
)
def test_what_was_null(line: str, null: str, part: str | None, tmp_path: Path, make_finding: Any) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "Fee.java").write_text("\n" * 4 + "\t" + line + "\n", encoding="utf-8")
    of_call = "the return value of " if "(" in null else ""
    finding = make_finding(message=f'Cannot invoke "X.y()" because {of_call}"{null}" is null')
    found = Sources([tmp_path]).null_at(finding)
    assert (None if found is None else ("\t" + line)[slice(*found)]) == part


def test_it_is_shown(tmp_path: Path, make_finding: Any, analysis: Analysis) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "Fee.java").write_text("\n" * 4 + '    return "𝄞" + text.length();\n', encoding="utf-8")
    finding = make_finding(message='Cannot invoke "String.length()" because "text" is null')
    sources = Sources([tmp_path])
    lines = list(terminal.finding_lines([finding], View(sources, verbose=True), "17"))
    assert lines[1:3] == ['    5 |     return "𝄞" + text.length();', "      |                  ^^^^"]
    changed = dataclasses.replace(analysis, findings=(finding,))
    document = json.loads(sarif.sarif_text(changed, str, sources.columns))
    (result,) = document["runs"][0]["results"]
    # Columns count UTF-16 code units, and the clef has two.
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 5, "startColumn": 19, "endColumn": 23}
