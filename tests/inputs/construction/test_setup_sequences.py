"""Which ways there are to set an object up, and in which order they are tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from everypath.classfile import ClassPath, Jdk
from everypath.inputs.code_facts import effects_of, returns_itself
from everypath.inputs.construction import Api, RecipePlan, SetupCall, TriedPrefixes
from everypath.program import Method, Program


@pytest.fixture(scope="module")
def program(java_classes: Callable[..., Path]) -> Program:
    return Program(ClassPath([java_classes("pool")]), Jdk.find().image())


def method(program: Program, owner: str, name: str) -> Method:
    return next(each for each in program.klass(owner).methods if each.name == name)


def sequences(program: Program, owner: str, entry: str = "", calls: int = 4) -> list[str]:
    """The plans of a class in short: ``builder.name.build``; a call on a line of its own stands after a semicolon."""
    read = method(program, owner, entry) if entry else None
    plans = Api(program, "pool", calls, read).plans.of(program.klass(owner))
    return [short(each) for each in plans]


def short(plan: RecipePlan) -> str:
    text = "new" if plan.creator.name == "<init>" else plan.creator.name
    return text + "".join(f"{'.' if each.follows else ';'}{each.method.name}" for each in plan.calls)


def test_effects(program: Program):
    write = effects_of(program, method(program, "pool/Channel", "write"))
    assert write.reads == {("pool/Channel", "state"), ("pool/Channel", "sum")}
    assert write.writes == {("pool/Channel", "sum")}
    assert write.repeats
    note = effects_of(program, method(program, "pool/Channel", "note"))
    assert write.commutes(note)
    assert not write.commutes(effects_of(program, method(program, "pool/Channel", "close")))
    rename = effects_of(program, method(program, "pool/Counter", "rename"))
    assert not rename.repeats
    strike = effects_of(program, method(program, "pool/Coin$Press", "strike"))
    assert not strike.writes
    assert strike.made == {("pool/Coin", "value"), ("pool/Coin", "year")}
    assert effects_of(program, method(program, "pool/Parcel$Base", "weight")).opaque  # it calls an abstract method
    assert returns_itself(method(program, "pool/Order$Builder", "name"))
    assert not returns_itself(method(program, "pool/Money", "withAmount"))


def test_what_commutes_is_tried_in_one_order_and_what_is_not_read_alone(program: Program):
    found = sequences(program, "pool/Lamp", "light")
    assert found[:6] == [
        "of",
        "of;setLevel",
        "of;setColour",
        "of;setAngle",
        "of;setAge",
        "of;setLevel;setColour;setAngle",
    ]
    assert len(found) == len({tuple(sorted(each.split(";"))) for each in found})
    assert [each for each in found if "setAge" in each] == ["of;setAge"]


def test_what_the_entry_reads_comes_first(program: Program):
    assert sequences(program, "pool/Lamp", "isOld")[1] == "of;setAge"
    assert sequences(program, "pool/Counter", "third")[1:4] == [
        "new;increment",
        "new;rename",
        "new;increment;increment",
    ]


def test_withers_make_a_chain(program: Program):
    assert sequences(program, "pool/Money", "units") == [
        "zero",
        "zero.withScale",
        "zero.withAmount",
        "zero.withScale.withAmount",
    ]


def test_builders_are_known_by_types(program: Program):
    found = sequences(program, "pool/Order", "price")
    assert found[:4] == ["builder.build", "builder.count.build", "builder.express.build", "builder.name.build"]
    assert "builder.count.express.name.build" in found
    assert sequences(program, "pool/Trip", "length")[:2] == ["new.plan", "new;destination.plan"]
    assert sequences(program, "pool/Coin", "worth")[:2] == ["new.strike", "new.strike;wear"]
    assert sequences(program, "pool/Route")[:2] == ["new.finish", "new.more.finish"]  # no getter, and no Object


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 6])
def test_never_more_calls_than_the_limit(program: Program, calls: int):
    for owner in ("pool/Channel", "pool/Counter", "pool/Lamp", "pool/Money", "java/util/StringJoiner"):
        plans = Api(program, "pool", calls).plans.of(program.klass(owner))
        most = max(len(each.calls) for each in plans)
        assert most == calls if owner == "pool/Counter" else most <= calls
    for plan in Api(program, "pool", calls).plans.of(program.klass("pool/Order")):
        assert len(plan.calls) <= calls + 1  # and build()


def test_sequences_with_a_dead_prefix_are_dead(program: Program):
    make, write, close = (SetupCall(method(program, "pool/Channel", each)) for each in ("<init>", "write", "close"))
    trials = TriedPrefixes()
    trials.begin((make,))
    trials.passed((make,))
    trials.begin((make, write))
    assert trials.is_dead(RecipePlan(make.method, (write, close), 5))
    assert not trials.is_dead(RecipePlan(make.method, (close, write), 5))
    assert not trials.is_dead(RecipePlan(make.method, (write,), 2))  # it may have other arguments left
    trials.passed((make, write))
    assert not trials.is_dead(RecipePlan(make.method, (write, close), 5))
