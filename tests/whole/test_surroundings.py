"""Whole programs: standard input, system properties and environment variables are inputs; the JVM gets them in replays
and, but for the variables, in tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.busy import budget
from tests.whole.running import run

GIVEN = ("--entry", "main", "--budget", budget(150), "--jobs", "1")


@pytest.fixture(scope="module")
def found(java_classes: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Path]:
    folder = tmp_path_factory.mktemp("around")
    document, _ = run(
        "generate", java_classes("around"), *GIVEN, "-o", folder / "tests", json_file=folder / "found.json"
    )
    return document, folder / "tests"


@pytest.fixture(scope="module")
def programs(found: tuple[dict, Path]) -> dict[str, dict]:
    return {row["class"]: row for row in found[0]["methods"]}


THROWN = [
    ("Calculator", "java.lang.NumberFormatException", 15),
    ("Calculator", "java.lang.ArithmeticException", 21),
    ("Calculator", "java.lang.IllegalArgumentException", 24),
    ("Calculator", "java.lang.IllegalStateException", 28),
    ("Settings", "java.lang.IllegalStateException", 6),
    ("Settings", "java.lang.UnsupportedOperationException", 9),
    ("Commands", "java.util.NoSuchElementException", 13),
    ("Raw", "java.lang.IllegalStateException", 11),
    ("Raw", "java.lang.IllegalArgumentException", 15),
    ("Assigned", "java.lang.IllegalStateException", 13),
    ("Assigned", "java.lang.IllegalArgumentException", 15),
    ("Numbers", "java.lang.ArithmeticException", 7),
    ("Numbers", "java.util.NoSuchElementException", 7),
    ("Numbers", "java.util.InputMismatchException", 7),
    ("Sums", "java.util.NoSuchElementException", 10),
    ("Sums", "java.lang.IllegalStateException", 13),
    ("Guess", "java.lang.IllegalStateException", 9),
    ("Variables", "java.lang.IllegalStateException", 9),
    ("Variables", "java.lang.UnsupportedOperationException", 15),
    ("Variables", "java.lang.NullPointerException", 17),
]


@pytest.mark.parametrize(("name", "exception", "line"), THROWN)
def test_what_an_input_of_a_program_makes_it_throw_is_confirmed(
    programs: dict[str, dict], name: str, exception: str, line: int
) -> None:
    confirmed = [case for case in programs[name]["cases"] if case["outcome"] == "confirmed"]
    assert any((case.get("exception"), case.get("line")) == (exception, line) for case in confirmed)


def test_nothing_that_was_predicted_came_out_differently(programs: dict[str, dict]) -> None:
    for name, row in programs.items():
        assert set(row["outcomes"]) <= {"confirmed", "contradiction", "pruned", "path-too-long", "unsolved"}, name


@pytest.mark.parametrize("name", ["Numbers", "Sums", "Guess", "Commands", "Calculator", "Raw"])
def test_only_bounds_keep_programs_that_read_from_their_end(programs: dict[str, dict], name: str) -> None:
    assert programs[name]["status"] == "bounded"
    assert {each["code"] for each in programs[name]["reasons"]} <= {"length", "loop", "enough", "memory", "conditions"}
    covered = programs[name]["instructions"]
    assert covered["covered"] == covered["total"]


def test_environment_variables_are_what_a_replay_sets(found: tuple[dict, Path], programs: dict[str, dict]) -> None:
    row = programs["Variables"]
    assert row["status"] in ("complete", "bounded")
    assert not [case for case in row["cases"] if case.get("exception") == "java.lang.AssertionError"]
    fast = next(case for case in row["cases"] if case.get("line") == 9)
    assert fast["expression"] == 'Variables.main(new String[0]) with System.getenv("APP_MODE") = "fast"'
    assert fast["condition"] == 'System.getenv("APP_MODE").equals("fast")'
    both = next(case for case in row["cases"] if case.get("line") == 15)
    assert both["expression"].startswith('System.setProperty("APP_MODE", ')
    unset = [case for case in row["cases"] if case["condition"] == 'System.getenv("APP_MODE") == null']
    assert [case["outcome"] for case in unset] == ["confirmed"]
    assert not list(found[1].rglob("VariablesTest.java"))  # no test can set them


def test_a_program_that_sets_its_properties_is_explored_to_the_end(programs: dict[str, dict]) -> None:
    assert programs["Assigned"]["status"] == "complete"
    assert {(each["line"], each["proved"]) for each in programs["Assigned"]["unreached"]} == {
        (6, True),
        (10, True),
        (16, True),
    }


def test_a_stream_that_the_program_replaces_is_read_from_then_on(found: tuple[dict, Path]) -> None:
    (row,) = [row for row in found[0]["methods"] if row["class"] == "Redirected"]
    assert row["status"] == "complete"
    assert [(case["exception"], case["outcome"]) for case in row["cases"]] == [
        ("java.lang.IllegalStateException", "confirmed")
    ]
    assert not list(found[1].rglob("RedirectedTest.java"))  # a test could not put the stream back


def test_what_an_initialiser_asks_for_is_no_input(programs: dict[str, dict]) -> None:
    row = programs["Early"]
    assert row["status"] == "partial"
    assert [(each["code"], each["where"]) for each in row["reasons"]] == [("boot", "system property early.loud")]


def test_every_written_test_passes_and_puts_everything_back(found: tuple[dict, Path]) -> None:
    document, folder = found
    tests = document["summary"]["tests"]
    assert tests["written"] == tests["passed"] >= 20
    for name in ("Calculator", "Settings"):
        (source,) = folder.rglob(f"{name}Test.java")
        text = source.read_text()
        assert "System.setIn(standardInputBefore);" in text
        assert "System.setProperties(propertiesBefore);" in text


def test_without_whole_programs_they_are_the_machines(java_classes: Callable[..., Path], tmp_path: Path) -> None:
    given = ("--only", "Raw#main,Settings#main", "--jobs", "1")
    document, _ = run("check", java_classes("around"), *given, json_file=tmp_path / "found.json")
    for row in document["methods"]:
        assert row["status"] == "partial"
        assert {each["code"] for each in row["reasons"]} == {"boot"}
