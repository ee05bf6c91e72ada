"""Sides of decisions that a sweep reaches by coming nearer and nearer, and by what it sees compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from everypath.bridge import Bridge, EdgeProbe, KeptSequence, SweepOptions, SweepProcess
from everypath.classfile import Jdk

APPROACH = "sweeping/Approach"
NAMES = (APPROACH, *(f"{APPROACH}${nested}" for nested in ("Climber", "Settings", "Named", "Colour")))
CALLS = 25_000
SLICES = 12
COLLIDING = 4
"""Sides of the switches over texts that only another text with the same hash code passes."""


@pytest.fixture(scope="module")
def subjects(java_classes: Callable[..., Path]) -> Path:
    return java_classes("sweeping")


def edges(bridge: Bridge) -> set[tuple[str, int, str]]:
    """The edges of the classes, each with the method that has it."""
    result = set()
    for name in NAMES:
        table = bridge.probes(name)
        assert table is not None
        for method in table.methods:
            for at, probe in enumerate(method.probes):
                if isinstance(probe, EdgeProbe):
                    result.add((name, method.first + at, method.name))
    return result


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_far_sides_are_passed(jdk: Jdk, subjects: Path, seed: int) -> None:
    with Bridge(jdk, [subjects]) as bridge:
        left = edges(bridge)
    with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=seed, clocked=False)) as process:
        for _ in range(SLICES):
            process.run(calls=CALLS)
            left = {edge for edge in left if edge[1] not in process.passed.get(edge[0], ())}
            if len(left) <= COLLIDING:
                break
    assert {method for _, _, method in left} <= {"commands"}
    assert len(left) <= COLLIDING


def test_the_same_seed_comes_as_near(jdk: Jdk, subjects: Path) -> None:
    def kept() -> tuple[tuple[KeptSequence, ...], int]:
        with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=4, clocked=False)) as process:
            parts = [process.run(calls=6000), process.run(calls=6000)]
        return tuple(each for part in parts for each in part.sequences), sum(part.runs for part in parts)

    assert kept() == kept()


def test_nothing_is_kept_that_passes_nothing_new(jdk: Jdk, subjects: Path) -> None:
    with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=5, clocked=False)) as process:
        part = process.run(calls=20_000)
    passed = [(name, number) for each in part.sequences for name, numbers in each.hits for number in numbers]
    assert all(each.hits for each in part.sequences)
    assert len(passed) == len(set(passed)) == part.covered
