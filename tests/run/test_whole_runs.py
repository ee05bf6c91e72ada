"""Whole runs on small Java files: what is found is exactly what is written beside the code.

A line of a subject carries ``// finds: LEVEL RULE ENTRY; …``; notes are not listed. Everything else must be clean.
"""

import re
from pathlib import Path

import pytest

from everypath.api import Job
from everypath.library.models import MODELS
from everypath.project import open_target
from everypath.run import Level, Options, Status, Workload
from everypath.run.scheduling import analyse

SUBJECTS = Path(__file__).parents[1] / "java" / "run"
DEMO = Path(__file__).parents[2] / "src" / "everypath" / "cli" / "demo_sources" / "shop"


class SilentListener:
    def __init__(self):
        self.messages = []

    def started(self, plan):
        self.plan = plan

    def method_done(self, report):
        pass

    def message(self, text):
        self.messages.append(text)


def run(*targets, **options):
    options = Options(**({"budget": 30.0, "jobs": 1} | options))
    target = open_target(tuple(map(str, targets)), options.classpath, options.jdk)
    listener = SilentListener()
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, options)
    return analyse(workload, listener), listener


def expected(path):
    found = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.search(r"// finds: (.*)", line)
        for each in match[1].split(";") if match else ():
            level, rule, entry = each.split()
            found.add((number, level, rule, entry))
    return found


def found(analysis):
    return {
        (each.line, each.level.value, each.rule, each.method)
        for each in analysis.findings
        if each.level is not Level.NOTE
    }


@pytest.mark.parametrize("name", ["Account", "Clean", "Hostile"])
def test_findings_are_exactly_those_written_beside_the_code(name):
    path = SUBJECTS / f"{name}.java"
    analysis, _ = run(path)
    assert found(analysis) == expected(path)
    assert all(each.outcome == "confirmed" for each in analysis.findings)
    assert not [each.signature for each in analysis.methods if each.status is Status.FAILED]


def test_nothing_differs_from_what_was_predicted():
    analysis, _ = run(SUBJECTS / "Account.java", SUBJECTS / "Clean.java", *DEMO.glob("*.java"))
    wrong = {"diverged", "not-triggered", "other-exception"}
    assert [(m.signature, dict(m.outcomes)) for m in analysis.methods if wrong & set(m.outcomes)] == []


def test_messages_that_exceptions_of_the_jdk_make_up_are_not_predicted():
    """``URISyntaxException.getMessage`` says more than the message that the object holds."""
    analysis, _ = run(SUBJECTS / "Worded.java", budget=10.0)
    (report,) = analysis.methods
    assert any(case.exception == "java.net.URISyntaxException" for case in report.cases)
    assert not {"diverged", "not-triggered", "other-exception"} & set(report.outcomes)


def test_complete_methods_say_so_with_their_coverage():
    analysis, _ = run(SUBJECTS / "Clean.java")
    report = next(each for each in analysis.methods if each.method == "get")
    assert report.status is Status.COMPLETE
    assert report.instructions.covered == report.instructions.total > 0
    assert report.branches.covered == report.branches.total == 6
    assert report.paths.explored >= 4


def test_results_are_the_same_in_worker_processes():
    one, _ = run(SUBJECTS / "Account.java")
    two, _ = run(SUBJECTS / "Account.java", jobs=2)
    assert [each.as_json() for each in one.findings] == [each.as_json() for each in two.findings]
    assert [(each.key, each.status, each.cases) for each in one.methods] == [
        (each.key, each.status, each.cases) for each in two.methods
    ]


def test_a_missing_class_costs_only_the_methods_that_need_it(compiled_run):
    folder = compiled_run("NeedsOther", without=("Other",))
    analysis, _ = run(folder)
    by_name = {each.method: each for each in analysis.methods}
    assert by_name["usesOther"].status in (Status.PARTIAL, Status.SKIPPED)
    assert any("Other" in reason.where for reason in by_name["usesOther"].reasons)
    assert by_name["alone"].status is Status.COMPLETE
    assert {(each.method, each.rule) for each in analysis.findings} == {("alone", "EP001")}


