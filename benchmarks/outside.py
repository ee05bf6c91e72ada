"""Written tests as their users run them: compiled by ``javac``, run by JUnit's console launcher, measured by JaCoCo."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fetching import CONSOLE, JACOCO_AGENT, JACOCO_CLI, fetched

from everypath.bridge.processes.containment import contained

FRAMEWORKS: dict[str, tuple[str, ...]] = {
    "junit5": (CONSOLE,),
    "junit4": (CONSOLE, "junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"),
    "testng": (
        CONSOLE,
        "org.testng:testng:7.10.2",
        "com.beust:jcommander:1.82",
        "org.slf4j:slf4j-api:2.0.13",
        "org.junit.support:testng-engine:1.0.5",
    ),
}
"""What tests of a framework need; the console launcher of JUnit 5 runs all of them."""

COMPILING, RUNNING, REPORTING = 300, 300, 300
"""The most seconds that ``javac``, all tests of a library, and JaCoCo's report may take."""

ONE_TEST = 60
"""The most seconds that one test may take."""

LATER = "+3217d"
"""What ``faketime`` adds to the clock."""

_ERROR = re.compile(r"^(.+\.java):(\d+): error: (.*)$", re.MULTILINE)


class CompilerError(Exception):
    """``javac`` failed without naming a file; the text is what it printed."""


@dataclass(frozen=True)
class Failure:
    """A test that did not pass: ``class.method`` and how it ended."""

    test: str
    message: str


@dataclass(frozen=True)
class TestRun:
    """One run of all compiled tests. ``problem`` says why the JVM did not come to the end, empty if it did."""

    __test__ = False

    ran: int
    failed: tuple[Failure, ...]
    problem: str = ""


@dataclass(frozen=True)
class Compiled:
    """What ``javac`` made of some test classes: the folder, the files that were taken, and the errors of the others.

    ``classpath`` is what the tests need, their framework included.
    """

    folder: Path
    files: tuple[Path, ...]
    classpath: tuple[Path, ...]
    errors: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)


