"""The blocks that the JVM ran are compared with the path: other blocks with the same result are no confirmation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.library.models import MODELS
from everypath.suite import Outcome, verify_many

ABS = ("java/lang/Math", "abs", "(I)I")
SUBJECT = "sample/Courses"


@pytest.fixture
def fresh(java_classes: Callable[..., Path]) -> Iterator[Callable[[], Lab]]:
    labs: list[Lab] = []

    def make() -> Lab:
        labs.append(Lab(java_classes("suite")))
        return labs[-1]

    yield make
    for each in labs:
        each.bridge.close()


def test_setup_code_is_not_compared(lab: Lab) -> None:
    """Static initialisers that ran for an earlier replay, constructors that build the input, and what both call."""
    for method in ("<init>", "squares", "square", "again", "either", "both"):
        verdicts = lab.verdicts(SUBJECT, method)
        assert verdicts
        assert {each.outcome for each in verdicts} == {Outcome.CONFIRMED}
        assert all(each.case.block_trace is not None and each.case.block_trace.blocks for each in verdicts)


def test_a_wrong_model_is_caught_although_the_result_is_right(
    fresh: Callable[[], Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MODELS, ABS, lambda call, value: 100)
    verdicts = fresh().verdicts(SUBJECT, "either")
    assert [each.outcome for each in verdicts] == [Outcome.DIVERGED]
    assert verdicts[0].detail == "Courses.java:23: the JVM took the branch to line 26, predicted line 24"


def test_a_difference_in_a_loop_is_reported(fresh: Callable[[], Lab], monkeypatch: pytest.MonkeyPatch) -> None:
    """The JVM enters a block that the path does not, or the other way round and no other, or only values differ."""
    monkeypatch.setitem(MODELS, ABS, lambda call, value: -1)
    verdicts = fresh().verdicts(SUBJECT, "both")
    assert {each.detail for each in verdicts if each.outcome is Outcome.DIVERGED} == {
        "Courses.java:33: the JVM took the branch to line 34, predicted line 32 (bytecode 34)",
        "Courses.java:33: the JVM did not come to line 34, the path does",
        "seen[0] is 0, not -1",
    }


def test_unmodelled_values_are_reported_if_the_blocks_differ(lab: Lab) -> None:
    """The clock is no input: neither result is a claim, and the reason stands beside where they part."""
    verdicts = lab.verdicts(SUBJECT, "late")
    other = [each for each in verdicts if each.case.effect == "returns 2"]
    assert [each.outcome for each in other] == [Outcome.NO_MODEL]
    (detail,) = (each.detail for each in other)
    assert detail.startswith("Courses.java:41: the JVM took the branch to line 42, predicted line 44; ")
    assert "the path rests on an unknown result" in detail
    assert "nanoTime" in detail


def test_a_nondeterministic_case_is_never_confirmed_by_a_lucky_replay(lab: Lab) -> None:
    """Each object has another identity hash: one in sixteen is the predicted one, and says nothing. Nor do others."""
    (case,) = lab.cases(SUBJECT, "bucket")
    verdicts = verify_many([case] * 40, lab.bridge, lab.program.is_target_name, lab.trace_comparator)
    assert {each.outcome for each in verdicts} == {Outcome.NO_MODEL}
    assert {each.detail for each in verdicts} == {"the path rests on what no input decides: identity hash codes"}


def test_code_that_only_some_replays_pass_is_not_covered(lab: Lab) -> None:
    cases = [each for each in lab.cases(SUBJECT, "sometimes") if each.throws is None]
    assert cases
    for case in cases:
        verdicts = verify_many([case] * 20, lab.bridge, lab.program.is_target_name, lab.trace_comparator)
        assert {each.outcome for each in verdicts} == {Outcome.CONFIRMED}
        assert len({each.hits for each in verdicts}) == 1
