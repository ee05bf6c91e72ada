"""What a sweep reaches, and that what it keeps can be replayed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from everypath.bridge import (
    CLASS_BITS,
    Bridge,
    Call,
    EdgeProbe,
    GetStatic,
    Handed,
    KeptSequence,
    Literal,
    New,
    NewStub,
    Plan,
    Status,
    Step,
    SweepOptions,
    SweepProcess,
    SweepSlice,
)
from everypath.classfile import Jdk

TURNSTILE = "sweeping/Turnstile"
TROUBLE = "sweeping/Trouble"
GAUGE = "sweeping/Gauge"
HALL = "sweeping/Hall"
JOURNAL = "sweeping/Journal"
NAMES = (TURNSTILE, *(f"{TURNSTILE}${nested}" for nested in ("Coin", "Builder", "Secret", "Arm", "1")))
CALLS = 20_000
ONCE = f"{TURNSTILE}$Coin"
"""A class whose code runs while it is initialised, but for what reads its constants the first time."""


@pytest.fixture(scope="module")
def subjects(java_classes: Callable[..., Path]) -> Path:
    return java_classes("sweeping")


@pytest.fixture(scope="module")
def swept(jdk: Jdk, subjects: Path) -> Iterator[tuple[SweepProcess, SweepSlice]]:
    with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=1, clocked=False)) as process:
        yield process, process.run(calls=CALLS)


@pytest.fixture(scope="module")
def replaying(jdk: Jdk, subjects: Path) -> Iterator[Bridge]:
    with Bridge(jdk, [subjects]) as bridge:
        yield bridge


def left(bridge: Bridge, process: SweepProcess, name: str, *methods: str) -> list[tuple[str, int, int]]:
    """The edges of a class that no kept sequence passed."""
    table = bridge.probes(name)
    assert table is not None
    passed = process.passed.get(name, frozenset())
    return [
        (method.name, probe.pc, probe.target)
        for method in table.methods
        for at, probe in enumerate(method.probes)
        if isinstance(probe, EdgeProbe) and method.first + at not in passed and (not methods or method.name in methods)
    ]


def test_what_changes_files_is_passed_again_by_what_does_not(jdk: Jdk, subjects: Path, replaying: Bridge) -> None:
    with SweepProcess(jdk, [subjects], [JOURNAL], SweepOptions(seed=1, clocked=False)) as process:
        part = process.run(calls=5000)
        assert {name for name, _, _ in left(replaying, process, JOURNAL)} == set()
    table = replaying.probes(JOURNAL)
    assert table is not None
    (writes,) = (each for each in table.methods if each.name == "write")
    (opens,) = (each for each in table.methods if each.descriptor == "(Ljava/lang/String;)V")
    shown = {changes: hits_of(part, changes_files=changes) for changes in (False, True)}
    assert shown[False].issuperset(range(writes.first, writes.first + len(writes.probes)))
    assert shown[True].issuperset(range(opens.first, opens.first + len(opens.probes)))
    assert not shown[False].intersection(range(opens.first + 2, opens.first + len(opens.probes)))
    assert sum(each.changes_files for each in part.sequences) <= len(table.methods) + 2


def hits_of(part: SweepSlice, *, changes_files: bool) -> set[int]:
    """The probes that sequences were the first to pass."""
    chosen = (each for each in part.sequences if each.changes_files is changes_files)
    return {number for each in chosen for _, numbers in each.hits for number in numbers}


def members(sequences: tuple[KeptSequence, ...]) -> set[tuple[str, str]]:
    """The methods, constructors and fields that sequences name."""
    return {
        (step.owner, "<init>" if isinstance(step, New) else step.name)
        for sequence in sequences
        for step in sequence.steps
        if isinstance(step, Call | New | GetStatic)
    }


def test_every_edge_of_the_turnstile_is_passed(swept: tuple[SweepProcess, SweepSlice], replaying: Bridge) -> None:
    process, part = swept
    edges = [edge for name in NAMES for edge in left(replaying, process, name)]
    assert [name for name, _, _ in edges] == ["command"] * 2 + ["uncalled"]  # what no input reaches
    assert part.looked == len(NAMES)
    assert part.covered <= part.goals
    assert part.restarts == 0
    assert part.calls >= CALLS


def test_kept_sequences_pass_their_probes_again(swept: tuple[SweepProcess, SweepSlice], replaying: Bridge) -> None:
    plain = [each for each in swept[1].sequences if not any(isinstance(step, NewStub) for step in each.steps)]
    assert len(plain) > 10
    for sequence in plain:
        plan = Plan(cast("tuple[Step, ...]", sequence.steps), len(sequence.steps) - 1)
        result = replaying.replay(plan)
        assert result.status is (Status.OK if sequence.exception is None else Status.THROW), sequence
        hits = set(result.hits)
        for name, numbers in sequence.hits:
            table = replaying.probes(name)
            assert table is not None
            assert name == ONCE or {(table.number << CLASS_BITS) + number for number in numbers} <= hits


def test_only_what_a_test_can_name_is_called(swept: tuple[SweepProcess, SweepSlice]) -> None:
    named = members(swept[1].sequences)
    assert (TURNSTILE, "secretly") in named
    assert (f"{TURNSTILE}$Builder", "build") in named
    assert (TURNSTILE, "hidden") not in named
    assert (TURNSTILE, "<init>") not in named
    assert not {owner for owner, _ in named} & {f"{TURNSTILE}$Secret", f"{TURNSTILE}$1"}


def test_stubs_answer_what_type_arguments_ask_for(swept: tuple[SweepProcess, SweepSlice]) -> None:
    calls = [
        (sequence, step)
        for sequence in swept[1].sequences
        for step in sequence.steps
        if isinstance(step, Call) and step.name == "twice"
    ]
    stubs = [sequence.steps[step.arguments[0]] for sequence, step in calls]
    answers = [
        sequence.steps[stub.answers[0][2]]
        for (sequence, _), stub in zip(calls, stubs, strict=True)
        if isinstance(stub, NewStub) and stub.answers
    ]
    assert answers
    assert all(getattr(answer, "owner", None) in {None, "java/lang/Integer"} for answer in answers)


def test_abstract_classes_have_stubs(jdk: Jdk, subjects: Path, replaying: Bridge) -> None:
    with SweepProcess(jdk, [subjects], [GAUGE], SweepOptions(seed=1, clocked=False)) as process:
        part = process.run(calls=4000)
        assert not left(replaying, process, GAUGE)
        stubs = {step for each in part.sequences for step in each.steps if isinstance(step, NewStub)}
        assert {(each.owner, each.constructor, len(each.arguments)) for each in stubs} == {(GAUGE, "(I)V", 1)}
        answered = {name for each in stubs for name, _, _ in each.answers}
        assert answered == {"reading", "unit"}
        assert process._jvm is not None
        os.killpg(process._jvm.pid, signal.SIGKILL)  # another one reads the sequences
        assert process.run(calls=400).covered == part.covered


def test_objects_are_handed_to_stubs(jdk: Jdk, subjects: Path, replaying: Bridge) -> None:
    names = (HALL, *(f"{HALL}${nested}" for nested in ("Seat", "Usher", "Coat")))
    with SweepProcess(jdk, [subjects], names, SweepOptions(seed=1, clocked=False)) as process:
        part = process.run(calls=8000)
        assert not [edge for name in names for edge in left(replaying, process, name)]
        handed = {(each.owner, each.name, each.parameter) for each in steps_of(part) if isinstance(each, Handed)}
        assert handed == {(f"{HALL}$Usher", "shows", 1), ("java/util/function/Consumer", "accept", 0)}
        assert process._jvm is not None
        os.killpg(process._jvm.pid, signal.SIGKILL)  # another one reads the sequences
        assert process.run(calls=400).covered == part.covered


def steps_of(part: SweepSlice) -> Iterator[Step]:
    return (step for each in part.sequences for step in each.steps)


def test_the_same_seed_and_number_of_calls_keep_the_same(jdk: Jdk, subjects: Path) -> None:
    def kept(seed: int) -> tuple[tuple[KeptSequence, ...], int]:
        with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=seed, clocked=False)) as process:
            parts = [process.run(calls=1500), process.run(calls=1500)]
        return tuple(each for part in parts for each in part.sequences), sum(part.runs for part in parts)

    assert kept(7) == kept(7)
    assert kept(7) != kept(8)


def test_code_that_breaks_out_is_contained(jdk: Jdk, subjects: Path, replaying: Bridge) -> None:
    with SweepProcess(jdk, [subjects], [TROUBLE], SweepOptions(seed=1, heap_megabytes=128)) as process:
        part = process.run(seconds=4.0)
        first = process.restarts
        rest = process.run(calls=3000)
    sequences = part.sequences + rest.sequences
    assert part.contained + rest.contained > 0
    assert part.stopped + rest.stopped > 0
    assert not Path("/tmp/everypath-sweep-wrote-this").exists()
    assert not left(replaying, process, TROUBLE, "fine", "threads")
    assert part.hung == (f"{TROUBLE}.hang(I)I",)
    assert first == part.restarts >= 1
    assert rest.hung == ()
    ends = [sequence.exception for sequence in sequences]
    assert "everypath.probes.Probes$Exit" not in ends
    assert "everypath.probes.Probes$Stop" not in ends


def test_a_sweep_goes_on_where_its_process_was_killed(jdk: Jdk, subjects: Path) -> None:
    with SweepProcess(jdk, [subjects], NAMES, SweepOptions(seed=1, clocked=False)) as process:
        first = process.run(calls=800)
        assert process._jvm is not None
        os.killpg(process._jvm.pid, signal.SIGKILL)
        second = process.run(calls=4000)
        assert process.restarts == second.restarts == 1
    before = {(name, number) for each in first.sequences for name, numbers in each.hits for number in numbers}
    after = {(name, number) for each in second.sequences for name, numbers in each.hits for number in numbers}
    assert before
    assert not before & after
    assert second.covered == len(before) + len(after)


def test_sequences_that_are_given_are_run_kept_and_marked(jdk: Jdk, subjects: Path) -> None:
    builder = f"{TURNSTILE}$Builder"
    given = (
        Call(TURNSTILE, "builder", f"()L{builder};"),
        Call(builder, "build", f"()L{TURNSTILE};", 0),
        Literal.of("I", 99),
        Call(TURNSTILE, "secretly", "(I)I", 1, (2,)),
    )
    with SweepProcess(jdk, [subjects], [TURNSTILE], SweepOptions(seed=3, clocked=False)) as process:
        process.run(calls=5)
        process.give([given, given])
        found = process.run(calls=20).sequences
        assert [each for each in found if each.given]
        assert all(each.steps == given for each in found if each.given)
        again = process.run(calls=2000).sequences
    assert not [each for each in again if each.given]


def test_what_a_goal_does_not_need_is_left_out(jdk: Jdk, subjects: Path) -> None:
    builder, coin = f"{TURNSTILE}$Builder", f"{TURNSTILE}$Coin"

    def insert(turnstile: int, of: int) -> Call:
        return Call(TURNSTILE, "insert", f"(L{coin};)Z", turnstile, (of,))

    given = (
        Call(TURNSTILE, "builder", f"()L{builder};"),
        Literal.of("I", 1),
        Call(builder, "price", f"(I)L{builder};", 0, (1,)),
        Call(builder, "build", f"()L{TURNSTILE};", 2),
        Call(builder, "build", f"()L{TURNSTILE};", 0),
        GetStatic(coin, "DIME"),
        GetStatic(coin, "PENNY"),
        *(insert(3, 5), insert(4, 5), insert(4, 6), insert(3, 6), insert(4, 6), insert(3, 6)),
        *[Call(TURNSTILE, "secretly", "(I)I", 3, (1,))] * 20,
        Call(TURNSTILE, "pass", "()Ljava/lang/String;", 3),
    )
    with SweepProcess(jdk, [subjects], [TURNSTILE], SweepOptions(seed=3, clocked=False)) as process:
        process.give([given[:-1]])
        process.run(calls=1)
        process.give([given])
        found = process.run(calls=20).sequences
    (passing,) = [each.steps for each in found if each.given]
    assert passing == (
        Call(TURNSTILE, "builder", f"()L{builder};"),
        Call(builder, "build", f"()L{TURNSTILE};", 0),
        GetStatic(coin, "DIME"),
        *[insert(1, 2)] * 3,
        Call(TURNSTILE, "pass", "()Ljava/lang/String;", 1),
    )
