"""Inputs that may be one object: every case in which that changes the outcome is explored, and no other."""

from __future__ import annotations

import pytest
from tests.explore.lab import Lab, is_explored

from everypath.inputs import Alias
from everypath.state import Ending

ALIASES = "explored/Aliases"

RETURNED = {
    "written": {1, 2},
    "unrelated": {0, 1},
    "apart": {1},
    "self": {1, 2},
    "circular": {0, 1},
    "shared": {1, 2},
    "compared": {0, 1},
    "conditions": {1, 2, 3},
    "impossible": {1, 2, 3},
    "elements": {1, 2},
    "rows": {1, 2},
    "numbers": {1, 2},
    "receiver": {1, 2},
    "kinds": {1, 2, 5},
    "three": {12, 13, 22, 32, 33},
    "answers": {0, 2},
}


def returned(lab: Lab, name: str, **options: object) -> set[object]:
    result = lab.explore(ALIASES, name, **options)
    assert set(lab.outcomes(result)) == {"confirmed"}
    assert is_explored(result) is (options.get("aliasing") != "off")
    return {path.returned for path in result.paths if path.ending is Ending.RETURNED}


@pytest.mark.parametrize("name", RETURNED)
def test_what_aliases_change_is_found_and_confirmed(lab: Lab, name: str) -> None:
    assert returned(lab, name) == RETURNED[name]


@pytest.mark.parametrize("name", ["unrelated", "apart"])
def test_aliases_that_change_nothing_are_not_enumerated(lab: Lab, name: str) -> None:
    assert not any(shared(path) for path in lab.explore(ALIASES, name).paths)


@pytest.mark.parametrize("name", ["element", "cloned", "copied", "text", "object"])
def test_arrays_read_all_at_once_may_be_shared(lab: Lab, name: str) -> None:
    result = lab.explore("explored/Sharing", name)
    assert not result.reasons
    ends = {shared(path) != [] for path in result.paths if path.ending is Ending.RETURNED}
    assert ends == {True, False}
    assert set(lab.outcomes(result)) == {"confirmed"}


def test_what_is_impossible_for_one_object_is_no_path(lab: Lab) -> None:
    """A value cannot be above itself: of the shared ones only the path that skips the writing is left."""
    result = lab.explore(ALIASES, "impossible")
    assert not any(shared(path) and path.returned != 3 for path in result.paths)
    assert result.statistics.refuted_without_solver + result.statistics.refuted_by_solver > 0


def test_the_policy_of_parameters_leaves_what_lies_below_them(lab: Lab) -> None:
    assert returned(lab, "written", aliasing="inputs") == {1, 2}
    result = lab.explore(ALIASES, "shared", aliasing="inputs")
    assert {reason.code for reason in result.reasons} == {"alias"}
    assert not any(alias.of not in ("a", "b") for path in result.paths for alias in shared(path))


def test_without_aliasing_paths_say_what_was_not_asked(lab: Lab) -> None:
    assert returned(lab, "written", aliasing="off") == {1}
    assert {reason.code for reason in lab.explore(ALIASES, "written", aliasing="off").reasons} == {"alias"}


def test_eager_enumerates_what_nobody_asks(lab: Lab) -> None:
    lazy, eager = lab.explore(ALIASES, "unrelated"), lab.explore(ALIASES, "unrelated", aliasing="eager")
    assert len(eager.paths) > len(lazy.paths)
    assert any(shared(path) for path in eager.paths)
    assert set(lab.outcomes(eager)) == {"confirmed"}


def shared(path: object) -> list[Alias]:
    return [node.build for node in path.shape.reachable() if isinstance(node.build, Alias)]
