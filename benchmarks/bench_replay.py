"""Replaying cases on the bridge against compiling and running the same cases as JUnit tests, as a ratio of CPU time.

Run from the repository's root: ``python benchmarks/bench_replay.py``. Both sides judge the same cases on the same JDK:
one side sends them to a running bridge, the other starts ``javac`` and the JUnit console. Goal: 500 times as many cases
per CPU second. CPU time is that of this process and of all its children.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src"))
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))

from real_code import CACHE, fetch  # noqa: E402
from tests.conftest import TESTS, compile_java  # noqa: E402
from tests.suite.support import Lab  # noqa: E402

from everypath.suite import TestCase, case_plan, verify_many, write_tests  # noqa: E402

SUBJECTS = ("sample/Account", "sample/Values", "sample/Shapes")
SECONDS = 5.0
GOAL = 500


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
    """Cases per CPU second on a bridge that is warm: replayed only, and judged as a run judges them."""
    plans = [case_plan(case) for case in cases]
    rates = []
    for work in (
        lambda: lab.bridge.replay_many(plans),
        lambda: verify_many(cases, lab.bridge, lab.program.is_target_name),
    ):
        done = 0

        def loop(work: Callable[[], object] = work) -> None:
            nonlocal done
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                work()
                done += len(cases)

        work()
        seconds = used(loop)
        rates.append(done / seconds)
    return rates[0], rates[1]


def cold_rate(lab: Lab, cases: list[TestCase], work: Path) -> float:
    """Cases per CPU second with ``javac`` and the JUnit console, both started cold, the better of two."""
    suite = write_tests(cases, lab.builder, lab.bridge, forced_states=True)
    files = [str(path) for path in suite.save(work / "src")]
    console = CACHE / "junit-platform-console-standalone-1.10.2.jar"
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
    fetch()
    classes = compile_java(sorted((TESTS / "java" / "suite").rglob("*.java")))
    lab = Lab(classes)
    with lab.bridge, tempfile.TemporaryDirectory() as folder:
        # Tests exist for confirmed cases only, so both sides take those; a handful, as one method gives.
        verdicts = [verdict for name in SUBJECTS for verdict in lab.verdicts(name)]
        cases = [verdict.case for verdict in verdicts if verdict.outcome.value == "confirmed"]
        cold = cold_rate(lab, cases, Path(folder))
        replayed, judged = warm_rate(lab, cases)
    print(f"{len(cases)} cases                       cases per CPU second   ratio")
    print(f"javac and JUnit console, cold      {cold:14.1f}         1")
    print(f"bridge, replayed                   {replayed:14.1f} {replayed / cold:9.0f}")
    print(f"bridge, replayed and judged        {judged:14.1f} {judged / cold:9.0f}   (goal: {GOAL})")


if __name__ == "__main__":
    main()
