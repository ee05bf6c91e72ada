"""Saves tests while `generate` analyses: the code that checks them is loaded when a run has gone on for a while."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.run.workload import Workload

if TYPE_CHECKING:
    from everypath.run import MethodReport
    from everypath.run.test_writing import EarlySaving, SavedTests

FIRST = 4.0
"""Seconds of a run before anything is saved: short runs save their tests at their end."""


class LateSaver:
    """Notes reports, and has an `EarlySaving` save their tests once the run has gone on for `FIRST` seconds."""

    def __init__(self, workload: Workload, folder: Path, began: float) -> None:
        self._workload = workload
        self._folder = folder
        self._began = began
        self._reports: list[MethodReport] = []
        self._saving: EarlySaving | None = None
        self.saved: SavedTests | None = None
        """The tests that were saved; None if saving did not begin."""

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        self._reports.append(report)

    def save(self) -> None:
        """Save the tests of what is finished, if there is time for that."""
        if self._saving is None:
            if time.time() < self._began + FIRST:
                return
            from everypath.run.test_writing import EarlySaving, SavedTests

            self.saved = SavedTests(self._folder)
            self._saving = EarlySaving(self._workload, self.saved, self._began)
        for report in self._reports:
            self._saving.note(report)
        self._reports.clear()
        self._saving.save()

    def close(self) -> None:
        """End the JVM."""
        if self._saving is not None:
            self._saving.close()
