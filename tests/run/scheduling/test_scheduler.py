"""The schedule, with workers that only pretend to work."""

import threading
import time
from concurrent.futures import Future

import pytest

from everypath.dataclass import replace
from everypath.run.entries import EntryName
from everypath.run.results import Count, MethodReport, Status
from everypath.run.scheduling.scheduler import Schedule, Task
from everypath.run.scheduling.workers import WorkerDiedError


class PretendWorker:
    """Answers each unit by `answer(unit)`: a report, an exception to raise, or None to stay silent."""

    def __init__(self, answer):
        self.answer = answer
        self.units = []
        self.restarts = 0
        self.ready_at = 0.0
        self.starts = 0

    def start(self):
        self.starts += 1

    def submit(self, unit):
        self.units.append(unit)
        future = Future()
        result = self.answer(unit)
        if isinstance(result, Exception):
            future.set_exception(result)
        elif result is not None:
            future.set_result(result)
        return future

    interrupted = False

    def interrupt(self):
        pass

    def restart(self):
        self.restarts += 1

    def close(self, *, now=False):
        pass


def task(name, weight=1):
    owner, method = name.split("#")
    return Task(EntryName(owner, method, "()V"), weight)


def report(unit, status=Status.COMPLETE, *, resumable=False):
    entry = unit.entry
    return MethodReport(entry.dotted, entry.method, entry.descriptor, status, resumable=resumable)


def run(tasks, workers, seconds=20.0, *, whole=False):
    messages = []
    schedule = Schedule(tasks, workers, time.time() + seconds, lambda _: None, messages.append, whole=whole)
    schedule.run()
    return schedule, messages


def test_every_method_is_analysed_once_long_ones_first():
    worker = PretendWorker(report)
    schedule, _ = run([task("A#a", 1), task("B#b", 9), task("A#c", 5)], [worker])
    assert [unit.entry.method for unit in worker.units] == ["b", "c", "a"]
    assert {entry.method for entry in schedule.reports} == {"a", "b", "c"}


def test_methods_of_a_class_share_a_worker():
    workers = [PretendWorker(report), PretendWorker(report)]
    run([task(f"{owner}#m{number}") for owner in "AB" for number in range(3)], workers)
    owners = [{unit.entry.class_name for unit in worker.units} for worker in workers]
    assert sum(len(each) for each in owners) <= 3
    assert owners[0] | owners[1] == {"A", "B"}


def test_what_a_bound_cut_comes_back_in_further_rounds():
    worker = PretendWorker(lambda unit: report(unit, Status.BOUNDED, resumable=unit.round < 2))
    run([task("A#a"), task("A#b")], [worker])
    assert [unit.round for unit in worker.units] == [0, 0, 1, 1, 2, 2]


def test_first_shares_are_half_of_equal_parts_of_what_is_left():
    worker = PretendWorker(report)
    run([task(f"A#m{number}") for number in range(20)], [worker], 20.0)
    shares = [unit.seconds for unit in worker.units]
    assert shares[0] == pytest.approx(0.5, rel=0.1)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(2.0, rel=0.1)


def test_whole_shares_are_equal_parts_at_once():
    worker = PretendWorker(report)
    run([task("A#m")], [worker], 20.0, whole=True)
    assert [unit.seconds for unit in worker.units] == [pytest.approx(20.0, rel=0.1)]


def test_cheap_methods_go_first_where_the_time_cannot_do_for_all():
    worker = PretendWorker(report)
    tasks = [task(f"{owner}#m{weight}", weight) for owner in "AB" for weight in (90, 5, 6, 1)]
    run(tasks, [worker], 1.0)
    order = [(unit.entry.class_name, unit.entry.method) for unit in worker.units]
    assert order == [
        *(("A", "m1"), ("B", "m1"), ("A", "m5"), ("A", "m6")),
        *(("B", "m5"), ("B", "m6"), ("A", "m90"), ("B", "m90")),
    ]


