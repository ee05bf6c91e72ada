"""Random methods on boundary inputs: our machine and the JVM must agree bit for bit.

The share in the normal run is small; ``EVERYPATH_CONFORMANCE=500`` runs that many classes (``make conformance``).
``EVERYPATH_CONFORMANCE_SEED`` moves to others.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from tests.conformance.generator import Writer
from tests.conftest import CACHE, TESTS, compile_java
from tests.vm.support import ask_java, find_method, machine_for, printed, run
from tests.vm.test_differential import DOUBLES, FLOATS, INTS, LONGS, without_modules

from everypath.state import Bounds, Ending

CLASSES = int(os.environ.get("EVERYPATH_CONFORMANCE", "40"))
FIRST = int(os.environ.get("EVERYPATH_CONFORMANCE_SEED", "1000"))
BATCH = 50
INPUTS = 5
VALUES = {
    "I": INTS,
    "J": LONGS,
    "F": FLOATS,
    "D": DOUBLES,
    "Z": (0, 1),
    "B": (-128, -1, 0, 1, 127),
    "S": (-32768, -1, 0, 300, 32767),
    "C": (0, 65, 0xFFFF),
}


def write_batch(first: int, count: int) -> list[Path]:
    folder = CACHE / "random" / f"{first}-{count}"
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for seed in range(first, first + count):
        path = folder / f"Random{seed}.java"
        path.write_text(Writer(seed).source())
        files.append(path)
    return files


def batches() -> list[tuple[int, int]]:
    return [(FIRST + at, min(BATCH, CLASSES - at)) for at in range(0, CLASSES, BATCH)]


@pytest.mark.parametrize(("first", "count"), batches())
def test_machine_and_jvm_agree(jdk, first, count):
    classes = compile_java([*write_batch(first, count), TESTS / "java" / "vm" / "Caller.java"], javac=str(jdk.javac))
    machine = machine_for(classes, Bounds(steps=200_000), home=jdk.home)
    chooser = random.Random(first)
    calls, states = [], []
    for seed in range(first, first + count):
        for number in range(4):
            method = find_method(machine, f"Random{seed}", f"m{number}")
            for _ in range(INPUTS):
                args = tuple(chooser.choice(VALUES[kind]) for kind in method.parameters)
                state = run(machine, f"Random{seed}", f"m{number}", *args)
                if state.ending is Ending.BOUND:
                    continue
                calls.append((f"Random{seed}", f"m{number}", args, method.parameters))
                states.append((state, method.returns))
    # Every call gets fresh statics on our side: ask for the same.
    answers = ask_java(classes, calls, fresh=True, home=jdk.home)
    wrong = []
    for (name, method_name, args, _), (state, returns), wanted in zip(calls, states, answers, strict=True):
        got = printed(state, returns)
        if without_modules(got) != without_modules(wanted):
            wrong.append(f"{name}.{method_name}{args}: {got} instead of {wanted}")
    assert not wrong, f"{len(wrong)} of {len(calls)}:\n" + "\n".join(wrong[:20])
