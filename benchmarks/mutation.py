"""Mutation scores of generated suites, as PIT measures them, beside instruction coverage.

    python -m benchmarks.mutation [--own] [--library] [--stronger] [--budget 30s] [--survivors FILE] [CLASS ...]

Every class gets its suite from ``everypath generate``; PIT (from Maven) runs it on mutants of that class under the real
JUnit 5. The score is detected mutants by all, without the equivalent ones: those that no input distinguishes from the
class, reviewed one by one in ``benchmarks/equivalent_mutants.json``, with the reason. The default group of mutators
counts; ``--stronger`` runs PIT's group STRONGER as well, for information.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import fetched
from benchmarks.history import figure

ROOT = Path(__file__).resolve().parent.parent
CACHE = (ROOT / ".cache").resolve() / "mutation"
EQUIVALENT = Path(__file__).resolve().parent / "equivalent_mutants.json"
LANG = "org.apache.commons:commons-lang3:3.14.0"
FLOOR = 80.0
"""Per cent that the suites of our own classes reach together."""

OWN = {
    "suite": ("sample.Account", "sample.Collected", "sample.Courses", "sample.Shapes", "sample.Values"),
    "students": ("students.Calculator", "students.Matrix", "students.Menu"),
    "structures": (
        "structures.graphs.UnionFind",
        "structures.lists.DoublyLinked",
        "structures.lists.SinglyLinked",
        "structures.lists.SparseVector",
        "structures.queues.ArrayStack",
        "structures.queues.GrowingDeque",
        "structures.queues.LinkedQueue",
        "structures.queues.RingBuffer",
        "structures.trees.FenwickTree",
        "structures.trees.IntHeap",
        "structures.trees.SearchTree",
    ),
}
LIBRARY = tuple(
    f"org.apache.commons.lang3.{name}"
    for name in ("BooleanUtils", "CharUtils", "Range", "math.Fraction", "mutable.MutableInt")
)

PIT, PIT_JUNIT, JUNIT, PLATFORM = "1.17.4", "1.2.1", "5.10.2", "1.10.2"
POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>everypath.benchmarks</groupId><artifactId>mutation</artifactId><version>1</version><dependencies>
<dependency><groupId>org.pitest</groupId>
<artifactId>pitest-command-line</artifactId><version>{PIT}</version></dependency>
<dependency><groupId>org.pitest</groupId><artifactId>pitest-junit5-plugin</artifactId><version>{PIT_JUNIT}</version>
</dependency><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>
<version>{JUNIT}</version></dependency><dependency><groupId>org.junit.platform</groupId>
<artifactId>junit-platform-launcher</artifactId><version>{PLATFORM}</version></dependency></dependencies></project>
"""
DETECTED = frozenset({"KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR"})


@dataclass(frozen=True)
class Mutant:
    """One mutant of PIT: where, what was changed, and what became of it."""

    class_name: str
    method: str
    line: int
    mutator: str
    index: int
    description: str
    status: str

    @property
    def detected(self) -> bool:
        """Whether a test failed on it, or it did not come to an end."""
        return self.status in DETECTED

    @property
    def key(self) -> str:
        """What names it in the list of equivalent mutants."""
        return f"{self.class_name}#{self.method}:{self.line} {self.mutator} {self.index}"


@dataclass(frozen=True)
class Result:
    """What the suite of one class came to."""

    name: str
    tests: int
    coverage: float
    mutants: tuple[Mutant, ...]

    def counts(self, equivalent: Iterable[str]) -> tuple[int, int, int]:
        """Detected mutants, those that count, and the equivalent ones left out."""
        known = set(equivalent)
        left = [each for each in self.mutants if each.detected or each.key not in known]
        return sum(each.detected for each in left), len(left), len(self.mutants) - len(left)


