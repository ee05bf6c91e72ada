"""The goals that confirmed paths cover, and how many of them the written tests keep."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from everypath.cli.commands import run
from everypath.run.coverage import kept_of
from everypath.run.results import Covered, KeptGoals

SOURCE = """
class Safe {
    static int sign(int x) {
        return x < 0 ? -1 : x > 0 ? 1 : 0;
    }

    private static int hidden(int x) {
        return x > 5 ? 1 : 2;
    }
}
"""


def test_goals_are_counted_once_and_only_where_a_path_covers_them() -> None:
    first = Covered({"A": 0b111, "B": 0b1}, {"A": 0b011})
    second = Covered({"A": 0b1100}, {"A": 0b0100})
    assert kept_of([first, second], {"A": 0b10110, "C": 0b1}) == KeptGoals(confirmed=5, kept=2, plain=3, plain_kept=2)
    assert kept_of([], {"A": 0b1}) == KeptGoals(0, 0, 0, 0)


def goals(target: Path, work: Path, *options: str) -> dict[str, int]:
    out = work / "out.json"
    command = ["generate", str(target), "-o", str(work / "tests"), "--json", str(out), "--jobs", "1", "--budget", "60s"]
    assert run([*command, *options]) == 0
    document = json.loads(out.read_text())
    assert all(document["spent"][phase] > 0 for phase in ("executing", "replaying", "choosing", "writing"))
    return document["summary"]["goals"]


def test_what_needs_reflection_is_kept_where_that_is_wanted(tmp_path: Path) -> None:
    source = tmp_path / "Safe.java"
    source.write_text(SOURCE)
    plain = goals(source, tmp_path)
    assert plain["confirmed"] == plain["plain"] == plain["plain_kept"] == plain["kept"] > 0
    hidden = goals(source, tmp_path, "--private")
    assert hidden["plain"] == hidden["plain_kept"] == hidden["kept"] == plain["kept"] < hidden["confirmed"]
    forced = goals(source, tmp_path, "--private", "--forced-states")
    assert forced["confirmed"] == forced["kept"] == hidden["confirmed"]
    assert forced["plain"] == plain["plain"]


POLYMORPHIC = """
interface Shape {
    int area();
}

class Square implements Shape {
    final int side;

    Square(int side) {
        this.side = side < 0 ? 0 : side;
    }

    public int area() {
        return side > 100 ? 10000 : side * side;
    }
}

class Strip implements Shape {
    public int area() {
        return 7;
    }
}

class Price {
    static int of(Shape shape) {
        return shape.area() * 2;
    }
}
"""


def number_of_tests(folder: Path) -> dict[str, int]:
    return {path.stem: path.read_text().count("@Test") for path in folder.rglob("*Test.java")}


def test_code_that_other_tests_are_for_brings_no_tests(tmp_path: Path) -> None:
    source = tmp_path / "Price.java"
    source.write_text(POLYMORPHIC)
    goals(source, tmp_path)
    every = number_of_tests(tmp_path / "tests")
    assert every["SquareTest"] >= 2
    assert every["StripTest"] >= 1
    text = (tmp_path / "tests" / "PriceTest.java").read_text()
    assert text.count("Price.of(new") == 2  # zero and more: how big a shape is, is tested where the shape is


LISTED = """
class Listed {
    static int halves(int x) {
        if (x * 2 == 7) {
            return 1;
        }
        return x > 0 ? 2 : 3;
    }

    private static int unused(int x) {
        return x > 5 ? 1 : 2;
    }
}
"""


def test_goals_are_listed_one_by_one(tmp_path: Path) -> None:
    source, listed = tmp_path / "Listed.java", tmp_path / "goals.csv"
    source.write_text(LISTED)
    run(["check", str(source), "--goals", str(listed), "--fail-on", "never", "--jobs", "1"])
    with listed.open(newline="") as file:
        rows = list(csv.DictReader(file))
    document = tmp_path / "out.json"
    run(["check", str(source), "--json", str(document), "--fail-on", "never", "--jobs", "1"])
    goals = json.loads(document.read_text())["goals"]
    assert sum(bool(each["covered by"]) for each in rows) == goals["covered"]
    parts = {name for name, part in goals["parts"].items() if part["goals"]}
    assert {each["covered by"] for each in rows if each["covered by"]} == parts
    sides = [each for each in rows if each["kind"] == "side"]
    found = {(each["method"], each["line"], each["reason"]) for each in sides if each["reason"]}
    assert found == {("halves", "4", "unreachable"), ("unused", "11", "no-entry")}
    assert len(sides) == 6
    assert all(bool(each["covered by"]) != bool(each["reason"]) for each in rows)
    assert len({(each["method"], each["descriptor"], each["pc"], each["target"]) for each in rows}) == len(rows)
