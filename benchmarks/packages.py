"""Packages of the JDK, with symbolic types and without: OO-SE's Tables 2 and 3 and Figures 8 and 9 on today's JDK.

    python -m benchmarks.packages [--seconds 240] [--json FILE] [PACKAGE ...]

Each package is analysed twice by two processes: with symbolic types, and with ``--declared-types``, where every input
is of the one class that fits its declared type, as classic exploration has it. Coverage is what the JVM measured when
the cases were replayed, over the code of the package that class hierarchy analysis reaches from the entries that have
a test; *predicted* leaves out the inputs that were only run there (`everypath.run.method_analysis.unpredicted`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks.reach import reachable

from everypath.bridge import Coverage
from everypath.classfile import ClassFile, ClassPath, Jdk, MethodInfo, access
from everypath.explore import Path as ExploredPath
from everypath.program import Method, Program
from everypath.project import open_target
from everypath.run import MethodReport
from everypath.run.engine import Engine, Work
from everypath.run.entries import EntryName, entries_of
from everypath.run.method_analysis import Session
from everypath.run.options import Options
from everypath.run.workload import ClassFinder, Unit, Workload

#: OO-SE's figures: classes and public methods tested, tests and time (classic / with symbolic types).
SEED = {
    "java.sql": "13/16, 65/69, 92 / 110, 5m12 / 7m22",
    "java.rmi": "18/35, 49/62, 64 / 102, 21m18 / 41m09",
    "java.beans": "41/128, 166/342, 301 / 671, 126m / 665m",
    "java.text": "32/63, 236/376, 409 / 783, 225m / 726m",
    "java.applet": "1/2, 17/28, 17 / 28, 1m56 / 2m47",
}
PROCESSES = 2
LEAST = 0.7


@dataclass(frozen=True)
class Result:
    """What one package gave under one setting; ``instructions`` and ``blocks`` are (covered, reachable)."""

    package: str
    symbolic: bool
    classes: tuple[int, int]
    methods: tuple[int, int]
    tests: int
    instructions: tuple[int, int]
    blocks: tuple[int, int]
    seconds: float
    statuses: dict[str, int]
    outcomes: dict[str, int]
    missed: dict[str, int]
    """Reachable methods by their instructions that no replay came to, the worst first."""
    predicted: int = 0
    """Covered instructions of replays that held a prediction: the others are of inputs that the JVM alone ran."""


@dataclass(frozen=True)
class Share:
    """What one process found out: its reports, and the covered instructions of each method of the package."""

    reports: list[MethodReport]
    covered: dict[str, frozenset[int]]
    predicted: dict[str, frozenset[int]]
    """What replays alone covered that held a prediction."""


class Recording(Session):
    """A session that remembers what its replays covered, also where a new engine took over."""

    def __init__(self, workload: Workload) -> None:
        super().__init__(workload)
        self.classes = [*_with_nested(workload)]
        self.covered: dict[str, frozenset[int]] = {}
        self.predicted: dict[str, frozenset[int]] = {}

    def _replay(self, engine: Engine, work: Work, paths: Sequence[ExploredPath], until: float, deadline: float) -> int:
        before, known = work.coverage.hits, len(work.verdicts)
        left = super()._replay(engine, work, paths, until, deadline)
        if work.coverage.hits != before:
            covered = Coverage(engine.bridge.probes)
            covered.add(work.coverage.hits)
            for name in self.classes:
                covered.add(engine.bridge.initialiser_hits(name))
            self._note(covered, self.covered)
            predicted = Coverage(engine.bridge.probes)
            for verdict in work.verdicts[known:]:
                if not verdict.case.unpredicted:
                    predicted.add(verdict.hits)
            self._note(predicted, self.predicted)
        return left

    def _note(self, coverage: Coverage, found: dict[str, frozenset[int]]) -> None:
        for name in self.classes:
            for (method, descriptor), each in coverage.methods(name).items():
                key = f"{name}.{method}{descriptor}"
                found[key] = found.get(key, frozenset()) | each.instructions


def _with_nested(workload: Workload) -> Iterator[str]:
    """The classes of the package, those nested in them too: the code that is reached lies in both."""
    outermost = frozenset(workload.classes)
    for name in ClassFinder(workload).image.names():
        if name in outermost or ("$" in name and name.partition("$")[0] in outermost):
            yield name


def workload_of(package: str, options: Options) -> Workload:
    """The package with those below it, in the JDK that everything runs on."""
    patterns = [f"{package}.*"] + [f"{package}.{below}.*" for below in _below(package)]
    target = open_target(patterns)
    return Workload(tuple(patterns), tuple(target.classes), tuple(target.classpath), target.jdk, options)


def _below(package: str) -> list[str]:
    image, start = Jdk.find().image(), package.replace(".", "/") + "/"
    found = {name.rpartition("/")[0] for name in image.names() if name.startswith(start)}
    exported = (each for each in found if each + "/" != start and image.is_exported(each))
    return sorted(each[len(start) :].replace("/", ".") for each in exported)


def work(workload: Workload, entries: Sequence[EntryName], deadline: float) -> Share:
    """One process: every entry once with an equal share of the time, then those again that could go on."""
    session = Recording(workload)
    known: dict[EntryName, MethodReport] = {}
    try:
        waiting = list(entries)
        number = 0
        while waiting and time.time() < deadline:
            following = []
            for at, entry in enumerate(waiting):
                left = deadline - time.time()
                if left <= 0:
                    break
                share = max(LEAST, left / (len(waiting) - at))
                report = session.analyse(Unit(entry, share, deadline, number))
                known[entry] = report
                if report.resumable:
                    following.append(entry)
            waiting, number = following, number + 1
        return Share(list(known.values()), session.covered, session.predicted)
    finally:
        session.close()


def measure(package: str, *, symbolic: bool, seconds: float) -> Result:
    """Analyse a package once."""
    began = time.time()
    options = replace(Options(), declared_types=not symbolic)
    workload = workload_of(package, options)
    finder = ClassFinder(workload)
    files = {name: ClassFile(data) for name in workload.classes if (data := finder.find(name)) is not None}
    entries = [
        each.name for file in files.values() for each in entries_of(file, options, of_the_jdk=True) if not each.native
    ]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        shares = list(
            pool.map(
                work,
                [workload] * PROCESSES,
                [entries[at::PROCESSES] for at in range(PROCESSES)],
                [began + seconds] * PROCESSES,
            )
        )
    reports = [report for share in shares for report in share.reports]
    tested = [report for report in reports if report.outcomes.get("confirmed")]
    covered = _joined(share.covered for share in shares)
    predicted = _joined(share.predicted for share in shares)
    program = Program(_classpath(workload), finder.image, workload.classes)
    roots = [_method(program, report) for report in tested]
    methods = reachable(program, roots)
    result = _result(package, symbolic, workload, files, reports, tested, covered, methods, began)
    return replace(result, predicted=sum(len(predicted.get(method.key, ())) for method in methods))


def _joined(parts: Iterable[dict[str, frozenset[int]]]) -> dict[str, frozenset[int]]:
    joined: dict[str, frozenset[int]] = {}
    for part in parts:
        for key, instructions in part.items():
            joined[key] = joined.get(key, frozenset()) | instructions
    return joined


def _classpath(workload: Workload) -> ClassPath:
    return ClassPath(workload.classpath, workload.jdk.feature)


def _method(program: Program, report: MethodReport) -> Method:
    method = program.klass(report.class_name.replace(".", "/")).declared_method(report.method, report.descriptor)
    assert method is not None
    return method


def _result(
    package: str,
    symbolic: bool,
    workload: Workload,
    files: dict[str, ClassFile],
    reports: list[MethodReport],
    tested: list[MethodReport],
    covered: dict[str, frozenset[int]],
    methods: set[Method],
    began: float,
) -> Result:
    statuses: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    for report in reports:
        statuses[report.status.value] = statuses.get(report.status.value, 0) + 1
        for name, count in report.outcomes.items():
            outcomes[name] = outcomes.get(name, 0) + count
    hit, all_, hit_blocks, all_blocks = 0, 0, 0, 0
    missed: dict[str, int] = {}
    for method in methods:
        done = covered.get(method.key, frozenset())
        blocks = method.flow.blocks
        hit, all_ = hit + len(done), all_ + len(method.instructions)
        hit_blocks, all_blocks = hit_blocks + sum(start in done for start in blocks), all_blocks + len(blocks)
        if len(method.instructions) > len(done):
            missed[method.key] = len(method.instructions) - len(done)
    public = sum(
        bool(method.access & access.PUBLIC and file.access & access.PUBLIC and method.code is not None)
        for file in files.values()
        for method in file.methods
    )
    public_tested = sum(
        bool(_method_info(files, report).access & access.PUBLIC & files[_internal(report)].access) for report in tested
    )
    return Result(
        package,
        symbolic,
        (len({report.class_name for report in tested}), sum(any(m.code for m in f.methods) for f in files.values())),
        (public_tested, public),
        sum(len(report.tests) for report in reports),
        (hit, all_),
        (hit_blocks, all_blocks),
        time.time() - began,
        statuses,
        outcomes,
        dict(sorted(missed.items(), key=lambda each: -each[1])[:25]),
    )


def _internal(report: MethodReport) -> str:
    return report.class_name.replace(".", "/")


def _method_info(files: dict[str, ClassFile], report: MethodReport) -> MethodInfo:
    methods = files[_internal(report)].methods
    return next(m for m in methods if (m.name, m.descriptor) == (report.method, report.descriptor))


def percent(part: tuple[int, int]) -> str:
    """``61.5 %``."""
    return f"{100 * part[0] / part[1]:.1f} %" if part[1] else "–"


def row(result: Result) -> str:
    """A row of the table."""
    types = "symbolic" if result.symbolic else "declared"
    classes, methods = ("/".join(map(str, part)) for part in (result.classes, result.methods))
    return (
        f"| {result.package} | {types} | {classes} | {methods} | {result.tests} "
        f"| {percent(result.instructions)} of {result.instructions[1]} "
        f"| {percent((result.predicted, result.instructions[1]))} | {percent(result.blocks)} "
        f"| {result.seconds:.0f} | {SEED.get(result.package, '')} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", nargs="*", default=["java.sql", "java.rmi", "java.beans", "java.text"])
    parser.add_argument("--seconds", type=float, default=270.0, help="for one package and setting")
    parser.add_argument("--only", choices=("symbolic", "declared"))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    print(
        "| package | types | classes | public methods | tests | instructions | of them predicted | blocks | s ",
        end="",
    )
    print("| OO-SE: classes, methods, tests, time (classic / types) |\n" + "|---" * 10 + "|", flush=True)
    results = []
    for package in given.packages:
        for symbolic in (False, True):
            if given.only and symbolic != (given.only == "symbolic"):
                continue
            result = measure(package, symbolic=symbolic, seconds=given.seconds)
            print(row(result), flush=True)
            results.append(result)
    if given.json:
        given.json.write_text(json.dumps([asdict(each) for each in results], indent=1))


if __name__ == "__main__":
    main()
