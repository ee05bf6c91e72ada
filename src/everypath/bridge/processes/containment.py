"""Keeps code under test away from the user's machine: limits, a folder of its own, and bubblewrap if it works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

if sys.platform != "win32":
    import resource

FILE_SIZE = 64 << 20
OPEN_FILES = 512
CPU_SECONDS = 3600
DATA_BESIDE_HEAP = 1280
"""Megabytes of memory that a process may write, beside its heap: classes, stacks, buffers and native code."""


@lru_cache(maxsize=1)
def _bubblewrap() -> str | None:
    """The path of a ``bwrap`` that can start a process here, or None."""
    found = shutil.which("bwrap")
    if found is None or sys.platform != "linux":
        return None
    try:
        done = subprocess.run(
            [found, *_ISOLATION, "true"], capture_output=True, timeout=10, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found if done.returncode == 0 else None


_ISOLATION = [
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
    *("--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent"),
]


def _within(limit: int, most: int) -> int:
    """A limit for a new process: ``most``, or what this process may have at most, if that is less."""
    _, hard = resource.getrlimit(limit)
    return most if hard == resource.RLIM_INFINITY else min(most, hard)


def contained(command: list[str], folder: Path, heap_megabytes: int) -> list[str]:
    """The command that runs ``command`` under limits and, where possible, isolated with only ``folder`` writable."""
    prlimit = shutil.which("prlimit")
    if prlimit is not None and sys.platform == "linux":
        command = [
            prlimit,
            f"--fsize={_within(resource.RLIMIT_FSIZE, FILE_SIZE)}",
            f"--cpu={_within(resource.RLIMIT_CPU, CPU_SECONDS)}",
            f"--nofile={_within(resource.RLIMIT_NOFILE, OPEN_FILES)}",
            f"--data={_within(resource.RLIMIT_DATA, heap_megabytes + DATA_BESIDE_HEAP << 20)}",
            "--core=0",
            "--",
            *command,
        ]
    bubblewrap = _bubblewrap()
    if bubblewrap is not None:
        command = [bubblewrap, *_ISOLATION, "--bind", str(folder), str(folder), "--chdir", str(folder), *command]
    return command


def environment(folder: Path) -> dict[str, str]:
    """The environment variables of the process; none are taken from the user."""
    return {"PATH": os.defpath, "HOME": str(folder), "TMPDIR": str(folder), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
