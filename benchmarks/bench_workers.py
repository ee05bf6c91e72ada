"""Two workers against one on the same methods: wall time, processor time on the longest way through, and the results.

    python -m benchmarks.bench_workers [SET…] [--budget 300]

Sets are those of `benchmarks.same`; no sweep runs beside, which would take the whole budget. On a busy machine wall
time says nothing; the processor time of the critical path does: with one worker all of it, with two that of the worker
that had more to do and of the process that directs them (its own; the JVMs count with the worker that asked them). What
goes on in turn (starting, confirming) is part of both. Goal: 1.8. What the start of a worker takes, with the boot of
its JVM, is printed beside it: each pays it, so the ratio of a set that takes seconds is bound by it. The output also
shows how many cores one worker keeps busy, as its JVMs run beside it: on two cores, wall time cannot fall by more than
two over that.

Each run has a cache of its own on disk, in which only the demo was analysed before: the second would else find there
what the first asked the solvers and the JDK.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from unittest.mock import patch

from benchmarks.history import figure
from benchmarks.same import LIMITED, Subject, subject_of

from everypath import usercache
from everypath.project import open_target
from everypath.run import Options, Workload
from everypath.run.results import Analysis, MethodReport, Spent
from everypath.run.scheduling import AnalysisPlan, analyse, workers

DEFAULT = ("lang3-plain", "collections")
GOAL = 1.8


class SilentListener:
    """A listener that keeps complaints only."""

    def started(self, plan: AnalysisPlan) -> None:
        pass

    def method_done(self, report: MethodReport) -> None:
        pass

    def message(self, text: str) -> None:
        print(f"    {text}", flush=True)


@dataclass
class Taken:
    """What one run took: seconds, and processor seconds of each worker with its JVMs and of the rest."""

    wall: float = 0.0
    workers: list[float] = field(default_factory=list)
    directing: float = 0.0
    starts: list[float] = field(default_factory=list)

    @property
    def start(self) -> float:
        """Processor seconds until a worker could begin, the longest."""
        return max(self.starts, default=0.0)

    @property
    def cores(self) -> float:
        """How many cores were busy, on average."""
        return (self.directing + sum(self.workers)) / self.wall

    @property
    def path(self) -> float:
        return self.directing + max(self.workers)


def used(process: int) -> float:
    """Processor seconds of a running process and of all below it (Linux)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # and what ended below it
    return own + sum(used(int(each)) for each in children)


def run(subject: Subject, jobs: int, budget: float) -> tuple[Analysis, Taken]:
    """Analyse with so many worker processes; one is a process of its own, too."""
    options = Options(only=subject.only, budget=budget, jobs=jobs, sweep="off")
    target = open_target(subject.targets, options.classpath, options.jdk)
    workload = Workload(target.names, target.classes, target.classpath, target.jdk, options)
    taken = Taken()

    class Watched(workers.ProcessWorker):
        """Reports the processor time of its process before it ends."""

        def _started(self, executor: ProcessPoolExecutor) -> None:
            taken.starts += [used(each.pid) for each in self._processes() if each.pid is not None]
            super()._started(executor)

        def close(self, *, now: bool = False) -> None:
            taken.workers += [used(each.pid) for each in self._processes() if each.pid is not None]
            super().close(now=now)

    with patch.object(workers, "ProcessWorker", Watched), patch.object(workers, "InProcessWorker", Watched):
        wall, own = time.monotonic(), time.process_time()
        analysis = analyse(workload, SilentListener())
        taken.wall, taken.directing = time.monotonic() - wall, time.process_time() - own
    return analysis, taken


def run_cold(name: str, jobs: int, budget: float, cache: Path) -> tuple[Analysis, Taken]:
    """Analyse a set with a new cache, in which lies what every run needs."""
    with patch.dict(os.environ, {usercache.VARIABLE: str(cache)}):
        run(subject_of("demo"), 2, budget)
        return run(subject_of(name), jobs, budget)


def differences(one: Analysis, two: Analysis) -> tuple[list[str], int]:
    """Where methods differ, and how many are not compared because time limited them."""
    different: list[str] = []
    limited = 0
    for mine, theirs in zip(one.methods, two.methods, strict=True):
        if any(each.code in LIMITED for each in (*mine.reasons, *theirs.reasons)):
            limited += 1
        elif repr(_plain(mine)) != repr(_plain(theirs)):  # NaN is not equal to itself
            parts = [
                each.name for each in fields(mine) if repr(getattr(mine, each.name)) != repr(getattr(theirs, each.name))
            ]
            different.append(f"{mine.signature}: {', '.join(set(parts) - {'seconds', 'spent'})}")
    return different, limited


def _plain(report: MethodReport) -> MethodReport:
    return replace(report, seconds=0.0, spent=Spent())


def main() -> None:
    parser = argparse.ArgumentParser(description="Two workers against one.")
    parser.add_argument("sets", nargs="*", default=DEFAULT)
    parser.add_argument("--budget", type=float, default=300.0)
    given = parser.parse_args()
    wrong = 0
    for name in given.sets:
        with tempfile.TemporaryDirectory() as folder:
            one, alone = run_cold(name, 1, given.budget, Path(folder, "one"))
            two, both = run_cold(name, 2, given.budget, Path(folder, "two"))
        different, limited = differences(one, two)
        wrong += len(different)
        ratio = alone.path / both.path
        without = (alone.path - alone.start) / (both.path - both.start)
        print(
            f"{name:12} {len(one.methods)} methods: wall {alone.wall:.1f} s / {both.wall:.1f} s = "
            f"{alone.wall / both.wall:.2f}; CPU {alone.path:.1f} s (directing {alone.directing:.1f}) / "
            f"{both.path:.1f} s (workers {', '.join(f'{each:.1f}' for each in both.workers)}, directing "
            f"{both.directing:.1f}) = {ratio:.2f} (goal: {GOAL}), {without:.2f} without the start of a worker "
            f"({both.start:.1f} s); one keeps {alone.cores:.2f} cores busy; "
            f"{len(different)} differ, {limited} limited by time",
            flush=True,
        )
        for each in different:
            print(f"    {each}", flush=True)
        figure(f"{name}: one worker / two, critical path", ratio, "ratio", goal=GOAL, more_is_better=True)
        figure(f"{name}: one worker / two, without its start", without, "ratio", more_is_better=True)
        figure(f"{name}: one worker / two, wall", alone.wall / both.wall, "ratio", more_is_better=True)
        figure(f"{name}: methods that differ", len(different), "methods", goal=0)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
