"""Runs benchmarks, keeps their figures, and sets them beside those of the last committed run.

    python -m benchmarks.history [quick|all|NAME…] [--keep-nothing]

Each benchmark is a module of its own that prints what it measured and hands on its figures (`figure`). A run is written
to the end of ``benchmarks/history.json``, with the commit, the machine and how busy it was; commit the file to make the
run the one that later ones are compared with. Ratios are *now / last committed*: read those of one machine only, and
none where the machine was busy. A benchmark that fails, or reports differences, keeps no other from its turn: what it
handed on until then is kept, with its exit status, and the run ends with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HISTORY = Path(__file__).resolve().parent / "history.json"
VARIABLE = "EVERYPATH_FIGURES"
"""The environment variable that names the file which figures are appended to, a JSON object in each line."""

QUICK: dict[str, tuple[str, ...]] = {
    "bench_vm": (),
    "bench_fork": (),
    "bench_start": ("3",),
    "bench_replay": (),
    "pet": ("--criterion", "block-2", "--rounds", "1"),
    "bench_workers": ("lang3-plain",),
    "building": ("students",),
}
LONG: dict[str, tuple[str, ...]] = {
    "bench_start": (),
    "pet": (),
    "bench_workers": (),
    "bench_goals": (),
    "bench_whole": (),
    "bench_queries": (),
    "real_code": ("commons", "jdk"),
    "mutation": ("--own",),
    "building": (),
    "size": (),
    "libraries": ("--budget", "60s"),
}
"""What `all` runs beside the rest, or in other ways."""
KEPT = 200
"""Runs that stay in the history."""


def figure(name: str, value: float, unit: str, *, goal: float | None = None, more_is_better: bool = False) -> None:
    """Hand on one figure of the benchmark that runs; without a runner that asks for it, nothing happens."""
    place = os.environ.get(VARIABLE)
    if place:
        entry = {"name": name, "value": round(value, 6), "unit": unit, "more_is_better": more_is_better}
        if goal is not None:
            entry["goal"] = goal
        with open(place, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def read(place: Path) -> list[dict]:
    """The figures of one benchmark, in order."""
    return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()] if place.exists() else []


def machine() -> dict[str, object]:
    """What the figures depend on besides the code."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [
            line.partition(":")[2].strip() for line in information.read_text().splitlines() if "model name" in line
        ]
        model = names[0] if names else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "memory_mb": memory,
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def git(*arguments: str) -> str:
    """What git says, or an empty text."""
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, cwd=ROOT, check=False)
    return done.stdout if done.returncode == 0 else ""


def committed() -> dict | None:
    """The last run of the history as it was committed."""
    text = git("show", f"HEAD:{HISTORY.relative_to(ROOT)}")
    runs = json.loads(text) if text else []
    return runs[-1] if runs else None


def last_of(runs: list[dict], benchmark: str, name: str) -> dict | None:
    """The newest figure of that name."""
    for run in reversed(runs):
        for each in run["figures"].get(benchmark, ()):
            if each["name"] == name:
                return each
    return None


def measure(benchmark: str, arguments: tuple[str, ...]) -> tuple[list[dict], int]:
    """Run one benchmark, with its output shown: its figures, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "figures"
        environment = {**os.environ, VARIABLE: str(place)}
        command = [sys.executable, "-m", f"benchmarks.{benchmark}", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
        return read(place), done.returncode


def compare(benchmark: str, figures: list[dict], before: list[dict]) -> None:
    """Print the figures of one benchmark beside the newest committed ones."""
    for each in figures:
        goal = f"goal {each['goal']:g}" if "goal" in each else ""
        old = last_of(before, benchmark, each["name"])
        comparison = "no committed run"
        if old is not None and old["unit"] == each["unit"]:
            alike = each["value"] == old["value"]  # 0 of 0, too
            ratio = 1.0 if alike else each["value"] / old["value"] if old["value"] else float("inf")
            better = (ratio > 1) == each["more_is_better"]
            word = "same" if 0.95 <= ratio <= 1.05 else "better" if better else "worse"
            comparison = f"{ratio:.2f} of {old['value']:g} ({word})"
        print(
            f"{benchmark:15} {each['name']:45} {each['value']:12g} {each['unit']:16} {goal:12} {comparison}", flush=True
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Run benchmarks and compare them with the last committed run.")
    parser.add_argument("names", nargs="*", default=["quick"], help="quick, all, or benchmarks by name")
    parser.add_argument("--keep-nothing", action="store_true", help="do not write the run to the history")
    given = parser.parse_args()
    chosen: dict[str, tuple[str, ...]] = {}
    for name in given.names:
        chosen |= QUICK if name == "quick" else QUICK | LONG if name == "all" else {name: (QUICK | LONG).get(name, ())}
    text = git("show", f"HEAD:{HISTORY.relative_to(ROOT)}")
    before = json.loads(text) if text else []
    run: dict[str, object] = {
        "commit": git("rev-parse", "HEAD").strip(),
        "changed": bool(git("status", "--porcelain", "--", "src")),
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "machine": machine(),
        "load_before": round(os.getloadavg()[0], 2),
    }
    found: dict[str, list[dict]] = {}
    failed: dict[str, int] = {}
    for benchmark, arguments in chosen.items():
        print(f"== {benchmark} {' '.join(arguments)}", flush=True)
        found[benchmark], status = measure(benchmark, arguments)
        if status:
            failed[benchmark] = status
    run["load_after"] = round(os.getloadavg()[0], 2)
    run["failed"] = failed
    run["figures"] = found
    if before:
        last = before[-1]
        here = "the same machine" if last["machine"] == run["machine"] else f"another machine: {last['machine']}"
        print(
            f"\nnow / last committed ({last['commit'][:10]}, {last['date']}, {here}); "
            f"load {last['load_before']} then, {run['load_before']} now"
        )
    for benchmark, figures in found.items():
        compare(benchmark, figures, before)
    if not given.keep_nothing:
        kept = json.loads(HISTORY.read_text(encoding="utf-8")) if HISTORY.exists() else []
        HISTORY.write_text(json.dumps([*kept, run][-KEPT:], indent=1) + "\n", encoding="utf-8")
        print(f"\nwritten to {HISTORY.relative_to(ROOT)}: commit it to compare later runs with this one")
    for benchmark, status in failed.items():
        print(f"{benchmark} ended with {status}: see what it told above", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
