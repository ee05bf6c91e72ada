"""Sequences of operations on the JDK's collections, numbers and times: what the machine tells is what the JVM tells."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.library.support import SOURCES, Ending, World, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk

KINDS = {"lists": 8, "queues": 5, "maps": 20, "sets": 6, "numbers": 4, "times": 4, "arrays": 9}
"""How many kinds of collection (or beginnings) each subject has."""
ROUNDS = int(os.environ.get("EVERYPATH_OPERATIONS", "1"))
"""How often each kind is run on a script of its own."""


@pytest.fixture(scope="module")
def operations():
    jdk = Jdk.find()
    classes = compiled(jdk, SOURCES / "operations")
    with Bridge(jdk, [classes]) as bridge:
        yield World(bridge, [classes], ["Operations", "Operations$Planet"])


def check(world: World, name: str, calls: list[tuple[int, str]]) -> None:
    (method,) = [m for m in world.methods("Operations") if m.name == name]
    told = world.judge(method, calls)
    for arguments, real in zip(calls, told, strict=True):
        result = world.concrete(method, arguments)
        assert result.ending is Ending.RETURNED, (name, arguments, result)
        if any(reason.startswith("boot: ") for reason in result.reasons):
            continue  # an order that each JVM draws anew: a WeakHashMap hashes the key null by identity
        assert (arguments, result.predicted) == (arguments, real)


def script(drawn: random.Random, length: int) -> str:
    letters = [
        drawn.choice("abcdefghijklmnopqrstuvwxy") + "".join(drawn.choices("hijklmnopqrstu", k=2)) for _ in range(length)
    ]
    return "".join(letters)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind(operations, name):
    drawn = random.Random(name)
    check(operations, name, [(kind, script(drawn, 14)) for kind in range(KINDS[name]) for _ in range(ROUNDS)])


@settings(max_examples=4 * ROUNDS, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(KINDS)),
    kind=st.integers(0, 19),
    steps=st.lists(st.text("abcdefghijklmnopqrstuvwx", min_size=3, max_size=3), max_size=10),
)
def test_any_sequence(operations, name, kind, steps):
    check(operations, name, [(kind % KINDS[name], "".join(steps))])
