"""Objects of the JDK that numbers give: the JVM says which numbers there are, and which fields hold them."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from everypath.classfile import ClassFile, Jdk
from everypath.inputs.construction import JDK_VALUES, Layout
from everypath.inputs.construction.jdk_classes import COMPLETE_CREATORS

COUNT = 400
SPECIAL = (0, 1, 2, 3, 4, 28, 29, 30, 31, 59, 60, 100, 365, 400, 999_999_999, 1_000_000_000)
OPENED = ("java.time", "java.util", "java.util.concurrent.atomic")


def _places(layout: Layout, prefix: str = "") -> Iterator[tuple[int, str]]:
    for name, held in layout.items():
        if isinstance(held, int):
            yield held, prefix + name
        else:
            yield from _places(held[1], f"{prefix}{name}.")


def _number(generator: random.Random, kind: str) -> int:
    if kind == "Z":
        return generator.randrange(2)
    bits = 31 if kind == "I" else 63
    sign = generator.choice((1, 1, 1, -1))
    if generator.random() < 0.7:
        return sign * generator.choice(SPECIAL)
    return generator.choice((-(1 << bits), (1 << bits) - 1, sign * generator.randrange(1 << generator.randrange(bits))))


def _asked(jdk: Jdk, folder: Path, lines: Sequence[str]) -> list[str]:
    opened = [f"--add-opens=java.base/{each}=ALL-UNNAMED" for each in OPENED]
    command = [str(jdk.java), *opened, "-cp", str(folder), "Asked"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("name", [name for name, value in JDK_VALUES.items() if not value.is_text])
def test_the_creator_makes_each_object_of_the_numbers_that_it_holds(
    java_classes: Callable[..., Path], jdk: Jdk, name: str
) -> None:
    value, (creator, descriptor) = JDK_VALUES[name], COMPLETE_CREATORS[name]
    generator = random.Random(name)
    rows = [list(value.plain or (0,) * len(value.getters))]
    for _ in range(COUNT):
        likely = generator.random()
        last = rows[generator.randrange(len(rows))]
        pairs = zip(last, value.getters, strict=True)
        row = [_number(generator, kind) if generator.random() < likely else number for number, (_, kind) in pairs]
        rows += [row] if all(value.domain(row)) or generator.random() < 0.5 else [last]
    fields = [field for _, field in sorted(_places(value.layout))]
    assert len(fields) == len(value.getters)
    asked = name.replace("/", "."), creator, descriptor, ",".join(each for each, _ in value.getters), ",".join(fields)
    lines = ["|".join((*asked, ",".join(map(str, row)))) for row in rows]
    inside = 0
    for row, answer in zip(rows, _asked(jdk, java_classes("values"), lines), strict=True):
        holds = all(value.domain(row))
        inside += holds
        assert (answer == ",".join(map(str, (*row, *row)))) is holds, (row, answer)
    assert inside > 10
    assert all(value.domain(rows[0]))


def test_the_jdk_extends_only_the_classes_that_are_marked(jdk: Jdk) -> None:
    closed = {name for name, value in JDK_VALUES.items() if not value.is_extended}
    image = jdk.image()
    for name in image.names():
        data = image.find(name)
        if data is not None and any(each.encode() in data for each in closed):
            assert ClassFile(data).super_name not in closed, name
