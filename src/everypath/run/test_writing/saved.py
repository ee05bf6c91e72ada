"""Test sources are saved while a run goes on: each file is replaced as a whole, and can be put back."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from everypath.dataclass import dataclass, field
from everypath.suite import TestSource, replace_file, save_source


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
