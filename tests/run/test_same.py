"""The same in every run: with one worker or two, whatever a process analysed before, and however time cut the work."""

import gc
import json
import time
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from benchmarks import plain
from benchmarks.plain import DEVICES
from benchmarks.same import DEMO, ROOT, Subject, compare, difference, limited, read, run

from everypath.program import clear_program_caches
from everypath.project import open_target
from everypath.run import Options, Workload
from everypath.run.engine import Engine
from everypath.run.method_analysis import Session
from everypath.run.method_analysis import session as sessions
from everypath.run.results import Status
from everypath.run.scheduling import plan
from everypath.run.workload import Unit

UNTOLD = {"seconds", "spent", "work", "resumable"}
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
            } else if (numbers[at] < numbers[at - 1] / 3) {
                peaks--;
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
    return {name: timeless(report) for name, report in found.items()}


def test_what_a_process_analysed_before_changes_nothing():
    one, other = reports(1), reports(-1)
    assert [name for name in one if one[name] != other[name]] == []


def engines():
    gc.unfreeze()
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Engine)]


def test_a_process_that_has_grown_lets_go_of_its_engine_but_for_what_waits(tmp_path, monkeypatch):
    subject = tmp_path / "Rounds.java"
    subject.write_text(ROUNDS)
    session, names = opened(str(subject))
    endless = next(name for name in names if name.method == "growing")
    others = [name for name in names if name != endless]
    clear_program_caches()
    before = len(engines())
    with closing(session):
        first = session.analyse(Unit(endless, 0.02, time.time() + 60))
        assert first.resumable
        monkeypatch.setattr(sessions, "MOST_SERVED", 1)
        monkeypatch.setattr(sessions, "MOST_ENGINE_BYTES", 0)
        reports = [session.analyse(Unit(others[0], 10.0, time.time() + 60))]
        assert len(engines()) == before + 2  # the last, and that of what waits
        second = session.analyse(Unit(endless, 0.02, time.time() + 60, round=1))
        assert len(second.cases) > len(first.cases)
        reports += [session.analyse(Unit(name, 10.0, time.time() + 60)) for name in others[1:]]
        assert len(engines()) == before + 1
        third = session.analyse(Unit(endless, 5.0, time.time() + 60, round=2))
        assert len(third.cases) > len(second.cases)
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
            assert timeless(report) == timeless(whole[name])
    finally:
        session.close()
    assert {name for name, rounds in cut.items() if rounds > 1} >= {"parsed", "factorial", "flattened"}


LISTS = "tests/java/structures/lists"


def at_once(session, name):
    """As when a busy worker holds what a method showed in its first round, and another one begins it anew."""
    return session.analyse(Unit(name, 60.0, time.time() + 300, 1, last_round=True))


def in_turn(session, name):
    """As when there is time for all methods."""
    report = session.analyse(Unit(name, 60.0, time.time() + 300))
    return at_once(session, name) if report.resumable else report


def scarcely(session, name):
    """As when there may not be."""
    report = session.analyse(Unit(name, 60.0, time.time() + 300, last_round=True, low_budget=True))
    return at_once(session, name) if report.resumable else report


def test_what_is_left_for_later_rounds_and_what_is_begun_anew_change_nothing():
    reports = {}
    for analyse in (in_turn, at_once, scarcely):
        session, names = opened(*TARGETS, LISTS)
        with closing(session):
            reports[analyse] = {name: timeless(analyse(session, name)) for name in names}
    for analyse in (at_once, scarcely):
        assert [(analyse, name.method) for name in names if reports[analyse][name] != reports[in_turn][name]] == []


def timeless(report):
    """The parts of a report that do not depend on time, each as text."""
    return {each.name: repr(getattr(report, each.name)) for each in fields(report) if each.name not in UNTOLD}


@pytest.mark.parametrize(
    ("changed", "different"),
    [
        ({"cases": [{"id": "b"}]}, ["t.A#m()V: cases[0].id: a / b"]),
        ({"reasons": [{"code": "time"}]}, []),
        ({"seconds": 9.0}, []),
    ],
)
def test_differences_are_reported_but_for_what_time_limits(tmp_path, changed, different):
    method = {"class": "t.A", "method": "m", "descriptor": "()V", "reasons": [], "cases": [{"id": "a"}], "seconds": 1.0}
    results = []
    for name, each in (("one", method), ("other", method | changed)):
        (tmp_path / name / "tests").mkdir(parents=True)
        (tmp_path / name / "out.json").write_text(json_of(each))
        (tmp_path / name / "tests" / "ATest.java").write_text("class ATest {}")
        results.append(read(tmp_path / name))
    found = compare(*results)
    assert found.different == different
    assert found.limited.total() == bool(limited(method | changed))
    assert difference([1, 2], [1, 2, 3]) == ": 2 / 3 entries"


def json_of(method, *findings):
    return json.dumps({"methods": [method], "findings": findings, "seconds": 1.0})


def result_of(folder, method, *findings):
    (folder / "tests").mkdir(parents=True)
    (folder / "out.json").write_text(json_of(method, *findings))
    return read(folder)


@pytest.mark.parametrize(
    ("case", "line", "inputs", "different"),
    [
        ({"expression": "t.A.m(2)"}, 5, ["t.A#m(I)V"], []),
        ({"expression": "t.A.m(2)", "exception": "b"}, 5, [], ["t.A#m(I)V: cases[0].exception: a / b"]),
        ({"expression": "t.A.m(2)"}, 6, ["t.A#m(I)V"], ["EP001 error a line 5", "EP001 error a line 6"]),
    ],
)
def test_other_inputs_that_show_the_same_are_distinguished(tmp_path, case, line, inputs, different):
    where = {"class": "t.A", "method": "m", "descriptor": "(I)V"}
    first = {"ends": "throws", "exception": "a", "line": 5, "expression": "t.A.m(1)"}
    method = {**where, "status": "complete", "reasons": [], "instructions": {}, "branches": {}, "cases": [first]}
    finding = {**where, "rule": "EP001", "level": "error", "exception": "a", "line": 5}
    one = result_of(tmp_path / "one", method, finding)
    other = result_of(tmp_path / "other", {**method, "cases": [first | case]}, {**finding, "line": line})
    found = compare(one, other, exact=False)
    assert found.inputs == inputs
    assert [each.removeprefix("finding: t.A#m(I)V: ") for each in found.different] == different
    assert len(compare(one, other).different) == 1


@pytest.mark.parametrize("names", [[each] for each in DEVICES] + [list(DEVICES)])
def test_devices_are_switched_off_for_one_run(names, monkeypatch):
    places = {(id(owner), name): (owner, name) for each in DEVICES.values() for owner, name, _ in each.patches}
    before = {key: getattr(*place) for key, place in places.items()}
    monkeypatch.setattr(plain, "main", lambda arguments: seen.update(arguments=arguments, now=now()))
    seen = {}

    def now():
        return {key: getattr(*place) for key, place in places.items()}

    plain.run(names, ["generate", "A.java"])
    changed = {(id(owner), name) for each in names for owner, name, _ in DEVICES[each].patches}
    assert {key for key, value in seen["now"].items() if value is not before[key]} == changed
    assert seen["arguments"] == ["generate", "A.java", *(option for each in names for option in DEVICES[each].options)]
    assert now() == before


def test_machines_of_a_run_without_merging_merge_nothing(monkeypatch):
    made = []
    monkeypatch.setattr(plain, "_begin", lambda machine: setattr(machine, "merging", True))
    monkeypatch.setattr(plain, "main", lambda arguments: made.append(plain.Machine()))
    plain.run(["merging"], [])
    assert not made[0].merging