def test_no_unit_of_a_later_round_has_a_low_budget():
    worker = PretendWorker(lambda unit: report(unit, Status.BOUNDED, resumable=unit.round < 1))
    run([task(f"A#m{number}") for number in range(9)], [worker], 0.2)
    assert [(unit.round, unit.low_budget) for unit in worker.units] == [*[(0, True)] * 9, *[(1, False)] * 9]
    worker = PretendWorker(report)
    run([task(f"A#m{number}") for number in range(9)], [worker], 0.2, whole=True)
    assert not any(unit.low_budget for unit in worker.units)


def test_methods_with_branches_left_come_first_in_further_rounds():
    left = {"m1", "m3"}

    def answer(unit):
        covered = Count(1 if unit.entry.method in left else 2, 2)
        return replace(report(unit, Status.BOUNDED, resumable=unit.round < 1), branches=covered)

    worker = PretendWorker(answer)
    run([task(f"A#m{number}") for number in range(4)], [worker])
    assert [unit.entry.method for unit in worker.units] == ["m0", "m1", "m2", "m3", "m1", "m3", "m0", "m2"]


@pytest.mark.parametrize("status", [Status.BOUNDED, Status.FAILED])
def test_what_was_begun_anew_and_shows_less_replaces_nothing(status):
    def answer(unit):
        known = report(unit, status if unit.round else Status.BOUNDED, resumable=unit.round < 1)
        return replace(known, cases=(None,) * (2 - unit.round))

    schedule, _ = run([task("A#m")], [PretendWorker(answer)])
    assert [(len(each.cases), each.status) for each in schedule.reports.values()] == [(2, status)]


def test_a_method_goes_on_where_its_states_wait():
    workers = [PretendWorker(lambda unit: report(unit, Status.BOUNDED, resumable=unit.round < 2)) for _ in range(2)]
    run([task(f"{owner}#m{number}", number) for owner in "AB" for number in range(6)], workers, 1.0)
    assert sum(len(worker.units) for worker in workers) == 36
    first, second = ({unit.entry for unit in worker.units} for worker in workers)
    assert first.isdisjoint(second)


class PretendSequences:
    """A search for call sequences that finds none, and gains much for some seconds."""

    def __init__(self, seconds):
        self.until = time.time() + seconds

    def may_have_more(self, deadline):
        return False

    @property
    def gains_much(self):
        return time.time() < self.until

    def next_unit(self, seconds, deadline, *, nothing_else=False):
        return None


@pytest.mark.parametrize(
    ("methods", "seconds", "waited"), [(200, 0.2, (0.2, 0.4)), (200, 9.0, (0.4, 0.7)), (3, 9.0, (0, 0.1))]
)
def test_where_time_is_short_the_search_for_sequences_has_a_head_start(methods, seconds, waited):
    first = []
    worker = PretendWorker(lambda unit: first.append(time.time()) or report(unit))
    tasks = [task(f"A#m{number}") for number in range(methods)]
    began = time.time()
    budget = 4.0
    schedule = Schedule(
        tasks, [worker], began + budget, lambda _: None, print, sequences=PretendSequences(seconds), whole=False
    )
    schedule.run()
    least, most = waited
    assert least <= first[0] - began < most + 1.0
    assert worker.starts == (1 if waited[0] else 0), "the worker starts meanwhile"
    assert len(schedule.reports) == methods


def test_a_dead_worker_costs_one_retry():
    seen = []

    def answer(unit):
        seen.append(unit.entry.method)
        return WorkerDiedError() if seen.count("b") == 1 and seen[-1] == "b" else report(unit)

    worker = PretendWorker(answer)
    schedule, messages = run([task("A#a", 3), task("A#b", 2), task("A#c", 1)], [worker])
    assert seen == ["a", "b", "b", "c"]
    assert worker.restarts == 1
    assert all(each.status is Status.COMPLETE for each in schedule.reports.values())
    assert messages == ["A#b: the worker process died; trying once more"]


