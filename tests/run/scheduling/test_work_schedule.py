"""The schedule of a budget of work: what it shares out follows from the plan, however many workers there are."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import Future

import pytest
from tests.run.scheduling.test_scheduler import PretendWorker, report, task

from everypath.dataclass import replace
from everypath.run.results import Count, Status
from everypath.run.scheduling.work_schedule import SWEEP_PART, WAVE, WorkSchedule
from everypath.run.scheduling.workers import WorkerDiedError
from everypath.run.workload import Unit
from everypath.work import STEPS_PER_SECOND, Steps

SECOND = STEPS_PER_SECOND


def answer(unit):
    """A report whose work is that of all units so far, and half of the methods are never done."""
    work = sum(each.seconds for each in (*unit.earlier, unit)) * (0.5 if unit.entry.method.endswith("0") else 0.9)
    resumable = not unit.entry.method.endswith("0")
    found = report(unit, Status.BOUNDED if resumable else Status.COMPLETE, resumable=resumable)
    return replace(found, work=round(work * SECOND))


class LateWorker(PretendWorker):
    """Answers in a thread, after a random while."""

    def submit(self, unit):
        answered, future = super().submit(unit), Future()

        def work():
            time.sleep(random.random() / 200)
            future.set_result(answered.result())

        threading.Thread(target=work, daemon=True).start()
        return future


def run(tasks, workers, effort, reserve=lambda: 0.0, *, whole=False):
    messages = []
    schedule = WorkSchedule(tasks, workers, effort, lambda _: None, messages.append, reserve=reserve, whole=whole)
    schedule.run()
    return schedule, messages


def units_of(workers):
    return sorted(
        (unit.entry, unit.round, unit.seconds, unit.last_round, unit.low_budget, unit.earlier)
        for worker in workers
        for unit in worker.units
    )


@pytest.mark.parametrize("effort", [0.3, 3.0, 40.0])
@pytest.mark.parametrize("methods", [3, WAVE + 9, 3 * WAVE])
def test_the_units_are_the_same_with_one_worker_and_with_more(effort, methods):
    tasks = [task(f"{'ABC'[number % 3]}#m{number}", number) for number in range(methods)]
    one, several = [PretendWorker(answer)], [LateWorker(answer) for _ in range(3)]
    schedules = [run(tasks, workers, effort)[0] for workers in (one, several)]
    assert units_of(one) == units_of(several)
    assert schedules[0].reports == schedules[1].reports
    assert list(schedules[0].unfinished()) == list(schedules[1].unfinished())


def test_what_a_wave_leaves_goes_to_the_next_ones():
    worker = PretendWorker(lambda unit: replace(report(unit), work=1))
    run([task(f"A#m{number}") for number in range(2 * WAVE)], [worker], 64.0)
    shares = [unit.seconds for unit in worker.units]
    assert set(shares[:WAVE]) == {0.5}
    assert shares[WAVE:] == [pytest.approx(1.0, rel=1e-3)] * WAVE


def test_methods_without_a_turn_have_no_report_and_the_budget_is_kept():
    def all_used(unit):
        return replace(report(unit), work=round(unit.seconds * SECOND))

    worker = PretendWorker(all_used)
    tasks = [task(f"A#m{number}", number) for number in range(50)]
    schedule, _ = run(tasks, [worker], 5.0)
    assert [unit.entry.method for unit in worker.units] == [f"m{number}" for number in range(20)]
    assert len(list(schedule.unfinished())) == 30
    assert all(unit.low_budget and unit.last_round for unit in worker.units[:-1])


def test_what_is_reserved_is_not_shared_out():
    worker = PretendWorker(lambda unit: replace(report(unit), work=round(unit.seconds * SECOND)))
    run([task(f"A#m{number}") for number in range(50)], [worker], 5.0, lambda: 2.5)
    assert len(worker.units) == 10


def test_whole_shares_are_equal_parts_at_once():
    worker = PretendWorker(report)
    run([task("A#m"), task("A#n")], [worker], 20.0, whole=True)
    assert [unit.seconds for unit in worker.units] == [10.0, 10.0]


def test_a_unit_goes_on_where_its_states_wait():
    workers = [LateWorker(answer) for _ in range(2)]
    run([task(f"{owner}#m{number}1", number) for owner in "AB" for number in range(6)], workers, 40.0)
    first, second = ({unit.entry for unit in worker.units} for worker in workers)
    assert first.isdisjoint(second)
    assert all(unit.counted for worker in workers for unit in worker.units)


def test_whoever_takes_over_from_a_dead_worker_gets_the_earlier_units():
    died = []

    def dying(unit):
        if unit.round == 1 and unit.entry.method == "b1" and not died:
            died.append(unit)
            return WorkerDiedError()
        return answer(unit)

    worker = PretendWorker(dying)
    schedule, messages = run([task("A#a1"), task("A#b1")], [worker], 40.0)
    again = [unit for unit in worker.units if unit.entry.method == "b1" and unit.round == 1]
    assert again == [died[0], died[0]]
    assert [unit.round for unit in again[0].earlier] == [0]
    assert [len(unit.earlier) for unit in worker.units if unit.entry.method == "a1"] == [0, 1, 2, 3]
    assert worker.restarts == 1
    assert messages == ["A#b1: the worker process died; trying once more"]
    assert {each.deaths for each in schedule.reports.values()} == {0, 1}


def test_methods_with_branches_left_come_first_in_further_rounds():
    def covering(unit):
        return replace(answer(unit), branches=Count(1 if unit.entry.method in ("m11", "m31") else 2, 2))

    worker = PretendWorker(covering)
    run([task(f"A#m{number}1") for number in range(4)], [worker], 40.0)
    assert [unit.entry.method for unit in worker.units][:8] == ["m01", "m11", "m21", "m31", "m11", "m31", "m01", "m21"]


def test_steps_are_written_as_they_are_read():
    assert [str(Steps(count)) for count in (5_000, 200_000, 2_000_000, 1_234)] == [
        "5k-steps",
        "200k-steps",
        "2M-steps",
        "1234-steps",
    ]


class PretendSequences:
    """A sweep that takes all of its part and finds a sequence for each method."""

    def __init__(self, tasks):
        self.effort = 0.0
        self.left = [each.entry for each in tasks]

    def run(self, effort):
        self.effort = effort

    def next_units(self, most, share):
        found, self.left = self.left[:most], self.left[most:]
        return [Unit(entry, share, counted=True, sequences=(None,)) for entry in found]


@pytest.mark.parametrize("effort", [2.0, 100.0])
def test_sequences_come_first_and_keep_to_the_budget(effort):
    tasks = [task(f"{'AB'[number % 2]}#m{number}") for number in range(40)]
    results = []
    for workers in ([PretendWorker(answer)], [LateWorker(answer) for _ in range(2)]):
        schedule = WorkSchedule(tasks, workers, effort, lambda _: None, print, sequences=PretendSequences(tasks))
        schedule.run()
        units = [unit for worker in workers for unit in worker.units]
        assert sum(report.work for report in schedule.reports.values()) <= (1 - SWEEP_PART) * effort * SECOND
        assert all(unit.sequences for unit in units) == (effort < 10)
        results.append(schedule.reports)
    assert results[0] == results[1]