def test_private_methods_by_option_or_by_name():
    analysis, _ = run(SUBJECTS / "Account.java", private=True, only=("Account",))
    assert "divide" in {each.method for each in analysis.methods}
    analysis, _ = run(SUBJECTS / "Account.java", only=("Account#divide",))
    assert [each.method for each in analysis.methods] == ["divide"]
    analysis, _ = run(SUBJECTS / "Account.java", only=("Account#div*", "Account#share"))
    assert [each.method for each in analysis.methods] == ["share"]


def test_null_arguments_as_the_option_says():
    def level(null_args):
        analysis, _ = run(SUBJECTS / "Account.java", only=("Account#initial",), null_args=null_args)
        return {each.level.value for each in analysis.findings if each.rule == "EP002"}

    assert (level("error"), level("warn"), level("never")) == ({"error"}, {"warning"}, set())


UNREAD = """
class Unread {
    @interface SuppressFindings { String[] value(); }

    static int each(String line, int at) {
        if (line.length() > 2 && line.charAt(0) == 'a') {
            return divide(at, line.length() - 3);
        }
        return line.charAt(at) == 'b' ? at : divide(7, at);
    }

    static int hushed(@SuppressFindings("EP001") int parts, int of) {
        return divide(of, parts);
    }

    static void returning(int a, int b) {
        int large = 0;
        if (a > 3) {
            large++;
        }
        if (b > 3) {
            large++;
        }
    }

    private static int divide(int a, int b) {
        return a / b;
    }
}
"""


def test_cases_that_nobody_reads_are_explained_where_they_become_findings_or_tests(tmp_path):
    source = tmp_path / "Unread.java"
    source.write_text(UNREAD)
    options = Options(budget=30.0, jobs=1)
    read, unread = (
        Job((str(source),), options, reads_cases=reads_cases).analyse(SilentListener()) for reads_cases in (True, False)
    )
    assert (unread.findings, unread.suppressed) == (read.findings, read.suppressed)
    assert [each.method for each in read.suppressed] == ["hushed"]
    for method, same in zip(read.methods, unread.methods, strict=True):
        assert (same.method, same.tests) == (method.method, method.tests)
        assert all(case.condition for case in same.tests)
        shown = {case.id for case in same.tests}
        assert [case for case in same.cases if case.id in shown] == [c for c in method.cases if c.id in shown]
    for name in ("each", "returning"):
        (conditions,) = ([case.condition for case in method.cases] for method in read.methods if method.method == name)
        (left,) = ([case.condition for case in method.cases] for method in unread.methods if method.method == name)
        assert all(conditions)
        assert left != conditions
        assert {one for one, other in zip(left, conditions, strict=True) if one != other} == {""}


def test_the_demo_shows_its_bugs():
    analysis, _ = run(*sorted(DEMO.glob("*.java")))
    errors = {(each.rule, each.class_name, each.method) for each in analysis.findings if each.level is Level.ERROR}
    assert errors == {
        ("EP001", "shop.Fee", "perItem"),
        ("EP003", "shop.Basket", "add"),
        ("EP003", "shop.Coupon", "percent"),
        ("EP007", "shop.Fee", "cents"),
    }


def test_another_block_trace_is_counted_and_explained(tmp_path, monkeypatch):
    """The result is as predicted, but the JVM came to it another way: no case is confirmed, the method is partial."""
    source = tmp_path / "Ways.java"
    source.write_text(
        "class Ways {\n    static int way(int x) {\n        if (Math.abs(x) > 5) {\n            x = 7;\n"
        "        } else {\n            x = 7;\n        }\n        return x;\n    }\n}\n"
    )
    monkeypatch.setitem(MODELS, ("java/lang/Math", "abs", "(I)I"), lambda call, value: 100)
    (report,) = (each for each in run(source, sweep="off")[0].methods if each.method == "way")
    assert report.outcomes == {"diverged": 1}
    assert report.status is Status.PARTIAL
    (reason,) = report.reasons
    detail = "Ways.java:3: the JVM took the branch to line 6, predicted line 4"
    assert (reason.code, reason.where, reason.paths) == ("diverged", f"Ways.way(0): {detail}", 1)
    assert [(each.outcome, each.detail) for each in report.cases] == [("diverged", detail)]
