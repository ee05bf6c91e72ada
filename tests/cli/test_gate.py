"""`check` as a gate: levels that fail, findings that are suppressed or known, and what becomes of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.cli.support import ROOT, everypath
from tests.compiling import javac

SUBJECTS = ROOT / "tests" / "java" / "gate"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the sources of `quiet`, and their classes in `out`."""
    shutil.copytree(SUBJECTS / "quiet", tmp_path / "src")
    javac("-g", "-d", tmp_path / "out", *sorted((tmp_path / "src").rglob("*.java")))
    return tmp_path


def report_of(folder: Path, *arguments: object) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON of a check of some of the classes."""
    done = everypath("check", "out", "--jobs", 1, "--json", "-", *arguments, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def why(report: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Why the findings of each method are suppressed: kind and reason."""
    return {
        row["method"]: (row["suppression"]["kind"], row["suppression"].get("reason", ""))
        for row in report["suppressed"]
    }


def test_annotations_and_comments_suppress_the_rules_they_name(project: Path) -> None:
    (project / "out" / "shop").joinpath("Loud.class").unlink()
    shutil.copytree(project / "src", project / "out", dirs_exist_ok=True)  # sources are found beside the classes
    code, report = report_of(project, "--suppress", "Quiet#byN*: EP001")
    assert code == 1
    found = sorted((row["method"], row["condition"]) for row in report["findings"])
    assert [method for method, _ in found] == [
        "annotatedForAnotherRule",
        "byOtherField",
        "byParameter",
        "commentedForAnotherRule",
    ]
    assert "y == 0" in dict(found)["byParameter"]
    assert why(report) == {
        "annotated": ("annotation", "callers know"),
        "annotatedForAll": ("annotation", ""),
        "inLambda": ("annotation", ""),
        "byField": ("annotation", ""),
        "byParameter": ("annotation", ""),
        "<init>": ("annotation", ""),
        "inNested": ("annotation", ""),
        "inPackage": ("annotation", ""),
        "commented": ("comment", "callers know"),
        "commentedAbove": ("comment", ""),
        "byName": ("option", ""),
    }
    assert report["summary"]["findings"] == {"error": 4, "warning": 0, "note": 0}
    assert all(row["suppression"]["where"] for row in report["suppressed"])
    assert all("suppression" not in row for row in report["findings"])


