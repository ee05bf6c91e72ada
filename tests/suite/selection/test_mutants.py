"""Mutants of methods: the JVM accepts all of them, and tests are chosen that distinguish them from the method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.suite.support import Lab

from everypath.bridge import Bridge, Call, Literal, Plan, Status
from everypath.classfile import ClassFile, Jdk
from everypath.suite import case_plan, distinguishes, mutants_of

SHOP = "mutated/Shop"


@pytest.fixture(scope="module")
def classes(java_classes: Callable[..., Path]) -> Path:
    return java_classes("mutants")


@pytest.fixture(scope="module")
def bridge(classes: Path) -> Iterator[Bridge]:
    with Bridge(Jdk.find(), [classes]) as found:
        yield found


def shop(classes: Path) -> ClassFile:
    return ClassFile((classes / "mutated" / "Shop.class").read_bytes())


def kinds(file: ClassFile, name: str) -> list[str]:
    method = next(each for each in file.methods if each.name == name)
    return [each.kind for each in mutants_of(file, method)]


def test_each_instruction_has_the_mutants_of_its_kind(classes: Path) -> None:
    file = shop(classes)
    jump = ["boundary", "negated", "never"]
    assert kinds(file, "price") == [*jump, "arithmetic", "arithmetic"]
    assert kinds(file, "sell") == ["call", "arithmetic", "arithmetic"]
    assert kinds(file, "half") == ["sign", "arithmetic"]
    assert kinds(file, "down") == [*jump, "increment", "increment"]
    assert kinds(file, "swap") == ["call"]  # `add` is not void
    assert Counter(kinds(file, "same"))["boundary"] == 0
    assert kinds(file, "bits") == ["arithmetic"] * 8
    assert kinds(file, "sold") == []


def test_a_mutant_differs_in_its_instruction_alone(classes: Path) -> None:
    file = shop(classes)
    data = file.pool.data
    for method in file.methods:
        for mutant in mutants_of(file, method):
            at = method.bytecode_offset + mutant.pc
            assert len(mutant.data) == len(data)
            assert [place for place in range(len(data)) if data[place] != mutant.data[place]]
            assert all(data[place] == mutant.data[place] for place in range(len(data)) if not at <= place < at + 5)


def test_the_jvm_loads_every_mutant(java_classes: Callable[..., Path]) -> None:
    for folder in ("mutants", "structures", "explore"):
        classes = java_classes(folder)
        with Bridge(Jdk.find(), [classes]) as bridge:
            count = 0
            for path in sorted(classes.rglob("*.class"))[:40]:
                file = ClassFile(path.read_bytes())
                plan = Plan((Literal.klass(f"L{file.name};"), _initialise(0)), 1)
                mutants = [each for method in file.methods for each in mutants_of(file, method)]
                work = [(each.data, [plan]) for each in mutants]
                found = bridge.replay_mutants(file.name, work, 10_000, 1.0)
                for mutant, (outcome,) in zip(mutants, found, strict=True):
                    mutation = file.name, mutant.name, mutant.pc, mutant.kind
                    assert outcome.exception != "java/lang/VerifyError", mutation
                    count += 1
            assert count > 20


def _initialise(literal: int) -> Call:
    return Call("java/lang/Class", "getDeclaredConstructors", "()[Ljava/lang/reflect/Constructor;", literal)


def test_mutants_run_in_the_place_of_the_class_which_is_back_afterwards(classes: Path, bridge: Bridge) -> None:
    file = shop(classes)
    method = next(each for each in file.methods if each.name == "price")
    plans = [Plan((Literal.of("I", count), Call(SHOP, "price", "(I)I", None, (0,))), 1) for count in (9, 10, 11)]
    found = bridge.replay_mutants(SHOP, [(each.data, plans) for each in mutants_of(file, method)], 1000, 1.0)
    results = {
        mutant.kind: [outcome.returned.payload for outcome in outcomes]
        for mutant, outcomes in zip(mutants_of(file, method), found, strict=True)
        if mutant.kind != "arithmetic"
    }
    assert results == {"boundary": [90, 100, 99], "negated": [81, 100, 110], "never": [81, 90, 99]}
    assert [each.returned.payload for each in bridge.replay_many(plans)] == [90, 90, 99]


def test_a_mutant_without_end_runs_out_of_steps(classes: Path, bridge: Bridge) -> None:
    file = shop(classes)
    method = next(each for each in file.methods if each.name == "down")
    endless = [each.data for each in mutants_of(file, method) if each.kind == "increment"][-1:]
    plan = Plan((Literal.of("I", 3), Call(SHOP, "down", "(I)I", None, (0,))), 1)
    ((outcome,),) = bridge.replay_mutants(SHOP, [(data, [plan]) for data in endless], 5000, 1.0)
    assert outcome.status is Status.FUEL
    assert bridge.replay(plan).status is Status.OK


def test_what_a_test_cannot_see_distinguishes_nothing(classes: Path) -> None:
    lab = Lab(classes)
    try:
        case = next(each for each in lab.cases(SHOP, "sold") if each.throws is None)
        assert not distinguishes(case, lab.bridge.replay(case_plan(case)))
    finally:
        lab.bridge.close()
