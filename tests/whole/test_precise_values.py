"""Inputs are values that callers can write: their types fit their places, and findings rest on nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, goals, missed, run

SUBJECTS = sorted((JAVA / "precise").rglob("*.java"))


@pytest.mark.parametrize("sweep", ["off", "on"])
@pytest.mark.parametrize("source", SUBJECTS, ids=lambda each: each.stem)
def test_what_callers_can_write_reaches_the_goals(source: Path, sweep: str, tmp_path: Path) -> None:
    out = "--output", tmp_path / "tests", f"--sweep={sweep}"
    document, done = run("generate", source, "--budget", budget(40), "-v", *out, json_file=tmp_path / "out.json")
    reports = {report["method"]: report for report in document["methods"]}
    not_met = {name: missed(wanted, reports[name]) for name, wanted in goals(source).items()}
    assert {name: each for name, each in not_met.items() if each} == {}
    wrong = {"diverged", "not-triggered", "other-exception"}
    assert {name: each["outcomes"] for name, each in reports.items() if wrong & set(each["outcomes"])} == {}
    assert [line for line in done.stdout.splitlines() if "does not compile" in line] == []
    casts = {(Path(each["file"]).name, each["line"]) for each in document["findings"] if each["rule"] == "EP005"}
    assert casts == {
        (source.name, number)
        for number, line in enumerate(source.read_text().splitlines(), 1)
        if re.search("// finds: EP005", line)
    }
