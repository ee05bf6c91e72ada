"""Replays that put static state back: what each one passes and returns is what it would in a fresh loader."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from everypath.bridge import (
    NULL,
    Bridge,
    Call,
    GetStatic,
    Literal,
    Plan,
    Primitive,
    PutStatic,
    Status,
    Text,
    static_call,
)
from everypath.classfile import Jdk

STATEFUL = "restoring/Stateful"
OLD = "restoring/Old"

STATES = {
    "primitives": static_call(STATEFUL, "primitives", "()I"),
    "maps": static_call(STATEFUL, "maps", "(Ljava/lang/String;)I", Literal.text("new")),
    "maps of what was there": static_call(STATEFUL, "maps", "(Ljava/lang/String;)I", Literal.text("old")),
    "grow": static_call(STATEFUL, "grow", "(I)I", Literal.of("I", 300)),
    "arrays": static_call(STATEFUL, "arrays", "()I"),
    "jdk": static_call(STATEFUL, "jdk", "()Ljava/lang/String;"),
    "identity": static_call(STATEFUL, "identity", "()Z"),
    "lazy": static_call(STATEFUL, "lazy", "()Ljava/lang/String;"),
    "plain": static_call(STATEFUL, "plain", "()I"),
    "enums": static_call(STATEFUL, "enums", "()I"),
    "interfaces": static_call(STATEFUL, "interfaces", "()I"),
    "records": static_call(STATEFUL, "records", "()I"),
    "beans": static_call(STATEFUL, "beans", "()I"),
    "throwing": static_call(STATEFUL, "throwing", "()I"),
}
"""Calls that change static state and return what it was."""


@pytest.fixture(scope="module")
def places(java_classes: Callable[..., Path]) -> list[Path]:
    return [java_classes("restoring", "Stateful.java")]


@pytest.fixture
def bridge(jdk: Jdk, places: list[Path]) -> Iterator[Bridge]:
    with Bridge(jdk, places) as started:
        yield started


def calls(name: str, descriptor: str = "()I", *arguments: Literal) -> Plan:
    return static_call(STATEFUL, name, descriptor, *arguments)


def test_static_state_is_as_in_a_fresh_loader(jdk: Jdk, places: list[Path], bridge: Bridge) -> None:
    plans = list(STATES.values()) * 4
    random.Random(1).shuffle(plans)
    found = bridge.replay_restoring(plans)
    with Bridge(jdk, places, fresh=True) as other:
        fresh = other.replay_many(list(STATES.values()))
        classes = other.numbered()
    expected = dict(zip(STATES.values(), fresh, strict=True))
    assert {result.status for result in fresh} == {Status.OK, Status.THROW}
    numbers = {name: number for number, name in enumerate(bridge.numbered())}
    for plan, result in zip(plans, found, strict=True):
        right = expected[plan]
        assert (result.status, result.returned, result.exception) == (right.status, right.returned, right.exception)
        assert not result.is_unsure
        passed = {(numbers[classes[hit >> 16]] << 16) | hit & 0xFFFF for hit in right.hits}
        # what initialisers pass comes apart, or not at all where they ran for an earlier plan
        assert set(result.hits) <= passed
        initial = passed - set(result.hits)
        assert all(in_initialiser(bridge, hit) for hit in initial)
        assert set(result.initial) <= passed
    assert bridge.needs_fresh == {}
    assert bridge.restarts == 0


def in_initialiser(bridge: Bridge, hit: int) -> bool:
    """Whether a probe is passed only while classes are initialised."""
    table = bridge.probes(bridge.numbered()[hit >> 16])
    assert table is not None
    method, _ = table.locate(hit)
    return method.name == "<clinit>" or (method.klass, method.name) in {
        (STATEFUL, "counting"),
        (f"{STATEFUL}$Mode", "<init>"),
        (f"{STATEFUL}$Mode", "$values"),
        (f"{STATEFUL}$Pair", "<init>"),
        (f"{STATEFUL}$Holder$Single", "<init>"),
    }


def test_probes_of_initialisers_are_separate(bridge: Bridge) -> None:
    first, second = bridge.replay_restoring([STATES["enums"]] * 2)
    assert first.hits == second.hits
    assert first.initial
    assert set(first.initial) > set(first.hits)
    assert second.initial == ()


def test_what_an_initialiser_changes_is_there_for_those_who_use_its_class(bridge: Bridge) -> None:
    touched, untouched = (calls("registered", "(Z)Ljava/lang/String;", Literal.boolean(on)) for on in (True, False))
    found = bridge.replay_restoring([untouched, touched, untouched, touched])
    assert [result.returned for result in found] == [Text("[]"), Text("[member]")] * 2
    assert bridge.needs_fresh == {}


def test_an_initialiser_that_changes_what_the_replay_changed_needs_a_fresh_loader(bridge: Bridge) -> None:
    late, counter = calls("late"), calls("primitives")
    found = bridge.replay_restoring([late, late, counter])
    assert found[0].returned == found[1].returned == Primitive("I", 106)
    assert found[0].is_unsure
    assert not found[2].is_unsure
    assert set(bridge.needs_fresh) == {f"{STATEFUL}$Late"}
    assert bridge.replay_restoring([STATES["jdk"]] * 2)[0].status is Status.OK


def test_an_initialiser_that_fails(bridge: Bridge) -> None:
    failing = calls("failing")
    mended = Plan((Literal.boolean(False), PutStatic(STATEFUL, "broken", 0), failing.steps[0]), 2)
    found = bridge.replay_restoring([failing, failing, STATES["primitives"], failing])
    assert [result.exception for result in found] == [
        "java/lang/ExceptionInInitializerError",
        "java/lang/ExceptionInInitializerError",  # in a loader anew, for it might not have failed again
        None,
        "java/lang/NoClassDefFoundError",
    ]
    assert [result.is_unsure for result in found] == [True, True, False, True]
    assert set(bridge.needs_fresh) == {f"{STATEFUL}$Failing"}
    assert bridge.replay_many([mended])[0].returned == Primitive("I", 1)


def test_forced_static_state_does_not_stay(bridge: Bridge) -> None:
    forced = Plan(
        (Literal.of("I", 77), PutStatic(STATEFUL, "counter", 0), Call(STATEFUL, "lazy", "()Ljava/lang/String;")), 2
    )
    read = Plan((GetStatic(STATEFUL, "counter"),), 0)
    nothing = Plan((Literal.null(), PutStatic(STATEFUL, "text", 0), GetStatic(STATEFUL, "text")), 2)
    found = bridge.replay_restoring([read, forced, read, nothing])
    assert [result.returned for result in found] == [Primitive("I", 5), Text("true 1"), Primitive("I", 5), NULL]


def test_what_is_stopped_leaves_nothing(bridge: Bridge) -> None:
    plans = [calls("forever"), STATES["primitives"], calls("leave"), STATES["primitives"]]
    found = bridge.replay_restoring(plans * 3, fuel=20_000)
    assert [result.status for result in found] == [Status.FUEL, Status.OK, Status.EXIT, Status.OK] * 3
    assert len({result.returned for result in found[1::2]}) == 1
    assert bridge.restarts == 0


def test_bad_plans_say_why(bridge: Bridge) -> None:
    missing, fine = bridge.replay_restoring([calls("nothing"), STATES["plain"]])
    assert missing.status is Status.BAD_PLAN
    assert missing.exception is None
    assert missing.message is not None
    assert "nothing" in missing.message
    assert fine.returned == Primitive("I", 11)


def test_other_replays_are_not_changed_by_them(bridge: Bridge) -> None:
    plans = list(STATES.values())
    before = [(result.status, result.returned) for result in bridge.replay_many(plans)]
    bridge.replay_restoring(plans)
    assert [(result.status, result.returned) for result in bridge.replay_many(plans)] == before
    assert {result.status for result in bridge.replay_restoring(plans)} == {Status.OK, Status.THROW}


def test_a_class_defined_anew_is_used(jdk: Jdk, places: list[Path]) -> None:
    with Bridge(jdk, places) as bridge:
        sources = {"late.Value": "package late; public class Value { static int n; public static int get() { %s } }"}
        for body, value in (("return 1 + n++;", 1), ("return 2 + n++;", 2)):
            compiled = bridge.compile({name: text % body for name, text in sources.items()})
            bridge.define(compiled.classes)
            get = static_call("late/Value", "get", "()I")
            assert [each.returned for each in bridge.replay_restoring([get, get])] == [Primitive("I", value)] * 2


def test_class_files_without_class_literals(jdk: Jdk, places: list[Path]) -> None:
    """Java 1.4 had no class literals in constant pools: such a class says its name."""
    with Bridge(jdk, places) as bridge:
        source = """
            package restoring;
            public class Old {
                static int[] values = {4};
                static int count = 1;
                public static int next() { return values[0]++ + 100 * count++; }
            }"""
        compiled = bridge.compile({OLD.replace("/", "."): source}, options=["-source", "8", "-target", "8", "-g:none"])
        data = bytearray(compiled.classes[OLD])
        data[6:8] = (48).to_bytes(2, "big")
        bridge.define({OLD: bytes(data)})
        found = bridge.replay_restoring([static_call(OLD, "next", "()I")] * 3)
        assert [each.returned for each in found] == [Primitive("I", 104)] * 3
        assert bridge.needs_fresh == {}


def test_plans_that_break_the_jvm_get_outcomes_as_well(jdk: Jdk, places: list[Path], classes: Path) -> None:
    fine = STATES["primitives"]
    evil = [static_call("hostile/Evil", name, "()V") for name in ("oomArray", "bigPrime", "sleep", "tightLoop")]
    with Bridge(jdk, [*places, classes]) as bridge:
        plans = [each for plan in evil for each in (fine, plan)]
        found = bridge.replay_restoring(plans, fuel=100_000, timeout=0.3)
        assert {each.returned for each in found[::2]} == {Primitive("I", 1108)}
        assert [each.status for each in found[1::2]] == [Status.OOM, Status.TIMEOUT, Status.TIMEOUT, Status.FUEL]
        assert bridge.restarts == 1
