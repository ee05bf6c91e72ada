"""Verification harnesses: sources of unknown values, assertions, and the four answers; replays feed the answers."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.whole.running import run

SOURCES = ("--source", "*#nondet*", "--jobs", "1")


@pytest.fixture(scope="module")
def report(java_classes: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    json_file = tmp_path_factory.mktemp("harness") / "found.json"
    rules = ("--calls", "Unknown#helper=havoc")
    document, _ = run("check", java_classes("harness"), "--only", "#main", *SOURCES, *rules, json_file=json_file)
    return {row["class"]: row for row in document["methods"]}


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Violated", "violated"),
        ("Mixed", "violated"),
        ("Holds", "holds"),
        ("Bounded", "holds up to the bound"),
        ("Unknown", "unknown"),
        ("Objects", "violated"),
    ],
)
def test_the_answer(report: dict[str, dict], name: str, answer: str) -> None:
    assert report[name]["judgement"] == answer


def test_a_violation_is_confirmed_with_the_values_in_order(report: dict[str, dict]) -> None:
    (case,) = [case for case in report["Mixed"]["cases"] if case["ends"] == "throws"]
    assert case["outcome"] == "confirmed"
    assert "nondetChar() = 'x', Verifier.nondetLong() = 1099511627776L, Verifier.nondetString()" in case["expression"]


def test_nothing_that_was_predicted_came_out_differently(report: dict[str, dict]) -> None:
    for name, row in report.items():
        assert set(row["outcomes"]) <= {"confirmed", "contradiction", "pruned", "no-model", "path-too-long"}, name


def test_without_sources_there_is_no_verdict(java_classes: Callable[..., Path], tmp_path: Path) -> None:
    document, _ = run("check", java_classes("harness"), "--only", "Holds#main", json_file=tmp_path / "found.json")
    assert "judgement" not in document["methods"][0]


def test_a_program_gets_arguments_as_the_jvm_passes_them(java_classes: Callable[..., Path], tmp_path: Path) -> None:
    given = ("--only", "Program", "--entry", "main", "--jobs", "1")
    document, _ = run("check", java_classes("harness"), *given, json_file=tmp_path / "found.json")
    (row,) = document["methods"]
    assert row["status"] in ("complete", "bounded")
    assert set(row["outcomes"]) <= {"confirmed", "contradiction", "pruned", "path-too-long"}
    thrown = [case for case in row["cases"] if case["ends"] == "throws"]
    assert [case["exception"] for case in thrown] == ["java.lang.IllegalStateException"]
    assert not any("(null)" in case["expression"] for case in row["cases"])


@pytest.fixture(scope="module")
def absent(java_classes: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    folder = tmp_path_factory.mktemp("absent")
    shutil.copytree(java_classes("absent") / "task", folder / "classes" / "task")
    given = ("--only", "#main", "--source", "org.sosy_lab.sv_benchmarks.*#nondet*", "--jobs", "1")
    document, _ = run("check", folder / "classes", *given, json_file=folder / "found.json")
    return {row["class"]: row for row in document["methods"]}


def test_sources_of_a_class_that_is_not_there(absent: dict[str, dict]) -> None:
    """The harness alone is on the class path, without what it was compiled against."""
    assert absent["task.Main"]["judgement"] == "violated"
    (case,) = [case for case in absent["task.Main"]["cases"] if case["ends"] == "throws"]
    assert (case["outcome"], case["exception"], case["line"]) == ("confirmed", "java.lang.AssertionError", 12)
    values = case["expression"].partition(" with ")[2]
    assert re.fullmatch(
        r'Verifier\.nondetInt\(\) = (\d+), Verifier\.nondetString\(\) = "v.", Verifier\.nondetInt\(\) = (\d+)', values
    )
    assert absent["task.Safe"]["judgement"] == "holds"
    assert absent["task.Safe"]["outcomes"]["confirmed"] == 1


def test_what_else_a_missing_class_does_is_unknown(absent: dict[str, dict]) -> None:
    for name in ("task.Other", "task.Makes"):
        row = absent[name]
        assert row["judgement"] == "unknown", name
        assert row["status"] == "partial", name
        assert "confirmed" not in row["outcomes"], name
