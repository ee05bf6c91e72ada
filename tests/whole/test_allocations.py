"""New arrays of any length: paths hold as far as the JVM's memory suffices, and examples fit into it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.preloaded import run
from tests.whole.running import JAVA


def test_arrays_are_as_long_as_memory_allows(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    done = run("paths", "domain.Allocations#*", JAVA / "domain", "--json", out, timeout=400)
    assert done.returncode == 0, done.stderr
    methods = {each["method"]: each for each in json.loads(out.read_text())["methods"]}
    bounded = {"caught", "caughtAbove", "large"}
    for name, method in methods.items():
        assert method["status"] == ("bounded" if name in bounded else "complete"), name
        assert {each["code"] for each in method["reasons"]} == ({"memory"} if name in bounded else set())
    assert {case["outcome"] for method in methods.values() for case in method["cases"]} == {"confirmed"}
    conditions = {each["condition"]: each["effect"] for each in methods["bytes"]["classes"]}
    assert conditions == {"n < 0": "throws NegativeArraySizeException", "n >= 0": "returns n"}


def test_no_example_needs_more_than_the_memory_of_a_jvm() -> None:
    done = run("paths", "domain.Allocations#*", JAVA / "domain", timeout=400)
    assert "Allocations.large(int): bounded" in done.stdout
    assert "wraps around" in done.stdout
    assert "no-model" not in done.stdout
