"""Tests of methods that have a report are checked and saved while other methods are still analysed.

A process of its own checks them, so no worker waits for that. What it has checked is not checked again: `generate`
takes it as it is, unless the test class has changed since.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from everypath.run.process import WORKERS, signals_deferred
from everypath.run.results import MethodReport
from everypath.run.test_writing.checked import Answer, CheckedTests, begin, check
from everypath.run.test_writing.saved import SavedTests
from everypath.run.workload import ErrorLog, Workload
from everypath.suite import TestCase
from everypath.work import in_tests

MOST, FEWEST = 150, 10
"""The most and the fewest tests that are checked at once, unless one class has more."""

CHECK_SECONDS = 8.0
"""The seconds that one check takes, if there are so many tests, as measured by the checks before it."""

WAIT, ENOUGH = 1.0, 100
"""The seconds that tests wait for others, and the number of tests that do not wait: checking costs half a second
besides its tests.
"""

REST = 3.0
"""The time between two checks, in the time of the first: the workers need the processors."""

START, EACH = 2.0, 0.1
"""The seconds for a check, on a busy machine, and for each of its tests as long as none are measured."""

SLOW = 5.0
"""A check that takes so many times as long is given up, and its classes are tried in halves. In the end the tests of
one class are left to the end of the run.
"""

BEGINNING = 0.85
"""The part of the last seconds in which checks begin."""

MANY = 50
"""The tests that wait for each further process."""

MOST_HELD = 512 << 20
"""The bytes that a process may hold after a check. One that holds more ends with its JVMs, and the next check begins in
a new one.
"""

MOST_DEATHS = 3
"""The most processes that may end over a check."""

Key = tuple[str, str, str]


class Waiting:
    """The tests of methods that have a report, by classes whose tests wait. ``order`` is that of the plan."""

    def __init__(self, order: Mapping[Key, int]) -> None:
        self._order = order
        self._tests: dict[str, dict[Key, tuple[TestCase, ...]]] = {}
        """The tests of methods, without those that other tests make redundant."""
        self._since: dict[str, float] = {}
        self._halves: list[list[str]] = []
        """Parts of checks that failed as a whole."""
        self._done: dict[str, int] = {}
        self._hard: dict[str, None] = {}
        """Classes in which many tests fail: they are checked when no others wait."""

    def note(self, report: MethodReport, now: float) -> None:
        """A method has a report, or a better one than before."""
        own = self._tests.setdefault(report.class_name, {})
        known, own[report.key] = own.get(report.key, ()), _shown(report)
        if own[report.key] != known:
            if report.class_name not in self._hard:
                self._since.setdefault(report.class_name, now)
            self._done.pop(report.class_name, None)

    @property
    def is_empty(self) -> bool:
        """True if no tests wait."""
        return not (self._since or self._halves or self._hard)

    @property
    def tests(self) -> int:
        """The tests that were checked, of classes without other tests, as `in_tests` counts them."""
        return sum(self._done.values())

    @property
    def number(self) -> int:
        """The number of tests that wait."""
        return sum(map(self._number, self._since))

    def _number(self, name: str) -> int:
        return sum(map(len, self._tests.get(name, {}).values()))

    def seconds(self, now: float) -> float | None:
        """The seconds until waiting tests are to be checked; None if no tests wait."""
        if self.is_empty:
            return None
        if not self._since and not self._halves:
            return 0.0
        return 0.0 if self._halves or self.number >= ENOUGH else max(min(self._since.values()) + WAIT - now, 0.0)

    def take(self, most: int = MOST) -> list[str]:
        """The classes that are checked next: those that have waited longest, with ``most`` tests, unless one class has
        more.
        """
        if self._halves:
            return self._halves.pop()
        if not self._since:
            name = next(iter(self._hard))
            del self._hard[name]
            return [name]
        chosen: list[str] = []
        tests = 0
        for name in list(self._since):
            number = self._number(name)
            if chosen and tests + number > most:
                continue
            chosen.append(name)
            tests += number
            del self._since[name]
        return chosen

    def done(self, chosen: Sequence[str], hard: Collection[str] = ()) -> None:
        """The tests of these classes were checked, but for those with ``hard`` cases, given by their ids."""
        for name in chosen:
            cases = self.cases([name])
            if any(each.id in hard for each in cases):
                self._since.pop(name, None)
                self._hard[name] = None
            elif name not in self._since:
                self._done[name] = in_tests(each.observed for each in cases)

    def failed(self, chosen: Sequence[str]) -> None:
        """The check of these classes failed: they are tried in halves. The tests of one class are given up."""
        half = len(chosen) // 2
        if half:
            self._halves += [list(chosen[half:]), list(chosen[:half])]

    def cases(self, classes: Collection[str]) -> list[TestCase]:
        """The tests of some classes, in the order of the plan."""
        found = [each for name in classes for each in self._tests.get(name, {}).items()]
        found.sort(key=lambda each: self._order.get(each[0], 0))
        return [test for _, tests in found for test in tests]


def _shown(report: MethodReport) -> tuple[TestCase, ...]:
    """The tests of a method, without those that other tests make redundant."""
    redundant = report.redundant_tests
    return tuple(each for each in report.tests if each.id not in redundant) if redundant else tuple(report.tests)


class _CheckingProcess:
    """A process that checks tests: it starts with the first check, and again if it ends."""

    def __init__(self, workload: Workload, folder: Path) -> None:
        self._given = workload, folder
        self._process: ProcessPoolExecutor | None = None

    def submit(self, cases: Sequence[TestCase], seconds: float, *, hard: bool) -> Future[Answer]:
        """Begin a check, see `ClassChecker.check`."""
        if self._process is None:
            self._process = ProcessPoolExecutor(1, get_context("spawn"), begin, self._given)
        answer = self._process.submit(check, cases, seconds, hard)
        WORKERS.update(each.pid for each in _processes(self._process) if each.pid is not None)
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is None:
            return
        for each in _processes(process):
            each.terminate()
            WORKERS.discard(each.pid or 0)
        process.shutdown(wait=False, cancel_futures=True)


class EarlySaving:
    """Checks and saves the tests of methods that have a report.

    ``saved`` takes what passes, and ``checked`` has the results. Errors end the early saving only: the end of the run
    checks what was not checked.
    """

    def __init__(self, workload: Workload, folder: Path, order: Mapping[Key, int]) -> None:
        self.saved = SavedTests(folder)
        self.checked = CheckedTests()
        self._workload = workload
        self._folder = folder
        self._waiting = Waiting(order)
        self._changed = threading.Condition()
        self._last: float | None = None
        """The time after which no check begins; None while the run goes on. Until then there are no pauses."""
        self._is_over = False
        self._is_quick = False
        """True once the workers of the run have ended: there are no pauses then."""
        self._busy = 0
        """The number of checks that run."""
        self._not_before = 0.0
        self._each = EACH
        """The seconds for each test in the last checks."""
        self._deaths = 0
        self._threads: list[threading.Thread] = []
        self._processes: list[_CheckingProcess] = []
        self._begin()

    def _begin(self) -> None:
        process = _CheckingProcess(self._workload, self._folder)
        thread = threading.Thread(target=self._work, args=(process,), name="early saving", daemon=True)
        self._processes.append(process)
        self._threads.append(thread)
        with signals_deferred():
            thread.start()

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        with self._changed:
            self._waiting.note(report, time.monotonic())
            self._changed.notify_all()

    @property
    def tests(self) -> int:
        """The tests for which nothing is left to do, as `in_tests` counts them."""
        with self._changed:
            return self._waiting.tests

    def be_quick(self, processes: int) -> None:
        """The workers of the run have ended: use as many processes, if many tests wait."""
        with self._changed:
            self._is_quick = True
            self._changed.notify_all()
            number = min(processes, 1 + self._waiting.number // MANY) - len(self._threads)
        for _ in range(number if not self._is_over else 0):
            self._begin()

    def finish(self, seconds: float) -> None:
        """Check what waits, for at most so many seconds. In the last part of them no check begins."""

        def is_finished() -> bool:
            is_late = time.monotonic() >= last
            return self._is_over or (not self._busy and (is_late or self._waiting.is_empty))

        with self._changed:
            last = self._last = time.monotonic() + BEGINNING * seconds
            self._changed.notify_all()
            if not self._changed.wait_for(is_finished, BEGINNING * seconds):
                self._changed.wait_for(is_finished, (1 - BEGINNING) * seconds)

    def close(self) -> None:
        """End the processes. Nothing is saved after that."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        for process in self._processes:
            process.end()
        for thread in self._threads:
            thread.join()

    def _work(self, process: _CheckingProcess) -> None:
        try:
            while (chosen := self._next()) is not None:
                try:
                    self._check(process, chosen)
                finally:
                    with self._changed:
                        self._busy -= 1
                        self._changed.notify_all()
        except Exception:  # noqa: BLE001 - whatever goes wrong, the run goes on, and writes its tests at its end
            if not self._is_over:
                ErrorLog(self._workload).note_current(doing="saving tests early")
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _next(self) -> list[str] | None:
        """The classes that are checked next, once it is time for that; None if it is over."""
        with self._changed:
            while not self._is_over:
                now = time.monotonic()
                pause = self._waiting.seconds(now)
                if self._last is not None:
                    pause = 0.0 if pause is not None and now < self._last else None
                elif pause is not None and self._is_quick:
                    pause = 0.0
                elif pause is not None:
                    pause = max(pause, self._not_before - now)
                if pause == 0.0:
                    self._busy += 1
                    return self._waiting.take(min(max(int(CHECK_SECONDS / self._each), FEWEST), MOST))
                self._changed.wait(pause)
            return None

    def _check(self, process: _CheckingProcess, chosen: list[str]) -> None:
        """Check the tests of classes, and save those that pass."""
        began = time.monotonic()
        with self._changed:
            cases = self._waiting.cases(chosen)
        seconds = SLOW * (START + self._each * len(cases))
        answer = self._answer(process, cases, seconds, hard=len(chosen) == 1) if cases else Answer({})
        with self._changed:
            if self._is_over:
                return
            if answer is None or answer.is_late:
                self._waiting.failed(chosen)
            else:
                self.checked.add(answer, cases)
                found = [each for group in answer.found.values() for each in group.classes]
                self.saved.save([each.source for each in found if each.source is not None])
                self._waiting.done(chosen, answer.hard)
            now = time.monotonic()
            if cases:
                self._each = (self._each + (now - began) / len(cases)) / 2
            self._not_before = now + REST * (now - began)
        if answer is not None and answer.held > MOST_HELD:
            process.end()

    def _answer(
        self, process: _CheckingProcess, cases: Sequence[TestCase], seconds: float, *, hard: bool
    ) -> Answer | None:
        """What the process finds; None if it has ended or failed over these tests."""
        with self._changed, signals_deferred():
            if self._is_over:
                return None
            answer = process.submit(cases, seconds, hard=hard)
        try:
            return answer.result()
        except BrokenProcessPool:
            self._deaths += 1
            process.end()
            if self._deaths > MOST_DEATHS:
                raise
        except Exception:  # noqa: BLE001 - an error of the engine costs the tests of one class
            ErrorLog(self._workload).note_current(doing="checking tests early")
        return None


def _processes(executor: ProcessPoolExecutor) -> list[BaseProcess]:
    # The public way (`kill_workers`) comes with Python 3.14.
    return list((getattr(executor, "_processes", None) or {}).values())
