"""PET's benchmark set, written anew in `tests/java/pet`: tests, coverage and time beside PET's own table.

    python -m benchmarks.pet [--criterion block-2] [--rounds 3] [--every-path] [--aliasing full] [--json FILE] [ROW ...]

Prints Markdown tables, one for each coverage criterion. Coverage is what the JVM measured when the tests were replayed.
*To PET's coverage* is the time until as much is covered as PET covers, of all that class hierarchy analysis reaches:
the entries one after the other, each until its last path that covers anything new. *To all*: the same until everything
is covered that will be.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from benchmarks.history import figure
from benchmarks.reach import reachable

from everypath.bridge import Coverage
from everypath.classfile import Jdk
from everypath.explore import Path
from everypath.program import Method
from everypath.run.engine import Engine, bounds_of
from everypath.run.entries import entries_of
from everypath.run.method_analysis import Garbage, build_case
from everypath.run.options import Options
from everypath.run.workload import Workload
from everypath.solver import Solver
from everypath.suite import NoCase, Replaying, TestCase, Verdict

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "tests" / "java" / "pet"

#: A criterion is alone in force: loops and calls are bounded by it only.
UNBOUNDED = Options(loop=1_000_000, call_depth=1_000_000)
CRITERIA: dict[str, dict[str, Any]] = {
    "depth-50": {"depth": 50},
    "depth-200": {"depth": 200},
    "block-2": {"block": 2},
    "block-3": {"block": 3},
}


@dataclass(frozen=True)
class Row:
    """One benchmark: our class, and PET's entry methods, instructions and (ms, tests, coverage) by criterion.

    ``reaching`` is the criterion under which everything reachable is covered. ``dead`` are the lines that no bound
    reaches from the entries, as ``Class.method: what the line says``; `docs/benchmarks.md` says why.
    """

    name: str
    class_name: str
    entries: int
    instructions: int
    pet: dict[str, tuple[int, int, int]]
    reaching: str = "block-2"
    dead: tuple[str, ...] = ()


def _row(
    name: str,
    class_name: str,
    entries: int,
    instructions: int,
    *figures: tuple[int, int, int],
    reaching: str = "block-2",
    dead: tuple[str, ...] = (),
) -> Row:
    pet = dict(zip(("depth-50", "depth-200", "block-2"), figures, strict=True))
    return Row(name, class_name, entries, instructions, pet, reaching, dead)


_EMPTY = 'NodeList.first: throw new EmptyListException("the list is empty");'
_FOREIGN = 'NodeList.nodeAt: throw new InvalidPositionException("the position is of another list");'

#: PET, Table 3 (2008 hardware).
ROWS = (
    _row("Trityp", "TriangleType", 1, 98, (22, 14, 100), (20, 14, 100), (22, 14, 100)),
    _row("Josephus", "Josephus", 1, 61, (6, 1, 56), (366, 45, 100), (8, 3, 100)),
    _row("DoublyLinkedList", "DoublyLinkedList", 13, 253, (85, 31, 37), (594, 178, 100), (369, 116, 100)),
    _row("RedBlackTree", "RedBlackTree", 10, 485, (60, 57, 30), (2432, 539, 96), (10010, 638, 99)),
    _row("NodeStack", "NodeStack", 6, 94, (14, 9, 100), (8, 9, 100), (8, 9, 100)),
    _row("ArrayStack", "ArrayStack", 7, 103, (16, 15, 100), (16, 15, 100), (16, 15, 100)),
    _row("NodeQueue", "NodeQueue", 6, 133, (18, 14, 100), (13, 15, 100), (19, 15, 100)),
    _row("NodeDeque", "NodeDeque", 9, 223, (32, 23, 67), (38, 28, 100), (34, 28, 100)),
    _row("NodeList", "NodeList", 19, 449, (152, 77, 73), (182, 91, 91), (184, 91, 91)),
    _row(
        "SortedListPriorityQ",
        "SortedListPriorityQueue",
        11,
        491,
        (62, 33, 29),
        (190, 79, 77),
        (512, 164, 91),
        dead=(
            _EMPTY,
            _FOREIGN,
            'NodeList.previous: throw new BoundaryViolationException("there is nothing before the first position");',
        ),
    ),
    _row(
        "Sort",
        "Sort",
        4,
        735,
        (26, 12, 12),
        (328, 43, 44),
        (400, 55, 72),
        reaching="block-3",
        dead=(
            _EMPTY,
            _FOREIGN,
            'NodeList.last: throw new EmptyListException("the list is empty");',
            "EmptyListException.<init>: super(message);",
            "EmptyListException.<init>: }",
        ),
    ),
)


@dataclass
class Result:
    """What one row gave under one criterion. Times are milliseconds, medians of the rounds, warm.

    ``exploring`` is processor time; ``tested`` is wall time and adds what builds, replays and judges the tests.
    ``to_all`` and ``to_all_tested`` are the same up to the last path of each entry that covers anything new,
    ``to_pet`` and ``to_pet_tested`` where that is enough for the coverage that PET gives.
    """

    row: str
    criterion: str
    entries: int
    tests: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    covered: int = 0
    reached: int = 0
    reachable: int = 0
    exploring: float = 0.0
    tested: float = 0.0
    to_all: float = 0.0
    to_all_tested: float = 0.0
    to_pet: float | None = None
    to_pet_tested: float | None = None
    stops: dict[str, int] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    """The lines with an instruction that no replay came to."""

    @property
    def of_reached(self) -> float:
        """PET's measure: per cent of the instructions of all methods that were entered."""
        return 100 * self.covered / self.reached

    @property
    def of_reachable(self) -> float:
        """Per cent of the instructions of all methods that class hierarchy analysis reaches from the entries."""
        return 100 * self.covered / self.reachable


