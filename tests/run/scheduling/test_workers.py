"""Real worker processes that die: each costs one method's retry, and the rest goes on."""

import os
import signal
import time

import pytest
from tests.run.scheduling.dying import open_dying

from everypath.classfile import Jdk
from everypath.dropped_interrupts import when_interrupts_are_dropped
from everypath.run import Options, Workload
from everypath.run.entries import EntryName
from everypath.run.options.parsing import LEAST_MEMORY
from everypath.run.results import Status
from everypath.run.scheduling import workers as worker_module
from everypath.run.scheduling.memory import (
    JVM_MEMORY,
    LEAST_WORKER_MEMORY,
    MAIN_MEMORY,
    USABLE_PART,
    memory_of_run,
    memory_of_worker,
    with_held,
    workers_that_fit,
)
from everypath.run.scheduling.scheduler import Schedule, Task
from everypath.run.scheduling.workers import ProcessWorker
from everypath.run.workload import Unit

MEMORY = 1 << 30
HOW = {
    "killed": "killed by SIGKILL",
    "aborts": "killed by SIGABRT",
    "crashes": "killed by SIGSEGV",
    "exits": "exit status 3",
    "hoards": "out of memory",
}


def run(folder, *names, workers=2):
    workload = Workload(("t",), ("A",), (folder,), Jdk.find(), Options())
    workers = [ProcessWorker(workload, MEMORY, open_dying) for _ in range(workers)]
    messages = []
    tasks = [Task(EntryName("A", name, "()V"), 1) for name in names]
    schedule = Schedule(tasks, workers, time.time() + 120, lambda _: None, messages.append)
    try:
        schedule.run()
    finally:
        for worker in workers:
            worker.close(now=True)
    return {entry.method: report for entry, report in schedule.reports.items()}, messages


@pytest.mark.parametrize("end", HOW)
def test_a_worker_that_dies_once_costs_a_retry(tmp_path, end):
    reports, messages = run(tmp_path, "before", f"{end}_once", "after")
    assert {report.status for report in reports.values()} == {Status.COMPLETE}
    assert {name: report.deaths for name, report in reports.items()} == {"before": 0, f"{end}_once": 1, "after": 0}
    assert messages == [f"A#{end}_once: the worker process died, {HOW[end]}; trying once more"]


@pytest.mark.parametrize("end", HOW)
def test_a_method_that_kills_its_worker_twice_has_failed_and_the_rest_goes_on(tmp_path, end):
    reports, messages = run(tmp_path, end, *(f"m{number}" for number in range(4)), workers=1)
    failed = reports.pop(end)
    assert (failed.status, failed.deaths) == (Status.FAILED, 2)
    assert [(each.code, each.where) for each in failed.reasons] == [("worker-died", HOW[end])]
    assert messages[1] == f"A#{end}: the worker process died, {HOW[end]} again; given up"
    assert {report.status for report in reports.values()} == {Status.COMPLETE}
    assert len(reports) == 4


def test_a_worker_that_is_released_closes_its_session_and_one_that_never_began_stays_away(tmp_path):
    workload = Workload(("t",), ("A",), (tmp_path,), Jdk.find(), Options())
    busy, idle = (ProcessWorker(workload, MEMORY, open_dying) for _ in range(2))
    report = busy.submit(Unit(EntryName("A", "m", "()V"), 1.0, time.time() + 60)).result(60)
    for worker in (busy, idle):
        worker.release()
    for worker in (busy, idle):
        worker.close()
    assert [path.name for path in tmp_path.iterdir()] == [f"{report.messages[0]}.closed"]


def test_workers_together_stay_within_the_memory_of_the_run():
    for limit in (LEAST_WORKER_MEMORY, 2 << 30, 8 << 30, 64 << 30):
        for wanted in (1, 2, 16, 128):
            workers = workers_that_fit(wanted, limit)
            assert 1 <= workers <= wanted
            memory = memory_of_worker(workers, limit)
            assert memory >= LEAST_WORKER_MEMORY
            assert workers == 1 or workers * (memory + JVM_MEMORY) + MAIN_MEMORY <= limit
    assert workers_that_fit(16, None) == 16
    assert memory_of_worker(16, None) is None
    assert memory_of_run(0, None) is None
    assert memory_of_run(5, 100) == 5
    assert memory_of_run(0, 100) == USABLE_PART * 100
    assert with_held(100, stated=100) == 100
    assert with_held(100, stated=0) > 1 << 20, "what a large program holds already is not taken from the free memory"
    assert with_held(None, stated=0) is None


def test_the_least_memory_that_may_be_stated_is_enough_for_one_worker():
    assert LEAST_MEMORY >= MAIN_MEMORY + LEAST_WORKER_MEMORY + JVM_MEMORY


def test_a_unit_is_asked_to_end_again_if_a_finaliser_drops_the_exception(monkeypatch, capsys):
    class Finalised:
        def __del__(self):
            os.kill(os.getpid(), worker_module._ASKING)
            time.sleep(0)

    def unit():
        Finalised()
        time.sleep(10)

    monkeypatch.setattr(worker_module, "_busy", True)
    monkeypatch.setattr(worker_module, "_is_asked", False)
    end = when_interrupts_are_dropped(lambda: True, worker_module._ask_again)
    before = signal.signal(worker_module._ASKING, worker_module._stop_unit)
    try:
        with pytest.raises(KeyboardInterrupt):
            unit()
    finally:
        end()
        signal.signal(worker_module._ASKING, before)
    assert worker_module._is_asked
    assert capsys.readouterr().err == ""
