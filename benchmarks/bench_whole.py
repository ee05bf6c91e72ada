"""CPU seconds of whole runs of ``everypath check`` until they cover the same, by this checkout and by others.

    python -m benchmarks.bench_whole [--source NAME=PATH/src ...] [--budgets 5,10,20,40] [NAME...]

What a user waits for: starting, exploring, replaying and telling, in one worker with its JVMs. Each subject (or those
whose name contains a NAME) is checked with one budget after the other, first with an empty cache of the user (*cold*),
then with what that run left (*warm*). *The same* is the least that any checkout covers with its largest budget, in
branches of the analysed methods, as the JVM measured them in the replays. Of each checkout the row with the smallest
budget that covers as much is told. CPU seconds are those of a run and of all it starts; on a busy machine a budget buys
less of them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bench_goals import HERE, LANG, ROOT
from benchmarks.history import figure

LIMIT = 300.0
"""Seconds after which a run is given up."""

MATHS = ("CharUtils", "BooleanUtils", "math.Fraction", "math.IEEE754rUtils")
SUBJECTS = {
    "lang3 maths and chars": (LANG, *(f"--only=org.apache.commons.lang3.{name}" for name in MATHS)),
    "JDK": ("java.util.BitSet", "java.util.OptionalInt", "java.util.StringJoiner"),
    "structures": ("tests/java/structures",),
}


@dataclass(frozen=True)
class Run:
    """What one run took and covered."""

    budget: float
    cpu: float
    branches: int
    all_branches: int


def run(source: Path, arguments: tuple[str, ...], budget: float, cache: Path) -> Run:
    """Check a subject by the sources of a checkout, in one worker."""
    report = cache / "report.json"
    environment = {**os.environ, "PYTHONPATH": str(source), "EVERYPATH_CACHE": str(cache), "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "everypath", "check", *arguments]
    command += ["--jobs", "1", "--budget", f"{budget:g}s", "--json", str(report)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, timeout=LIMIT, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    covered = json.loads(report.read_text())["summary"]["branches"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(budget, cpu, covered["covered"], covered["total"])


def measure(source: Path, arguments: tuple[str, ...], budgets: list[float], *, warm: bool) -> list[Run]:
    """One run for each budget: each with an empty cache, or after one run that filled it."""
    runs = []
    with tempfile.TemporaryDirectory() as shared:
        if warm:
            run(source, arguments, budgets[-1], Path(shared))
        for budget in budgets:
            with tempfile.TemporaryDirectory() as own:
                runs.append(run(source, arguments, budget, Path(shared if warm else own)))
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="append", default=[], metavar="NAME=PATH", help="sources to compare with")
    parser.add_argument("--budgets", default="5,10,20,40")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    budgets = [float(each) for each in given.budgets.split(",")]
    sources = {name: Path(path).resolve() for name, path in (each.split("=", 1) for each in given.source)}
    sources[HERE] = ROOT / "src"
    print("| what | cache | checkout | branches at most | the same | with a budget of | CPU s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    totals: Counter[tuple[str, str]] = Counter()
    for subject, arguments in SUBJECTS.items():
        if given.names and not any(name in subject for name in given.names):
            continue
        for cache in ("cold", "warm"):
            runs = {name: measure(source, arguments, budgets, warm=cache == "warm") for name, source in sources.items()}
            same = min(max(each.branches for each in found) for found in runs.values())
            for name, found in runs.items():
                least = next(each for each in found if each.branches >= same)
                totals[cache, name] += least.cpu
                most = max(each.branches for each in found)
                row = (subject, cache, name, f"{most}/{least.all_branches}", same, f"{least.budget:g} s")
                print("|", " | ".join(map(str, row)), f"| {least.cpu:.1f} |", flush=True)
    print()
    for (cache, name), seconds in totals.items():
        ratio = f", {seconds / totals[cache, HERE]:.2f}x" if name != HERE else ""
        print(f"{cache}, {name}: {seconds:.1f} CPU seconds{ratio}")
        figure(f"{name}: whole runs to the same branches, {cache}", seconds, "CPU s")


if __name__ == "__main__":
    main()