def test_a_worker_that_dies_twice_makes_the_method_failed():
    worker = PretendWorker(lambda unit: WorkerDiedError("killed") if unit.entry.method == "b" else report(unit))
    schedule, messages = run([task("A#a", 3), task("A#b", 2), task("A#c", 1)], [worker])
    failed = schedule.reports[EntryName("A", "b", "()V")]
    assert (failed.status, failed.reasons[0].code) == (Status.FAILED, "worker-died")
    assert len(messages) == 2
    assert len(schedule.reports) == 3


def test_a_silent_worker_is_stopped_and_the_rest_goes_on(monkeypatch):
    monkeypatch.setattr("everypath.run.scheduling.scheduler.STUCK_AFTER", 0.1)
    worker = PretendWorker(lambda unit: None if unit.entry.method == "stuck" else report(unit))
    schedule, messages = run([task("A#stuck", 9), *(task(f"A#m{number}") for number in range(99))], [worker], 30.0)
    stuck = schedule.reports[EntryName("A", "stuck", "()V")]
    assert (stuck.status, stuck.reasons[0].code) == (Status.FAILED, "stuck")
    assert len(schedule.reports) == 100
    assert worker.restarts == 1
    assert "took too long" in messages[0]


def test_nothing_starts_after_the_deadline():
    worker = PretendWorker(report)
    schedule, _ = run([task("A#a")], [worker], -1.0)
    assert not worker.units
    assert not schedule.reports


def slowly_started(worker, starting, working):
    """The worker, whose worker starts and works in a thread for so many seconds each."""
    plain = worker.submit

    def submit(unit):
        answered = plain(unit)
        future = Future()

        def work():
            time.sleep(starting)
            worker.ready_at = time.time()
            time.sleep(working)
            future.set_result(answered.result())

        worker.ready_at = None
        threading.Thread(target=work, daemon=True).start()
        return future

    worker.submit = submit
    return worker


def test_who_has_nothing_to_do_begins_anew_what_waits_with_a_busy_worker():
    enough = threading.Event()

    def answer(unit):
        if sum(each.round for each in idle.units) == 3:
            enough.set()
        return report(unit, resumable=unit.round < 1)

    idle, busy = PretendWorker(answer), PretendWorker(answer)
    plain = busy.submit

    def submit(unit):
        answered, future = plain(unit), Future()
        wait = enough.wait if unit.round else lambda _: True
        threading.Thread(target=lambda: wait(10.0) and future.set_result(answered.result()), daemon=True).start()
        return future

    busy.submit = submit
    schedule, _ = run([task(f"A#m{number}") for number in range(4)], [busy, idle])
    assert enough.is_set()
    later = [unit.entry for worker in (busy, idle) for unit in worker.units if unit.round]
    assert sorted(later, key=str) == sorted(schedule.reports, key=str)


def test_the_start_of_a_worker_counts_against_no_unit(monkeypatch):
    monkeypatch.setattr("everypath.run.scheduling.scheduler.STUCK_AFTER", 0.3)
    monkeypatch.setattr("everypath.run.scheduling.scheduler.LEAST_SHARE", 0.01)
    worker = slowly_started(PretendWorker(report), starting=1.0, working=0.1)
    schedule, messages = run([task("A#first")], [worker], 0.4)
    assert (messages, worker.restarts) == ([], 0)
    assert [each.status for each in schedule.reports.values()] == [Status.COMPLETE]


def test_a_worker_that_does_not_start_is_given_up(monkeypatch):
    monkeypatch.setattr("everypath.run.scheduling.scheduler.STARTING", 0.3)
    worker = slowly_started(PretendWorker(report), starting=30.0, working=0.0)
    schedule, messages = run([task("A#first")], [worker], 20.0)
    assert messages == ["A#first: its worker did not start in time"]
    assert worker.restarts == 1
    assert [each.status for each in schedule.reports.values()] == [Status.FAILED]
