"""How many mutants of whole libraries the tests kill that ``everypath generate`` writes, as PIT counts them.

    python -m benchmarks.bench_mutants [--seed N] [--count 3] [--seconds 90] [--limit 900] [--survivors FOLDER] [NAME…]

The libraries are drawn by lot from those of the zoo (``benchmarks/zoo/libraries.toml``) whose jar has at most
`LARGEST` classes, or named. ``everypath generate`` writes tests of the whole jar in a budget; those that fail in PIT's
own run without mutants are left out and counted. PIT makes the mutants of its default group and runs on each the tests
that cover it. Where time ends it, the mutants until then count, and their share is printed. ``--survivors`` writes the
mutants that some test covers and none kills, by class.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import FetchError
from benchmarks.history import figure
from benchmarks.mutation import Mutant, mutant_of, pit_classpath
from benchmarks.outside import HEAP, Compiled, compile_tests, unpacked
from benchmarks.zoo.libraries import Library, jars_of, libraries

from everypath.bridge.processes.containment import contained
from everypath.classfile import Jdk

ROOT = Path(__file__).resolve().parent.parent
CACHE = (ROOT / ".cache").resolve()
WORK = CACHE / "mutants"
LARGEST = 150
"""The most classes that the jar of a drawn library may have."""
GOAL = 75.0
"""Per cent of the covered mutants that are to be killed."""
FIRST_LETTERS = 3000
"""Characters of an error that are shown."""

_MUTATION = re.compile(r"<mutation .*?</mutation>", re.DOTALL)
_FOUND = re.compile(r"Found\s+([\d,]+)\s+(?:mutations|mutants)|>> Generated (\d+) mutations")


@dataclass(frozen=True)
class Result:
    """The mutants of a library that PIT came to. ``failing`` is the number of tests that were left
    out as they fail without mutants."""

    name: str
    tests: int
    failing: int
    mutants: tuple[Mutant, ...]
    seconds: float
    ended: bool

    @property
    def covered(self) -> tuple[Mutant, ...]:
        """The mutants in code that some test runs."""
        return tuple(each for each in self.mutants if each.status != "NO_COVERAGE")

    @property
    def killed(self) -> int:
        """The mutants on which a test failed, or which did not come to an end."""
        return sum(each.detected for each in self.mutants)


def drawn(seed: int, count: int, largest: int) -> list[tuple[Library, list[Path]]]:
    """Libraries drawn by lot, with their jars; those that cannot be fetched or are too large are passed over."""
    order = sorted(libraries(), key=lambda each: each.name)
    random.Random(seed).shuffle(order)
    found: list[tuple[Library, list[Path]]] = []
    for library in order:
        if len(found) == count:
            break
        try:
            jars = jars_of(library, CACHE / "zoo" / "libraries")
        except FetchError as problem:
            print(f"{library.name}: {problem}", file=sys.stderr)
            continue
        if classes_of(jars[0]) <= largest:
            found.append((library, jars))
    return found


def classes_of(jar: Path) -> int:
    """The number of class files of a jar."""
    with zipfile.ZipFile(jar) as archive:
        return sum(each.endswith(".class") for each in archive.namelist())


def generated(jars: Sequence[Path], work: Path, seconds: int, options: Sequence[str]) -> Path:
    """The folder of the tests that everypath writes. Raises `subprocess.SubprocessError`."""
    tests = work / "tests"
    shutil.rmtree(tests, ignore_errors=True)
    command = [sys.executable, "-m", "everypath", "generate", str(jars[0]), "-o", str(tests)]
    command += [
        "--json",
        str(work / "out.json"),
        "--budget",
        f"{seconds}s",
        "--framework",
        "junit5",
        "--sweep",
        "on",
        *options,
    ]
    command += ["--classpath", os.pathsep.join(map(str, jars[1:]))] if jars[1:] else []
    environment = {**os.environ, "EVERYPATH_CACHE": str(WORK / "cache")}
    with (work / "out.txt").open("wb") as output:
        done = subprocess.run(
            command, cwd=work, env=environment, stdout=output, stderr=output, timeout=2 * seconds + 60, check=False
        )
    if done.returncode not in (0, 1):
        raise subprocess.CalledProcessError(done.returncode, command, (work / "out.txt").read_text()[-FIRST_LETTERS:])
    return tests


def mutated(compiled: Compiled, classes: Path, work: Path, limit: int, options: Sequence[str]) -> tuple[bool, str]:
    """Run PIT in ``limit`` seconds. Whether it came to its end, and what it printed; its report is in ``work``."""
    report, empty = work / "report", work / "cwd"
    for folder in (report, empty):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    names = [_class_name(each, classes) for each in sorted(classes.rglob("*.class"))]
    tests = [_class_name(each, compiled.folder) for each in sorted(compiled.folder.rglob("*.class"))]
    needed = [each for each in compiled.classpath if not each.name.startswith("junit-platform-console")]
    path = os.pathsep.join((str(classes), str(compiled.folder), *map(str, needed[1:]), pit_classpath()))
    arguments = [
        *("--reportDir", str(report), "--sourceDirs", str(work / "tests"), "--outputFormats", "XML"),
        *("--targetClasses", ",".join(names), "--targetTests", ",".join(each for each in tests if "$" not in each)),
        *("--mutableCodePaths", str(classes), "--mutators", "DEFAULTS", "--timestampedReports", "false"),
        *("--timeoutConst", "8000", "--timeoutFactor", "1.5", "--failWhenNoMutations", "false"),
        *("--skipFailingTests", "true", "--classPath", path.replace(os.pathsep, ","), *options),
    ]
    file = work / "arguments.txt"
    file.write_text("".join('"{}"\n'.format(each.replace("\\", "\\\\")) for each in ("-cp", path, _PIT, *arguments)))
    with (work / "pit.txt").open("wb") as output:
        running = subprocess.Popen(
            contained([Jdk.find().java, f"-Xmx{HEAP}m", f"@{file}"], work, HEAP),
            cwd=empty,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            ended = running.wait(limit) == 0
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            ended = False
    return ended, (work / "pit.txt").read_text(errors="replace")


_PIT = "org.pitest.mutationtest.commandline.MutationCoverageReport"


def _class_name(file: Path, folder: Path) -> str:
    return str(file.relative_to(folder).with_suffix("")).replace(os.sep, ".")


def reported(folder: Path) -> tuple[Mutant, ...]:
    """The mutants of a report, which may end half-way."""
    file = folder / "mutations.xml"
    text = file.read_text(errors="replace") if file.exists() else ""
    rows = (mutant_of(ElementTree.fromstring(each)) for each in _MUTATION.findall(text))
    return tuple(each for each in rows if each.status not in ("NON_VIABLE", "NOT_STARTED", "STARTED"))


def measured(library: Library, jars: Sequence[Path], given: argparse.Namespace) -> Result | None:
    """What PIT says of the tests of a library; None if there is nothing to say, which is printed."""
    work = WORK / library.name
    work.mkdir(parents=True, exist_ok=True)
    classes = work / "classes"
    shutil.rmtree(classes, ignore_errors=True)
    unpacked(jars[0], classes, Jdk.find().feature)
    try:
        tests = work / "tests" if given.kept else generated(jars, work, given.seconds, given.option)
        compiled = compile_tests(tests, [classes, *jars[1:]], work / "test-classes")
    except (subprocess.SubprocessError, OSError) as problem:
        print(f"{library.name}: {problem} {getattr(problem, 'output', '') or ''}", flush=True)
        return None
    count = sum(each.read_text(encoding="utf-8").count("Test\n") for each in compiled.files)
    started = time.monotonic()
    ended, printed = mutated(compiled, classes, work, given.limit, given.pit)
    mutants = reported(work / "report")
    if not mutants:
        print(f"{library.name}: PIT reports nothing:\n{printed[-FIRST_LETTERS:]}", flush=True)
        return None
    failing = len(set(re.findall(r"testClass=[\w.$]+, name=[^\]]*\]", printed)))
    return Result(library.name, count, failing, mutants, time.monotonic() - started, ended)


def line_of(result: Result) -> str:
    """The row of a library."""
    covered, killed, made = len(result.covered), result.killed, len(result.mutants)
    return (
        f"{result.name:24} {result.tests:6} {result.failing:5} {made:7} {covered:7} {killed:7} "
        f"{_percent(killed, covered)} {_percent(killed, made)} {result.seconds:6.0f} s"
        f"{'' if result.ended else '  (ended by time)'}"
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f} %" if whole else "     -  "


def write_survivors(result: Result, folder: Path) -> None:
    """Write the covered mutants that no test kills, by class, and print which kinds they are."""
    alive = [each for each in result.covered if not each.detected]
    by_class: dict[str, list[Mutant]] = defaultdict(list)
    for each in alive:
        by_class[each.class_name].append(each)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, found in sorted(by_class.items(), key=lambda each: -len(each[1])):
        rows.append(f"{name} ({len(found)})\n")
        rows += [
            f"  {each.method}:{each.line} {each.mutator} {each.status} {each.description}\n"
            for each in sorted(found, key=lambda each: each.line)
        ]
    (folder / f"{result.name}.txt").write_text("".join(rows), encoding="utf-8")
    kinds = Counter(each.mutator for each in alive)
    print("    " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()), flush=True)


def arguments() -> argparse.Namespace:
    """The parsed command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", help="names of the zoo, instead of the lot")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the lot")
    parser.add_argument("--count", type=int, default=3, help="how many libraries are drawn")
    parser.add_argument("--largest", type=int, default=LARGEST, help="the most classes of a drawn library")
    parser.add_argument("--seconds", type=int, default=90, help="the budget of everypath for each library")
    parser.add_argument("--limit", type=int, default=900, help="the most seconds of PIT for each library")
    parser.add_argument("--option", action="append", default=[], help="a further option of everypath generate")
    parser.add_argument("--pit", action="append", default=[], help="a further argument of PIT")
    parser.add_argument("--kept", action="store_true", help="take the tests of the last run")
    parser.add_argument("--survivors", type=Path, help="a folder for the covered mutants that survive")
    return parser.parse_args()


def main() -> int:
    """Measure and print; 1 if a library could not be measured."""
    given = arguments()
    if given.libraries:
        known = {each.name: each for each in libraries()}
        chosen = [(known[each], jars_of(known[each], CACHE / "zoo" / "libraries")) for each in given.libraries]
    else:
        chosen = drawn(given.seed, given.count, given.largest)
    print("library                   tests  left mutants covered  killed of covered   of all")
    found: list[Result] = []
    for library, jars in chosen:
        result = measured(library, jars, given)
        if result is None:
            continue
        print(line_of(result), flush=True)
        found.append(result)
        if given.survivors is not None:
            write_survivors(result, given.survivors)
    killed, covered = sum(each.killed for each in found), sum(len(each.covered) for each in found)
    made = sum(len(each.mutants) for each in found)
    print(f"together: {killed} of {covered} covered {_percent(killed, covered)}, of all {_percent(killed, made)}")
    figure(
        "mutants of libraries: killed of covered", 100 * killed / max(covered, 1), "%", goal=GOAL, more_is_better=True
    )
    figure("mutants of libraries: killed of all", 100 * killed / max(made, 1), "%", more_is_better=True)
    return 0 if len(found) == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