def run(command: Sequence[object], seconds: int, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command with its output kept, for so long at most."""
    arguments = [str(each) for each in command]
    return subprocess.run(arguments, capture_output=True, text=True, timeout=seconds, check=False, cwd=folder)


def checked(command: Sequence[object], seconds: int, folder: Path = ROOT) -> str:
    """The output of a command that must succeed."""
    done = run(command, seconds, folder)
    if done.returncode:
        sys.exit(f"{command[0]} {command[1]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def pit_classpath() -> str:
    """The class path of PIT and JUnit, which Maven fetches."""
    folder = CACHE / "pit"
    listed = folder / f"classpath-{PIT}-{JUNIT}.txt"
    if not listed.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(POM)
        checked(["mvn", "-q", "-B", "dependency:build-classpath", f"-Dmdep.outputFile={listed}"], 400, folder)
    return listed.read_text().strip()


def compiled(package: str) -> Path:
    """The classes of a folder of ``tests/java``."""
    folder = CACHE / "classes" / package
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = sorted((ROOT / "tests" / "java" / package).rglob("*.java"))
    checked(["javac", "-g", "-parameters", "-nowarn", "-d", folder, *sources], 120)
    return folder


def unpacked(jar: Path) -> Path:
    """The classes of a jar as files."""
    folder = CACHE / "classes" / jar.stem
    if not folder.exists():
        folder.mkdir(parents=True)
        checked(["jar", "xf", jar], 60, folder)
    return folder


def generated(name: str, classes: Path, target: Path, budget: str, options: Sequence[str]) -> tuple[Path, float]:
    """The suite of a class below a source root, and the instruction coverage that everypath reports."""
    sources = CACHE / "tests" / name
    shutil.rmtree(sources, ignore_errors=True)
    sources.parent.mkdir(parents=True, exist_ok=True)
    out = sources.with_name(f"{name}.json")
    command = [sys.executable, "-m", "everypath", "generate", target, "-o", sources, "--json", out, "--budget", budget]
    done = run([*command, "--only", name, "--only", f"{name}$*", "--classpath", classes, *options], 900)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: generate ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    counts = json.loads(out.read_text())["summary"]["instructions"]
    return sources, 100 * counts["covered"] / max(counts["total"], 1)


def mutated(name: str, classes: Path, sources: Path, group: str) -> tuple[Mutant, ...]:
    """What PIT says of the suite of a class."""
    path = pit_classpath()
    tests = CACHE / "test-classes" / name
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir(parents=True)
    files = sorted(sources.rglob("*.java"))
    if not files:
        return ()
    checked(["javac", "-nowarn", "-Xlint:-options", "-d", tests, "-cp", f"{classes}{os.pathsep}{path}", *files], 300)
    report = CACHE / "reports" / f"{name}-{group}"
    shutil.rmtree(report, ignore_errors=True)
    qualified = [str(each.relative_to(sources).with_suffix("")).replace(os.sep, ".") for each in files]
    everything = os.pathsep.join((str(classes), str(tests), path))
    command = ["java", "-Xmx1g", "-cp", everything, "org.pitest.mutationtest.commandline.MutationCoverageReport"]
    command += ["--reportDir", str(report), "--sourceDirs", str(sources), "--outputFormats", "XML"]
    command += ["--targetClasses", f"{name},{name}$*", "--targetTests", ",".join(qualified)]
    command += ["--mutableCodePaths", str(classes), "--mutators", group, "--timestampedReports", "false"]
    command += ["--threads", "2", "--timeoutConst", "2000", "--failWhenNoMutations", "false"]
    checked([*command, "--skipFailingTests", "false"], 900)
    return tuple(read(report / "mutations.xml"))


def read(report: Path) -> Iterable[Mutant]:
    """The mutants of a report of PIT."""
    for each in ElementTree.parse(report).getroot().iter("mutation"):
        yield mutant_of(each)


def mutant_of(row: ElementTree.Element) -> Mutant:
    """The mutant of one element of a report of PIT."""

    def text(tag: str) -> str:
        return (row.findtext(tag) or "").strip()

    return Mutant(
        text("mutatedClass"),
        text("mutatedMethod"),
        int(text("lineNumber")),
        text("mutator").rpartition(".")[2].removesuffix("Mutator"),
        int(row.findtext(".//index") or 0),
        text("description"),
        row.get("status", ""),
    )


def known_equivalent() -> dict[str, str]:
    """The reviewed equivalent mutants, each with the reason."""
    return json.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else {}


def measure(
    names: Iterable[str], classes: Path, target: Path, arguments: argparse.Namespace, options: Sequence[str] = ()
) -> list[Result]:
    """Results of some classes, each printed as it is known."""
    results = []
    known = known_equivalent()
    for name in names:
        if arguments.classes and name.rpartition(".")[2] not in arguments.classes:
            continue
        sources, coverage = generated(name, classes, target, arguments.budget, options)
        tests = sum(file.read_text().count("@Test\n") for file in sources.rglob("*.java"))
        result = Result(name, tests, coverage, mutated(name, classes, sources, "DEFAULTS"))
        detected, counted, left_out = result.counts(known)
        line = f"{name:45} {tests:5} {coverage:6.1f} %  {detected:4}/{counted:<4} {_percent(detected, counted)}"
        line += f"  ({left_out} equivalent)" if left_out else ""
        if arguments.stronger:
            strong = mutated(name, classes, sources, "STRONGER")
            killed = sum(each.detected for each in strong)
            line += f"  STRONGER {killed}/{len(strong)} {_percent(killed, len(strong))}"
        print(line, flush=True)
        results.append(result)
    return results


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else "    -  "


def total(title: str, results: Sequence[Result], goal: float | None = None) -> None:
    """Print and hand on the sum of some results."""
    known = known_equivalent()
    counts = [each.counts(known) for each in results]
    detected, counted, left_out = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0, 0)
    print(f"{title}: {detected}/{counted} {_percent(detected, counted)}, {left_out} equivalent set aside")
    figure(f"mutation score, {title}", 100 * detected / max(counted, 1), "%", goal=goal, more_is_better=True)


def survivors(results: Iterable[Result], place: Path | None) -> None:
    """Print which kinds of mutants survive, and write each one to a file."""
    known = known_equivalent()
    alive = [each for result in results for each in result.mutants if not each.detected and each.key not in known]
    kinds = Counter((each.mutator, each.status) for each in alive)
    for (mutator, status), count in kinds.most_common():
        print(f"  {count:4} {mutator} {status}")
    if place is not None:
        place.write_text("".join(f"{each.key}  [{each.status}] {each.description}\n" for each in alive))


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", help="simple names of classes, all by default")
    parser.add_argument("--own", action="store_true", help="only our own classes")
    parser.add_argument("--library", action="store_true", help="only those of commons-lang3")
    parser.add_argument("--stronger", action="store_true")
    parser.add_argument("--budget", default="30s")
    parser.add_argument("--survivors", type=Path)
    arguments = parser.parse_args()
    both = arguments.own == arguments.library
    found: list[Result] = []
    print(f"{'class':45} tests  instr.   mutants detected")
    if arguments.own or both:
        own = []
        for package, names in OWN.items():
            folder = compiled(package)
            own += measure(names, folder, folder, arguments)
        total("our own classes", own, FLOOR)
        found += own
    if arguments.library or both:
        jar = fetched(LANG)
        library = measure(LIBRARY, unpacked(jar), jar, arguments)
        total("commons-lang3", library)
        found += library
    survivors(found, arguments.survivors)


if __name__ == "__main__":
    main()
