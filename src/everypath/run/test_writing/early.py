"""Tests of methods that have a report are checked and saved while other methods are still analysed.

A process of its own checks them, so no worker waits for that. What it has checked is not checked again: `generate`
takes it as it is, unless the test class has changed since.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import cast

from everypath.run.process import WORKERS, packed, signals_deferred, unpacked
from everypath.run.results import MethodReport
from everypath.run.test_writing.batches import seconds_together
from everypath.run.test_writing.checked import Answer, CheckedTests, begin, check
from everypath.run.test_writing.saved import SavedTests
from everypath.run.test_writing.waiting import FEWEST, MOST, Key, Waiting
from everypath.run.workload import ErrorLog, Workload
from everypath.suite import TestCase

CHECK_SECONDS = 8.0
"""The seconds that one check takes, if there are so many tests, as measured by the checks before it."""

REST = 3.0
"""The time between two checks, in the time of the first: the workers need the processors, and classes that have
got more tests are compiled anew.
"""

START, EACH, ASSUMED = 2.0, 0.025, 40
"""The seconds for a check, on a busy machine, those for each new test as long as few are measured, and the number of
tests that this counts as.
"""

OLDER = 0.7
"""What earlier checks count where that is measured, beside the last one: tests differ, and so does the machine."""

QUIETER = 1.5
"""How many times as quick checks are once the workers have ended."""

AROUND = 1.5
"""The seconds for what is around the checks in the end: reading, counting and writing."""

SLOW = 5.0
"""A check that takes so many times as long is given up, and its classes are tried in halves. In the end the tests of
one class are left to the end of the run.
"""

BEGINNING = 0.85
"""The part of the last seconds in which checks begin."""

WORTH = 6.0
"""A further process begins if the checks that wait take so many times as long as its start."""

MOST_GROWN = 256 << 20
"""The bytes that a process and its JVMs may hold after a check beyond what they held after their first one. If they
hold more, they end, and the next check begins in a new process.
"""

MOST_DEATHS = 3
"""The most processes that may end over a check."""


class _CheckingProcess:
    """A process that checks tests: it starts with the first check, and again if it ends."""

    def __init__(self, workload: Workload, folder: Path) -> None:
        self._given = workload, folder
        self._process: ProcessPoolExecutor | None = None
        self._held: int | None = None
        """The bytes that it and its JVMs held after its first check."""

    @property
    def is_new(self) -> bool:
        """True if the next check starts the process."""
        return self._process is None

    def submit(self, cases: bytes, seconds: float, *, hard: bool) -> Future[bytes]:
        """Begin a check, see `ClassChecker.check`; cases and answer are packed."""
        if self._process is None:
            self._process = ProcessPoolExecutor(1, get_context("spawn"), begin, self._given)
        answer = self._process.submit(check, cases, seconds, hard)
        WORKERS.update(each.pid for each in _processes(self._process) if each.pid is not None)
        return answer

    def end_if_grown(self, held: int) -> None:
        """End the process if it has grown too much. After a check, it and its JVMs hold so many bytes."""
        if self._held is None:
            self._held = held
        elif held > self._held + MOST_GROWN:
            self.end()

    def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process, self._held = self._process, None, None
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
        self._measured = EACH * ASSUMED, float(ASSUMED)
        """The seconds and the new tests of the last checks, see `OLDER`."""
        self._start = START
        """The seconds that the start of a process takes."""
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

    def seconds(self, processes: int) -> float:
        """The seconds that are needed for writing all tests, if so many processes check those that wait."""
        with self._changed:
            number = self._waiting.unchecked
            checking = self._each * number / QUIETER / self._best(processes, number)
            return AROUND + checking + seconds_together(self._waiting.all, self.checked.known.timed)

    def _best(self, processes: int, tests: int) -> int:
        """How many of the processes are best for so many tests: the start of each further one takes time, too."""
        return min(max(processes, 1), 1 + int(self._each * tests / QUIETER / (WORTH * self._start)))

    def be_quick(self, processes: int) -> None:
        """The workers of the run have ended: use as many processes, if many tests wait."""
        with self._changed:
            self._is_quick = True
            self._changed.notify_all()
            number = self._best(processes, self._waiting.number) - len(self._threads)
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

    @property
    def _each(self) -> float:
        """The seconds for each new test."""
        return self._measured[0] / self._measured[1]

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
            number, is_first = self._waiting.are_new(cases), process.is_new
            seconds = SLOW * (START + self._each * len(cases))
        answer = self._answer(process, cases, seconds, hard=len(chosen) == 1) if cases else Answer({})
        took = time.monotonic() - began
        with self._changed:
            if self._is_over:
                return
            if answer is None or answer.is_late:
                self._waiting.failed(chosen)
            else:
                self.checked.add(answer, cases)
                found = [each for group in answer.found.values() for each in group.classes]
                self.saved.save([each.source for each in found if each.source is not None])
                self._waiting.done(cases, answer.hard)
            if is_first:  # the start of the process and of its JVMs says nothing about tests
                self._start = max(took - self._each * number, START)
            else:
                self._measured = OLDER * self._measured[0] + took, OLDER * self._measured[1] + number
                self._not_before = began + (1 + REST) * took
        if answer is not None and answer.held:
            process.end_if_grown(answer.held)

    def _answer(
        self, process: _CheckingProcess, cases: Sequence[TestCase], seconds: float, *, hard: bool
    ) -> Answer | None:
        """What the process finds; None if it has ended or failed over these tests."""
        try:
            data = packed(cases)
            with self._changed, signals_deferred():
                if self._is_over:
                    return None
                answer = process.submit(data, seconds, hard=hard)
            return cast("Answer", unpacked(answer.result()))
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
