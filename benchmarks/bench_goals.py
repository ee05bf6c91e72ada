"""CPU seconds until the same goals are covered, by this checkout and by others, and what answered their questions.

    python -m benchmarks.bench_goals [--seconds 3] [--source NAME=PATH/src ...] [--rounds 2] [--json FILE] [NAME...]

Each group (or those whose name contains a NAME) is explored by a process of its own for each checkout, in alternating
order; ``--source`` names further checkouts, which run this very file. A *goal* is a basic block of target code or one
side of a question asked in it, in the call itself; what the calls that build its inputs cover is counted separately
(*with
building*: goals of either kind). *To the same* are the CPU seconds (this process and its JVMs) that all methods
together took until the goals were covered that every checkout came to in every round: of each method, when the last of
them was.
*Without* is the share of the feasibility questions that neither z3 nor Bitwuzla was asked. Medians of the rounds; the
ratios are those of the sums, the first checkout named (else this one alone) over this one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeAlias

from benchmarks.fetching import fetched
from benchmarks.history import figure

ROOT = Path(__file__).resolve().parent.parent
HERE = "this"
SOLVERS = ("z3", "bitwuzla")
LANG = ".cache/lib/commons-lang3-3.14.0.jar"
CODEC = ".cache/lib/commons-codec-1.16.0.jar"
LIBRARIES = ("org.apache.commons:commons-lang3:3.14.0", "commons-codec:commons-codec:1.16.0")
LIMIT = 1800
"""Seconds after which one process is given up."""


@dataclass(frozen=True)
class Group:
    """A target with some of its classes (none: all), and those of their methods that are explored (none: all)."""

    name: str
    target: str
    classes: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


STRING_UTILS = ("abbreviateMiddle", "center", "containsOnly", "countMatches", "getDigits", "indexOfDifference")
STRING_UTILS += ("isAlphanumericSpace", "isMixedCase", "replaceOnce", "rotate", "stripEnd", "substringBetween")
STRING_UTILS += ("swapCase", "uncapitalize", "wrapIfMissing")


def groups() -> Iterator[Group]:
    """Classes of real libraries, and of ours, that are structures of linked objects."""
    lang = "org/apache/commons/lang3/"
    for name in ("math/Fraction", "CharUtils", "BooleanUtils", "text/WordUtils"):
        yield Group(f"lang3 {name.rpartition('/')[2]}", LANG, (lang + name,))
    yield Group("lang3 StringUtils (15)", LANG, (lang + "StringUtils",), STRING_UTILS)
    codec = ("Soundex", "Caverphone2", "ColognePhonetic", "MatchRatingApproachEncoder", "Nysiis")
    yield Group("codec language", CODEC, tuple(f"org/apache/commons/codec/language/{name}" for name in codec))
    for name in ("BitSet", "StringJoiner", "ArrayDeque", "PriorityQueue"):
        yield Group(f"JDK {name}", f"java.util.{name}", (f"java/util/{name}",))
    yield Group("tests/java/structures", "tests/java/structures")


# one group in one process ---------------------------------------------------------------------------------------------


def jvm_seconds() -> float:
    """CPU seconds of the JVMs that run (Linux)."""
    total = 0
    for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def cpu() -> float:
    """CPU seconds of this process and of its JVMs."""
    return time.process_time() + jvm_seconds()


@dataclass
class Run:
    """What one process measured: of each method, when each goal was covered first, in CPU seconds."""

    goals: dict[str, dict[str, float]] = field(default_factory=dict)
    building: dict[str, dict[str, float]] = field(default_factory=dict)
    """The same of calls that build inputs."""
    answered: dict[str, int] = field(default_factory=dict)
    total: float = 0.0
    solving: float = 0.0


def run_group(group: Group, seconds: float) -> Run:
    """Explore the methods of a group, each for so many CPU seconds."""
    from contextlib import closing

    from everypath.project import open_target
    from everypath.run import Options
    from everypath.run.engine import Engine
    from everypath.run.entries import entries_of
    from everypath.run.process import OutOfTimeError, alarm
    from everypath.run.workload import Workload

    target = open_target([group.target], ())
    options = Options()
    engine = Engine(Workload(target.names, target.classes, target.classpath, target.jdk, options))
    _settle()
    result = Run()
    solvers = {}
    with closing(engine):
        for name in group.classes or target.classes:
            cls = engine.program.klass(name)
            for entry in entries_of(cls.file, options):
                method = cls.declared_method(entry.name.method, entry.name.descriptor)
                if method is None or not method.has_code or (group.methods and method.name not in group.methods):
                    continue
                explorer = _explorer(engine, method)
                explorer.session.clock = time.process_time
                began = cpu()
                with watched(explorer) as watch:
                    try:
                        with alarm(10 * seconds):
                            explorer.run(seconds)
                    except OutOfTimeError:
                        explorer.run(0.0)
                result.total += cpu() - began
                result.goals[method.key], result.building[method.key] = watch.call, watch.building
                solvers[id(explorer.solver)] = explorer.solver.statistics
                if explorer.solver is not engine.solver:
                    explorer.solver.close()
        answered: Counter[str] = Counter()
        for statistics in solvers.values():
            answered.update(statistics.answered)
            result.solving += sum(statistics.seconds.values())
        result.answered = dict(answered)
    return result


def _settle() -> None:
    """What a session does with Python's collector, in checkouts that do it."""
    try:
        from everypath.run.method_analysis import Garbage
    except ImportError:
        return
    Garbage().settle()


