"""Paths that cannot be followed to their end: their inputs run on the JVM, cover what they cover, and claim nothing."""

from pathlib import Path

import pytest
from tests.run.test_whole_runs import run

from everypath.run import Status

SUBJECT = Path(__file__).parents[2] / "java" / "run" / "Beyond.java"


@pytest.fixture(scope="module")
def beyond():
    analysis, _ = run(SUBJECT, sweep="off")
    (report,) = analysis.methods
    return report


def test_what_the_jvm_ran_is_covered_and_called_neither_reached_nor_proved(beyond):
    assert beyond.status is Status.PARTIAL
    assert {(each.code, each.where) for each in beyond.reasons} == {
        ("unsupported", "java.security.MessageDigest.getInstance")
    }
    # one side of the last question is left, whose other side throws in the same expression
    assert 0 < beyond.instructions.total - beyond.instructions.covered <= 3
    assert not any(each.proved for each in beyond.unreached)


def test_such_a_case_says_what_the_jvm_did_and_is_no_finding(beyond):
    unpredicted = [case for case in beyond.cases if case.ends == "unpredicted"]
    assert unpredicted
    assert {case.outcome for case in unpredicted} == {"no-test"}
    assert any("ArrayIndexOutOfBoundsException" in case.detail for case in unpredicted)
    assert not beyond.findings
    assert not any(test.unpredicted for test in beyond.tests)
    assert (
        sum(beyond.outcomes.values())
        == beyond.paths.explored + beyond.paths.refuted_by_solver + beyond.paths.refuted_without_solver
    )
    assert beyond.outcomes["no-test"] == 1


def test_a_path_that_is_followed_keeps_its_prediction(beyond):
    assert [case.ends for case in beyond.cases if case.outcome == "confirmed"] == ["returns"]
    (test,) = beyond.tests
    assert int(test.expression.removeprefix("Beyond.digest(").removesuffix(")")) < 7
