"""Sequences of operations on the JDK's collections, numbers and times: the machine and the JVM compute the same."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.library.support import SOURCES, Ending, Setup, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk

KINDS = {"lists": 8, "queues": 5, "maps": 20, "sets": 6, "numbers": 4, "times": 4, "arrays": 9}
"""How many kinds of collection (or beginnings) each subject has."""
ROUNDS = int(os.environ.get("EVERYPATH_OPERATIONS", "1"))
"""Each kind runs this number of random scripts."""


@pytest.fixture(scope="module")
def operations():
    jdk = Jdk.find()
    classes = compiled(jdk, SOURCES / "operations")
    with Bridge(jdk, [classes]) as bridge:
        yield Setup(bridge, [classes], ["Operations", "Operations$Planet"])


def check(setup: Setup, name: str, calls: list[tuple[int, str]]) -> None:
    (method,) = [m for m in setup.methods("Operations") if m.name == name]
    real_results = setup.judge(method, calls)
    for arguments, real in zip(calls, real_results, strict=True):
        result = setup.concrete(method, arguments)
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
