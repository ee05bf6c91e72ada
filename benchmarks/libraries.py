"""Tests written for libraries: the goals they keep, whether they compile, and whether they pass in Maven in any order.

    python -m benchmarks.libraries [--budget 30s] [--work DIR] [--again CLASS…] [--orders 5] [--parallel 5] [--known]
        [LIBRARY …]

For each class of the sample, ``everypath generate`` writes tests within the budget. All tests together make one Maven
project: ``javac -Xlint:all`` compiles them, and surefire runs them under JUnit 5, methods and classes in
random order, first one after the other, then with two threads at once. What was generated is kept in the folder of
``--work``: a second call goes on where the first one ended, and ``--again`` writes tests of some classes (by simple
name) anew.

*Goals* are blocks and sides of decisions that the confirmed paths of the analysed methods cover; *kept* are those that
the written tests run, *plain* the share without paths that need reflection.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fetching import CACHE, fetched
from benchmarks.history import figure
from benchmarks.outside import outcomes

ROOT = Path(__file__).resolve().parent.parent
JUNIT = "5.10.2"
LEAST_KEPT, LEAST_PLAIN = 90.0, 95.0
"""Per cent of the goals that are to be kept, of all and of those without reflection."""


@dataclass(frozen=True)
class Library:
    """A library by its Maven coordinates, the packages with the classes that are taken, and jars that it needs."""

    coordinates: str
    classes: dict[str, str]
    needs: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The qualified names of the classes."""
        return [f"{package}.{name}" for package, names in self.classes.items() for name in names.split()]


LANG, COLLECTIONS = "org.apache.commons.lang3", "org.apache.commons.collections4"
LIBRARIES = {
    "commons-lang3": Library(
        "org.apache.commons:commons-lang3:3.14.0",
        {
            LANG: "BitField BooleanUtils CharRange CharSet CharUtils ClassPathUtils Conversion LocaleUtils Range "
            "Validate",
            f"{LANG}.math": "Fraction IEEE754rUtils NumberUtils",
            f"{LANG}.mutable": "MutableBoolean MutableInt MutableObject",
            f"{LANG}.text": "StrTokenizer WordUtils",
            f"{LANG}.tuple": "ImmutablePair MutableTriple",
        },
    ),
    "commons-collections4": Library(
        "org.apache.commons:commons-collections4:4.4",
        {
            f"{COLLECTIONS}.list": "CursorableLinkedList FixedSizeList GrowthList NodeCachingLinkedList SetUniqueList "
            "TreeList UnmodifiableList",
            f"{COLLECTIONS}.map": "CaseInsensitiveMap CompositeMap Flat3Map HashedMap LRUMap LinkedMap ListOrderedMap "
            "SingletonMap StaticBucketMap",
            f"{COLLECTIONS}.queue": "CircularFifoQueue PredicatedQueue SynchronizedQueue UnmodifiableQueue",
        },
    ),
    "guava": Library(
        "com.google.guava:guava:32.1.3-jre",
        {
            "com.google.common.math": "BigIntegerMath DoubleMath IntMath LinearTransformation LongMath PairedStats "
            "Stats StatsAccumulator",
            "com.google.common.primitives": "Booleans Bytes Chars ImmutableIntArray Ints Longs Shorts SignedBytes "
            "UnsignedBytes UnsignedInteger UnsignedInts UnsignedLongs",
        },
        ("com.google.guava:failureaccess:1.0.1",),
    ),
    "gson": Library(
        "com.google.code.gson:gson:2.10.1",
        {
            "com.google.gson": "JsonArray JsonObject JsonParser JsonPrimitive JsonStreamParser",
            "com.google.gson.internal": "LazilyParsedNumber LinkedTreeMap",
            "com.google.gson.stream": "JsonReader JsonWriter",
        },
    ),
    "jsoup": Library(
        "org.jsoup:jsoup:1.17.2",
        {"org.jsoup.parser": "CharacterReader ParseErrorList ParseSettings Parser Tag TokenQueue"},
    ),
}

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>everypath.benchmarks</groupId><artifactId>library-tests</artifactId><version>1</version>
<properties><maven.compiler.release>17</maven.compiler.release>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies>{dependencies}<dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>
<version>{junit}</version><scope>test</scope></dependency></dependencies>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId>
<version>3.11.0</version><configuration><showWarnings>true</showWarnings><compilerArgs><arg>-Xlint:all</arg>
<arg>-Xmaxwarns</arg><arg>100000</arg><arg>-Xmaxerrs</arg><arg>100000</arg></compilerArgs></configuration></plugin>
<plugin><groupId>org.apache.maven.plugins</groupId>
<artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
<configuration><testFailureIgnore>true</testFailureIgnore><trimStackTrace>false</trimStackTrace></configuration>
<executions>{executions}</executions></plugin></plugins></build></project>
"""
DEPENDENCY = """<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>
"""
EXECUTION = """<execution><id>{id}</id><goals><goal>test</goal></goals><configuration><argLine>{options}</argLine>
<reportsDirectory>${{project.build.directory}}/{id}</reportsDirectory></configuration></execution>
"""
RANDOM = (
    "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
    "-Djunit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random",
)
PARALLEL = (
    "-Djunit.jupiter.execution.parallel.enabled=true",
    "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
    "-Djunit.jupiter.execution.parallel.mode.classes.default=concurrent",
    "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
    "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=2",
)


@dataclass
class Row:
    """What the tests of one class, or of several, came to."""

    methods: int = 0
    paths: int = 0
    tests: int = 0
    dropped: int = 0
    confirmed: int = 0
    kept: int = 0
    plain: int = 0
    plain_kept: int = 0

    def add(self, other: Row) -> None:
        """Count another one, too."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def generate(library: Library, name: str, work: Path, budget: str) -> None:
    """Write the tests of one class, and what became of them as ``out.json``, where that is not done yet."""
    if (work / "out.json").exists():
        return
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    command = [sys.executable, "-m", "everypath", "generate", fetched(library.coordinates), "-o", work / "tests"]
    command += ["--only", name, "--only", f"{name}$*", "--budget", budget, "--jobs", "1", "-v"]
    command += ["--json", work / "part.json"]
    if library.needs:
        command += ["--classpath", os.pathsep.join(str(fetched(each)) for each in library.needs)]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=1200, check=False)
    (work / "out.txt").write_text(done.stdout + done.stderr)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: generate ended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")
    (work / "part.json").rename(work / "out.json")