def test_the_file_says_what_is_suppressed(project: Path) -> None:
    (project / "everypath.toml").write_text('[suppress]\n"shop.Loud#byName" = ["EP001"]\n"#length" = "all"\n')
    done = everypath("check", "out", "--only", "Loud", "-v", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "1 note · 2 suppressed ·" in done.stdout
    assert "shop/Loud.java:5: suppressed EP001 ArithmeticException: / by zero   Loud.byName(int)\n" in done.stdout
    assert "    because  option shop.Loud#byName: EP001\n" in done.stdout


@pytest.mark.parametrize("what", ["EP999", "Loud#: ", ": EP001", "nonsense"])
def test_what_cannot_be_suppressed_is_one_clear_line(what: str, project: Path) -> None:
    done = everypath("check", "out", "--suppress", what, cwd=project)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("everypath: --suppress: ")


@pytest.mark.parametrize(
    ("level", "rules", "code"),
    [
        ("error", "EP001", 0),
        ("warning", "EP001", 1),
        ("warning", "EP001 EP002", 0),
        ("note", "EP001 EP002", 1),
        ("never", "", 0),
    ],
)
def test_fail_on(level: str, rules: str, code: int, project: Path) -> None:
    given = ["--suppress", f"Loud: {rules}"] if rules else []
    done = everypath("check", "out", "--only", "Loud", "--fail-on", level, *given, cwd=project)
    assert done.returncode == code, done.stderr
    assert ("note EP020 IllegalArgumentException: x" in done.stdout) == (level == "note")


def test_a_baseline_hides_known_findings_and_lists_fixed_ones(project: Path) -> None:
    source = project / "src" / "shop" / "Loud.java"
    first = everypath("check", source, "--write-baseline", "known.json", cwd=project)
    assert first.returncode == 0, first.stderr
    assert "known.json: 3 findings written" in first.stdout + first.stderr
    assert "no findings · 3 known ·" in first.stdout
    written = (project / "known.json").read_text()
    assert '"line"' not in written

    fixed = source.read_text().replace("10 / x", "10 / (x * x + 1 | 1)")
    source.write_text(fixed.replace("public class Loud {", "public class Loud {\n    // moved\n"))
    second = everypath("check", source, "--baseline", "known.json", cwd=project)
    assert second.returncode == 0, second.stderr
    assert "fixed since the baseline: EP001 ArithmeticException: / by zero   shop.Loud#byName(I)I\n" in second.stdout
    assert "no findings · 2 known, 1 fixed ·" in second.stdout

    source.write_text(source.read_text().replace("return x;", "return 1 / (x - 4);"))
    third = everypath("check", source, "--baseline", "known.json", "--write-baseline", "known.json", cwd=project)
    assert third.returncode == 0, third.stderr
    after = {row["told"] for row in json.loads((project / "known.json").read_text())["findings"]}
    assert after == {
        "ArithmeticException: / by zero",
        "IllegalArgumentException: x",
        next(row["told"] for row in json.loads(written)["findings"] if row["rule"] == "EP002"),
    }
    # A run that looks at one method says nothing of the others.
    (project / "known.json").write_text(written)
    part = everypath("check", source, "--only", "#checked", "--baseline", "known.json", cwd=project)
    assert part.returncode == 1
    assert "fixed" not in part.stdout
    assert "EP001 ArithmeticException: / by zero   Loud.checked(int)" in part.stdout


HEAD = '{"format": "everypath-baseline", "version"'


@pytest.mark.parametrize(
    "content", [None, "", "{}", "[1]", f"{HEAD}: 9}}", f"{HEAD}: 1}}", f'{HEAD}: 1, "findings": [{{"id": 3}}]}}']
)
def test_what_is_no_baseline_is_one_clear_line(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "known.json").write_text(content)
    done = everypath("check", "--baseline", "known.json", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("everypath: known.json: ")


def test_the_reports_of_a_gate(project: Path) -> None:
    source = "src/shop/Loud.java"
    done = everypath("check", source, "--sarif", "found.sarif", "--junit", "found.xml", cwd=project)
    assert done.returncode == 1, done.stderr
    results = json.loads((project / "found.sarif").read_text())["runs"][0]["results"]
    places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results}
    assert places == {"src/shop/Loud.java"}  # relative to where it ran, as code hosts want it
    frames = results[0]["stacks"][0]["frames"]
    assert [frame["location"]["logicalLocations"][0]["fullyQualifiedName"] for frame in frames] == [
        "shop.Loud.byName(Loud.java:5)"
    ]
    root = ElementTree.parse(project / "found.xml").getroot()
    assert [(case.get("name"), len(case.findall("failure"))) for case in root.iter("testcase")] == [
        ("new Loud()", 0),
        ("Loud.byName(int)", 1),
        ("Loud.checked(int)", 0),
        ("Loud.length(String)", 0),
    ]


CALLING = """class Calling {
    static int fee(int days) {
        return 10 / days;
    }

    static int total(int days) {
        return fee(days - days);
    }

    static int odd(int days) {
        return days > 4 && days < 3 ? 7 : 8;
    }
}
"""


def test_callers_that_break_a_precondition_and_what_became_of_the_paths(tmp_path: Path) -> None:
    (tmp_path / "Calling.java").write_text(CALLING)
    done = everypath("check", "Calling.java", "-v", "--json", "found.json", cwd=tmp_path)
    report = json.loads((tmp_path / "found.json").read_text())
    fee, total = sorted(report["findings"], key=lambda row: row["method"])
    assert (fee["blame"], fee["callers"]) == ("precondition", ["Calling.total(int)"])
    assert "callers" not in total
    assert total["trace"] == ["Calling.fee(Calling.java:3)", "Calling.total(Calling.java:7)"]
    assert "    callers  Calling.total(int)\n" in done.stdout
    outcomes = report["summary"]["outcomes"]
    rows = [method["outcomes"] for method in report["methods"]]
    assert outcomes == {name: sum(row.get(name, 0) for row in rows) for name in ("confirmed", "contradiction")}
    assert outcomes["contradiction"] == 1
    assert f"\npaths: {outcomes['confirmed']} confirmed, 1 contradiction\n" in done.stdout


EARLIER = SUBJECTS / "earlier"
"""A baseline and patterns that version 0.1.0 wrote, with the sources of the patterns."""


def test_a_baseline_of_an_earlier_version_is_understood(project: Path) -> None:
    shutil.copy(EARLIER / "known.json", project)
    done = everypath("check", "out", "--jobs", 1, "--baseline", "known.json", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "no findings · 8 known, 10 suppressed ·" in done.stdout
    assert "fixed" not in done.stdout


def test_patterns_of_an_earlier_version_are_replayed(tmp_path: Path) -> None:
    shutil.copytree(EARLIER, tmp_path, dirs_exist_ok=True)
    done = everypath("replay", "patterns.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "16 patterns: 16 as recorded, 0 not" in done.stdout
