"""Test sources are saved while a run goes on: what is finished is there, and compiles, whenever the run is killed.

`SavedTests` writes files below a source root and knows what was there before. `EarlySaving` checks and saves the tests
of methods that have a report while others are still analysed. The tests of the end of the run replace these.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from everypath.dataclass import dataclass, field
from everypath.run.process import OutOfTimeError, alarm
from everypath.run.results import MethodReport
from everypath.run.test_writing.preparing import Names, Preparing
from everypath.run.workload import ErrorLog, Workload
from everypath.suite import Checker, TestCase, TestSource, replace_file, save_source

SHARE = 0.15
"""The part of the time since the run began that checking early may take."""

START, AGAIN, EACH = 1.0, 0.3, 0.02
"""The assumed seconds for the first check beside its tests, for each later one, and for one test. Where not all tests
that wait can be checked, a check is worth its start only if its tests take longer.
"""

MOST = 250
"""The most tests that are checked at once, unless one class has more."""

SLOW = 4.0
"""A check that takes so many times as long as assumed is given up, and its classes wait for the end of the run."""


@dataclass
class SavedTests:
    """The test sources that a run has saved below a source root, a folder.

    Each file is replaced as a whole, so it is complete at every moment.
    """

    folder: Path
    sources: dict[Path, TestSource] = field(default_factory=dict)
    """The saved sources by path."""
    _before: dict[Path, bytes | None] = field(default_factory=dict)
    """The contents of files that were overwritten; None if there was no file."""

    def save(self, sources: Iterable[TestSource]) -> tuple[list[Path], list[tuple[Path, str]]]:
        """Save sources. Returns the paths of those that are saved, in order, and those that cannot be written, each
        with the reason.
        """
        paths: list[Path] = []
        lost: list[tuple[Path, str]] = []
        for each in sources:
            path = self.folder / each.path
            try:
                if path not in self._before:
                    self._before[path] = path.read_bytes() if path.exists() else None
                if self.sources.get(path) != each:
                    save_source(path, each.text)
                    self.sources[path] = each
                paths.append(path)
            except OSError as problem:
                lost.append((path, problem.strerror or str(problem)))
        return paths, lost

    def restore(self, others_than: Collection[Path]) -> None:
        """Put back what was there before in place of all files but these."""
        for path in [each for each in self.sources if each not in others_than]:
            before = self._before[path]
            if before is None:
                path.unlink(missing_ok=True)
            else:
                replace_file(path, before)
            del self.sources[path]


class EarlySaving:
    """Checks and saves the tests of methods that have a report, in a part of the time since ``began``.

    ``saved`` takes what passes. `note` is called with each report, `save` now and then. Errors end the early saving
    only: the tests of the end of the run do not depend on it.
    """

    def __init__(self, workload: Workload, saved: SavedTests, began: float) -> None:
        self._workload = workload
        self._saved = saved
        self._began = began
        self._spent = 0.0
        self._preparing: Preparing | None = None
        self._start = START
        self._is_broken = False
        self._reports: dict[tuple[str, str, str], MethodReport] = {}
        self._waiting: dict[str, None] = {}
        """The classes with tests that were not checked."""
        self._checked: set[str] = set()
        """The ids of the cases that were checked."""
        self._given_up: set[str] = set()

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        known = self._reports.get(report.key)
        self._reports[report.key] = report
        if known is None or [each.id for each in known.tests] != [each.id for each in report.tests]:
            self._waiting[report.class_name] = None

    def save(self) -> None:
        """Check and save the tests of classes that wait, if there is time for that."""
        now = time.time()
        left = SHARE * (now - self._began) - self._spent
        chosen = self._chosen(left) if not self._is_broken else []
        if not chosen:
            return
        try:
            self._check(chosen)
        except OutOfTimeError:
            self._given_up.update(chosen)
            self.close()  # it may be in the middle of an answer
        except KeyboardInterrupt:
            self.close()
            raise
        except Exception:  # noqa: BLE001 - whatever goes wrong, the run goes on, and writes its tests at its end
            self._is_broken = True
            ErrorLog(self._workload).note_current(doing="saving tests early")
            self.close()
        finally:
            self._spent += time.time() - now

    def close(self) -> None:
        """End the JVM."""
        if self._preparing is not None:
            self._preparing.engine.close()

    def _chosen(self, seconds: float) -> list[str]:
        """The classes whose tests are checked in so many seconds, those first with the largest part of new tests."""
        numbers: dict[str, int] = {}
        parts: dict[str, float] = {}
        for name in self._waiting:
            ids = [each.id for each in self._cases([name])]
            new = sum(each not in self._checked for each in ids)
            if new and name not in self._given_up:
                numbers[name], parts[name] = len(ids), new / len(ids)
        chosen: list[str] = []
        tests, is_left = 0, False
        for name in sorted(numbers, key=lambda each: -parts[each]):
            number = numbers[name]
            if (chosen and tests + number > MOST) or self._start + EACH * (tests + number) > seconds:
                is_left = True
            else:
                chosen.append(name)
                tests += number
        return [] if is_left and EACH * tests < self._start else chosen

    def _cases(self, classes: Collection[str]) -> list[TestCase]:
        """The tests of the methods of some classes, without those that other tests make redundant."""
        reports = (each for each in self._reports.values() if each.class_name in classes)
        return [test for each in reports for test in each.tests if test.id not in each.redundant_tests]

    def _check(self, chosen: Sequence[str]) -> None:
        """Check the tests of classes, and save those that pass."""
        if self._preparing is None:
            self._preparing = Preparing(self._workload, Names.of(self._workload, self._saved.folder))
        preparing, cases = self._preparing, self._cases(chosen)
        classes, _ = preparing.prepare(cases, None, ())
        engine, assertions = preparing.engine, self._workload.assertions
        checker = Checker(engine.builder, engine.bridge, assertions=assertions)
        with alarm(SLOW * (START + EACH * len(cases))):
            sources, _ = checker.check(classes, tables=not self._workload.options.separate)
        self._start = AGAIN
        self._saved.save(sources)
        self._checked.update(each.id for each in cases)
        for name in chosen:
            del self._waiting[name]
