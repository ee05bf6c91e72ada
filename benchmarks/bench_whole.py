"""CPU seconds of whole runs of ``everypath check`` that cover the same, by this checkout and by others.

    python -m benchmarks.bench_whole [--source NAME=PATH/src ...] [--budget 150] [NAME...]

What a user waits for: starting, exploring, replaying and telling, in one worker with its JVMs and a cache that another
run has filled. Each subject (or those whose name contains a NAME) is run with a budget that lets it
end by itself (*to the end*: what it took, and the branches of the analysed methods that the JVM measured in the
replays), then with smaller ones: *the same branches* is the least of them, within a fifth, that covers as many branches
as every checkout does in the end, *and findings* the least that also shows all exceptions, by place, that every
checkout finds in the end. CPU seconds are those of a run and of all it starts.
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
from typing import TypeAlias

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


Finding: TypeAlias = tuple[str, ...]
"""Class, method, descriptor, exception and line."""


@dataclass(frozen=True)
class Run:
    """What one run took and covered."""

    budget: float
    cpu: float
    branches: int
    all_branches: int
    findings: frozenset[Finding]

    def shows(self, branches: int, findings: frozenset[Finding] = frozenset()) -> bool:
        """Whether it covered so many branches and found all that."""
        return self.branches >= branches and findings <= self.findings


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

    def least(self, branches: int, findings: frozenset[Finding] = frozenset()) -> Run:
        """The run with the least budget that covers so many branches and finds all that."""
        budgets = [self.budget]
        while budgets[-1] / STEP >= SHORTEST:
            budgets.append(budgets[-1] / STEP)
        budgets.reverse()
        at = bisect_left(budgets, x=True, key=lambda budget: self.at(budget).shows(branches, findings))
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
        document = json.loads(report.read_text())
        covered = document["summary"]["branches"]
        keys = ("class", "method", "descriptor", "exception", "line")
        findings = frozenset(tuple(str(each[key]) for key in keys) for each in document["findings"])
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Run(budget, cpu, covered["covered"], covered["total"], findings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="append", default=[], metavar="NAME=PATH", help="sources to compare with")
    parser.add_argument("--budget", type=float, default=150.0, help="seconds in which a run ends by itself")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    sources = {name: Path(path).resolve() for name, path in (each.split("=", 1) for each in given.source)}
    sources[HERE] = ROOT / "src"
    print("| what | checkout | branches | to the end | the same branches | and findings |")
    print("| --- | --- | --- | --- | --- | --- |")
    totals: Counter[tuple[str, str]] = Counter()
    for subject, arguments in SUBJECTS.items():
        if given.names and not any(name in subject for name in given.names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            runs = {name: Runs(path, arguments, given.budget, Path(folder, name)) for name, path in sources.items()}
            same = min(each.whole.branches for each in runs.values())
            found = frozenset.intersection(*(each.whole.findings for each in runs.values()))
            for name, each in runs.items():
                taken = {"to the end": each.whole, "to the same branches": each.least(same)}
                taken["to the same branches and findings"] = each.least(same, found)
                for what, run in taken.items():
                    totals[what, name] += run.cpu
                covered = f"{each.whole.branches}/{each.whole.all_branches}"
                cells = [f"{run.cpu:.1f} ({run.budget:.1f} s)" for run in taken.values()]
                print("|", " | ".join((subject, name, covered, *cells)), "|", flush=True)
            print(f"{subject}: {same} branches, {len(found)} findings", file=sys.stderr, flush=True)
    print()
    for (what, name), seconds in totals.items():
        ratio = f", {seconds / totals[what, HERE]:.2f}x" if name != HERE else ""
        print(f"{what}, {name}: {seconds:.1f} CPU seconds{ratio}")
        figure(f"{name}: whole runs {what}", seconds, "CPU s")


if __name__ == "__main__":
    main()
