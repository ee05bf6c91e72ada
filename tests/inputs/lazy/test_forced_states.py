"""Forced states: what no API-built input reached is reached by setting fields, in a second pass, one level lower."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration
from everypath.run.findings import findings_of
from everypath.state import Ending
from everypath.suite import select, verify_many, write_tests

PURSE = "forced/Purse"


def explored(lab: Lab, name: str, *, forced_states: bool = True, class_name: str = PURSE) -> Exploration:
    return lab.explore(class_name, name, forced_states=forced_states)


def results(exploration: Exploration, *, forced: bool) -> set[object]:
    """What the paths returned or threw, of those that need a forced state or of the others."""
    return {
        path.returned if path.ending is Ending.RETURNED else (path.thrown or "").rpartition("/")[2]
        for path in exploration.paths
        if path.forced == forced
    }


@pytest.mark.parametrize(
    ("name", "plain", "forced"),
    [
        ("state", {0, 1}, {-1, 0, 1}),
        ("coin", {0, 2}, {0, 1, 2, "NullPointerException", "ArrayIndexOutOfBoundsException"}),
        ("isLarge", {0, 1}, set()),
        ("depth", {0, 1}, {0, 1, 2, 3}),
    ],
)
def test_goals_that_remain_are_met_by_free_fields(lab: Lab, name: str, plain: set[object], forced: set[object]) -> None:
    result = explored(lab, name)
    assert results(result, forced=False) == plain
    assert results(result, forced=True) == forced
    assert set(lab.outcomes(result)) == {"confirmed"}
    without = explored(lab, name, forced_states=False)
    assert (results(without, forced=False), results(without, forced=True)) == (plain, set())


def test_the_second_pass_comes_last(lab: Lab) -> None:
    forced = [path.forced for path in explored(lab, "state").paths]
    assert forced == sorted(forced)


def test_a_side_that_no_constructor_allows_is_a_goal(lab: Lab) -> None:
    result = explored(lab, "share")
    assert {path.thrown for path in result.paths if path.thrown} == {"java/lang/ArithmeticException"}
    verdicts = verify_many(lab.cases(result), lab.bridge, lab.program.is_target_name)
    (finding,) = findings_of(verdicts)
    assert finding.forced
    assert finding.level.value == "warning"
    assert not findings_of(each for each in verdicts if not each.case.forced)


def test_tests_are_written_with_the_option_only(lab: Lab) -> None:
    chosen = [each.case for each in select(verify_many(lab.cases(explored(lab, "state")), lab.bridge, lambda _: True))]
    assert {case.forced for case in chosen} == {True, False}
    plain = write_tests(chosen, lab.builder, lab.bridge)
    assert plain.tests == sum(not case.forced for case in chosen)
    assert {each.reason for each in plain.dropped} == {"the input needs a forced state"}
    suite = write_tests(chosen, lab.builder, lab.bridge, forced_states=True)
    assert (suite.tests, suite.dropped) == (len(chosen), ())


@pytest.mark.parametrize(("class_name", "name"), [(f"{PURSE}$Names", "ask"), (f"{PURSE}$Range", "width")])
def test_fields_of_the_jdk_and_of_records_are_never_forced(lab: Lab, class_name: str, name: str) -> None:
    result = explored(lab, name, class_name=class_name)
    assert not any(path.forced for path in result.paths)
    assert -1 not in results(result, forced=False)
    assert set(lab.outcomes(result)) == {"confirmed"}


LOCKED = "forced/Locked"


def test_a_stub_comes_before_a_subclass_that_only_a_forced_state_has(lab: Lab) -> None:
    result = explored(lab, "length", forced_states=False, class_name=LOCKED)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert {0, "Term"} == {each if isinstance(each, int) else "Term" for each in results(result, forced=False)}


def test_what_no_test_may_make_is_cut_and_reported(lab: Lab) -> None:
    result = explored(lab, "open", forced_states=False, class_name=LOCKED)
    assert [path.returned for path in result.paths] == [0]
    assert [(cut.bound, cut.paths) for cut in result.cuts] == [("forced-state", 1)]
    assert result.status == "bounded"
    assert {line.reason for line in result.unreached} == {"forced-state"}
    assert results(explored(lab, "open", class_name=LOCKED), forced=True) == {1, 2}


def test_what_no_call_runs_is_skipped(lab: Lab) -> None:
    result = explored(lab, "teeth", forced_states=False, class_name=f"{LOCKED}$Key")
    assert (result.status, result.paths) == ("skipped", ())
    assert result.skipped == "no call makes an object of forced.Locked$Key"
