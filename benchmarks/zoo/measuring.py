"""One library: ``everypath generate`` within a budget, then the written tests in JUnit, without and with ``-ea``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.outside import Compiled, CompilerError, compile_tests, counted, report, run_tests, unpacked
from benchmarks.zoo.processes import measured
from benchmarks.zoo.results import Key, Result, TestsRun, Trace

from everypath.classfile import Jdk

KILLED_AFTER = 2.0, 60.0
"""A run is killed after so many times its budget, plus so many seconds."""

ELSEWHERE = "-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=Asia/Kathmandu", "-Dfile.encoding=ISO-8859-1"
RANDOM = (
    "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
    "-Djunit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random",
)
RUNS: dict[str, Sequence[str]] = {
    "plain": (),
    "-ea, random order": ("-ea", *RANDOM),
    "elsewhere": ELSEWHERE,
}
"""The runs of the written tests with the options of the JVM: JaCoCo measures the first one, the last one is later."""


COUNTED = "branches", "instructions"
"""What the JSON of a run counts, by its keys."""

_CHAINED = "During handling of the above exception", "The above exception was the direct cause"


@dataclass(frozen=True)
class Places:
    """The folders of one library: for all that is kept of it, and for the temporary files of the run (``TMPDIR``)."""

    work: Path

    @property
    def temporary(self) -> Path:
        """The temporary folder, which is to be empty after the run."""
        return self.work / "tmp"

    @property
    def tests(self) -> Path:
        """The written tests."""
        return self.work / "tests"

    @property
    def document(self) -> Path:
        """The JSON of the run."""
        return self.work / "out.json"

    @property
    def output(self) -> Path:
        """What the run printed."""
        return self.work / "out.txt"


def command_of(key: Key, jars: Sequence[Path], places: Places) -> list[str]:
    """The command of a run."""
    target = str(jars[0]) if jars else key.coordinates
    command = [sys.executable, "-m", "everypath", "generate", target, "-o", str(places.tests), "-v"]
    command += ["--json", str(places.document), "--budget", f"{key.seconds}s", "--framework", key.framework]
    command += key.options
    return command + (["--classpath", os.pathsep.join(map(str, jars[1:]))] if jars[1:] else [])


def measure(key: Key, jars: Sequence[Path], places: Places, cache: Path) -> Result:
    """Run everything on one library, in an empty folder. ``cache`` is the cache of everypath, kept between runs.

    Without jars it is a package of the JDK, of which JaCoCo measures nothing: what is covered is what the JSON says.
    """
    shutil.rmtree(places.work, ignore_errors=True)
    started_in = places.work / "cwd"
    for folder in (places.temporary, started_in):
        folder.mkdir(parents=True)
    environment = {**os.environ, "TMPDIR": str(places.temporary), "EVERYPATH_CACHE": str(cache)}
    load = os.getloadavg()[0]
    factor, more = KILLED_AFTER
    limit = factor * key.seconds + more
    found = measured(command_of(key, jars, places), started_in, environment, places.output, limit)
    result = Result(key, found.exit, found.seconds, found.megabytes, found.largest, load, left_processes=found.left)
    logs = sorted(places.temporary.glob("everypath-*.log"))
    texts = [(each, each.read_text(encoding="utf-8", errors="replace")) for each in (places.output, *logs)]
    traces = tuple(trace for _, text in texts for trace in traces_of(text))
    left = [*places.temporary.rglob("*"), *started_in.rglob("*")]
    names = tuple(str(each.relative_to(places.work)) for each in left if each not in logs)
    for each in logs:
        each.rename(places.work / each.name)
    dropped = sum(line.startswith("    not written:") for line in texts[0][1].splitlines())
    result = replace(result, traces=traces, left_files=names[:20], dropped=dropped)
    return with_tests(with_document(result, places.document), jars, places)


def with_document(result: Result, file: Path) -> Result:
    """The result with what the JSON of the run says, if it was written."""
    if not file.exists():
        return result
    document = json.loads(file.read_text(encoding="utf-8"))
    summary = document["summary"]
    failed = tuple(
        (f"{each['class']}#{each['method']}{each['descriptor']}", ", ".join(_reason(one) for one in each["reasons"]))
        for each in document["methods"]
        if each["status"] == "failed"
    )
    if ":" not in result.key.coordinates:
        branches, instructions = ((summary[name]["covered"], summary[name]["total"]) for name in COUNTED)
        result = replace(result, branches=branches, instructions=instructions)
    statuses = {name: summary[name] for name in ("complete", "bounded", "partial", "skipped", "failed")}
    return replace(
        result,
        failed=failed,
        methods=summary["methods"],
        statuses=statuses,
        findings=summary["findings"],
        outcomes=summary["outcomes"],
        tests=summary["tests"]["written"],
    )


def _reason(row: dict) -> str:
    return f"{row['code']} {row['where']}".strip()


def with_tests(result: Result, jars: Sequence[Path], places: Places) -> Result:
    """The result with what the written tests do outside: whether they compile and pass, and what they cover."""
    if not any(places.tests.rglob("*.java")):
        return result
    try:
        compiled = compile_tests(places.tests, jars, places.work / "classes", result.key.framework)
    except (CompilerError, subprocess.TimeoutExpired) as problem:
        return replace(result, runs=(TestsRun("javac", 0, (), str(problem)),))
    errors = {str(file.relative_to(places.tests)): found for file, found in compiled.errors.items()}
    runs = tuple(_run(name, options, compiled, places) for name, options in RUNS.items())
    if not jars:
        return replace(result, not_compiling=errors, runs=runs)
    classes = unpacked(jars[0], places.work / "library", Jdk.find().feature)
    try:
        rows = report(places.work / _folder("plain"), classes)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as problem:
        rows, runs = [], (*runs, TestsRun("JaCoCo", 0, (), f"{problem}: {problem.stderr!r:.500}"))
    shutil.rmtree(classes)
    branches, instructions = (counted(rows, counter) for counter in ("BRANCH", "INSTRUCTION"))
    return replace(result, not_compiling=errors, runs=runs, branches=branches, instructions=instructions)


def _run(name: str, options: Sequence[str], compiled: Compiled, places: Places) -> TestsRun:
    folder = places.work / _folder(name)
    done = run_tests(compiled, folder, options, coverage=name == "plain", later=name == "elsewhere")
    return TestsRun(name, done.ran, tuple((each.test, each.message) for each in done.failed), done.problem)


def _folder(name: str) -> str:
    return "run-" + re.sub(r"\W+", "-", name).strip("-")


def traces_of(text: str) -> Iterator[Trace]:
    """The traces of errors in an output or a log: Python's, and those of Java threads that an error ended.

    An error that was raised while another one was handled is one trace with it.
    """
    method, lines = "", text.splitlines()
    at = 0
    while at < len(lines):
        if lines[at].startswith("== "):
            method = lines[at][3:]
        end = _end_of_trace(lines, at)
        if end > at:
            yield Trace("\n".join(lines[at:end]), method)
        at = max(end, at + 1)


def _end_of_trace(lines: Sequence[str], at: int) -> int:
    """The line after the trace that begins at a line; the line itself if none does."""
    is_python = lines[at].startswith("Traceback (most recent call last)")
    if not is_python and not lines[at].startswith("Exception in thread"):
        return at
    end = at + 1
    while end < len(lines) and lines[end][:1].isspace():
        end += 1
    end = min(end + is_python, len(lines))  # the error itself
    chained = end + 3 < len(lines) and lines[end + 1].startswith(_CHAINED)
    return _end_of_trace(lines, end + 3) if chained else end
