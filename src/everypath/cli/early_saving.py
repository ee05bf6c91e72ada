"""Saves tests while `generate` analyses: the code that checks them is loaded when a run has gone on for a while."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.run.scheduling import AnalysisPlan
from everypath.run.workload import Workload
from everypath.work import Steps

if TYPE_CHECKING:
    from everypath.run import MethodReport
    from everypath.run.test_writing import EarlySaving

FIRST = 2.5
"""Seconds of a run before anything is saved: short runs save their tests at their end."""


class LateSaver:
    """Notes reports, and has an `EarlySaving` save their tests once the run has gone on for `FIRST` seconds."""

    def __init__(self, workload: Workload, folder: Path, began: float) -> None:
        self._workload = workload
        self._folder = folder
        self._began = began
        self._order: dict[tuple[str, str, str], int] = {}
        self._reports: list[MethodReport] = []
        self._workers = 1
        self.saving: EarlySaving | None = None
        """What saves tests; None if that did not begin."""

    def started(self, plan: AnalysisPlan) -> None:
        """The plan is made, and the analysis begins."""
        self._workers = plan.workers
        names = (entry.name for entry in plan.entries)
        self._order = {(each.dotted, each.method, each.descriptor): number for number, each in enumerate(names)}

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        if self.saving is not None:
            self.saving.note(report)
        else:
            self._reports.append(report)

    def save(self) -> None:
        """Begin to save tests if the run has gone on for long enough."""
        if self.saving is None and self._reports and time.time() >= self._began + FIRST:
            from everypath.run.test_writing import EarlySaving

            self.saving = EarlySaving(self._workload, self._folder, self._order)
            for report in self._reports:
                self.saving.note(report)
            self._reports.clear()

    def finished(self) -> None:
        """What waits is checked while findings are confirmed, and by as many processes as analysed."""
        if self.saving is not None:
            self.saving.be_quick(self._workers)

    @property
    def seconds(self) -> float | None:
        """The seconds that writing the tests will take, as the checks until now say; None before any begin, and
        with a budget of work: no clock may matter there.
        """
        if self.saving is None or isinstance(self._workload.options.budget, Steps):
            return None
        return self.saving.seconds(self._workers)

    def close(self) -> None:
        """End what saves tests."""
        if self.saving is not None:
            self.saving.close()