def compile_tests(sources: Path, classpath: Sequence[Path], folder: Path, framework: str = "junit5") -> Compiled:
    """Compile all sources of a folder. Files with errors are left out, and the rest is compiled again.

    Raises `CompilerError`, and `subprocess.TimeoutExpired` after `COMPILING` seconds.
    """
    files = sorted(sources.rglob("*.java"))
    needed = (*map(fetched, FRAMEWORKS[framework]), *classpath)
    path = os.pathsep.join(map(str, needed))
    errors: dict[Path, tuple[str, ...]] = {}
    while files:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        arguments = folder.with_name("javac.txt")
        arguments.write_text("".join(f'"{each}"\n' for each in files))
        command = ["javac", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-Xmaxerrs", "100000", "-d", str(folder)]
        command += ["-cp", path, f"@{arguments}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILING, check=False)
        if done.returncode == 0:
            break
        wrong: dict[Path, list[str]] = defaultdict(list)
        for file, line, message in _ERROR.findall(done.stderr):
            wrong[Path(file)].append(f"{line}: {message}")
        if not wrong:
            raise CompilerError(f"javac failed:\n{done.stderr[-3000:]}")
        errors |= {file: tuple(found) for file, found in wrong.items()}
        files = [each for each in files if each not in wrong]
    return Compiled(folder, tuple(files), needed, errors)


def run_tests(
    compiled: Compiled,
    work: Path,
    options: Sequence[str] = (),
    *,
    coverage: bool = False,
    later: bool = False,
) -> TestRun:
    """Run the tests in a JVM with these options, in the folder ``work``, which is empty and takes whatever is written.

    JaCoCo writes ``jacoco.exec`` there if ``coverage`` is asked for. With ``later``, the clock shows a date years later
    if the program ``faketime`` is installed. The JVM is contained as well as the system allows.
    """
    if not compiled.files:
        return TestRun(0, ())
    temporary, reports = work / "temporary", work / "reports"
    temporary.mkdir(parents=True)
    path = os.pathsep.join(map(str, [compiled.folder, *compiled.classpath]))
    agent = [f"-javaagent:{fetched(JACOCO_AGENT)}=destfile={work / 'jacoco.exec'}"] if coverage else []
    command = [shutil.which("java") or "java", *agent, f"-Djava.io.tmpdir={temporary}", *options, "-cp", path]
    command += ["org.junit.platform.console.ConsoleLauncher", "execute", "--scan-classpath", str(compiled.folder)]
    command += ["--include-classname", ".*", "--details", "none", "--disable-banner", "--reports-dir", str(reports)]
    command += ["--config", f"junit.jupiter.execution.timeout.default={ONE_TEST} s"]
    if later and shutil.which("faketime") is not None:
        command = ["faketime", "-f", LATER, *command]
    environment = {**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    problem = ""
    with (work / "junit.txt").open("wb") as output:
        try:
            done = subprocess.run(
                contained(command, work),
                cwd=work,
                env=environment,
                stdout=output,
                stderr=output,
                timeout=RUNNING,
                check=False,
            )
        except subprocess.TimeoutExpired:
            problem = f"not at its end after {RUNNING} s"
        else:
            if done.returncode not in (0, 1):
                problem = f"ended with {done.returncode}"
    count, failed = outcomes(reports)
    if not problem and not count:
        problem = "no test ran"
    return TestRun(count, tuple(failed), problem)


def outcomes(reports: Path) -> tuple[int, list[Failure]]:
    """How many tests the reports of JUnit or surefire name, and those that failed, by name."""
    count, failed = 0, []
    for file in sorted(reports.glob("TEST-*.xml")):
        for case in ElementTree.parse(file).getroot().iter("testcase"):
            count += 1
            problem = case.find("failure") if case.find("failure") is not None else case.find("error")
            if problem is not None:
                message = (problem.get("message") or "").splitlines()
                kind = (problem.get("type") or "").rpartition(".")[2]
                text = f"{kind}: {message[0]}" if message else kind
                failed.append(Failure(f"{case.get('classname')}.{case.get('name')}", text))
    return count, sorted(failed, key=lambda each: each.test)


def report(work: Path, class_files: Path) -> list[dict[str, str]]:
    """JaCoCo's rows, one for each class, of ``jacoco.exec`` in a folder; its CSV and XML stay there."""
    if not (work / "jacoco.exec").exists():
        return []
    command = ["java", "-jar", str(fetched(JACOCO_CLI)), "report", str(work / "jacoco.exec"), "--quiet"]
    command += ["--classfiles", str(class_files), "--csv", str(work / "jacoco.csv"), "--xml", str(work / "jacoco.xml")]
    subprocess.run(command, check=True, timeout=REPORTING, capture_output=True)
    with (work / "jacoco.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def counted(rows: Sequence[Mapping[str, str]], counter: str) -> tuple[int, int]:
    """Covered and all of a counter, such as ``BRANCH``, over some rows."""
    covered = sum(int(row[f"{counter}_COVERED"]) for row in rows)
    return covered, covered + sum(int(row[f"{counter}_MISSED"]) for row in rows)


def unpacked(jar: Path, folder: Path, feature: int) -> Path:
    """The class files of a jar as a JVM of this version loads them: a multi-release jar has several of some."""
    with zipfile.ZipFile(jar) as archive:
        names = [each for each in archive.namelist() if each.endswith(".class") and not each.endswith("-info.class")]
        chosen = {each: each for each in names if not each.startswith("META-INF/")}
        for each in sorted(names, key=_version):
            if 8 < _version(each) <= feature:
                chosen[each.split("/", 3)[3]] = each
        for name, entry in chosen.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(entry))
    return folder


def _version(name: str) -> int:
    """The JDK that an entry of a multi-release jar is for; 0 for any."""
    found = re.match(r"META-INF/versions/(\d+)/", name)
    return int(found[1]) if found else 0
