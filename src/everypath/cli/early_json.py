"""The JSON file of a run is written while it goes on: what is finished is there, as after an interrupt."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from everypath.run.scheduling import AnalysisPlan, interim_analysis
from everypath.run.workload import ErrorLog, Workload

if TYPE_CHECKING:
    from everypath.run import Analysis, MethodReport

FIRST = 4.0
"""Seconds of a run before its file is written for the first time: short runs write it at their end."""

LEAST_PAUSE, PAUSE = 2.0, 60.0
"""The least seconds between two files, and the time between them in the time that writing one takes."""


class EarlyJson:
    """Writes the JSON of what is finished, now and then. ``text`` makes it from a result.

    A file that cannot be written early is left to the end of the run, which reports that.
    """

    def __init__(self, workload: Workload, path: Path, began: float, text: Callable[[Analysis], str]) -> None:
        self._workload = workload
        self._path = path
        self._began = began
        self._text = text
        self._plan: AnalysisPlan | None = None
        self._reports: dict[tuple[str, str, str], MethodReport] = {}
        self._is_new = False
        self._next = began + FIRST

    def started(self, plan: AnalysisPlan) -> None:
        """The plan is made, and the analysis begins."""
        self._plan = plan

    def note(self, report: MethodReport) -> None:
        """A method has a report, or a better one than before."""
        self._reports[report.key] = report
        self._is_new = True

    def save(self) -> None:
        """Write what is finished, if there is something new and it is time for that."""
        if time.time() >= self._next:
            self._write()

    def finished(self) -> None:
        """Write the results of all methods: confirming findings and writing tests may take a while."""
        if time.time() >= self._began + FIRST:
            self._write()

    def _write(self) -> None:
        if not self._is_new or self._plan is None:
            return
        now = time.time()
        try:
            analysis = interim_analysis(self._workload, self._plan, self._reports.values(), now - self._began)
            write_whole(self._path, self._text(analysis))
        except OSError:
            self._plan = None
        except Exception:  # noqa: BLE001 - whatever goes wrong, the run goes on, and writes the file at its end
            ErrorLog(self._workload).note_current(doing="writing the JSON early")
            self._plan = None
        self._is_new = False
        self._next = time.time() + max(LEAST_PAUSE, PAUSE * (time.time() - now))


def is_replaceable(path: Path) -> bool:
    """True if a file can be replaced as a whole: it is no device or pipe."""
    return path.is_file() or not path.exists()


def write_whole(path: Path, text: str) -> None:
    """Write a file, which has its old or its new content at every moment. Raises `OSError` if it cannot be written."""
    from everypath.suite import replace_file

    replace_file(path.resolve(), text.encode("utf-8"))
