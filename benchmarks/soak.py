"""A long run in one process, and whether its memory stays flat: methods of JDK packages, again and again.

    python -m benchmarks.soak [--seconds 3600] [--each 0.5] [--warm 0.4] [--json FILE] [PACKAGE ...]

One worker's session takes one method after the other, as in a run: it has ``--each`` seconds to explore each, to build
the cases and to replay them, and goes round until the time is over. The resident memory of this process is sampled
after each method; what of it is in use is printed each minute. What is loaded and translated once (classes,
translations, caches up to their bounds) comes in the first part of the time, ``--warm``; the slope is the least-squares
line through all samples after it. The methods during which the process grew most are named.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from everypath import memory
from everypath.classfile import ClassFile
from everypath.project import open_target
from everypath.run import Options
from everypath.run.entries import EntryName, entries_of
from everypath.run.method_analysis import Session
from everypath.run.results import Status
from everypath.run.workload import ClassFinder, Unit, Workload

PACKAGES = ("java.util.*", "java.text.*", "java.math.*", "java.sql.*")
"""What is analysed: the classes of these packages, not those below."""

OVERTIME = 10.0
"""Seconds that a method may take beyond its own."""

MEGABYTE = 1 << 20

MOST_STEPS = 8
"""So many methods are named that let the process grow most."""


def resident() -> float:
    """Megabytes of memory that this process holds for itself: pages of mapped files come and go."""
    return memory.resident() / MEGABYTE


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Megabytes an hour, by least squares."""
    count = len(samples)
    mean_time = sum(at for at, _ in samples) / count
    mean_size = sum(size for _, size in samples) / count
    spread = sum((at - mean_time) ** 2 for at, _ in samples)
    if spread == 0:
        return 0.0
    return 3600 * sum((at - mean_time) * (size - mean_size) for at, size in samples) / spread


@dataclass
class Soaked:
    """What a long run gave: samples of (seconds, megabytes), counts of what was done, and growth by method."""

    samples: list[tuple[float, float]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    steps: list[tuple[float, str]] = field(default_factory=list)


def soak(packages: Sequence[str], seconds: float, each: float, log: Path | None) -> Soaked:
    """Go round the methods for so long."""
    target = open_target(list(packages), ())
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, Options(), log)
    names = list(_entries(workload))
    result = Soaked()
    counts = result.counts
    counts["methods"] = len(names)
    before = resident()
    began = printed = time.monotonic()
    with closing(Session(workload)) as session:
        while True:
            for name in names:
                report = session.analyse(Unit(name, each, time.time() + each + OVERTIME))
                counts["analysed"] += 1
                counts[report.status.value] += 1
                counts["cases"] += len(report.cases)
                if report.status is Status.FAILED:
                    print(f"failed: {report.signature}: {' '.join(report.messages)}", flush=True)
                now = time.monotonic()
                size = resident()
                result.samples.append((now - began, size))
                result.steps.append((size - before, f"{name.dotted}.{name.method}{name.descriptor}"))
                before = size
                if now - printed > 60:
                    printed = now
                    line = ", ".join(f"{name} {count:,}" for name, count in counts.items())
                    used = memory.in_use() / MEGABYTE
                    print(f"{now - began:6.0f} s {size:7.1f} MB, {used:5.1f} in use  {line}", flush=True)
                if now - began > seconds:
                    return result
            counts["rounds"] += 1


def _entries(workload: Workload) -> Iterator[EntryName]:
    """The entries of the target's outer classes."""
    finder = ClassFinder(workload)
    for name in workload.classes:
        data = finder.find(name) if "$" not in name else None
        if data is not None:
            yield from (entry.name for entry in entries_of(ClassFile(data), workload.options) if not entry.native)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=PACKAGES, metavar="PACKAGE")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--each", type=float, default=0.5)
    parser.add_argument("--warm", type=float, default=0.4, help="the part of the time that only warms up")
    parser.add_argument("--log", type=Path, help="where traces of engine errors go")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    result = soak(options.packages or PACKAGES, options.seconds, options.each, options.log)
    steady = [each for each in result.samples if each[0] >= options.warm * options.seconds]
    sizes = [size for _, size in steady]
    print(f"\n{dict(result.counts)}")
    print(f"after {options.warm * options.seconds:.0f} s: {min(sizes):.0f} to {max(sizes):.0f} MB, ", end="")
    print(f"slope {slope(steady):+.1f} MB/h")
    for grown, name in sorted(result.steps, reverse=True)[:MOST_STEPS]:
        print(f"{grown:+7.1f} MB  {name}")
    if options.json:
        options.json.write_text(json.dumps(vars(result) | {"slope": slope(steady)}))


if __name__ == "__main__":
    main()
