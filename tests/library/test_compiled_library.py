"""Code of the JDK with its models, in both tiers and in the JVM: the same results, steps and objects."""

from __future__ import annotations

import re

import pytest
from tests.conftest import TESTS, compile_java
from tests.explore.lab import Lab
from tests.vm.compiled.test_compiled_methods import snapshot
from tests.vm.support import ask_java, find_method

from everypath.state import Bounds

METHODS = {
    "sortInts": 500,
    "sortObjects": 60,
    "trees": 50,
    "hashMaps": 60,
    "hashBytes": 200,
    "sets": 200,
    "parseNumbers": 40,
    "parseExpression": 3,
    "formatNumbers": 12,
    "formatRadix": 12,
}


@pytest.fixture(scope="module")
def classes():
    sources = [TESTS.parent / "benchmarks" / "java" / "JdkCode.java", TESTS / "java" / "vm" / "Caller.java"]
    return compile_java(sources)


@pytest.fixture(scope="module")
def answers(classes):
    calls = [("JdkCode", name, (argument,), ("I",)) for name, argument in METHODS.items()]
    return dict(zip(METHODS, ask_java(classes, calls), strict=True))


@pytest.fixture(scope="module")
def labs(classes):
    made = [Lab(classes) for _ in range(3)]
    for lab, heat in zip(made, (None, 1, 9), strict=True):
        lab.machine.control.bounds = Bounds(steps=10**7)
        lab.machine.compiler.enabled = heat is not None
        lab.machine.compiler.hot = heat
    yield made
    for lab in made:
        lab.bridge.close()


def without_boot_addresses(state) -> str:
    """The observable part of a state. Addresses of the boot image depend on the order of accesses, and soft references
    hold the time of the JVM's answer: both are removed.
    """
    for address, obj in list(state.heap.items()):
        if address < 0 or obj.cls.name.endswith("Reference"):
            del state.heap[address]
    text = re.sub(r"'java/lang/ref/SoftReference.clock': '\d+'", "", repr(snapshot(state)))
    return re.sub(r"-\d{6,}\b", "boot", text)


@pytest.mark.parametrize("name", METHODS)
def test_code_of_the_jdk_runs_as_in_tier_0_and_in_the_jvm(labs, answers, name):
    found = []
    for lab in labs:
        machine = lab.machine
        for _ in range(2):
            method = find_method(machine, "JdkCode", name)
            state = machine.new_state()
            machine.initialise(state, method.owner)
            machine.start(method, [METHODS[name]], state)
            machine.run(state)
        assert str(state.result) == answers[name], (state.ending, state.detail)
        found.append(without_boot_addresses(state))
    assert found[1] == found[0]
    assert found[2] == found[0]
