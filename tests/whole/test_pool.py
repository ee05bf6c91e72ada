"""Objects that several public calls set up, and that builders and factories make: the goals written in the subjects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.busy import budget
from tests.whole.running import JAVA, goals, missed, run

SUBJECTS = sorted((JAVA / "pool" / "pool").glob("*.java"))
METHODS = [
    pytest.param(source, method, id=f"{source.stem}-{method}")
    for source in SUBJECTS
    for method, wanted in goals(source).items()
    if wanted
]
FRESH = "pool.Counter.third", "pool.Counter.fifth"


def analyse(out: Path, *options: str) -> dict[str, list[dict]]:
    document, _ = run("check", JAVA / "pool", "--budget", budget(120), *options, json_file=out)
    found: dict[str, list[dict]] = {}
    for row in document["methods"]:
        found.setdefault(f"{row['class']}.{row['method']}", []).append(row)
    return found


@pytest.fixture(scope="module")
def reports(tmp_path_factory) -> dict[str, list[dict]]:
    return analyse(tmp_path_factory.mktemp("pool") / "out.json")


def report_of(reports: dict[str, list[dict]], source: Path, method: str) -> dict:
    names = [name for name in reports if re.fullmatch(rf"pool\.{source.stem}(\.\w+)?\.{method}", name)]
    assert len(names) == 1, names
    return reports[names[0]][0]


@pytest.mark.parametrize(("source", "method"), METHODS)
def test_goals_are_met(reports, source, method):
    report = report_of(reports, source, method)
    assert not missed(goals(source)[method], report), report


@pytest.mark.parametrize(("source", "method"), METHODS)
def test_predictions_equal_the_jvm(reports, source, method):
    report = report_of(reports, source, method)
    assert report["status"] != "failed"
    assert not {"diverged", "not-triggered", "other-exception", "no-test", "unsolved"} & report["outcomes"].keys(), (
        report
    )
    assert report["outcomes"]["confirmed"]


def expressions(reports: dict[str, list[dict]], name: str) -> list[str]:
    return [case["expression"] for row in reports[name] for case in row["cases"]]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("pool.Order.share", "Order.share(Order.builder().count(7).build(), 0)"),
        ("pool.Order.label", 'Order.builder().name("gift").build().label()'),
        ("pool.Coin.worth", "new Coin.Press(1900).strike(1).worth()"),
        ("pool.Money.units", "Money.zero().withScale(0).units()"),
        ("pool.Route.isLong", "new RouteMaker().more(21).finish().isLong()"),
        ("pool.Library.letters", "Library.letters(HexFormat.of().withUpperCase())"),
        (
            "pool.Trip.perSeat",
            "Trip.Planner planner = new Trip.Planner(0); planner.destination(0); planner.seats(3); "
            "planner.plan().perSeat()",
        ),
    ],
)
def test_inputs_read_as_people_write_them(reports, name, wanted):
    assert wanted in expressions(reports, name)


def test_calls_in_their_order(reports):
    found = expressions(reports, "pool.Channel.total")
    assert any(re.search(r"channel\.open\(\);.* channel\.write\(.*channel\.close\(\);", each) for each in found), found


@pytest.mark.parametrize(("calls", "third", "fifth"), [(0, False, False), (1, True, False), (2, True, True)])
def test_three_times_as_many_calls_as_the_option_says(tmp_path, calls, third, fifth):
    only = "--only", "pool.Counter#third", "--only", "pool.Counter#fifth"
    options = ("--setup-calls", str(calls), "--sweep", "off", *only)
    reports = analyse(tmp_path / "out.json", *options)
    found = tuple(reports[name][0]["branches"] for name in FRESH)
    reached = tuple(each["covered"] == each["total"] for each in found)
    assert reached == (third, fifth)


def test_no_call_but_the_creator(tmp_path):
    only = "--only", "pool.*#label", "--only", "pool.*#letters"
    reports = analyse(tmp_path / "out.json", "--setup-calls", "0", "--sweep", "off", *only)
    assert expressions(reports, "pool.Order.label") == ["Order.builder().build().label()"]
    assert not any("with" in each for each in expressions(reports, "pool.Library.letters"))


def test_the_tests_are_written_and_pass(tmp_path):
    json_file = tmp_path / "out.json"
    document, _ = run("generate", JAVA / "pool", "-o", tmp_path / "tests", "--budget", budget(120), json_file=json_file)
    tests = document["summary"]["tests"]
    assert tests["written"] == tests["passed"] > 60
    written = (tmp_path / "tests" / "pool" / "OrderTest.java").read_text()
    assert 'Order.builder().name("gift").build()' in written