def row_of(work: Path) -> Row:
    """What was written for one class."""
    document = json.loads((work / "out.json").read_text())
    summary = document["summary"]
    dropped = sum(line.startswith("    not written:") for line in (work / "out.txt").read_text().splitlines())
    paths = sum(method["paths"]["explored"] for method in document["methods"])
    return Row(summary["methods"], paths, summary["tests"]["written"], dropped, **summary["goals"])


def table_row(name: str, row: Row) -> str:
    """A row of the table."""
    kept, plain = _share(row.kept, row.confirmed), _share(row.plain_kept, row.plain)
    counts = f"{row.methods} | {row.paths} | {row.tests} | {row.dropped}"
    return f"| {name} | {counts} | {row.kept}/{row.confirmed} | {kept} | {plain} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def maven(project: Path, arguments: Sequence[str], seconds: int) -> str:
    """What Maven prints; its exit code counts only where the caller looks at what it left."""
    command = ["mvn", "-B", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, cwd=project)
    return done.stdout + done.stderr


def project_of(keys: Sequence[str], work: Path, orders: Mapping[str, Sequence[str]]) -> Path:
    """A Maven project with all tests of some libraries, and an execution of surefire for each order."""
    project = work / "project"
    shutil.rmtree(project, ignore_errors=True)
    for key in keys:
        for name in LIBRARIES[key].names:
            folder = work / key / name / "tests"
            for file in sorted(folder.rglob("*.java")):
                target = project / "src" / "test" / "java" / file.relative_to(folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
    dependencies = "".join(DEPENDENCY.format(*LIBRARIES[key].coordinates.split(":")) for key in keys)
    executions = "".join(EXECUTION.format(id=name, options=" ".join(options)) for name, options in orders.items())
    pom = POM.format(dependencies=dependencies, junit=JUNIT, executions=executions)
    (project / "pom.xml").write_text(pom)
    return project


def compile_tests(project: Path) -> tuple[int, Counter[str]]:
    """Errors and warnings (by category) of ``javac -Xlint:all``."""
    output = maven(project, ["test-compile"], 1200)
    (project / "compile.txt").write_text(output)
    errors = len(set(re.findall(r"^\[ERROR\] \S+\.java:\[\d+,\d+\].*", output, re.MULTILINE)))
    if "BUILD SUCCESS" not in output and not errors:
        sys.exit(f"Maven failed:\n{output[-3000:]}")
    warnings = set(re.findall(r"^\[WARNING\] \S+\.java:\[\d+,\d+\] .*", output, re.MULTILINE))
    return errors, Counter(found[1] if (found := re.search(r"\] \[(\w+)\]", each)) else "other" for each in warnings)


def check(keys: Sequence[str], work: Path, sequential: int, parallel: int) -> tuple[int, int, int]:
    """Compile and run the tests of some libraries; executions, failures and errors of the compiler."""
    orders: dict[str, Sequence[str]] = {}
    for seed in range(sequential + parallel):
        order = (*RANDOM, f"-Djunit.jupiter.execution.order.random.seed={seed}")
        beside = seed >= sequential
        orders[f"{'parallel' if beside else 'random'}-{seed}"] = (*order, *PARALLEL) if beside else order
    project = project_of(keys, work, orders)
    errors, warnings = compile_tests(project)
    print(f"javac -Xlint:all: {errors} errors; warnings: {dict(sorted(warnings.items()))}", flush=True)
    if errors:
        return 0, 0, errors
    (project / "run.txt").write_text(maven(project, ["-o", *(f"surefire:test@{name}" for name in orders)], 3000))
    ran, failures = 0, Counter[str]()
    for name in orders:
        count, failed = outcomes(project / "target" / name)
        ran += count
        failures.update(f"{each.test}: {each.message}" for each in failed)
        print(f"{name}: {count} ran, {len(failed)} failed", flush=True)
    for each, times in sorted(failures.items()):
        print(f"    {times} of {len(orders)}: {each}", flush=True)
    return ran, failures.total(), errors


def main() -> None:
    """Go through the libraries that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", help=f"of {', '.join(LIBRARIES)}; all without one")
    parser.add_argument("--budget", default="30s")
    parser.add_argument("--work", type=Path, default=CACHE.parent / "libraries")
    parser.add_argument("--again", action="append", default=[], metavar="CLASS")
    parser.add_argument("--known", action="store_true", help="only classes whose tests are written already")
    parser.add_argument("--orders", type=int, default=5, help="runs in random order, one test after the other")
    parser.add_argument("--parallel", type=int, default=5, help="runs in random order, two tests at once")
    given = parser.parse_args()
    print("| class | methods | paths | tests | not written | goals | kept | plain |\n|---|---|---|---|---|---|---|---|")
    together = Row()
    keys = given.libraries or list(LIBRARIES)
    for key in keys:
        library, work = LIBRARIES[key], given.work.resolve() / key
        whole = Row()
        for name in library.names:
            simple = name.rpartition(".")[2]
            if given.known and not (work / name / "out.json").exists():
                continue
            if simple in given.again:
                shutil.rmtree(work / name, ignore_errors=True)
            generate(library, name, work / name, given.budget)
            row = row_of(work / name)
            print(table_row(f"`{simple}`", row), flush=True)
            whole.add(row)
        print(table_row(f"**{key}**", whole), flush=True)
        together.add(whole)
    print(table_row("**together**", together))
    if not given.orders + given.parallel:
        return
    ran, failures, errors = check(keys, given.work.resolve(), given.orders, given.parallel)
    print(f"{ran} executions, {failures} failures; {errors} errors of javac")
    share = 100 * together.kept / max(together.confirmed, 1)
    plain = 100 * together.plain_kept / max(together.plain, 1)
    figure("goals kept by written tests", share, "%", goal=LEAST_KEPT, more_is_better=True)
    figure("goals kept without reflection", plain, "%", goal=LEAST_PLAIN, more_is_better=True)
    figure("failures of executed tests", failures, "failures", goal=0)


if __name__ == "__main__":
    main()
