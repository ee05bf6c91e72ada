"""Start-up: time to the first line and total of ``everypath check`` on the demo, and ``--help``; medians of five runs.

Run from the repository's root: ``python benchmarks/bench_start.py``. Goals on a quiet machine: first line within 0.5 s,
the whole check within 4 s. Wall time says little on a busy machine, so CPU time (children included) stands beside it.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "src" / "everypath" / "cli" / "demo_sources"
RUNS = 5
GOALS = {"check: first line": 0.5, "check: total": 4.0, "--help: total": 0.5}


def run(*arguments: str) -> tuple[float, float, float]:
    """Wall seconds to the first output and to the end, and CPU seconds of the run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    command = [sys.executable, "-m", "everypath.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = time.monotonic() - start
        process.stdout.read()
        code = process.wait(120)
    total = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert code in (0, 1), code
    return first, total, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    demo = [str(path) for path in sorted(DEMO.rglob("*.java"))]
    checks = [run("check", *demo) for _ in range(RUNS)]
    helps = [run("--help") for _ in range(RUNS)]
    rows = {
        "check: first line": [first for first, _, _ in checks],
        "check: total": [total for _, total, _ in checks],
        "check: CPU": [cpu for _, _, cpu in checks],
        "--help: total": [total for _, total, _ in helps],
    }
    print(f"{'seconds':20} {'median':>7} {'least':>7} {'goal':>6}")
    for name, seconds in rows.items():
        goal = f"{GOALS[name]:6.1f}" if name in GOALS else ""
        print(f"{name:20} {statistics.median(seconds):7.2f} {min(seconds):7.2f} {goal}")


if __name__ == "__main__":
    main()
