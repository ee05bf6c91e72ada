"""Sweeps of classes of the JDK, which the sweep itself uses."""

from __future__ import annotations

from typing import cast

import pytest

from everypath.bridge import (
    CLASS_BITS,
    Bridge,
    Call,
    Coverage,
    GetStatic,
    KeptSequence,
    New,
    NewStub,
    Plan,
    ProbeTable,
    Status,
    Step,
    SweepOptions,
    SweepProcess,
    SweepSlice,
)
from everypath.classfile import Jdk

JOINER = "java/util/StringJoiner"
QUEUE = "java/util/ArrayDeque"
LOCALE = "java/util/Locale"
CALLS = 6000


def sweep(jdk: Jdk, *names: str, calls: int = CALLS) -> tuple[SweepSlice, dict[str, frozenset[int]]]:
    with SweepProcess(jdk, [], names, SweepOptions(seed=1, clocked=False), names) as process:
        part = process.run(calls=calls)
        assert process.restarts == 0
        return part, process.passed


def plain(part: SweepSlice) -> list[KeptSequence]:
    """The sequences without stubs, which a plan has as classes."""
    return [each for each in part.sequences if not any(isinstance(step, NewStub) for step in each.steps)]


def ran(table: ProbeTable, number: int) -> tuple[str, str]:
    """The method of a probe."""
    return next(
        (each.name, each.descriptor) for each in table.methods if each.first <= number < each.first + len(each.probes)
    )


@pytest.fixture(scope="module")
def joiner(jdk: Jdk) -> tuple[SweepSlice, dict[str, frozenset[int]]]:
    return sweep(jdk, JOINER)


def test_kept_sequences_pass_their_probes_in_replays(
    jdk: Jdk, joiner: tuple[SweepSlice, dict[str, frozenset[int]]]
) -> None:
    part, passed = joiner
    with Bridge(jdk, instrument=[JOINER]) as bridge:
        for sequence in plain(part):
            plan = Plan(cast("tuple[Step, ...]", sequence.steps), len(sequence.steps) - 1)
            result = bridge.replay(plan)
            assert result.status is (Status.OK if sequence.exception is None else Status.THROW), sequence
            for name, numbers in sequence.hits:
                table = bridge.probes(name)
                assert table is not None
                once = {number for number in numbers if ran(table, number)[0] == "<clinit>"}
                assert {(table.number << CLASS_BITS) + number for number in {*numbers} - once} <= set(result.hits)
        table = bridge.probes(JOINER)
        assert table is not None
        coverage = Coverage(bridge.probes)
        coverage.add((table.number << CLASS_BITS) + number for number in passed[JOINER])
        found = coverage.methods(JOINER).values()
    assert sum(each.instructions_covered for each in found) > 0.9 * sum(each.instructions_total for each in found)
    assert sum(each.branches_covered for each in found) > 0.8 * sum(each.branches_total for each in found)


def test_only_public_members_are_called(joiner: tuple[SweepSlice, dict[str, frozenset[int]]]) -> None:
    named = {
        "<init>" if isinstance(step, New) else step.name
        for sequence in joiner[0].sequences
        for step in sequence.steps
        if isinstance(step, Call | New | GetStatic) and step.owner == JOINER
    }
    assert {"<init>", "add", "merge", "toString"} <= named
    assert not named & {"compactElts", "getChars", "JLA", "elts"}


def test_what_the_sweep_itself_runs_does_not_count(jdk: Jdk) -> None:
    """Its own code takes from queues all the time."""
    part, _ = sweep(jdk, QUEUE, calls=40)
    assert part.sequences
    with Bridge(jdk, instrument=[QUEUE]) as bridge:
        table = bridge.probes(QUEUE)
        assert table is not None
        for sequence in part.sequences:
            names = {ran(table, number)[0] for number in dict(sequence.hits)[QUEUE]}
            called = {step.name for step in sequence.steps if isinstance(step, Call)}
            assert "poll" not in names - called


def test_a_changed_default_is_put_back(jdk: Jdk) -> None:
    """A sequence that a changed default locale kept would end otherwise in a replay."""
    part, _ = sweep(jdk, LOCALE, calls=4000)
    assert any(
        isinstance(step, Call) and step.name == "setDefault" for sequence in part.sequences for step in sequence.steps
    )
    with Bridge(jdk, instrument=[LOCALE]) as bridge:
        for sequence in plain(part):
            result = bridge.replay(Plan(cast("tuple[Step, ...]", sequence.steps), len(sequence.steps) - 1))
            assert result.status is (Status.OK if sequence.exception is None else Status.THROW), sequence


def test_the_same_seed_and_number_of_calls_keep_the_same(jdk: Jdk) -> None:
    first, second = (sweep(jdk, JOINER, QUEUE, calls=2000)[0] for _ in range(2))
    assert first.sequences == second.sequences
