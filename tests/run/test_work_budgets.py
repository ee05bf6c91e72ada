"""Budgets of work: what they cut is the same in every run, with one worker or two, and however fast the clock is."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from dataclasses import fields

import pytest
from benchmarks.same import DEMO, ROOT, Subject, compare, read, run
from tests.run.test_same import CUT, ROUNDS

from everypath.project import open_target
from everypath.run import Options, Workload
from everypath.run.method_analysis import Session
from everypath.run.results import Status
from everypath.run.scheduling import plan
from everypath.run.workload import Unit
from everypath.work import STEPS_PER_SECOND, Steps

UNTOLD = {"seconds", "spent"}
SMALL = "400k-steps"

FAST = """
import runpy, sys, time
import everypath.bridge.processes.jvm as jvm  # what waits for a process has the real clock
real = type(sys)("time")
real.__dict__.update(time.__dict__)
jvm.time = real
for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
    now = getattr(time, name)
    setattr(time, name, lambda now=now, began=now(): began + 10 * (now() - began))
runpy.run_module("everypath.cli", run_name="__main__", alter_sys=True)
"""
"""A program that is everypath on a machine where each second of the clock is over in a tenth."""


@pytest.fixture(scope="module")
def subject(tmp_path_factory):
    folder = tmp_path_factory.mktemp("subject")
    (folder / "Cut.java").write_text(CUT)
    (folder / "Rounds.java").write_text(ROUNDS)
    return Subject((*map(str, sorted(DEMO.glob("*.java"))), str(folder / "Cut.java"), str(folder / "Rounds.java")))


@pytest.fixture(scope="module")
def first(subject, tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    return folder, run(subject, 1, SMALL, ROOT, folder)


def documents(*folders):
    return [json.loads((folder / "out.json").read_text()) for folder in folders]


def test_the_budget_cuts_what_is_compared(first):
    folder, result = first
    (document,) = documents(folder)
    assert result.counted
    assert document["budget"] == {"steps": 400_000}
    codes = [each["code"] for method in result.methods.values() for each in method["reasons"]]
    assert codes.count("work") >= 2
    assert "time" not in codes
    of_methods = sum(method["work"] for method in result.methods.values())
    assert 0 < of_methods < 400_000 < 2 * document["work"]
    assert document["work"] > of_methods
    assert result.tests
    assert "budget 400k-steps" in (folder / "out.txt").read_text()
    assert f"{document['work']:,} of 400,000 steps" in (folder / "out.txt").read_text()


@pytest.mark.parametrize("jobs", [1, 2])
def test_another_run_gives_the_same_with_one_worker_and_with_two(first, subject, tmp_path, jobs):
    folder, result = first
    found = compare(result, run(subject, jobs, SMALL, ROOT, tmp_path))
    assert not found.different
    assert not found.limited
    assert found.same == len(result.methods)
    assert found.files == len(result.tests)
    one, other = documents(folder, tmp_path)
    assert one["work"] == other["work"]
    assert one["summary"] == other["summary"]


def test_a_clock_that_runs_ten_times_faster_changes_nothing(first, subject, tmp_path):
    _, result = first
    command = [sys.executable, "-c", FAST, "generate", *subject.targets, "-o", str(tmp_path / "tests"), "--jobs", "1"]
    command += ["--budget", SMALL, "--json", str(tmp_path / "out.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    other = read(tmp_path)
    assert other.seconds > result.seconds
    found = compare(result, other)
    assert not found.different
    assert not found.limited
    assert (found.same, found.files) == (len(result.methods), len(result.tests))


class Messages:
    def message(self, text):
        raise AssertionError(text)


def opened(subject, **options):
    """A session whose work is counted, and the names of its entries by method."""
    given = Options(jobs=1, budget=Steps(1_000_000), **options)
    target = open_target(subject.targets, given.classpath, given.jdk)
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, given, writes=True)
    return Session(workload), {entry.name.method: entry.name for entry in plan(workload, Messages()).entries}


def timeless(report):
    return {each.name: repr(getattr(report, each.name)) for each in fields(report) if each.name not in UNTOLD}


def unit(name, steps, *earlier):
    """The next unit of a method, with a share of so many steps."""
    return Unit(name, steps / STEPS_PER_SECOND, round=len(earlier), counted=True, earlier=earlier)


def test_whoever_does_not_hold_the_earlier_rounds_repeats_them(subject):
    for method in ("growing", "parsed", "divided"):
        session, names = opened(subject)
        with closing(session):
            first = unit(names[method], 4_000)
            second = unit(names[method], 4_000, first)
            reports = [session.analyse(each) for each in (first, second)]
        assert reports[0].resumable
        assert reports[0].reasons[0].code == "work"
        assert reports[0].work < reports[1].work
        other, _ = opened(subject)
        with closing(other):
            other.analyse(unit(names["half"], 50_000))
            assert timeless(other.analyse(second)) == timeless(reports[1])


def test_what_was_analysed_before_changes_nothing_not_even_the_work(subject):
    reports = []
    for order in (1, -1):
        session, names = opened(subject)
        with closing(session):
            found = [(name, session.analyse(unit(name, 20_000))) for name in list(names.values())[::order]]
        reports.append({name: timeless(report) for name, report in found})
    assert [name for name in reports[0] if reports[0][name] != reports[1][name]] == []


def test_what_a_safety_net_ends_is_reported(subject, monkeypatch):
    monkeypatch.setattr("everypath.run.process.timeout.HANGING", 0.0)
    monkeypatch.setattr("everypath.run.process.timeout.FACTOR", 0.0)
    session, names = opened(subject)
    with closing(session):
        report = session.analyse(unit(names["flattened"], 400_000))
    assert report.status is Status.BOUNDED
    assert "time" in {each.code for each in report.reasons}
    assert any("a limit by the clock ended what hung: " in each for each in report.messages)
    assert not report.resumable
