"""Inputs are values that callers can write: their types fit their places, and findings rest on nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, goals, missed, run

SUBJECTS = sorted((JAVA / "precise" / "types").glob("*.java"))


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


@pytest.fixture(scope="module")
def inner(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, dict], str, Path]:
    """The reports of the methods of nested classes, by class and name; what was printed; and the written tests."""
    out = tmp_path_factory.mktemp("inner")
    options = "--budget", budget(40), "-v", "--sweep=off", "--output", out / "tests"
    document, done = run("generate", JAVA / "precise" / "made" / "Inner.java", *options, json_file=out / "out.json")
    reports = {f"{each['class'].rpartition('.')[2]}.{each['method']}": each for each in document["methods"]}
    return reports, done.stdout, out / "tests"


@pytest.mark.parametrize(
    "method",
    [
        "Inner$1.compare",
        "Inner$1ByLength.compare",
        "Inner$3.hasNext",
        "Inner$2.test",
        "Inner$3.next",
        "Inner$Step.applyAsInt",
        "Inner$Operation$1.apply",
        "Inner$Operation$2.apply",
    ],
)
def test_methods_of_unnamed_classes_run_on_what_calls_return(inner: tuple, method: str) -> None:
    report = inner[0][method]
    assert report["branches"]["covered"] == report["branches"]["total"]
    assert set(report["outcomes"]) == {"confirmed"}


def test_what_no_call_returns_has_a_reason(inner: tuple) -> None:
    reasons = {name: inner[0][name]["reasons"][0]["where"] for name in ("Inner$4.test", "Inner$Never.go")}
    assert reasons == {
        "Inner$4.test": "no call returns an object of made.Inner$4: only the code around it calls this method",
        "Inner$Never.go": "no code around made.Inner$Never makes an object of it, and a test cannot name it",
    }


def test_tests_hold_objects_of_unnamed_classes_by_the_call_only(inner: tuple) -> None:
    _, printed, tests = inner
    texts = [each.read_text() for each in tests.rglob("*.java")]
    assert any("Inner.above(0).test(" in text for text in texts)
    assert any("new Inner().upTo(0).next()" in text for text in texts)
    assert not any("getDeclaredConstructor" in text for text in texts)
    assert "not accessible" not in printed
    assert not any(name.endswith(".<init>") for name in inner[0] if name.startswith(("Inner$1", "Inner$2")))
