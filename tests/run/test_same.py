"""The same in every run: with one worker or two, and whatever a process analysed before."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.same import DEMO, ROOT, Subject, compare, difference, limited, read, run

from everypath.project import open_target
from everypath.run import Options, Workload
from everypath.run.analysis import plan
from everypath.run.results import Spent
from everypath.run.session import Session
from everypath.run.work import Unit

SUBJECTS = Path(__file__).parents[1] / "java" / "run"
TARGETS = tuple(
    str(path) for path in (SUBJECTS / "Account.java", SUBJECTS / "Clean.java", *sorted(DEMO.glob("*.java")))
)


def test_one_worker_and_two_find_and_write_the_same(tmp_path):
    subject = Subject(TARGETS)
    one = run(subject, 1, "120s", ROOT, tmp_path / "one")
    two = run(subject, 2, "120s", ROOT, tmp_path / "two")
    found = compare(one, two)
    assert not found.different
    assert found.same + found.limited.total() == len(one.methods)
    assert found.same > 15
    assert found.files > 3


class Messages:
    def message(self, text):
        raise AssertionError(text)


def reports(order):
    options = Options(jobs=1)
    target = open_target(TARGETS, options.classpath, options.jdk)
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, options)
    names = [entry.name for entry in plan(workload, Messages()).entries]
    session = Session(workload)
    try:
        found = {name: session.analyse(Unit(name, 30.0, time.time() + 300)) for name in names[::order]}
    finally:
        session.close()
    return {name: repr(replace(report, seconds=0.0, spent=Spent())) for name, report in found.items()}


def test_what_a_process_analysed_before_changes_nothing():
    one, other = reports(1), reports(-1)
    assert [name for name in one if one[name] != other[name]] == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"cases": [{"id": "b"}]}, ["t.A#m()V: cases[0].id: a / b"]),
        ({"reasons": [{"code": "time"}]}, []),
        ({"seconds": 9.0}, []),
    ],
)
def test_differences_are_told_but_for_what_time_limits(tmp_path, changed, told):
    method = {"class": "t.A", "method": "m", "descriptor": "()V", "reasons": [], "cases": [{"id": "a"}], "seconds": 1.0}
    results = []
    for name, each in (("one", method), ("other", method | changed)):
        (tmp_path / name / "tests").mkdir(parents=True)
        (tmp_path / name / "out.json").write_text(json_of(each))
        (tmp_path / name / "tests" / "ATest.java").write_text("class ATest {}")
        results.append(read(tmp_path / name))
    found = compare(*results)
    assert found.different == told
    assert found.limited.total() == bool(limited(method | changed))
    assert difference([1, 2], [1, 2, 3]) == ": 2 / 3 entries"


def json_of(method):
    return json.dumps({"methods": [method], "findings": [], "seconds": 1.0})
