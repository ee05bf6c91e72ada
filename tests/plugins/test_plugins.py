"""A package installed beside everypath adds a strategy, a criterion, models and finding rules."""

from __future__ import annotations

import json
import os

import pytest
from tests.busy import budget
from tests.cli.support import ROOT, everypath
from tests.plugins.support import ENTRY_POINTS, LAB, install

ODD = """
class Odd {
    static int sum(int n) {
        int all = 0;
        for (int i = 0, odd = 1; i < n; i++, odd += 2) {
            all += odd;
        }
        return all;
    }

    static String kind(int n) {
        return sum(n) == 1522756 ? "found" : "other";
    }

    static int average(int all, int count) {
        if (all > 1000) {
            return -1;
        }
        return all / count;
    }
}
"""


@pytest.fixture
def subject(tmp_path):
    source = tmp_path / "Odd.java"
    source.write_text(ODD, encoding="utf-8")
    return source


@pytest.fixture
def lab(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


def run(*arguments, lab, **changes):
    return everypath(*arguments, PYTHONPATH=f"{ROOT / 'src'}{os.pathsep}{lab}", **changes)


def methods(done):
    assert done.returncode in (0, 1), done.stderr
    return {each["method"]: each for each in json.loads(done.stdout)["methods"]}


def test_a_strategy_and_a_criterion_go_by_name(subject, lab):
    install(lab)
    command = ("paths", f"{subject}#average", "--strategy", "shallowest", "--criterion", "one-throw,branch")
    done = run(*command, lab=lab)
    assert done.returncode == 0, done.stderr
    assert "criterion one-throw: met, 1 goal" in done.stdout
    without = everypath(*command)
    assert without.returncode == 2
    assert "'shallowest' is not one of coverage" in without.stderr


def test_a_model_stands_for_calls(subject, lab):
    """1234 * 1234 is the sum of the first 1234 odd numbers: no loop is unrolled so far, and the JVM confirms it."""
    arguments = ("paths", f"{subject}#kind", "--json", "-", "--budget", budget(4), "--call-depth", "2")
    before = everypath(*arguments)
    install(lab)
    after = run(*arguments, lab=lab)
    assert {each["result"] for each in json.loads(before.stdout)["classes"]} == {'"other"'}
    found = json.loads(after.stdout)["classes"]
    assert {each["result"] for each in found} == {'"other"', '"found"'}
    assert {each["outcome"] for each in found} == {"confirmed"}


def test_a_rule_says_what_a_finding_is(subject, lab):
    install(lab)
    done = run("check", subject, "--only", "#average", "--sarif", lab / "out.sarif", lab=lab)
    assert done.returncode == 0, done.stdout  # a warning, where our own rule has an error
    assert "warning LAB1 ArithmeticException: / by zero" in done.stdout
    rules = json.loads((lab / "out.sarif").read_text())["runs"][0]["tool"]["driver"]["rules"]
    assert [each["name"] for each in rules] == ["average-of-none"]
    assert "LAB1 average-of-none (level by default: warning)" in run("explain", "LAB1", lab=lab).stdout


def test_the_doctor_lists_plugins(lab):
    install(lab)
    done = run("doctor", lab=lab)
    assert done.returncode == 0, done.stdout
    shown = [line for line in done.stdout.splitlines() if "plug-in" in line]
    assert shown == [
        "ok       plug-in shallowest (lab 1.2, everypath.strategies): lab:Shallowest",
        "ok       plug-in one-throw (lab 1.2, everypath.criteria): lab:OneThrow",
        "ok       plug-in sums (lab 1.2, everypath.models): lab:MODELS",
        "ok       plug-in divisions (lab 1.2, everypath.findings): lab:DIVISION",
    ]


BROKEN = {
    "module": ({"everypath.strategies": {"mine": "nowhere:Mine"}}, "No module named 'nowhere'"),
    "attribute": ({"everypath.strategies": {"mine": "lab:Mine"}}, "module 'lab' has no attribute 'Mine'"),
    "raises": ({"everypath.strategies": {"mine": "lab:Mine"}}, "ZeroDivisionError: division by zero"),
    "no call": ({"everypath.strategies": {"mine": "lab:MODELS"}}, "is no strategy: lab:MODELS cannot be called"),
    "models": ({"everypath.models": {"mine": "lab:OneThrow"}}, "is no mapping of methods to models"),
    "key": ({"everypath.models": {"mine": "lab:KEYS"}}, "'Odd.sum' names no method"),
    "rule": ({"everypath.findings": {"mine": "lab:MODELS"}}, "brings no Rule"),
    "ours": ({"everypath.findings": {"mine": "lab:OURS"}}, "the id EP001 begins with EP"),
}
MORE = {
    "raises": "\n1 / 0\n",
    "key": '\nKEYS = {"Odd.sum": square}\n',
    "ours": "\nfrom everypath.run import RULES\nOURS = RULES[1]\n",
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plugin_is_one_clear_line(subject, lab, case):
    entry_points, shown = BROKEN[case]
    install(lab, entry_points, LAB + MORE.get(case, ""))
    done = run(
        "paths",
        f"{subject}#average",
        "--strategy",
        "mine" if "strategies" in str(entry_points) else "coverage",
        lab=lab,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert shown in done.stderr
    assert "plug-in mine (lab 1.2, everypath." in done.stderr
    doctor = run("doctor", lab=lab)
    assert doctor.returncode == 2
    assert shown in next(line for line in doctor.stdout.splitlines() if line.startswith("BROKEN"))


def test_two_plugins_of_one_name_and_one_of_ours(subject, lab):
    install(lab)
    install(lab, {"everypath.strategies": {"shallowest": "lab:Shallowest", "random": "lab:Shallowest"}}, "", "other")
    done = run("paths", f"{subject}#average", "--strategy", "shallowest", lab=lab)
    assert done.returncode == 2
    assert "two plug-ins are named shallowest: plug-in shallowest (lab 1.2" in done.stderr
    assert run("paths", f"{subject}#average", "--strategy", "random", lab=lab).returncode == 0
    shown = [line for line in run("doctor", lab=lab).stdout.splitlines() if line.startswith("BROKEN")]
    assert len(shown) == 3
    assert "everypath.strategies) is never used: everypath has a strategy of this name" in shown[0]


FAILING = {
    "pop": (LAB.replace("return self.forks.pop() if self.forks else None", "return self.nothing"), "strategies"),
    "lacks": (LAB.replace("def push(self, item)", "def pull(self, item)"), "strategies"),
    "take": (LAB.replace("self.met = self.met or news", "raise KeyError(news)"), "criteria"),
}


@pytest.mark.parametrize("case", FAILING)
def test_what_fails_while_it_runs_names_the_plugin(subject, lab, case):
    module, group = FAILING[case]
    install(lab, ENTRY_POINTS, module)
    criterion = "one-throw" if group == "criteria" else "path"
    done = run(
        "paths", f"{subject}#average", "--strategy", "shallowest", "--criterion", criterion, "--json", "-", lab=lab
    )
    (method,) = methods(done).values()
    assert method["status"] == "failed"
    assert f"everypath.{group})" in json.dumps(method["reasons"])
