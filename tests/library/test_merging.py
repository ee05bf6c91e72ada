"""Merged diamonds of library code: fewer paths, and the JVM's result on every input."""

from __future__ import annotations

import random
import re

import pytest
from tests.library.inputs import VALUES
from tests.library.support import SOURCES, Ending, Setup, compiled

from everypath.bridge import Bridge
from everypath.classfile import Jdk

FOLDER = SOURCES / "merging"
HEADER = re.compile(r"    static \w+ (\w+)\((.*)\) \{(?:.*// (\d+)$)?")


def _methods() -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for line in (FOLDER / "Diamonds.java").read_text().splitlines():
        header = HEADER.match(line)
        if header:
            found.append((header[1], int(header[3] or 0)))
        elif line.startswith("    } // "):
            found[-1] = (found[-1][0], int(line[9:]))
    return found


METHODS = _methods()


@pytest.fixture(scope="module")
def library_code():
    jdk = Jdk.find()
    classes = compiled(jdk, FOLDER)
    with Bridge(jdk, [classes]) as bridge:
        yield Setup(bridge, [classes], ["Nothing"])


def test_there_are_enough():
    assert len(METHODS) >= 25


@pytest.mark.parametrize(("name", "paths"), METHODS)
def test_merged_code_does_what_the_jvm_does(library_code, name, paths):
    setup = library_code
    (method,) = [m for m in setup.methods("Diamonds") if m.name == name]
    merged = setup.symbolic(method, most=60)
    real_results = setup.judge(method, [result.arguments for result in merged])
    for result, real in zip(merged, real_results, strict=True):
        assert result.ending in (Ending.RETURNED, Ending.THREW), result
        assert (result.arguments, result.predicted) == (result.arguments, real)
    if paths:
        assert len(merged) == paths


@pytest.mark.parametrize(("name", "paths"), METHODS)
def test_merged_results_hold_for_every_input(library_code, name, paths):
    setup = library_code
    (method,) = [m for m in setup.methods("Diamonds") if m.name == name]
    drawn = random.Random(name)
    calls = [tuple(drawn.choice(VALUES[kind]) for kind in method.parameters) for _ in range(60)]
    real_results = setup.judge(method, calls)
    for arguments, real in zip(calls, real_results, strict=True):
        assert (arguments, setup.evaluated(method, arguments)) == (arguments, real)
