"""`paths` with one path to follow, and with criteria to meet."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.support import ROOT, everypath

CTB = str(ROOT / "tests" / "java" / "ctb" / "Ctb.java")


def paths(folder: Path, *options: str) -> tuple[list[str], dict]:
    document = folder / "paths.json"
    done = everypath("paths", f"{CTB}#partition", *options, "--json", document, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), json.loads(document.read_text())


def test_an_infeasible_path_is_reported_with_its_contradiction(tmp_path: Path) -> None:
    """CTB, section IV-B: potential path 15 of `partition`."""
    lines, document = paths(tmp_path, "--path", "TTTFFTF", "--loop", "2")
    assert lines[-1] == "  no input takes this path: it can be followed as far as TTTFFT"
    assert any(line.startswith("  infeasible: high > low + 3 and high <= low + 3 ") for line in lines)
    assert document["methods"][0]["furthest"] == "TTTFFT"
    assert {each["ends"] for each in document["classes"]} == {"infeasible"}


def test_a_path_that_is_followed_is_the_only_class(tmp_path: Path) -> None:
    """CTB, section IV-B: potential path 224, whose descriptor the paper misprints."""
    lines, document = paths(tmp_path, "--path", "TTFTTFTTTFFFF", "--loop", "3")
    found = [each for each in document["classes"] if each["ends"] != "infeasible"]
    assert [each["descriptor"] for each in found] == ["TTFTTFTTTFFFF"]
    assert found[0]["outcome"] == "confirmed"
    assert found[0]["result"] == "high - 2"
    assert not any("no input takes this path" in line or "nothing throws" in line for line in lines)


def test_criteria_are_reported(tmp_path: Path) -> None:
    lines, document = paths(tmp_path, "--criterion", "branch", "--criterion", "path", "--loop", "2")
    assert "  criterion branch: met, 8 goals" in lines
    assert "  criterion path: not met (loop bound)" in lines
    branch = next(each for each in document["methods"][0]["criteria"] if each["name"] == "branch")
    assert branch == {"name": "branch", "goals": 8, "met": True, "left": [], "why": "", "proved": []}