def _explorer(engine: object, method: object) -> object:
    """The exploration of a method: with a solver of its own in checkouts whose sessions give it one, that knows nothing
    from disk.
    """
    from everypath.solver import Solver

    return engine.explorer(method, Solver()) if hasattr(engine, "solver_of") else engine.explorer(method)


class Watch:
    """When each goal of an exploration was covered first: in the call itself, and in what builds its inputs."""

    def __init__(self, explorer: object) -> None:
        from everypath.inputs.construction import is_building

        self._explorer = explorer
        self._goals = goals = explorer.goals
        self._is_building = is_building
        self._began = cpu()
        self.call: dict[str, float] = {}
        self.building: dict[str, float] = {}
        self._blocks: dict[bool, set[int]] = {False: set(), True: set()}
        self._sides: dict[bool, set[object]] = {False: set(), True: set()}
        self._cover, self._note_other_side = goals.cover, goals.note_other_side
        goals.cover, goals.note_other_side = self.cover, self.note_other_side

    def cover(self, state: object) -> bool:
        """A state stopped: its blocks."""
        from everypath.state import entered_blocks

        new = self._cover(state)
        called = state.outside[0] if state.outside else state.covered
        self._note_blocks(called, building=False)
        self._note_blocks(entered_blocks(state) - called.keys(), building=True)
        return new

    def _note_blocks(self, numbers: Iterable[int], *, building: bool) -> None:
        known = self._blocks[building]
        fresh = [each for each in numbers if each not in known and each in self._goals.covered]
        if fresh:
            now = cpu() - self._began
            known.update(fresh)
            for number in fresh:
                method, first, _ = self._goals.machine.blocks[number]
                self._table(building).setdefault(f"{method.key}@{first}", now)

    def note_other_side(self, fork: object) -> bool:
        """A state went the other way than a fork that it left."""
        side = self._goals.side_of(fork)
        if side is not None:
            self.note_side((side[0], side[1], not side[2]), fork.state)
        return self._note_other_side(fork)

    def resumed(self, fork: object) -> None:
        """A fork was taken, by whatever exploration has the machine."""
        side = self._goals.side_of(fork)
        if side is not None and self._explorer.machine.inputs is self._explorer.inputs:
            self.note_side(side, fork.state)

    def note_side(self, side: tuple[object, str, bool], state: object) -> None:
        """Count the side of a fork that a state took."""
        place, kind, direction = side
        building = self._is_building(state)
        if side in self._sides[building] or place is None or not place.is_target:
            return
        self._sides[building].add(side)
        name = f"{place.class_name}.{place.method}{place.descriptor}@{place.pc}:{kind}:{direction}"
        self._table(building).setdefault(name, cpu() - self._began)

    def _table(self, building: bool) -> dict[str, float]:
        return self.building if building else self.call


@contextmanager
def watched(explorer: object) -> Iterator[Watch]:
    """An exploration whose goals are noted."""
    from everypath.state import Fork

    watch, resume = Watch(explorer), Fork.resume

    def resumed(fork: Fork, witness: object) -> object:
        watch.resumed(fork)
        return resume(fork, witness)

    Fork.resume = resumed
    try:
        yield watch
    finally:
        Fork.resume = resume


# all of them, and the tables ------------------------------------------------------------------------------------------


