"""One command measured from outside: seconds, memory of all its processes, and the processes that it leaves behind.

Memory is the sum of the proportional set sizes (PSS): a page that several processes share counts once. Linux only.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SAMPLING = 1.0
"""Seconds between two samples of the memory."""

GRACE = 2.0
"""Seconds that processes have to end after the command has ended; then they count as left over."""

_SET_CHILD_SUBREAPER = 36
_PROC = Path("/proc")


@dataclass(frozen=True)
class Measured:
    """What one command did. ``exit`` is None where it was killed because its time was over.

    ``megabytes`` is the largest sample, and ``largest`` are the processes of that sample, the largest first, each with
    its megabytes. ``left`` are the command lines of processes that outlived the command; they were killed.
    """

    exit: int | None
    seconds: float
    megabytes: float
    largest: tuple[tuple[str, float], ...]
    left: tuple[str, ...]


def measured(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], output: Path, limit: float
) -> Measured:
    """Run a command in a folder; what it prints goes to ``output``. It is killed after ``limit`` seconds.

    Processes that start below this one meanwhile count as those of the command: run one at a time.
    """
    _adopt_orphans()
    others = frozenset(descendants())
    peak: dict[str, float] = {}
    with output.open("wb") as file:
        started = time.monotonic()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT
        )
        code: int | None = None
        while code is None and time.monotonic() - started < limit:
            sample = memory_of(descendants(others))
            if sum(sample.values()) > sum(peak.values()):
                peak = {command_line(each): size for each, size in sample.items()}
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(SAMPLING)
        seconds = time.monotonic() - started
        if code is None:
            kill(descendants(others))
            process.wait()
        left = _left_over(others)
    largest = tuple(sorted(peak.items(), key=lambda each: -each[1]))
    return Measured(code, seconds, sum(peak.values()), largest, tuple(left) if code is not None else ())


def _adopt_orphans() -> None:
    """Make orphans among the descendants children of this process, so that none is lost."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this system does not say which processes a run leaves behind")


def _left_over(others: Collection[int]) -> list[str]:
    """The command lines of the processes that do not end by themselves; they are killed."""
    until = time.monotonic() + GRACE
    while (running := _reaped(others)) and time.monotonic() < until:
        time.sleep(0.05)
    left = [command_line(each) for each in running]
    kill(running)
    while _reaped(others):
        time.sleep(0.05)
    _reaped(others)  # those that ended since the table was read
    return left


def _reaped(others: Collection[int]) -> list[int]:
    """The descendants that have not ended; orphans that have ended are taken out of the table of processes."""
    for process, parent, state in _table():
        if parent == os.getpid() and state == "Z" and process not in others:
            with suppress(ChildProcessError):
                os.waitpid(process, os.WNOHANG)
    return descendants(others)


def descendants(others: Collection[int] = ()) -> list[int]:
    """The ids of the processes below this one that have not ended, without ``others`` and what is below those."""
    children: dict[int, list[int]] = {}
    for process, parent, state in _table():
        if state not in "ZX" and process not in others:
            children.setdefault(parent, []).append(process)
    found, open_ends = [], [os.getpid()]
    while open_ends:
        following = children.get(open_ends.pop(), [])
        found += following
        open_ends += following
    return found


def _table() -> Iterator[tuple[int, int, str]]:
    """All processes: id, id of the parent, state."""
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
                yield int(entry.name), int(parent), state


def memory_of(processes: Iterable[int]) -> dict[int, float]:
    """Proportional set sizes in megabytes, of those processes that still run."""
    found = {}
    for process in processes:
        with suppress(OSError, StopIteration):
            lines = (_PROC / str(process) / "smaps_rollup").read_text().splitlines()
            found[process] = int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return found


def command_line(process: int) -> str:
    """The id and the command of a process, cut to a length that can be printed."""
    with suppress(OSError):
        command = (_PROC / str(process) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        return f"{process} {command[:160]}"
    return str(process)


def kill(processes: Iterable[int]) -> None:
    """Kill processes by their ids."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
