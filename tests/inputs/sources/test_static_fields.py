"""Static fields as inputs: what is one, what a path may find in it, and that the JVM agrees."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from tests.explore.lab import Lab

from everypath.explore import Exploration, Path
from everypath.inputs import ConstantInput
from everypath.state import Ending
from everypath.suite import TestCase, select, verify, write_tests

COUNTER = "statics/Counter"

EXPECTED = {
    # method: (values returned, exceptions thrown)
    "isBelow": ({0, 1}, set()),
    "share": (set(), {"ArithmeticException"}),
    "look": ({0, 1}, {"NullPointerException", "ArrayIndexOutOfBoundsException"}),
    "cached": ({0, 1, 2}, set()),
    "left": ({1, 2, 3}, {"NullPointerException"}),
    "count": (set(), set()),
    "guess": ({1, 2, 3}, set()),
    "fixed": ({1}, set()),
    "logged": ({0, 1}, {"NullPointerException"}),
    "swap": (set(), set()),
    "isSame": ({0, 1}, set()),
    "other": ({-1}, set()),
    "lazily": (set(), set()),
    "failing": ({-1}, set()),
    "nested": ({0, 1}, set()),
    "first": ({-10, 10}, set()),
    "member": ({0, 1}, set()),
    "describe": (set(), {"NullPointerException"}),
}


ONCE = {"failing": ["statics.CounterTest.failing_returnsMinus1"]}
"""Tests that are dropped: a class whose initialiser failed throws another error the second time (JVMS 5.5)."""


def is_counted(path: Path) -> bool:
    return path.entry.returns in ("I", "Z")


def explored(lab: Lab, name: str, *, forced_states: bool = False) -> Exploration:
    return lab.explore(COUNTER, name, symbolic_statics=True, forced_states=forced_states)


@pytest.mark.parametrize("name", EXPECTED)
def test_all_endings_are_found_confirmed_and_tested(lab: Lab, name: str) -> None:
    result = explored(lab, name)
    values, thrown = EXPECTED[name]
    assert {path.returned for path in result.paths if isinstance(path.returned, int) and is_counted(path)} == values
    assert {path.thrown.rpartition("/")[2] for path in result.paths if path.thrown} == thrown
    assert set(lab.outcomes(result)) == {"confirmed"}
    suite = write_tests([case for case in lab.cases(result) if not case.shared_side_effects], lab.builder, lab.bridge)
    assert [each.test for each in suite.dropped] == ONCE.get(name, [])


def cases(lab: Lab, name: str, *, forced_states: bool = False) -> list[TestCase]:
    return lab.cases(explored(lab, name, forced_states=forced_states))


def shown(lab: Lab, name: str, *, forced_states: bool = False) -> set[tuple[str, str]]:
    return {(case.condition, case.effect) for case in cases(lab, name, forced_states=forced_states)}


def test_conditions_and_effects_name_the_fields(lab: Lab) -> None:
    assert shown(lab, "isBelow") == {
        ("n < Counter.limit", "returns true"),
        ("n >= Counter.limit", "returns false"),
    }
    assert shown(lab, "count") == {("true", "returns Counter.calls + 1L; Counter.calls = Counter.calls + 1L")}
    assert shown(lab, "swap") == {("true", "returns Counter.cache; Counter.cache = next")}
    assert ("Counter.ready as initialised", "returns 2") in shown(lab, "left")
    assert ("Settings.depth > 3", "returns Settings.width") in shown(lab, "other")


def test_only_fields_that_the_path_looked_at_are_assigned(lab: Lab) -> None:
    assert {case.expression.partition(" =")[0] for case in cases(lab, "nested")} == {"Outer.Inner.level"}
    result = explored(lab, "other")
    assert [[entry.name for entry in path.shape.statics] for path in result.paths] == [["depth"], ["depth", "width"]]
    assert not explored(lab, "fixed").paths[0].shape.statics


def test_a_reference_may_hold_what_initialisation_left(lab: Lab) -> None:
    builds = [path.shape.node("Counter.ready").build for path in explored(lab, "left").paths]
    assert ConstantInput(COUNTER, "ready", "Lstatics/Counter$Cache;") in builds
    assert len({type(build) for build in builds}) == 3


def test_a_private_field_is_a_forced_state(lab: Lab) -> None:
    assert all("secret" not in case.expression for case in cases(lab, "guess"))
    forced = cases(lab, "guess", forced_states=True)
    assert ("n == Counter.secret", "returns 1") in {(case.condition, case.effect) for case in forced}
    assert all(case.forced for case in forced)
    plain = write_tests(forced, lab.builder, lab.bridge)
    assert {each.reason for each in plain.dropped} == {"the input needs a forced state"}
    suite = write_tests(forced, lab.builder, lab.bridge, forced_states=True)
    assert (suite.tests, suite.dropped) == (3, ())
    assert "secretBefore = getField(" in suite.sources[0].text


def test_a_class_initialised_during_the_path_is_not_touched_where_nothing_of_it_is_looked_at(lab: Lab) -> None:
    result = explored(lab, "early")
    assert set(lab.outcomes(result)) == {"confirmed"}
    chosen = lab.cases(result)
    (unread,) = (case for case in chosen if case.condition == "n == 3")
    assert unread.effect == "returns 1; Counter.limit = 44"
    assert "Derived" not in unread.expression
    suite = write_tests(chosen, lab.builder, lab.bridge)  # the other tests initialise the class before this one
    assert (suite.tests, suite.dropped) == (3, ())
    assert "    Counter.early(3);\n    assertEquals(44, Counter.limit);\n" in suite.sources[0].text


def test_a_class_initialised_during_the_path_saw_nothing_of_the_path(lab: Lab) -> None:
    values = {path.returned for path in explored(lab, "first").paths if path.ending is Ending.RETURNED}
    assert values == {-10, 10}  # FIRST is what `limit` was at first, though the path has written it


def test_without_the_option_nothing_changes(lab: Lab) -> None:
    result = lab.explore(COUNTER, "isBelow")
    assert not any(path.shape.statics for path in result.paths)
    assert {case.effect for case in lab.cases(lab.explore(COUNTER, "count"))} == {"returns 1L"}


def test_what_cannot_be_restored_is_not_written(lab: Lab) -> None:
    chosen = cases(lab, "logged")
    stained = [case for case in chosen if "as initialised" in case.condition and case.throws is None]
    assert stained
    assert {case.shared_side_effects for case in stained} == {"the object that Counter.log was initialised with"}
    assert not any(case.shared_side_effects for case in chosen if case not in stained)
    assert not any(case.shared_side_effects for case in cases(lab, "look"))
    suite = write_tests(stained, lab.builder, lab.bridge)
    assert {each.reason for each in suite.dropped} == {
        "the call changes the object that Counter.log was initialised with"
    }
    assert not select([verify(case, lab.bridge, lab.program.is_target_name) for case in stained])


def test_what_a_test_assigns_it_restores(lab: Lab) -> None:
    chosen = [case for name in ("isBelow", "lazily") for case in cases(lab, name)]
    (source,) = write_tests(chosen, lab.builder, lab.bridge).sources
    assert source.text == (FilePath(__file__).parent / "expected" / "CounterTest.java").read_text()