def started(group: Group, source: Path, seconds: float) -> Run:
    """A group measured by a process of a checkout."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "PYTHONHASHSEED": "0"}
    order = json.dumps({"group": asdict(group), "seconds": seconds})
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "--worker", order],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=LIMIT,
        check=True,
    )
    return Run(**json.loads(done.stdout))


Goals: TypeAlias = "dict[str, dict[str, float]]"
"""Of each method, when it came to each of its goals."""


def with_building(run: Run) -> Goals:
    """The goals of calls and of what builds their inputs, each as soon as it was covered in either."""
    return {
        method: {goal: min(own.get(goal, math.inf), building.get(goal, math.inf)) for goal in {**building, **own}}
        for method, own in run.goals.items()
        for building in (run.building[method],)
    }


MEASURES = {"to the same goals": lambda run: run.goals, "to the same goals with building": with_building}
"""The measures that are printed, each with the goals of a run that it counts."""


def until_same(goals: Goals, common: dict[str, set[str]]) -> float:
    """CPU seconds until each method had covered its goals."""
    return sum(max((goals[method][goal] for goal in those), default=0.0) for method, those in common.items())


def common_goals(runs: Sequence[Goals]) -> dict[str, set[str]]:
    """The goals that every run came to, of each method that all know."""
    methods = set.intersection(*(set(goals) for goals in runs))
    return {method: set.intersection(*(set(goals[method]) for goals in runs)) for method in sorted(methods)}


def without_solver(answered: dict[str, int]) -> float:
    """The share of queries that no solver backend was asked."""
    return 1 - sum(answered.get(each, 0) for each in SOLVERS) / max(sum(answered.values()), 1)


def measure(group: Group, sources: dict[str, Path], seconds: float, rounds: int) -> dict[str, list[Run]]:
    """The runs of each checkout, in alternating order."""
    runs: dict[str, list[Run]] = {name: [] for name in sources}
    for number in range(rounds):
        names = list(sources)
        for name in names if number % 2 == 0 else reversed(names):
            runs[name].append(started(group, sources[name], seconds))
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds per method")
    parser.add_argument("--source", action="append", default=[], metavar="NAME=PATH", help="sources to compare with")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if given.worker:
        order = json.loads(given.worker)
        json.dump(asdict(run_group(Group(**order["group"]), order["seconds"])), sys.stdout)
        return
    for coordinates in LIBRARIES:
        fetched(coordinates)
    sources = {name: Path(path).resolve() for name, path in (each.split("=", 1) for each in given.source)}
    sources[HERE] = ROOT / "src"
    chosen = [group for group in groups() if not given.names or any(name in group.name for name in given.names)]
    written = []
    print(
        "| what | checkout | methods | goals | common | to the same | with building | all CPU | in solvers | without |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    totals: dict[str, Counter[str]] = {each: Counter() for each in MEASURES}
    places: dict[str, Counter[str]] = {name: Counter() for name in sources}
    for group in chosen:
        runs = measure(group, sources, given.seconds, given.rounds)
        same: dict[tuple[str, str], float] = {}
        for measure_name, goals_of in MEASURES.items():
            common = common_goals([goals_of(run) for each in runs.values() for run in each])
            for name, each in runs.items():
                same[measure_name, name] = median(until_same(goals_of(run), common) for run in each)
                totals[measure_name][name] += same[measure_name, name]
        common = common_goals([run.goals for each in runs.values() for run in each])
        for name, each in runs.items():
            for run in each:
                places[name].update(run.answered)
            row = (
                group.name,
                name,
                len(each[0].goals),
                median(sum(map(len, run.goals.values())) for run in each),
                sum(map(len, common.values())),
                *(f"{same[each, name]:.2f}" for each in MEASURES),
                f"{median(run.total for run in each):.1f}",
                f"{median(run.solving for run in each):.1f}",
                f"{100 * median(without_solver(run.answered) for run in each):.0f} %",
            )
            print("|", " | ".join(map(str, row)), "|", flush=True)
            written.append({"group": group.name, "checkout": name, "runs": [asdict(run) for run in each]})
    report(totals, places)
    if given.json:
        given.json.write_text(json.dumps(written))


def report(totals: dict[str, Counter[str]], places: dict[str, Counter[str]]) -> None:
    """The sums, and what answered the questions."""
    print()
    for measure_name, seconds in totals.items():
        for name, total in seconds.items():
            ratio = f", {total / max(seconds[HERE], 0.01):.2f}x" if name != HERE else ""
            print(f"{name}: {total:.2f} CPU seconds {measure_name}{ratio}")
            figure(f"{name}: {measure_name}", total, "CPU s")
    for name, counts in places.items():
        asked = counts.total()
        figure(f"{name}: answered without a solver", 100 * without_solver(counts), "%", goal=50, more_is_better=True)
        shares = ", ".join(f"{place} {100 * count / asked:.1f} %" for place, count in counts.most_common())
        print(f"{name}: {asked} questions, {100 * without_solver(counts):.1f} % without a solver: {shares}")


if __name__ == "__main__":
    main()
