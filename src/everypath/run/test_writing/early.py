"""Tests of methods that have a report are checked and saved while other methods are still analysed.

A process of its own checks them, so no worker waits for that. What it has checked is not checked again: `generate`
takes it as it is, unless the test class has changed since.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from everypath.run.process import signals_deferred
from everypath.run.results import MethodReport
from everypath.run.test_writing.checked import CheckedClass, CheckedTests, begin, check
from everypath.run.test_writing.saved import SavedTests
from everypath.run.workload import ErrorLog, Workload
from everypath.suite import TestCase

MOST = 250
"""The most tests that are checked at once, unless one class has more."""

WAIT, ENOUGH = 1.0, 100
"""The seconds that tests wait for others, and the number of tests that do not wait: checking costs half a second
besides its tests.
"""

REST = 0.3
"""The time between two checks, in the time of the first: beside it the workers need the processors."""

START, EACH, SLOW = 2.0, 0.02, 4.0
"""The assumed seconds for a check and for each of its tests. One that takes so many times as long is given up; its
classes are tried in halves, and in the end the tests of one class are left to the end of the run.
"""

MOST_DEATHS = 3
"""The most processes that may end over a check."""

Key = tuple[str, str, str]


class Waiting:
    """The reports of methods, by classes whose tests wait to be checked. ``order`` is that of the plan."""

    def __init__(self, order: Mapping[Key, int]) -> None:
        self._order = order
        self._reports: dict[str, dict[Key, MethodReport]] = {}
        self._since: dict[str, float] = {}
        self._apart: list[list[str]] = []
        """Parts of checks that failed as a whole."""
        self._done: dict[str, int] = {}

    def note(self, report: MethodReport, now: float) -> None:
        """A method has a report, or a better one than before."""
        own = self._reports.setdefault(report.class_name, {})
        known = own.get(report.key)
        own[report.key] = report
        if _shown(report) != (_shown(known) if known is not None else []):
            self._since.setdefault(report.class_name, now)
            self._done.pop(report.class_name, None)

    @property
    def is_empty(self) -> bool:
        """True if no tests wait."""
        return not self._since and not self._apart

    @property
    def tests(self) -> int:
        """The number of tests that were checked, of classes without other tests."""
        return sum(self._done.values())

    def seconds(self, now: float) -> float | None:
        """The seconds until waiting tests are to be checked; None if no tests wait."""
        if self.is_empty:
            return None
        number = sum(len(self.cases([name])) for name in self._since)
        return 0.0 if self._apart or number >= ENOUGH else max(min(self._since.values()) + WAIT - now, 0.0)

    def take(self) -> list[str]:
        """The classes that are checked next: those that have waited longest, with not too many tests."""
        if self._apart:
            return self._apart.pop()
        chosen: list[str] = []
        tests = 0
        for name in list(self._since):
            number = len(self.cases([name]))
            if chosen and tests + number > MOST:
                continue
            chosen.append(name)
            tests += number
            del self._since[name]
        return chosen

    def done(self, chosen: Sequence[str]) -> None:
        """The tests of these classes were checked."""
        self._done |= {name: len(self.cases([name])) for name in chosen if name not in self._since}

    def failed(self, chosen: Sequence[str]) -> None:
        """The check of these classes failed: they are tried in halves. The tests of one class are given up."""
        half = len(chosen) // 2
        if half:
            self._apart += [list(chosen[half:]), list(chosen[:half])]

    def cases(self, classes: Collection[str]) -> list[TestCase]:
        """The tests of some classes, in the order of the plan, without those that other tests make redundant."""
        reports = [each for name in classes for each in self._reports.get(name, {}).values()]
        reports.sort(key=lambda each: self._order.get(each.key, 0))
        return [test for each in reports for test in each.tests if test.id not in each.redundant_tests]


def _shown(report: MethodReport) -> list[str]:
    return [each.id for each in report.tests if each.id not in report.redundant_tests]


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
        self._news = threading.Condition()
        self._in_haste = self._is_over = self._is_busy = False
        self._not_before = 0.0
        self._deaths = 0
        self._process: ProcessPoolExecutor | None = None
        self._thread = threading.Thread(target=self._work, name="early saving", daemon=True)
        self._thread.start()

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        with self._news:
            self._waiting.note(report, time.monotonic())
            self._news.notify_all()

    @property
    def tests(self) -> int:
        """The number of tests for which nothing is left to do."""
        with self._news:
            return self._waiting.tests

    def finish(self, seconds: float) -> None:
        """Check all that waits, for so many seconds."""
        with self._news:
            self._in_haste = True
            self._news.notify_all()
            self._news.wait_for(lambda: self._is_over or (self._waiting.is_empty and not self._is_busy), seconds)

    def close(self) -> None:
        """End the process. Nothing is saved after that."""
        with self._news:
            self._is_over = True
            self._news.notify_all()
        self._end_process()
        self._thread.join()

    def _work(self) -> None:
        try:
            while (chosen := self._next()) is not None:
                self._check(chosen)
        except Exception:  # noqa: BLE001 - whatever goes wrong, the run goes on, and writes its tests at its end
            if not self._is_over:
                ErrorLog(self._workload).note_current(doing="saving tests early")
        with self._news:
            self._is_over, self._is_busy = True, False
            self._news.notify_all()

    def _next(self) -> list[str] | None:
        """The classes that are checked next, once it is time for that; None if it is over."""
        with self._news:
            self._is_busy = False
            self._news.notify_all()
            while not self._is_over:
                now = time.monotonic()
                pause = self._waiting.seconds(now)
                if pause is not None:
                    pause = 0.0 if self._in_haste else max(pause, self._not_before - now)
                if pause == 0.0:
                    self._is_busy = True
                    return self._waiting.take()
                self._news.wait(pause)
            return None

    def _check(self, chosen: list[str]) -> None:
        """Check the tests of classes, and save those that pass."""
        began = time.monotonic()
        with self._news:
            cases = self._waiting.cases(chosen)
        found = self._answer(cases, SLOW * (START + EACH * len(cases))) if cases else {}
        with self._news:
            if self._is_over:
                return
            if found is None:
                self._waiting.failed(chosen)
            else:
                self.checked.classes |= found
                self.saved.save([each.source for each in found.values() if each.source is not None])
                self._waiting.done(chosen)
            now = time.monotonic()
            self._not_before = now + REST * (now - began)

    def _answer(self, cases: Sequence[TestCase], seconds: float) -> dict[str, CheckedClass] | None:
        """What the process says; None if it has ended or failed over these tests."""
        with signals_deferred():
            if self._process is None:
                self._process = ProcessPoolExecutor(1, get_context("spawn"), begin, (self._workload, self._folder))
            answer = self._process.submit(check, cases, seconds)
        try:
            return answer.result()
        except BrokenProcessPool:
            self._deaths += 1
            self._end_process()
            if self._deaths > MOST_DEATHS:
                raise
        except Exception:  # noqa: BLE001 - an error of the engine costs the tests of one class
            ErrorLog(self._workload).note_current(doing="checking tests early")
        return None

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        # The public way (`kill_workers`) comes with Python 3.14.
        for each in list((getattr(process, "_processes", None) or {}).values()):
            each.terminate()
        process.shutdown(wait=False, cancel_futures=True)
