"""Random programs over strings, objects, lambdas and nested control flow, with the whole library: the trace that our
machine writes must be the JVM's.

``EVERYPATH_CONFORMANCE`` scales it as in `test_random_methods`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.conformance.rich_generator import RichWriter
from tests.conformance.test_random_methods import CLASSES, FIRST, VALUES
from tests.conftest import CACHE, TESTS, compile_java
from tests.library.support import World
from tests.vm.support import ask_java, find_method, printed
from tests.vm.test_differential import without_modules
from tests.vm.test_symbolic import fill_message

from everypath.bridge import Bridge
from everypath.state import Bounds, Ending, State

BATCH = 20
INPUTS = 4
METHODS = 3


def write_programs(first: int, count: int) -> list[Path]:
    folder = CACHE / "random" / f"rich-{first}-{count}"
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for seed in range(first, first + count):
        path = folder / f"Rich{seed}.java"
        path.write_text(RichWriter(seed, METHODS).source())
        files.append(path)
    return files


def calls_of(world: World, first: int, count: int) -> list[tuple[str, str, tuple, tuple[str, ...]]]:
    chooser = random.Random(first)
    calls = []
    for seed in range(first, first + count):
        for number in range(METHODS):
            method = find_method(world.machine, f"Rich{seed}", f"m{number}")
            for _ in range(INPUTS):
                args = tuple(chooser.choice(VALUES[kind]) for kind in method.parameters)
                calls.append((f"Rich{seed}", f"m{number}", args, method.parameters))
    return calls


def run_in(world: World, class_name: str, name: str, args: tuple) -> State:
    state = world.machine.start(find_method(world.machine, class_name, name), args)
    world.machine.run(state)
    return state


@pytest.mark.parametrize("first", range(FIRST, FIRST + max(CLASSES // 2, BATCH), BATCH))
def test_programs_leave_the_same_trace(jdk, first):
    classes = compile_java([*write_programs(first, BATCH), TESTS / "java" / "vm" / "Caller.java"], javac=str(jdk.javac))
    wrong, open_ended = [], []
    with Bridge(jdk, [classes]) as bridge:
        world = World(bridge, [classes])
        world.machine.control.bounds = Bounds(steps=200_000)
        calls = calls_of(world, first, BATCH)
        answers = ask_java(classes, calls, fresh=True, home=jdk.home)
        for (name, method_name, args, _), wanted in zip(calls, answers, strict=True):
            state = run_in(world, name, method_name, args)
            call = f"{name}.{method_name}{args}"
            if state.ending not in (Ending.RETURNED, Ending.THREW) or state.reasons:
                open_ended.append(f"{call}: {state.ending} {state.detail} {state.reasons} instead of {wanted}")
                continue
            fill_message(state)
            got = printed(state, "Ljava/lang/String;")
            if without_modules(got) != without_modules(wanted):
                wrong.append(f"{call}:\n  {got}\n  {wanted}")
    assert not wrong, f"{len(wrong)} of {len(calls)}:\n" + "\n".join(wrong[:10])
    assert not open_ended, f"{len(open_ended)} of {len(calls)}:\n" + "\n".join(open_ended[:10])
