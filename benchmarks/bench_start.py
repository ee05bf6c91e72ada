"""Start-up: ``everypath check`` on the demo and on an everyday class, and ``--help``; medians of several runs.

Run from the repository's root: ``python -m benchmarks.bench_start [RUNS]``. The everyday class (``java/Orders.java``:
lists, maps, streams, lambdas, strings) and the demo are checked cold, with an empty cache of the user, and warm, when
they were checked twice before; and so is one method, which is what starting costs where there is little to explore.
Wall time says little on a busy machine, so the CPU time of everything that a run starts stands beside it.

As in an installation, Python's modules are compiled, and so is the Java side where ``make prebuilt`` ran (the output
says so).
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

from benchmarks.history import figure

from everypath.bridge import PREBUILT

ROOT = Path(__file__).resolve().parent.parent
ORDERS = Path(__file__).resolve().parent / "java" / "Orders.java"
DEMO = ROOT / "src" / "everypath" / "cli" / "demo_sources"
RUNS = 5
GOALS = {
    "demo, cold": 2.0,
    "demo, warm": 1.5,
    "first line, warm": 0.5,
    "Orders, cold": 3.0,
    "Orders, warm": 1.5,
    "one method, cold": 3.0,
    "one method, warm": 1.5,
    "--help": 0.15,
}


def run(cache: str, modules: str, *arguments: str) -> tuple[float, float, float]:
    """Wall seconds to the first output and to the end, and CPU seconds of the run, with this cache folder."""
    changes = {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1", "EVERYPATH_CACHE": cache}
    environment = {**os.environ, **changes, "PYTHONPYCACHEPREFIX": modules}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
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
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    subjects = {
        "demo": ["check", str(DEMO)],
        "Orders": ["check", str(ORDERS)],
        "one method": ["check", str(ORDERS), "--only", "Orders#deliver"],
    }
    runs: dict[str, list[tuple[float, float, float]]] = {}
    with tempfile.TemporaryDirectory() as modules:
        for arguments in subjects.values():
            with tempfile.TemporaryDirectory() as cache:
                run(cache, modules, *arguments)  # compiles Python's modules
        for _ in range(count):
            for name, arguments in subjects.items():
                with tempfile.TemporaryDirectory() as cache:
                    runs.setdefault(f"{name}, cold", []).append(run(cache, modules, *arguments))
                    run(cache, modules, *arguments)
                    runs.setdefault(f"{name}, warm", []).append(run(cache, modules, *arguments))
            runs.setdefault("--help", []).append(run(modules, modules, "--help"))
    print(f"Java side compiled ahead: {'yes' if PREBUILT.is_dir() else 'no'}; load {os.getloadavg()[0]:.1f}")
    print(f"{'':20} {'median':>7} {'least':>7} {'goal':>6} {'CPU':>7}   seconds")
    for name, each in runs.items():
        show(name, [total for _, total, _ in each], [cpu for _, _, cpu in each])
        if name == "demo, warm":
            show("first line, warm", [first for first, _, _ in each], None)


def show(name: str, seconds: list[float], cpu: list[float] | None) -> None:
    goal = f"{GOALS[name]:6.2f}" if name in GOALS else ""
    used = f"{statistics.median(cpu):7.2f}" if cpu is not None else ""
    print(f"{name:20} {statistics.median(seconds):7.2f} {min(seconds):7.2f} {goal:>6} {used}")
    figure(name, statistics.median(seconds), "s", goal=GOALS.get(name))
    if cpu is not None:
        figure(f"{name}, CPU", statistics.median(cpu), "CPU s")


if __name__ == "__main__":
    main()
