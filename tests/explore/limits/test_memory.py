"""Code that takes memory without end: the path is cut by the bound ``memory``, and this process stays small."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.explore.lab import Lab

from everypath import memory as process_memory
from everypath.explore.limits import Memory, memory
from everypath.memory import release, resident
from everypath.solver import Solver
from everypath.state.control import LARGEST_OBJECT
from everypath.term import BV64, eq, lt, mul, var

ROOT = Path(__file__).resolve().parents[3]
HOARDS = "hoarding/Hoards"
METHODS = ("doubles", "appends", "repeats", "references", "nested", "keeps")
MOST_GROWTH = 32 << 20
SLACK = 200 << 20
"""What one object may take, several times over, until somebody looks."""


@pytest.fixture(scope="module")
def hoarding(java_classes: Callable[..., Path]) -> Iterator[Lab]:
    made = Lab(java_classes("hoarding"))
    gc.collect()
    gc.freeze()  # the collector looks the less often the more objects it knows: those of other tests do not count
    yield made
    gc.unfreeze()
    made.bridge.close()


class Peak:
    """The most memory this process held in a block, looked at every few milliseconds."""

    def __enter__(self) -> Peak:
        self.most = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def _watch(self) -> None:
        while not self._over.wait(0.005):
            self.most = max(self.most, resident())

    def __exit__(self, *problem: object) -> None:
        self._over.set()
        self._thread.join()


@pytest.mark.parametrize("name", METHODS)
def test_a_method_that_hoards_is_bounded_by_memory(hoarding: Lab, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_GROWTH", MOST_GROWTH)
    hoarding.explore(HOARDS, "repeats")  # what every exploration loads is not counted
    before = resident()
    with Peak() as peak:
        result = hoarding.explore(HOARDS, name)
    assert result.status == "bounded"
    assert "memory" in {cut.bound for cut in result.cuts} | {result.stop}
    assert peak.most - before < MOST_GROWTH + SLACK
    assert set(hoarding.outcomes(result)) == {"confirmed"}


def test_memory_counts_from_where_it_began() -> None:
    gc.collect()
    release()  # memory that earlier tests freed must not be used up in between
    left = Memory(most=64 << 20)
    assert not left.used_up
    assert left.has_memory_for(1 << 20)
    assert not left.has_memory_for(1 << 30)
    held = bytearray(b"x") * (96 << 20)
    assert left.used_up
    assert not left.has_memory_for(0)
    assert not left.has_memory_for(17 << 20)
    del held
    assert not left.used_up


def test_the_limit_of_the_process_leaves_less_to_an_exploration() -> None:
    gc.collect()
    release()
    near, far, little = (Memory(of_process=most) for most in (memory.in_use() + (64 << 20), 1 << 40, 1))
    assert not any(each.used_up for each in (near, far, little))
    held = bytearray(b"x") * (96 << 20)
    assert [each.used_up for each in (near, far, little)] == [True, False, True]
    del held


def test_what_was_taken_since_a_slow_count_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    release()
    counts, count = [0], memory.in_use

    def slowly() -> int:
        counts[0] += 1
        time.sleep(0.05)
        return count()

    monkeypatch.setattr(memory, "in_use", slowly)
    left = Memory(most=LARGEST_OBJECT // 2)
    assert not left.has_memory_for(LARGEST_OBJECT)
    often = counts[0]
    assert not left.has_memory_for(LARGEST_OBJECT)
    assert counts[0] == often  # nothing was taken, so the answer of just now holds
    held = bytearray(b"x") * (96 << 20)
    assert not left.has_memory_for(0)
    assert len(held) == 96 << 20


@pytest.mark.skipif(process_memory._mallinfo is None, reason="only glibc tells what is in use")
def test_freed_memory_between_objects_that_stay_is_not_in_use() -> None:
    command = [sys.executable, "-m", "tests.explore.limits.free_memory"]  # this process has freed memory already
    fresh = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert fresh.returncode == 0, fresh.stderr


def asks() -> None:
    left, right = var("left", BV64), var("right", BV64)
    assert Solver().check([eq(mul(left, right, 64), 9409), lt(3, left), lt(3, right)])


@pytest.mark.skipif(process_memory._mallinfo is None, reason="only glibc tells what is in use")
def test_solvers_that_nobody_closed_hold_nothing() -> None:
    assert process_memory._mallinfo is not None
    asks()
    gc.collect()
    before = process_memory._mallinfo().uordblks
    for _ in range(12):
        asks()
    gc.collect()
    assert process_memory._mallinfo().uordblks - before < 60 << 20  # a context of z3 has 17 MB


@pytest.mark.skipif(process_memory._trim is None, reason="only glibc keeps what is freed, and gives it back on demand")
def test_what_was_freed_goes_back_to_the_system() -> None:
    gc.collect()
    release()
    before = resident()
    pieces = [bytearray(b"x" * 60_000) for _ in range(4000)]
    kept = pieces[::100]  # what stays among them keeps the rest from the system
    assert resident() - before > 200 << 20
    del pieces
    release()
    assert resident() - before < 60 << 20
    assert len(kept) == 40
