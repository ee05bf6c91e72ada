"""Inputs that a sweep makes meet exactly one path of a complete method, and its effect (`benchmarks.oracle`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.oracle import attacked
from benchmarks.oracle.claims import Explored, claims_of
from benchmarks.oracle.faults import KINDS, injected

BUDGET, CALLS = "400k-steps", 30_000

LEAST = {"ctb": 31, "domain": 55, "effects": 25, "explore": 200, "pet": 78, "pool": 25, "solving": 75}
"""The least numbers of complete methods that are asked."""
UNMET = 0.1
"""The most predicates of complete methods that no input meets, as a part of all."""

HANGING = ("Exits.endless(int[], int)",)
"""A method is not called any more after a call that did not end."""


@pytest.mark.parametrize("package", LEAST)
def test_what_is_claimed_of_methods_holds(package: str, java_classes: Callable[..., Path], tmp_path: Path) -> None:
    found = attacked([str(java_classes(package))], tmp_path / "oracle", BUDGET, CALLS)
    assert not found.violations
    assert found.asked["complete"] >= LEAST[package], found.left_out
    assert found.calls >= CALLS
    assert len(found.unmet) <= UNMET * found.predicates, found.unmet
    checks = found.explored.checks
    assert not checks.twice
    assert not checks.wrong
    assert checks.counts["pairs disjoint, by the solver"] > checks.counts["pairs for the JVM"]


def test_injected_faults_are_found(java_classes: Callable[..., Path], tmp_path: Path) -> None:
    classes = java_classes("ctb")
    claims = [each for each in claims_of([str(classes)], BUDGET, Explored()) if each.name not in HANGING]
    found = injected(claims, [classes], tmp_path, count=22, seed=5, calls=1_000)
    assert len(found.injected) == len(KINDS)
    assert found.shown.total() >= 15
    assert not found.missed
