"""CPU seconds of whole runs of ``everypath check`` that cover the same, by this checkout and by others.

    python -m benchmarks.bench_whole [--source NAME=PATH/src ...] [--budget 150] [NAME...]

What a user waits for: starting, exploring, replaying and telling, in one worker with its JVMs and a cache that another
run has filled. Each subject (or those whose name contains a NAME) is run with a budget that lets it
end by itself (*to the end*: what it took, and the branches of the analysed methods that the JVM measured in the
replays), then with smaller ones: *to the same* is the least of them, within a fifth, that covers as many branches as
every checkout does in the end. CPU seconds are those of a run and of all it starts.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from benchmarks.bench_goals import HERE, LANG, ROOT
from benchmarks.history import figure
from benchmarks.real_code import COMMONS, JDK

LIMIT = 600.0
"""Seconds after which a run is given up."""

STEP = 1.2
"""What a budget is to the next smaller one that is tried."""

SHORTEST = 3.0
"""Seconds that a run takes at least."""

SUBJECTS = {
    "lang3 (14 classes)": (LANG, *(f"--only={name}" for name in COMMONS)),
    "JDK (3 classes)": tuple(JDK),
    "java.sql": ("java.sql.*",),
    "structures": ("tests/java/structures",),
}


@dataclass(frozen=True)
class Run:
    """What one run took and covered."""

    budget: float
    cpu: float
    branches: int
    all_branches: int


@dataclass
class Runs:
    """The runs of a subject by one checkout, by their budgets."""

    source: Path
    arguments: tuple[str, ...]
    budget: float
    cache: Path
    found: dict[float, Run] = field(default_factory=dict)

    @cached_property
    def whole(self) -> Run:
        """The run that ends by itself, after one that filled the cache."""
        self._run(self.budget / 4)
        return self.at(self.budget)

    def least(self, branches: int) -> Run:
        """The run with the least budget that covers so many branches."""
        budgets = [self.budget]
        while budgets[-1] / STEP >= SHORTEST:
            budgets.append(budgets[-1] / STEP)
        budgets.reverse()
        at = bisect_left(budgets, x=True, key=lambda budget: self.at(budget).branches >= branches)
        return self.at(budgets[min(at, len(budgets) - 1)])

    def at(self, budget: float) -> Run:
        """The run with a budget."""
        run = self.found.get(budget)
        if run is None:
            run = self.found[budget] = self._run(budget)
        return run

    def _run(self, budget: float) -> Run:
        self.cache.mkdir(parents=True, exist_ok=True)
        report = self.cache / "report.json"
        environment = {**os.environ, "PYTHONPATH": str(self.source), "PYTHONHASHSEED": "0"}
        environment["EVERYPATH_CACHE"] = str(self.cache)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "everypath", "check", *self.arguments]
        command += ["--jobs", "1", "--budget", f"{budget:.2f}s", "--json", str(report)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=LIMIT, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.decode()[-2000:]}")
        covered = json.loads(report.read_text())["summary"]["branches"]
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Run(budget, cpu, covered["covered"], covered["total"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="append", default=[], metavar="NAME=PATH", help="sources to compare with")
    parser.add_argument("--budget", type=float, default=150.0, help="seconds in which a run ends by itself")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    sources = {name: Path(path).resolve() for name, path in (each.split("=", 1) for each in given.source)}
    sources[HERE] = ROOT / "src"
    print("| what | checkout | branches | to the end: CPU s | the same | with a budget of | CPU s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    totals: Counter[tuple[str, str]] = Counter()
    for subject, arguments in SUBJECTS.items():
        if given.names and not any(name in subject for name in given.names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = {name: Runs(path, arguments, given.budget, Path(folder, name)) for name, path in sources.items()}
            same = min(each.whole.branches for each in runs.values())
            for name, each in runs.items():
                whole, least = each.whole, each.least(same)
                totals["to the end", name] += whole.cpu
                totals["to the same", name] += least.cpu
                row = (subject, name, f"{whole.branches}/{whole.all_branches}", f"{whole.cpu:.1f}", same)
                print("|", " | ".join(map(str, row)), f"| {least.budget:.1f} s | {least.cpu:.1f} |", flush=True)
    print()
    for (what, name), seconds in totals.items():
        ratio = f", {seconds / totals[what, HERE]:.2f}x" if name != HERE else ""
        print(f"{what}, {name}: {seconds:.1f} CPU seconds{ratio}")
        figure(f"{name}: whole runs {what}", seconds, "CPU s")


if __name__ == "__main__":
    main()
