"""Start-up: ``everypath check`` on the demo and on an everyday class, and ``--help``; medians of five runs.

Run from the repository's root: ``python -m benchmarks.bench_start``. The everyday class (``java/Orders.java``: lists,
maps, streams, lambdas, strings) is checked cold, with an empty cache of the user, so that the Java side and the class
itself are compiled first, and warm; and so is one method of it, which is what starting costs where there is little to
explore. Wall time says little on a busy machine, so the CPU time of everything that a run starts stands beside it.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ORDERS = Path(__file__).resolve().parent / "java" / "Orders.java"
DEMO = ROOT / "src" / "everypath" / "cli" / "demo_sources"
RUNS = 5
GOALS = {
    "demo: first line": 0.5,
    "demo: total": 4.0,
    "Orders, cold": 5.0,
    "Orders, warm": 2.0,
    "one method, cold": 5.0,
    "one method, warm": 2.0,
    "--help": 0.5,
}


def run(cache: str, *arguments: str) -> tuple[float, float, float]:
    """Wall seconds to the first output and to the end, and CPU seconds of the run, with this cache folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": cache}
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
    everyday = ["check", str(ORDERS)]
    one = [*everyday, "--only", "Orders#deliver"]
    runs: dict[str, list[tuple[float, float, float]]] = {}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as cache:
            runs.setdefault("Orders, cold", []).append(run(cache, *everyday))
            runs.setdefault("Orders, warm", []).append(run(cache, *everyday))
        with tempfile.TemporaryDirectory() as cache:
            runs.setdefault("one method, cold", []).append(run(cache, *one))
            runs.setdefault("one method, warm", []).append(run(cache, *one))
            run(cache, "check", *demo)
            runs.setdefault("demo: total", []).append(run(cache, "check", *demo))
            runs.setdefault("--help", []).append(run(cache, "--help"))
    print(f"{'':20} {'median':>7} {'least':>7} {'goal':>6} {'CPU':>7}   seconds")
    for name, each in runs.items():
        show(name, [total for _, total, _ in each], [cpu for _, _, cpu in each])
        if name == "demo: total":
            show("demo: first line", [first for first, _, _ in each], None)


def show(name: str, seconds: list[float], cpu: list[float] | None) -> None:
    goal = f"{GOALS[name]:6.1f}" if name in GOALS else ""
    used = f"{statistics.median(cpu):7.2f}" if cpu is not None else ""
    print(f"{name:20} {statistics.median(seconds):7.2f} {min(seconds):7.2f} {goal:>6} {used}")


if __name__ == "__main__":
    main()
