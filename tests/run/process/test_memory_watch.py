"""The memory of all processes together: the largest one is ended before they exceed the limit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from everypath.run.process import WORKERS, MemoryWatch, memory_watch, used_memory, within_memory
from everypath.run.process.memory_watch import GROWTH, NEARLY_FULL

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="proportional set sizes are Linux's")
HOLDS = "import sys, time; held = b'x' * (int(sys.argv[1]) << 20); print(len(held), flush=True); time.sleep(60)"


@contextmanager
def holding(megabytes: int, *, is_worker: bool = True) -> Iterator[subprocess.Popen[bytes]]:
    """A process that holds so much memory."""
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(megabytes)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        if is_worker:
            WORKERS.add(process.pid)
        try:
            yield process
        finally:
            WORKERS.discard(process.pid)
            process.kill()


def limit_for(megabytes: int) -> int:
    """A limit that so much memory, besides what this process and its JVMs use now, nearly uses up."""
    return int((used_memory() + (megabytes << 20)) / NEARLY_FULL)


def test_only_the_largest_process_is_ended_and_only_if_the_memory_is_nearly_used_up() -> None:
    limit = limit_for(420)
    with holding(400) as large, holding(150) as small:
        enough, tight = MemoryWatch(64 << 30), MemoryWatch(limit)
        assert enough.look() * GROWTH > 32 << 30
        assert (enough.ended, large.poll(), small.poll()) == (0, None, None)
        assert tight.look() == 0.0
        large.wait(10)
        assert (tight.ended, small.poll()) == (1, None)
        tight.look()
        assert (tight.ended, small.poll()) == (1, None)


def test_processes_that_the_program_has_started_itself_neither_count_nor_are_ended() -> None:
    limit = limit_for(200)
    with holding(400, is_worker=False) as foreign:
        watch = MemoryWatch(limit)
        watch.look()
        assert (watch.ended, foreign.poll()) == (0, None)


def test_what_runs_below_a_worker_counts_too() -> None:
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HOLDS!r}, '100'])"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        WORKERS.add(process.pid)
        try:
            assert process.stdout is not None
            process.stdout.readline()
            (below,) = psutil.Process(process.pid).children()
            assert {process.pid, below.pid} <= {each.pid for each in memory_watch._started()}
        finally:
            WORKERS.discard(process.pid)
            for each in psutil.Process(process.pid).children():
                each.kill()
            process.kill()


def test_a_number_that_is_no_child_is_left_alone() -> None:
    WORKERS.add(os.getppid())
    try:
        assert os.getppid() not in {each.pid for each in memory_watch._started()}
    finally:
        WORKERS.discard(os.getppid())


def test_the_watch_looks_while_the_block_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everypath.run.process.memory_watch.LONGEST_PAUSE", 0.01)
    limit = limit_for(300)
    with holding(400) as large, within_memory(limit) as watch:
        large.wait(20)
    assert watch is not None
    assert watch.ended == 1
    with within_memory(None) as nothing:
        assert nothing is None


def test_a_look_is_quick() -> None:
    with holding(100), holding(100):
        watch = MemoryWatch(64 << 30)
        watch.look()
        began = time.process_time()
        for _ in range(20):
            watch.look()
        assert time.process_time() - began < 20 * 0.05