class Timed(list[Path]):
    """Finished paths, with the processor time and the wall time at which each was there."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self.wall: list[float] = []

    def append(self, path: Path) -> None:
        super().append(path)
        self.at.append(time.process_time())
        self.wall.append(time.perf_counter())


class Bench:
    """The benchmark classes under one engine; the criterion changes from one measurement to the next."""

    def __init__(self, classes: pathlib.Path, options: Options | None = None, *, every_path: bool = False) -> None:
        names = tuple(sorted(str(file.relative_to(classes))[:-6] for file in classes.rglob("*.class")))
        self.options = options or Options()
        workload = Workload((str(classes),), names, (classes,), Jdk.find(), self.options, None, every_path)
        self.engine = Engine(replace(workload, reads_cases=False))  # as `check` does that shows findings only

        self.garbage = Garbage()  # as every process that explores has it

    def close(self) -> None:
        self.engine.close()

    def entries(self, row: Row) -> list[Method]:
        cls = self.engine.program.klass(f"pet/{row.class_name}")
        found = [
            cls.declared_method(each.name.method, each.name.descriptor) for each in entries_of(cls.file, Options())
        ]
        return [method for method in found if method is not None]

    def measure(self, row: Row, criterion: str, rounds: int = 1, seconds: float = 20.0) -> Result:
        """Explore every entry of a row; the first of several rounds only warms up."""
        given = replace(UNBOUNDED, **CRITERIA[criterion])
        self.engine.bounds, self.engine.fixed = bounds_of(given)
        measured = []
        for number in range(rounds + (rounds > 1)):
            result = self._round(row, criterion, seconds)
            self.garbage.settle()
            if number or rounds == 1:
                measured.append(result)
        last = measured[-1]
        last.exploring = statistics.median(each.exploring for each in measured)
        last.tested = statistics.median(each.tested for each in measured)
        last.to_all = statistics.median(each.to_all for each in measured)
        last.to_all_tested = statistics.median(each.to_all_tested for each in measured)
        if last.to_pet is not None:
            last.to_pet = statistics.median(each.to_pet or 0.0 for each in measured)
            last.to_pet_tested = statistics.median(each.to_pet_tested or 0.0 for each in measured)
        return last

    def _round(self, row: Row, criterion: str, seconds: float) -> Result:
        engine = self.engine
        engine.solver = Solver()  # nothing is remembered of the round before
        engine.solver.load()
        coverage = Coverage(engine.bridge.probes)
        entries = self.entries(row)
        result = Result(row.name, criterion, len(entries))
        outcomes: Counter[str] = Counter()
        stops: Counter[str] = Counter()
        entered: set[Method] = set(entries)
        reached = reachable(engine.program, entries)
        wanted = row.pet[criterion][2] if criterion in row.pet else math.inf
        for entry in entries:
            wall, work = time.perf_counter(), time.process_time()
            explorer = engine.explorer(entry)
            timed = explorer.session.paths = Timed()
            exploration = explorer.run(seconds)
            result.exploring += 1000 * (time.process_time() - work)
            built, verdicts = self._verified(exploration.paths)
            outcomes.update(each.outcome.value for each in built if not isinstance(each, TestCase))
            result.tested += 1000 * (time.perf_counter() - wall)
            last = enough = -1
            for verdict in verdicts:
                outcomes[verdict.outcome.value] += 1
                before = coverage.hits
                coverage.add(verdict.hits)
                if coverage.hits != before:
                    last = built.index(verdict.case)
                    if result.to_pet is None and enough < 0 and _percent(coverage, reached) >= wanted:
                        enough = last
            if enough >= 0:
                result.to_pet = result.to_all + 1000 * (timed.at[enough] - work)
                tested = self._tested(exploration.paths[: enough + 1], timed.wall[enough] - wall)
                result.to_pet_tested = result.to_all_tested + 1000 * tested
            if last >= 0:
                result.to_all += 1000 * (timed.at[last] - work)
                result.to_all_tested += 1000 * self._tested(exploration.paths[: last + 1], timed.wall[last] - wall)
            stops.update([exploration.stop] if exploration.stop else [])
            outcomes.update("failed" for _ in exploration.failures)
            entered |= {engine.machine.blocks[number][0] for number in exploration.covered}
        result.tests, result.outcomes, result.stops = outcomes["confirmed"], dict(outcomes), dict(stops)
        self._count(result, coverage, entered, reached)
        return result

    def _tested(self, paths: Sequence[Path], explored: float) -> float:
        """Wall seconds of exploring, building, replaying and verifying these paths."""
        began = time.perf_counter()
        self._verified(paths)
        return explored + time.perf_counter() - began

    def _verified(self, paths: Sequence[Path]) -> tuple[list[TestCase | NoCase], list[Verdict]]:
        """What was built of each path, and the verdicts, as `everypath.run.method_analysis.session` makes them."""
        built = []
        replaying = Replaying(self.engine.bridge)
        for path in paths:
            case = build_case(self.engine, path)
            built.append(case)
            if isinstance(case, TestCase):
                replaying.add(case)
        return built, replaying.verdicts(self.engine.is_target)

    def _count(self, result: Result, coverage: Coverage, entered: set[Method], all_methods: set[Method]) -> None:
        lines: set[str] = set()
        for method in sorted(all_methods, key=lambda each: each.key):
            found = coverage.method(method.owner.name, method.name, method.descriptor)
            hit = found.instructions if found is not None else frozenset()
            result.covered += len(hit)
            result.reachable += len(method.instructions)
            result.reached += len(method.instructions) if method in entered else 0
            lines |= {_text(method, each.pc) for each in method.instructions if each.pc not in hit}
        result.missed = sorted(lines)


def _percent(coverage: Coverage, methods: set[Method]) -> int:
    """Per cent of the instructions of these methods that were covered so far, rounded as PET's."""
    covered = 0
    for method in methods:
        found = coverage.method(method.owner.name, method.name, method.descriptor)
        covered += len(found.instructions) if found is not None else 0
    return round(100 * covered / sum(len(method.instructions) for method in methods))


