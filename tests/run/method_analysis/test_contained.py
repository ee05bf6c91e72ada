"""Paths that reach out of their JVM: they are counted as contained, and are no finding and no test."""

from pathlib import Path

import pytest
from tests.run.test_whole_runs import run

from everypath.run import Status

SUBJECT = Path(__file__).parents[2] / "java" / "run" / "Reaching.java"


@pytest.fixture(scope="module")
def reports():
    analysis, _ = run(SUBJECT)
    return {report.method: report for report in analysis.methods}


@pytest.mark.parametrize(
    ("method", "ends"), [("deletes", "returns"), ("exits", "unpredicted"), ("swallows", "unpredicted")]
)
def test_what_reaches_out_is_counted_and_is_no_test(reports, method, ends):
    """The machine predicts that ``deletes`` returns, which the JVM does not let it do."""
    report = reports[method]
    assert report.status is Status.PARTIAL
    assert report.outcomes["contained"] == 1
    assert report.outcomes.get("diverged", 0) == 0
    contained = [case for case in report.cases if case.outcome == "contained"]
    assert [case.ends for case in contained] == [ends]
    assert contained[0].detail.endswith(("(files)", "(exit)"))
    assert not any("(7)" in test.expression for test in report.tests)
    assert (
        sum(report.outcomes.values())
        == report.paths.explored + report.paths.refuted_by_solver + report.paths.refuted_without_solver
    )


def test_the_paths_beside_it_keep_their_findings(reports):
    assert [finding.rule for finding in reports["deletes"].findings] == ["EP001"]
    assert not reports["exits"].findings
    assert not reports["swallows"].findings


def test_the_machine_ends_a_path_at_a_sink_that_is_always_refused(reports):
    reasons = {(each.code, each.where) for each in reports["exits"].reasons}
    assert reasons == {("contained", "java.lang.Shutdown.exit (exit)")}


def test_pure_code_is_never_contained(reports):
    assert reports["pure"].status is Status.COMPLETE
    assert "contained" not in reports["pure"].outcomes
