"""Lines for people."""

import dataclasses
import re
from pathlib import Path

from everypath.report import terminal
from everypath.report.sources import Sources
from everypath.report.view import View
from everypath.run import Excluded, Level, Reason, Status
from everypath.suite import Dropped


def test_a_finding_with_its_source(make_finding, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "Fee.java").write_text("\n\n\n\n        return 100 / (age - 30);\n")
    view = View(Sources([tmp_path]))
    assert list(terminal.finding_lines([make_finding()], view, "17")) == [
        "shop/Fee.java:5: error EP001 ArithmeticException: / by zero   Fee.fee(int, boolean)",
        "    5 |     return 100 / (age - 30);",
        "    input    Fee.fee(30, false)               replayed on JDK 17: confirmed",
        "    when     age == 30",
    ]


def test_findings_of_one_place_are_one_group(make_finding):
    second = make_finding(id="4", method="total", expression="Fee.total(7)")
    lines = list(terminal.finding_lines([make_finding(), second], View(Sources()), "17"))
    assert len(lines) == 4
    assert lines[-1] == "    also     Fee.total(7)"


def test_without_line_numbers_a_finding_is_at_the_method_that_throws(make_finding):
    found = [make_finding(line=-1), make_finding(line=-1, place="shop.Fee.total", id="4")]
    found.append(make_finding(line=-1, place="", file="", id="5"))
    heads = [each.partition(": ")[0] for each in terminal.finding_lines(found, View(Sources()), "17") if each[0] != " "]
    assert heads == ["shop.Fee.fee", "shop.Fee.total"]


def test_notes_are_shown_on_request_only(analysis):
    assert len(list(terminal.finding_lines(analysis.findings, View(Sources()), "17"))) == 3
    assert len(list(terminal.finding_lines(analysis.findings, View(Sources(), notes=True), "17"))) == 6
    verbose = list(terminal.finding_lines(analysis.findings, View(Sources(), verbose=True), "17"))
    assert [line for line in verbose if line.startswith("    id ")] == [
        "    id       3f9c00000001",
        "    id       3f9c00000002",
    ]


def test_one_result_stays_one_line(make_finding):
    strange = make_finding(expression='Fee.fee("\n\x1b[31m")', message="a\nb", level=Level.WARNING)
    assert len(list(terminal.finding_lines([strange], View(Sources()), "17"))) == 3
    assert terminal.one_line("a\n\ud800") == "a\\n\\ud800"


def test_the_summary(analysis):
    assert terminal.summary_line(analysis) == (
        "1 error, 1 note · 1 complete, 1 bounded (loop bound), 1 partial (unknown result), 1 skipped (native), "
        "1 failed · branches 7/8 (88 %) · instructions 100 % · 2.1 s"
    )


def test_the_summary_shows_how_notes_are_seen(analysis):
    assert terminal.summary_line(analysis, hidden_notes=True).startswith("1 error, 1 note (shown by -v) · ")


def test_an_interrupted_run_says_so(analysis):
    assert terminal.summary_line(dataclasses.replace(analysis, interrupted=True)).endswith(" · interrupted")


def test_methods_that_need_a_word(analysis):
    view = View(Sources())
    assert list(terminal.method_lines(analysis.methods, view)) == [
        "Fee.ask(): partial, 0 paths, instructions 100 %: unknown result of Foo.bar",
        "Fee.bug(): failed, 0 paths, instructions 100 %: engine error",
        "    AssertionError: x",
    ]
    assert len(list(terminal.method_lines(analysis.methods, View(Sources(), verbose=True)))) == 6


def test_many_partial_methods_do_not_flood_the_terminal(analysis):
    reasons = tuple(Reason("havoc", name) for name in "abcde")
    (partial,) = (each for each in analysis.methods if each.status is Status.PARTIAL)
    lines = list(terminal.method_lines([dataclasses.replace(partial, reasons=reasons)] * 12, View(Sources())))
    assert len(lines) == 11
    assert lines[0].endswith("unknown result of a; unknown result of b; unknown result of c; and 2 more")
    assert lines[-1] == "2 more methods partial (-v shows all)"


def test_reasons_as_text():
    assert terminal.reason_text(Reason("loop", "Fee.java:12", 3)) == "loop bound at Fee.java:12 (3 paths)"
    assert terminal.reason_text(Reason("unsupported", "jsr")) == "not supported: jsr"
    assert terminal.reason_text(Reason("something-new", "x")) == "something new x"


