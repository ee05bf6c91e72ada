"""A method that depends on classes by type tests only is complete if each test was tried with both answers."""

from __future__ import annotations

import json
from pathlib import Path

from tests.preloaded import run
from tests.whole.running import JAVA

COMPLETE = {
    "number": 3,
    "nested": 4,
    "several": 5,
    "shape": 4,
    "comparable": 3,
    "both": 4,
    "two": 9,
    "cast": 3,
    "castIfPositive": 6,
    "large": 4,
}
"""Methods with the number of their paths."""
BOUNDED = {"list", "strings", "cloneable"}
"""Methods with a test that all classes that were tried answer alike."""


def test_both_answers_of_each_test_are_all_that_there_is(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "tested.Tested#*", JAVA / "tested", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    methods = {each["method"]: each for each in json.loads(out.read_text())["methods"] if each["method"] != "<init>"}
    assert {name: len(each["classes"]) for name, each in methods.items() if each["status"] == "complete"} == COMPLETE
    assert {name for name, each in methods.items() if each["status"] == "bounded"} == BOUNDED
    assert all(row["outcome"] == "confirmed" for each in methods.values() for row in each["classes"])
    (failed,) = (each for each in methods["cast"]["classes"] if each["ends"] == "throws")
    assert failed["condition"] == "it != null && !(it instanceof String)"
    (other,) = (each for each in methods["several"]["classes"] if each["effect"] == "returns 2")
    assert other["condition"] == "it instanceof CharSequence && !(it instanceof Number)"


def test_equals_is_complete(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "tested.Tested$Point#equals", JAVA / "tested", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text())
    assert "equals(Object): complete, 6 paths" in done.stdout
    assert "other != null && !(other instanceof Tested.Point) && other != this" in {
        each["condition"] for each in found["classes"]
    }


def test_so_is_equals_of_values_that_their_class_makes(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "tested.Tested$Hour#equals", JAVA / "tested", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    assert "equals(Object): complete, 5 paths" in done.stdout
    assert {each["condition"] for each in json.loads(out.read_text())["classes"]} == {
        "other == null",
        "other == this",
        "other != null && !(other instanceof Tested.Hour) && other != this",
        "other instanceof Tested.Hour && this.number == other.number && other != this",
        "other instanceof Tested.Hour && this.number != other.number && other != this",
    }


def test_so_is_equals_of_one_class_with_texts_of_any_length(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "tested.Tested$Label#equals", JAVA / "tested", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    assert "equals(Object): complete, 9 paths" in done.stdout
    both = "other instanceof Tested.Label && this.number == other.number && "
    conditions = {each["condition"] for each in json.loads(out.read_text())["classes"]}
    assert {
        "other != null && !(other instanceof Tested.Label) && other != this",
        both + "other.text != null && this.text.equals(other.text) && other != this",
        both + "other.text != null && !this.text.equals(other.text) && other != this",
    } <= conditions
    done = run("paths", "tested.Tested$Name#equals", JAVA / "tested", timeout=400)
    assert "equals(Object): complete, 16 paths" in done.stdout


def test_a_class_that_is_an_effect_is_not_open(tmp_path: Path) -> None:
    done = run("paths", "tested.Tested$Tags#*", JAVA / "tested", timeout=400)
    assert "isTag(Object): complete, 3 paths" in done.stdout
    assert "isOneOf(Object): complete, 4 paths" in done.stdout
    assert "kind(Object): bounded" in done.stdout


def test_a_class_that_others_extend_is_compared_exactly(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "domain.Texts#is*", JAVA / "domain", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    methods = {each["method"]: each for each in json.loads(out.read_text())["methods"]}
    complete = {name for name, each in methods.items() if each["status"] == "complete"}
    assert complete == {"isDerived", "isNumbers"}
    exact = {
        "isBase": "Texts.Base",
        "isError": "IllegalArgumentException",
        "isList": "ArrayList",
        "isArray": "Object[]",
    }
    for name, cls in exact.items():
        (row,) = (each for each in methods[name]["classes"] if each["effect"] == "returns true")
        assert row["condition"] == f"it != null && it.getClass() == {cls}.class"


def test_equal_strings_of_any_length_are_decided() -> None:
    done = run("paths", "domain.Texts#*", JAVA / "domain", timeout=400)
    for name in ("three", "both", "either", "odd", "swapped"):
        (line,) = (each for each in done.stdout.splitlines() if each.startswith(f"Texts.{name}("))
        assert ": complete, " in line
    (line,) = (each for each in done.stdout.splitlines() if each.startswith("Texts.spelled("))
    assert ": bounded, " in line


def test_what_is_only_handed_on_may_be_of_any_class() -> None:
    done = run("paths", "domain.Handed#*", JAVA / "domain", timeout=400)
    for name, paths in (("wrapped", 2), ("pushed", 3), ("decoder", 2), ("matcher", 2)):
        assert f"Handed.{name}(" in done.stdout
        (line,) = (each for each in done.stdout.splitlines() if each.startswith(f"Handed.{name}("))
        assert f": complete, {paths} paths" in line
    for name in ("joined", "classOf", "classesOf"):
        (line,) = (each for each in done.stdout.splitlines() if each.startswith(f"Handed.{name}("))
        assert ": bounded, " in line


def test_classes_of_the_jdk_that_the_code_tests_for_are_tried(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "domain.Handed#*", JAVA / "domain", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    methods = {each["method"]: each for each in json.loads(out.read_text())["methods"]}
    assert {each["condition"] for each in methods["isChecked"]["classes"]} == {
        "thrown == null",
        "thrown instanceof Error",
        "thrown instanceof RuntimeException",
        "thrown != null && !(thrown instanceof Error) && !(thrown instanceof RuntimeException)",
    }
    for name in ("kind", "number", "text", "several"):
        assert methods[name]["status"] == "complete"
        effects = sorted(each["effect"] for each in methods[name]["classes"])
        assert effects == ["returns 1", "returns 2", "returns 3", "returns 3"]
