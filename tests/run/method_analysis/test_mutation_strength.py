"""Tests are chosen that end mutants; where nobody writes tests, nobody asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from everypath.api import Job, Silent
from everypath.bridge import Bridge, Plan, ReplayResult, Status
from everypath.classfile import ClassFile, Jdk
from everypath.run import resolve
from everypath.run.method_analysis import mutation_strength as strength
from everypath.suite import TestCase, case_plan, distinguishes, mutants_of

Mutants = Sequence[tuple[bytes, Sequence[Plan]]]


def written_for(classes: Path, *, writes: bool) -> dict[str, list[TestCase]]:
    options = resolve({"budget": "60s", "jobs": "1"}, classes.parent, {})
    job = Job((str(classes),), options, writes=writes)
    return {each.method: list(each.tests) for each in job.analyse(Silent()).methods}


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("mutants")


def test_boundaries_that_distinguish_mutants_are_tested(classes: Path) -> None:
    plain = {each.expression for each in written_for(classes, writes=False)["price"]}
    strong = written_for(classes, writes=True)
    assert plain <= {each.expression for each in strong["price"]}
    assert "Shop.price(10)" in {each.expression for each in strong["price"]}
    file = ClassFile((classes / "mutated" / "Shop.class").read_bytes())
    with Bridge(Jdk.find(), [classes]) as bridge:
        for method in file.methods:
            if method.name not in strong or method.name == "same":
                continue
            plans = [case_plan(each) for each in strong[method.name]]
            mutants = list(mutants_of(file, method))
            outcomes = bridge.replay_mutants(file.name, [(each.data, plans) for each in mutants], 60_000, 1.0)
            for mutant, seen in zip(mutants, outcomes, strict=True):
                ended = any(distinguishes(*pair) for pair in zip(strong[method.name], seen, strict=True))
                assert ended or (method.name, mutant.kind) in EQUIVALENT, (method.name, mutant.pc, mutant.kind)


EQUIVALENT = {("down", "boundary")}
"""Mutants that no test ends, by method and kind."""


def test_the_same_tests_come_out_of_every_run(classes: Path) -> None:
    first, second = (
        {name: [each.expression for each in cases] for name, cases in written_for(classes, writes=True).items()}
        for _ in range(2)
    )
    assert first == second


def test_a_jvm_that_dies_among_mutants_loses_no_test(classes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def expressions() -> dict[str, list[str]]:
        return {name: [each.expression for each in cases] for name, cases in written_for(classes, writes=True).items()}

    undisturbed, original, calls = expressions(), Bridge.replay_mutants, 0

    def dying(bridge: Bridge, name: str, mutants: Mutants, fuel: int, timeout: float) -> list[list[ReplayResult]]:
        nonlocal calls
        calls += 1
        found = original(bridge, name, mutants, fuel, timeout)
        if calls % 2:
            return found
        half = len(found) // 2
        dead = [ReplayResult(Status.DIED, message="the JVM died")] if found[half] else []
        return [*found[:half], dead, *([] for _ in found[half + 1 :])]

    monkeypatch.setattr(Bridge, "replay_mutants", dying)
    assert expressions() == undisturbed
    assert calls > 4


def test_how_much_is_tried_is_counted_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    account = Path(__file__).parents[2] / "java" / "run" / "Account.java"
    strong = len(written_for(account, writes=True)["withdraw"])
    monkeypatch.setattr(strength, "MUTATION_SECONDS", 0.0)
    assert len(written_for(account, writes=True)["withdraw"]) < strong
