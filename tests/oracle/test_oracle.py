"""Inputs that a sweep makes meet exactly one path of a complete method, and its effect (`benchmarks.oracle`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.oracle import OTHER, OUTSIDE, SEVERAL, Outcome, attacked

from everypath.explore.paths import Path as RawPath

BUDGET, CALLS = "400k-steps", 30_000

LEAST = {"ctb": 31, "domain": 55, "effects": 25, "explore": 200, "pet": 78, "pool": 25, "solving": 75}
"""The least numbers of complete methods that are asked."""


def violations(found: Outcome) -> set[tuple[str, str]]:
    return {(method, kind) for method, kind, _ in found.violations}


@pytest.mark.parametrize("package", LEAST)
def test_what_is_claimed_of_methods_holds(package: str, java_classes: Callable[..., Path], tmp_path: Path) -> None:
    found = attacked([str(java_classes(package))], tmp_path / "oracle", BUDGET, CALLS)
    assert not found.violations
    assert found.asked["complete"] >= LEAST[package], found.left_out
    assert found.calls >= CALLS


def without_the_last(paths: Sequence[RawPath]) -> Sequence[RawPath]:
    return paths[:-1]


def with_another_result(paths: Sequence[RawPath]) -> Sequence[RawPath]:
    return [
        replace(each, returned=each.returned + 1) if each.entry.returns == "I" and type(each.returned) is int else each
        for each in paths
    ]


def without_a_condition(paths: Sequence[RawPath]) -> Sequence[RawPath]:
    return [replace(each, constraints=each.constraints[:-1]) for each in paths]


@pytest.mark.parametrize(
    ("change", "kinds", "least"),
    [
        (without_the_last, {OUTSIDE}, 14),
        (with_another_result, {OTHER}, 10),
        (without_a_condition, {SEVERAL, OTHER}, 20),
    ],
)
def test_wrong_claims_are_found(
    change: Callable[[Sequence[RawPath]], Sequence[RawPath]],
    kinds: set[str],
    least: int,
    java_classes: Callable[..., Path],
    tmp_path: Path,
) -> None:
    found = attacked([str(java_classes("ctb"))], tmp_path / "oracle", BUDGET, CALLS, change=change)
    wrong = violations(found)
    assert {kind for _, kind in wrong} <= kinds
    assert len({method for method, _ in wrong}) >= least
