"""Def-use pairs of fields, static fields and elements: which there are, and which inputs show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

PAIRS = {
    # method: the pairs beside those of local variables that some input shows, and those that none does
    "fields": (["uses this.count as assigned in line 23", "uses this.count as assigned in line 25"], []),
    "statics": (
        ["uses Flows.total as assigned in line 30", "uses Flows.total as assigned in line 32"],
        [],
    ),
    "elements": (["uses made[…] as assigned in line 38", "uses made[…] as assigned in line 39"], []),
    "never": (["uses made[…] as assigned in line 46"], ["uses made[…] as assigned in line 45"]),
    "objects": (["uses one.value as assigned in line 51"], []),
    "callees": (["uses this.count as assigned in line 57"], []),
    "always": ([], ["uses this.count as assigned in line 66"]),
    "moves": ([], []),
    "narrow": (["uses bytes[…] as assigned in line 78"], []),
}


@pytest.fixture(scope="module")
def bench(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("ctb"))
    yield made
    made.bridge.close()


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_beside_local_variables(bench: Lab, name: str) -> None:
    result = bench.explore("ctb/Flows", name, criteria=("def-use", "path"))
    met, left = PAIRS[name]
    goals = {each.text for each in bench.explorer.session.criteria["def-use"].goals()}
    assert {each for each in goals if "." in each or "[" in each} == {*met, *left}
    one = result.criteria[0]
    assert [each.text for each in one.left] == left
    assert set(bench.outcomes(result)) <= {"confirmed"}


def test_one_object_under_two_names(bench: Lab) -> None:
    """Where both are one object, the second assignment is what is used: only the path with two objects has the pair."""
    result = bench.explore("ctb/Flows", "objects", criteria=("path",))
    returned = {path.returned for path in result.paths if path.ending.value == "returned"}
    assert returned == {1, 2}
    criterion = bench.explore("ctb/Flows", "objects", criteria=("def-use",))
    shown = [path for path in criterion.paths if path.returned == 1]
    assert shown


def test_what_exploring_watched_is_let_go(bench: Lab) -> None:
    bench.explore("ctb/Flows", "fields", criteria=("def-use",))
    linked = bench.method("ctb/Flows", "fields").linked
    assert linked is not None
    assert linked.code == linked.plain
