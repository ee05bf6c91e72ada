"""Replaying cases on the bridge against compiling and running the same cases as JUnit tests, as a ratio of CPU time.

Run from the repository's root: ``python -m benchmarks.bench_replay``. Both sides judge the same cases on the same JDK:
one side sends them to a running bridge, the other starts ``javac`` and the JUnit console, both cold. CPU time is that
of this process and of all its children. What a cold run costs hardly depends on how many cases it is for, so the ratio
does: it is measured for one case, for cases of one class, and for those of several classes together. *Replayed* is the
bridge alone, with plans that are there; *verified* is all that a run does with a case: its plan is built, sent, run and
compared with the prediction, in batches of the size a run uses. Goal: 500, verified.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.fetching import CONSOLE, fetched
from benchmarks.history import figure
from tests.conftest import TESTS, compile_java
from tests.suite.support import Lab

from everypath.run.engine import BATCH
from everypath.suite import TestCase, case_plan, verify_many, write_tests

SUBJECTS = ("sample/Account", "sample/Values", "sample/Shapes")
SECONDS = 3.0
GOAL = 500
SIZES = (1, 50, 100, 200)
"""Cases of one test class that share one cold run."""


def jvm_cpu(pid: int) -> float:
    """CPU seconds that a running process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children() -> list[int]:
    """The running children of this process."""
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def used(work: Callable[[], None]) -> float:
    """CPU seconds of this process, of children that end meanwhile and of those that go on."""
    before = sum(os.times()[:4]) + sum(map(jvm_cpu, children()))
    work()
    return sum(os.times()[:4]) + sum(map(jvm_cpu, children())) - before


def warm_rate(lab: Lab, cases: list[TestCase]) -> tuple[float, float]:
    """Cases per CPU second on a bridge that is warm: replayed only, and verified as in a run."""
    batches = [cases[at : at + BATCH] for at in range(0, len(cases), BATCH)]
    plans = [[case_plan(case) for case in batch] for batch in batches]
    rates = []
    for work in (
        lambda: [lab.bridge.replay_many(batch) for batch in plans],
        lambda: [verify_many(batch, lab.bridge, lab.program.is_target_name) for batch in batches],
    ):
        done = 0

        def loop(work: Callable[[], object] = work) -> None:
            nonlocal done
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                work()
                done += len(cases)

        for _ in range(1 + 2000 // len(cases)):  # the first ones are slower
            work()
        seconds = used(loop)
        rates.append(done / seconds)
    return rates[0], rates[1]


def cold_rate(lab: Lab, cases: list[TestCase]) -> float:
    """Cases per CPU second with ``javac`` and the JUnit console, both started cold, the better of two."""
    with tempfile.TemporaryDirectory() as folder:
        return _cold_rate(lab, cases, Path(folder))


def _cold_rate(lab: Lab, cases: list[TestCase], work: Path) -> float:
    suite = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    files = [str(path) for path in suite.save(work / "src")[0]]
    console = fetched(CONSOLE)
    classes = work / "classes"
    path = f"{lab.classes}{os.pathsep}{console}"
    jdk = lab.bridge.jdk
    compiling = [str(jdk.javac), "-nowarn", "-d", str(classes), "-cp", path, *files]
    running = [str(jdk.java), "-jar", str(console), "execute", "-cp", f"{classes}{os.pathsep}{lab.classes}"]
    running += ["--scan-class-path", str(classes), "--details", "none"]

    def once() -> None:
        for command in (compiling, running):
            subprocess.run(command, check=True, timeout=120, capture_output=True)

    return suite.tests / min(used(once), used(once))


def main() -> None:
    classes = compile_java(sorted((TESTS / "java" / "suite").rglob("*.java")))
    lab = Lab(classes)
    with lab.bridge:
        # Tests exist for confirmed cases only, so both sides take those.
        found = {name: [each.case for each in lab.verdicts(name) if each.confirmed] for name in SUBJECTS}
        largest = max(found.values(), key=len)
        everything = [case for cases in found.values() for case in cases]
        print(f"{'cases in one cold run':32} {'cold':>10} {'replayed':>10} {'verified':>10}   cases per CPU second")
        for cases in (*(spread(largest, size) for size in SIZES if size <= len(largest)), everything):
            cold = cold_rate(lab, cases)
            replayed, verified = warm_rate(lab, cases)
            what = "all of three classes" if cases is everything else "of one class"
            print(f"{len(cases):6} {what:25} {cold:10.1f} {replayed:10.0f} {verified:10.0f}")
            figure(f"{len(cases)} cases {what}: judged", verified, "cases/CPU s", more_is_better=True)
            figure(
                f"{len(cases)} cases {what}: judged / cold", verified / cold, "ratio", goal=GOAL, more_is_better=True
            )
            print(f"{'       ratio':32} {1:10} {replayed / cold:10.0f} {verified / cold:10.0f}   (goal: {GOAL})")


def spread(cases: list[TestCase], size: int) -> list[TestCase]:
    """So many of the cases, evenly spread over all of them."""
    return [cases[at * len(cases) // size] for at in range(size)]


if __name__ == "__main__":
    main()
