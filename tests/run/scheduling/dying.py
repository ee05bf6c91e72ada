"""Sessions of workers that end in the middle of a method, as its name says; spawned processes import this."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from everypath.run.results import MethodReport, Status
from everypath.run.workload import Unit, Workload


class Dying:
    """Analyses nothing; dies at each method that is named like an end, or only at the first time (``…_once``)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def analyse(self, unit: Unit) -> MethodReport:
        entry = unit.entry
        name, _, once = entry.method.partition("_")
        mark = self._folder / f"{entry.method}.seen"
        if name in ENDS and not (once and mark.exists()):
            mark.touch()
            ENDS[name]()
        return MethodReport(entry.dotted, entry.method, entry.descriptor, Status.COMPLETE, messages=(str(os.getpid()),))

    def close(self) -> None:
        """Leaves a mark."""
        (self._folder / f"{os.getpid()}.closed").touch()


def _hoard() -> None:
    held = []
    while True:
        held.append(bytearray(64 << 20))


ENDS = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "aborts": os.abort,
    "crashes": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "exits": lambda: os._exit(3),
    "hoards": _hoard,
}


def open_dying(workload: Workload, memory: int | None) -> Dying:
    """A session for `ProcessWorker`: the workload's only class path entry is where it keeps its marks."""
    return Dying(workload.classpath[0])
