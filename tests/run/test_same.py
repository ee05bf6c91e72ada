"""The same in every run: with one worker or two, whatever a process analysed before, and however time cut the work."""

import gc
import json
import time
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from benchmarks.same import DEMO, ROOT, Subject, compare, difference, limited, read, run

from everypath.program import forget
from everypath.project import open_target
from everypath.run import Options, Workload
from everypath.run import session as sessions
from everypath.run.analysis import plan
from everypath.run.engine import Engine
from everypath.run.results import Status
from everypath.run.session import Session
from everypath.run.work import Unit

UNTOLD = {"seconds", "spent", "resumable"}
SUBJECTS = Path(__file__).parents[1] / "java" / "run"
TARGETS = tuple(
    str(path) for path in (SUBJECTS / "Account.java", SUBJECTS / "Clean.java", *sorted(DEMO.glob("*.java")))
)

ROUNDS = """
class Rounds {
    static int growing(int[] numbers) {
        int peaks = 0;
        for (int at = 1; at < numbers.length; at++) {
            if (numbers[at] > numbers[at - 1] * 3) {
                peaks++;
            }
        }
        return peaks;
    }

    static int sign(int number) {
        return number < 0 ? -1 : 1;
    }

    static boolean longer(String text) {
        return text.length() > 3;
    }

    static int half(int number) {
        return number / 2;
    }
}
"""


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


def opened(*targets):
    """A session of some targets, and the names of their entries."""
    options = Options(jobs=1)
    target = open_target(targets, options.classpath, options.jdk)
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, options, writes=True)
    return Session(workload), [entry.name for entry in plan(workload, Messages()).entries]


def reports(order):
    session, names = opened(*TARGETS)
    try:
        found = {name: session.analyse(Unit(name, 30.0, time.time() + 300)) for name in names[::order]}
    finally:
        session.close()
    return {name: told(report) for name, report in found.items()}


def test_what_a_process_analysed_before_changes_nothing():
    one, other = reports(1), reports(-1)
    assert [name for name in one if one[name] != other[name]] == []


def engines():
    gc.unfreeze()
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Engine)]


def test_a_process_that_has_grown_lets_go_of_its_engine_and_of_nothing_else(tmp_path, monkeypatch):
    subject = tmp_path / "Rounds.java"
    subject.write_text(ROUNDS)
    session, names = opened(str(subject))
    endless = next(name for name in names if name.method == "growing")
    others = [name for name in names if name != endless]
    forget()
    before = len(engines())
    with closing(session):
        first = session.analyse(Unit(endless, 0.02, time.time() + 60))
        monkeypatch.setattr(sessions, "SERVED", 1)
        monkeypatch.setattr(sessions, "OLD", 0)
        reports = [session.analyse(Unit(name, 10.0, time.time() + 60)) for name in others]
        assert first.resumable
        assert len(engines()) == before + 2  # the last, and that of what waits
        second = session.analyse(Unit(endless, 5.0, time.time() + 60, round=1))
        assert len(second.cases) > len(first.cases)
    assert {report.status for report in reports} == {Status.COMPLETE}


CUT = """
import java.util.List;

public class Cut {
    static byte parsed(String text) {
        return Byte.parseByte(text);
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static int flattened(List<List<String>> lists) {
        return (int) lists.stream().flatMap(List::stream).filter(each -> each.length() > 2).count();
    }

    static int digit(char each) {
        if (!Character.isDigit(each)) {
            throw new IllegalArgumentException("no digit");
        }
        return each - '0';
    }

    static int divided(int a, int b) {
        return a * b == 391 && a > 1 && b > 1 ? a % 17 : a / b;
    }
}
"""


def in_rounds(session, name):
    """The report of a method whose work is cut into rounds, and how many there were."""
    seconds, rounds = 0.01, 1
    while (report := session.analyse(Unit(name, seconds, time.time() + 300))).resumable:
        seconds, rounds = 1.1 * seconds, rounds + 1
    return report, rounds


def test_where_time_cuts_the_work_into_rounds_changes_nothing(tmp_path):
    source = tmp_path / "Cut.java"
    source.write_text(CUT)
    session, names = opened(str(source))
    try:
        whole = {name: session.analyse(Unit(name, 60.0, time.time() + 300)) for name in names}
    finally:
        session.close()
    session, _ = opened(str(source))
    cut = {}
    try:
        for name in names:
            report, cut[name.method] = in_rounds(session, name)
            assert told(report) == told(whole[name])
    finally:
        session.close()
    assert {name for name, rounds in cut.items() if rounds > 1} >= {"parsed", "factorial", "flattened"}


def told(report):
    """What a report tells but for times, part by part."""
    return {each.name: repr(getattr(report, each.name)) for each in fields(report) if each.name not in UNTOLD}


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