def _text(method: Method, pc: int) -> str:
    """``Class.method: the line of the source``."""
    name = method.owner.name.rpartition("/")[2].partition("$")[0]
    line = (SOURCES / f"{name}.java").read_text().splitlines()[method.line(pc) - 1].strip()
    return f"{name}.{method.name}: {line}"


@contextmanager
def compiled() -> Iterator[pathlib.Path]:
    """The classes of the benchmark set."""
    with tempfile.TemporaryDirectory() as folder:
        sources = sorted(map(str, SOURCES.glob("*.java")))
        subprocess.run(["javac", "-g", "-parameters", "-d", folder, *sources], check=True, timeout=120)
        yield pathlib.Path(folder)


def table(criterion: str, results: list[Result]) -> None:
    """One row a benchmark: ours, and PET's where it gives one."""
    rows = {row.name: row for row in ROWS}
    print(f"\n### {criterion}\n")
    print(
        "| benchmark | entries | instr. | tests | coverage | of reachable | explored, CPU ms | with replays, ms "
        "| to all, CPU ms | with replays, ms | to PET's coverage, CPU ms | with replays, ms |",
        end="",
    )
    print(" PET: entries | instr. | tests | coverage | ms |")
    print("|---" * 17 + "|")
    for each in results:
        row = rows[each.row]
        ms, tests, coverage = row.pet.get(criterion, ("", "", ""))
        percent = f"{coverage} %" if coverage else ""
        mark = "" if not each.stops else " (" + ", ".join(f"{k} {n}" for k, n in sorted(each.stops.items())) + ")"
        print(
            f"| {each.row} | {each.entries} | {each.reached} | {each.tests}{mark} | {each.of_reached:.1f} % "
            f"| {each.of_reachable:.1f} % | {each.exploring:.0f} | {each.tested:.0f} "
            f"| {each.to_all:.0f} | {each.to_all_tested:.0f} | {_ms(each.to_pet)} | {_ms(each.to_pet_tested)} "
            f"| {row.entries} | {row.instructions} | {tests} | {percent} | {ms} |"
        )
        figure(f"{each.row}, {criterion}: coverage", each.of_reached, "%", more_is_better=True)
        figure(f"{each.row}, {criterion}: explored", each.exploring, "CPU ms")
        figure(f"{each.row}, {criterion}: with replays", each.tested, "ms")
        if each.to_pet is not None:
            figure(f"{each.row}, {criterion}: to PET's coverage", each.to_pet, "CPU ms", goal=_number(ms))
    wrong = Counter[str]()
    for each in results:
        wrong.update({name: count for name, count in each.outcomes.items() if name != "confirmed"})
    if wrong:
        print(f"\noutcomes other than confirmed: {dict(wrong)}")


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", choices=[*(row.name for row in ROWS), []], metavar="ROW")
    parser.add_argument("--criterion", action="append", choices=list(CRITERIA))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="for one method")
    parser.add_argument("--every-path", action="store_true", help="explore on where nothing new shows")
    parser.add_argument("--aliasing", default="full")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args(arguments)
    results: list[Result] = []
    with compiled() as classes:
        bench = Bench(classes, Options(aliasing=options.aliasing), every_path=options.every_path)
        try:
            for criterion in options.criterion or CRITERIA:
                chosen = [row for row in ROWS if not options.rows or row.name in options.rows]
                found = [bench.measure(row, criterion, options.rounds, options.seconds) for row in chosen]
                table(criterion, found)
                results += found
        finally:
            bench.close()
    if options.json:
        document = [
            asdict(each) | {"of_reached": each.of_reached, "of_reachable": each.of_reachable} for each in results
        ]
        options.json.write_text(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
