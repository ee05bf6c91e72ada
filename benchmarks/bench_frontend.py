"""What a concrete front end (``--fuzz``) saves: the same methods explored with and without, in engines of their own.

    python -m benchmarks.bench_frontend [--seconds 2] [NAME...]

Prints a Markdown table by group (or those whose name contains a NAME): queries that came to z3 or Bitwuzla, seconds in
them, CPU seconds altogether (this process and its JVMs), the goals covered (blocks and sides of questions in target
code), lines of the entries that no path reached, and the CPU seconds until the coverage was seen that all came to.
Fuzzing is counted where it happens. The time of a method is CPU time, too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from benchmarks.bench_replay import children, jvm_cpu
from benchmarks.fetching import CACHE
from benchmarks.history import figure
from tests.conftest import TESTS, compile_java

from everypath.explore import Explorer
from everypath.explore.limits import Progress
from everypath.explore.search import Seed
from everypath.program import Method
from everypath.project import open_target
from everypath.run import Options
from everypath.run.engine import Engine, Fuzzing
from everypath.run.entries import entries_of
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.workload import Workload

HEAD = ("what", "methods", "queries", "in solvers", "all CPU", "goals", "lines left", "to the same")
HEAD += ("fuzzing", "seeds", "used")
FUZZ = ("off", "unreached", "first")

OVERTIME = 3.0
"""Seconds that a method may take beyond its own."""


@dataclass(frozen=True)
class Group:
    """Classes of a folder or jar; no classes: all of them."""

    name: str
    target: Path
    classes: tuple[str, ...] = ()


def groups() -> Iterator[Group]:
    """The subjects that were written to be hard to solve, and classes of real libraries."""
    yield Group("tests/java/solving", compile_java(sorted((TESTS / "java" / "solving").glob("*.java"))))
    lang = CACHE / "commons-lang3-3.14.0.jar"
    root = "org/apache/commons/lang3/"
    for name in (
        "math/Fraction",
        "CharUtils",
        "BooleanUtils",
        "math/NumberUtils",
        "text/WordUtils",
        "time/DurationFormatUtils",
    ):
        yield Group(f"lang3 {name.rpartition('/')[2]}", lang, (root + name,))
    codec = CACHE / "commons-codec-1.16.0.jar"
    yield Group("codec language", codec, tuple(f"org/apache/commons/codec/language/{n}" for n in CODEC))


LANG = (
    "math/Fraction",
    "CharUtils",
    "BooleanUtils",
    "math/NumberUtils",
    "text/WordUtils",
    "time/DurationFormatUtils",
    "StringEscapeUtils",
    "text/StrSubstitutor",
)
CODEC = ("Soundex", "Caverphone2", "ColognePhonetic", "MatchRatingApproachEncoder", "Nysiis")


def cpu() -> float:
    """CPU seconds of this process and of the JVMs that run."""
    return time.process_time() + sum(map(jvm_cpu, children()))


@dataclass
class Watched(Progress):
    """Progress that remembers when which coverage was seen."""

    explorer: Explorer | None = None
    began: float = 0.0
    curve: list[tuple[float, int]] = field(default_factory=list)

    def found_new(self) -> None:
        super().found_new()
        self.note()

    def note(self) -> None:
        """Remember the coverage of this moment."""
        assert self.explorer is not None
        goals = self.explorer.goals
        sides = sum(place is not None and place.is_target for place, _, _ in goals.sides)
        self.curve.append((cpu() - self.began, len(goals.covered) + sides))

    def until(self, covered: int) -> float:
        """CPU seconds until so much was covered."""
        return next(at for at, seen in self.curve if seen >= covered)


@dataclass
class Measured:
    """One side of a group."""

    methods: dict[str, Watched] = field(default_factory=dict)
    queries: int = 0
    solving: float = 0.0
    total: float = 0.0
    unreached: int = 0
    fuzzing: float = 0.0
    seeds: int = 0
    used: int = 0


def entries(engine: Engine, classes: Sequence[str]) -> list[Method]:
    """The entries of some classes."""
    found: list[Method] = []
    for name in classes:
        cls = engine.program.klass(name)
        assert cls.file is not None
        for entry in entries_of(cls.file, engine.options):
            method = cls.declared_method(entry.name.method, entry.name.descriptor)
            if method is not None and method.has_code:
                found.append(method)
    return found


def measure(group: Group, seconds: float, fuzz: str) -> Measured:
    """Explore the methods of a group, each for some seconds."""
    target = open_target([str(group.target)], ())
    options = Options(fuzz=fuzz)
    engine = Engine(Workload(target.names, target.classes, target.classpath, target.jdk, options))
    result = Measured()
    plain = Fuzzing.run

    def run(fuzzing: Fuzzing, seconds: float) -> Sequence[Seed]:
        before = cpu()
        found = plain(fuzzing, seconds)
        result.fuzzing += cpu() - before
        result.seeds += len(found)
        return found

    with patch.object(Fuzzing, "run", run), closing(engine):
        for entry in entries(engine, group.classes or target.classes):
            explorer = engine.explorer(entry)
            explorer.session.clock = cpu
            watched = explorer.session.progress = Watched(explorer=explorer, began=cpu())
            try:
                with alarm(3 * seconds + OVERTIME):
                    found = explorer.run(seconds)
            except OutOfTimeError:
                found = explorer.run(0.0)
            watched.note()
            result.unreached += sum(not line.proved for line in found.unreached)
            result.methods[entry.key] = watched
            result.total += watched.curve[-1][0]
        statistics = engine.solver.statistics
        result.queries = sum(statistics.answered[each] for each in ("z3", "bitwuzla"))
        result.used = statistics.answered["suggested"]
        result.solving = sum(statistics.seconds.values())
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    print("|", " | ".join(HEAD), "|")
    print("|", " | ".join("---" for _ in HEAD), "|")
    for group in groups():
        if given.names and not any(name in group.name for name in given.names):
            continue
        measure(group, given.seconds / 4, "off")  # what is only read once is read now
        sides = {fuzz: measure(group, given.seconds, fuzz) for fuzz in FUZZ}
        common = {
            name: min(side.methods[name].curve[-1][1] for side in sides.values()) for name in sides["off"].methods
        }
        for fuzz, side in sides.items():
            goals = sum(each.curve[-1][1] for each in side.methods.values())
            same = sum(side.methods[key].until(covered) for key, covered in common.items())
            name = group.name if fuzz == "off" else f"with `--fuzz {fuzz}`"
            row = (
                name,
                len(side.methods),
                side.queries,
                f"{side.solving:.1f}",
                f"{side.total:.1f}",
                goals,
                side.unreached,
            )
            figure(f"{group.name}, fuzz {fuzz}: to the same goals", same, "CPU s")
            figure(f"{group.name}, fuzz {fuzz}: lines left", side.unreached, "lines")
            front = ("", "", "") if fuzz == "off" else (f"{side.fuzzing:.1f}", side.seeds, side.used)
            print("|", " | ".join(map(str, (*row, f"{same:.1f}", *front))), "|", flush=True)


if __name__ == "__main__":
    main()
