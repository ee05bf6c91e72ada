"""Verification harnesses: sources of unknown values, assertions, and the four answers; replays feed the answers."""

from __future__ import annotations

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


def test_without_sources_there_is_no_judgement(java_classes: Callable[..., Path], tmp_path: Path) -> None:
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
