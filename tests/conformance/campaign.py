"""Batches of random programs, each compiled by one ``javac`` and checked by one JVM.

A program's name says how it was made: ``Random7`` is `Writer(7)`, ``Rich7`` `RichWriter(7)`, ``Assembled7`` and
``Link7`` come from the assembler; its calls are drawn by Hypothesis from the same seed.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.compiling import javac
from tests.conformance.assembled import AssembledWriter
from tests.conformance.calls import Session
from tests.conformance.compare import Comparison, compare
from tests.conformance.generator import Writer, descriptor
from tests.conformance.inputs import drawn, sessions
from tests.conformance.linkage import LinkWriter
from tests.conformance.rich_generator import RichWriter

from everypath.bridge import Bridge
from everypath.classfile import Jdk

EXECUTIONS = int(os.environ.get("EVERYPATH_CONFORMANCE", "60000"))
"""Calls compared on each JDK."""
SEED = int(os.environ.get("EVERYPATH_CONFORMANCE_SEED", "1000000"))
BATCH = float(os.environ.get("EVERYPATH_CONFORMANCE_BATCH", "1"))
"""How much larger than usual a batch is: larger ones are faster and need more memory."""
STRIDE = 1000
"""Seeds between batches."""

CALLS = 4
"""Calls of one session."""
PATTERNS = 21
"""The first version of Java with patterns in switches."""


@dataclass(frozen=True)
class Batch:
    """Programs of each kind with seeds from ``first`` on; ``sessions`` are those of each program."""

    first: int
    plain: int = 24
    rich: int = 16
    assembled: int = 24
    linked: int = 6
    sessions: int = 30

    def names(self) -> list[str]:
        """The programs."""
        counts = {"Random": self.plain, "Rich": self.rich, "Assembled": self.assembled, "Link": self.linked}
        return [f"{kind}{self.first + at}" for kind, count in counts.items() for at in range(count)]


@dataclass(frozen=True)
class Program:
    """A program and its calls; ``source`` is Java, or a listing of the bytecode."""

    name: str
    source: str
    sessions: Sequence[Session]


def make(name: str, folder: Path, feature: int, count: int) -> Program:
    """Write a program into a folder, as Java or as class files, and draw ``count`` sessions of calls."""
    kind, number = re.fullmatch(r"([A-Z][a-z]+)(\d+)", name).groups()
    seed = int(number)
    if kind in ("Random", "Rich"):
        writer = Writer(seed) if kind == "Random" else RichWriter(seed, newest=feature >= PATTERNS)
        source = writer.source()
        (folder / f"{name}.java").write_text(source)
        methods = [(name, method, tuple(map(descriptor, kinds))) for method, kinds, _ in writer.methods]
    else:
        assembler = AssembledWriter(seed) if kind == "Assembled" else LinkWriter(seed)
        assembler.write(folder)
        source = "\n".join(assembler.listing)
        methods = [(name, method, kinds) for method, kinds, _ in assembler.methods]
        count = count * len(methods) // 5
    return Program(name, source, drawn(sessions(methods, CALLS), max(count, 2), seed))


def compiled(jdk: Jdk, batch: Batch, folder: Path, names: Sequence[str] | None = None) -> list[Program]:
    """The programs of a batch, or those named, with their classes in the folder."""
    programs = [make(name, folder, jdk.feature, batch.sessions) for name in names or batch.names()]
    sources = sorted(folder.glob("*.java"))
    if sources:
        javac("-g", "-nowarn", "-d", folder, *sources, tool=jdk.javac, timeout=300)
    return programs


def run(jdk: Jdk, batch: Batch, names: Sequence[str] | None = None) -> tuple[Comparison, dict[str, Program]]:
    """Run one batch, or the programs named, in our machine and in a JVM."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        programs = compiled(jdk, batch, folder, names)
        with Bridge(jdk, [folder]) as bridge:
            found = compare(bridge, folder, [session for each in programs for session in each.sessions])
    return found, {each.name: each for each in programs}


def report(found: Comparison, programs: dict[str, Program], most: int = 3) -> str:
    """What went wrong, with the program's source and how to run it again."""
    lines: list[str] = []
    shown: set[str] = set()
    for call, difference in found.failures:
        owner = call.class_name
        if owner in shown or len(shown) >= most:
            continue
        shown.add(owner)
        lines.append(
            f"{call}: {difference}\nagain: python -m tests.conformance --program {owner}\n{programs[owner].source}"
        )
    return f"{len(found.failures)} of {found.executions} calls differ\n" + "\n".join(lines)


def one_batch(jdk: Jdk, number: int) -> tuple[Comparison, str]:
    """A batch in a process of its own: the counts and what went wrong in words."""
    batch = Batch(SEED + number * STRIDE, *(round(BATCH * size) for size in (24, 16, 24)))
    found, programs = run(jdk, batch)
    return found, report(found, programs) if found.failures else ""