def test_only_proved_lines_are_called_unreachable(analysis):
    assert list(terminal.unreached_lines(analysis.methods, View(Sources()))) == [
        "shop/Fee.java:9: unreachable   Fee.fee(int, boolean): no input reaches this line (proved)"
    ]


def test_states_that_calls_never_give(analysis):
    excluded = (
        Excluded("unreachable", 9, "", ("this.size < 0",), "this.size >= 0"),
        Excluded("unreachable-by-calls", 12, "java.lang.ArithmeticException", ("this.a == 7", "this.a == 9"), "", 4),
        Excluded("unreachable", -1, "java.lang.NullPointerException"),
    )
    report = dataclasses.replace(analysis.methods[0], excluded=excluded)
    expected = [
        "this line needs 'this.size < 0'; 'this.size >= 0' holds after every call (proved)",
        "ArithmeticException needs 'this.a == 7' or 'this.a == 9'; no sequence of up to 4 calls on a new Fee gives that"
        " (proved)",
        "NullPointerException: no object leads there (proved)",
    ]
    places = ["shop/Fee.java:9: unreachable", "shop/Fee.java:12: unreachable-by-calls", "shop/Fee.java: unreachable"]
    lines = list(terminal.unreached_lines([report], View(Sources(), verbose=True)))
    assert lines == [f"{at}   Fee.fee(int, boolean): {text}" for at, text in zip(places, expected, strict=True)]
    explained = list(terminal.explanation_lines(report, View(Sources())))
    assert [line for line in explained if line.startswith("    never")] == [
        f"    never    line 9: {expected[0]}",
        f"    never    line 12: {expected[1]}",
        f"    never    {expected[2]}",
    ]
    assert not any("line 9 is not reached" in line for line in explained)
    assert [each.as_json() for each in excluded] == [
        {"reason": "unreachable", "line": 9, "needs": ["this.size < 0"], "holds": "this.size >= 0"},
        {
            "reason": "unreachable-by-calls",
            "line": 12,
            "exception": "java.lang.ArithmeticException",
            "needs": ["this.a == 7", "this.a == 9"],
            "calls": 4,
        },
        {"reason": "unreachable", "exception": "java.lang.NullPointerException", "needs": []},
    ]


def test_explaining_a_method(analysis):
    lines = list(terminal.explanation_lines(analysis.methods[0], View(Sources())))
    assert lines[0] == "Fee.fee(int, boolean): complete"
    assert "    paths    4 explored, 1 infeasible, 1 pruned" in lines
    assert "    confirmed       Fee.fee(30, false)" in lines


def test_counting_tests():
    assert terminal.tests_line(9, 73, ()) == "Wrote 9 test classes, 73 tests. Compiled and run: 73 passed."
    dropped = (Dropped("Fee.fee(1)", "does not compile"),)
    assert terminal.tests_line(1, 1, dropped).endswith("1 passed. Not written: 1 (-v says why).")


def test_members_in_reasons_are_written_as_java():
    def expected(where):
        return terminal.reason_text(Reason("unsupported", where))

    assert expected("java.lang.Thread.<init>(Ljava/lang/Runnable;)V") == "not supported: new java.lang.Thread(Runnable)"
    assert expected("java.util.Map$Entry.of([IJ)I") == "not supported: java.util.Map.Entry.of(int[], long)"
    assert expected("java.lang.System.exit") == "not supported: java.lang.System.exit"
    assert expected("x.Y.f(Q)V") == "not supported: x.Y.f(Q)V"


def test_a_finding_without_a_condition_has_no_line_for_it(make_finding):
    view = terminal.View(Sources())
    assert not [line for line in terminal.finding_lines([make_finding(condition="true")], view, "17") if "when" in line]


def test_methods_without_budget_are_reported_with_what_to_do(analysis):
    skipped = dataclasses.replace(analysis.methods[0], status=Status.SKIPPED, reasons=(Reason("budget"),))
    expected = terminal.budget_hint(dataclasses.replace(analysis, methods=(*analysis.methods[1:], skipped)))
    assert expected == (
        "the budget was used up before 1 of 5 methods: give it more (--budget 10m), or choose (--only 'com.acme.*')"
    )
    assert terminal.budget_hint(analysis) is None


def test_the_documentation_describes_each_outcome_as_reports_do():
    page = (Path(__file__).parents[2] / "docs" / "findings.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z][a-z-]+)` \| (.+) \|$", page, re.MULTILINE))
    assert rows == {outcome.value: text for outcome, text in terminal.OUTCOME_TEXTS.items()}
