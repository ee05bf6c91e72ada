"""Inputs that a sweep makes meet exactly one path of a complete method, and its effect (`benchmarks.oracle`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.oracle import attacked

BUDGET, CALLS = "400k-steps", 30_000

LEAST = {"ctb": 30, "domain": 34, "explore": 200, "pet": 78, "pool": 25, "solving": 75}
"""The least numbers of complete methods that are asked."""


@pytest.mark.parametrize("package", LEAST)
def test_what_is_claimed_of_methods_holds(package: str, java_classes: Callable[..., Path], tmp_path: Path) -> None:
    found = attacked([str(java_classes(package))], tmp_path / "oracle", BUDGET, CALLS)
    assert not found.violations
    assert found.asked["complete"] >= LEAST[package], found.left_out
    assert found.calls >= CALLS
