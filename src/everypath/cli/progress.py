"""Shows progress during a run: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from everypath.run import MethodReport


class ProgressLine:
    """A listener of a run. On a terminal it keeps one line up to date. Messages always go to standard error."""

    def __init__(self, *, enabled: bool) -> None:
        self._enabled = enabled
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._seen: dict[tuple[str, str, str], MethodReport] = {}
        self._started = time.monotonic()

    def started(self, methods: int) -> None:
        """Show the bar for this many methods."""
        if not self._enabled or not methods:
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn(" "), BarColumn(bar_width=24), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._text(methods), total=methods)
        self._bar.start()

    def method_done(self, report: MethodReport) -> None:
        """Count a method whose report is ready; it may replace an earlier report."""
        self._seen[report.key] = report
        if self._bar is not None and self._task is not None:
            total = int(self._bar.tasks[0].total or 0)
            self._bar.update(self._task, completed=len(self._seen), description=self._text(total))

    def message(self, text: str) -> None:
        """Print a message above the bar."""
        if self._bar is not None:
            self._bar.console.print(f"everypath: {text}", markup=False, highlight=False)
        else:
            print(f"everypath: {text}", file=sys.stderr)

    def finished(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _text(self, methods: int) -> str:
        reports = self._seen.values()
        paths = sum(report.paths.explored for report in reports)
        branches = sum(report.branches.covered for report in reports), sum(report.branches.total for report in reports)
        from everypath.run import Level

        found = {each.key for report in reports for each in report.findings if each.level is not Level.NOTE}
        parts = [f"{len(self._seen)}/{methods} methods", f"{paths} paths"]
        if branches[1]:
            parts.append(f"branches {100 * branches[0] // branches[1]} %")
        parts.append(f"{len(found)} finding{'' if len(found) == 1 else 's'}")
        seconds = int(time.monotonic() - self._started)
        parts.append(f"{seconds // 60}:{seconds % 60:02d}")
        return " · ".join(parts)
