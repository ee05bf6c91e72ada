"""Finding the source line a result speaks about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class Sources:
    """Source files under some folders, by the name a class file gives (``shop/Fee.java``), read once.

    Of ``files``, one is found by its own name, too, where it lies outside its package's folder and is the only one.
    """

    def __init__(self, folders: Sequence[Path] = (), files: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._files = tuple(files)
        self._lines: dict[str, list[str] | None] = {}

    def line(self, file: str, number: int) -> str | None:
        """The text of a line, without its line end; None where the source or the line is not at hand."""
        if file not in self._lines:
            self._lines[file] = self._read(file)
        lines = self._lines[file]
        if lines is None or not 0 < number <= len(lines):
            return None
        return lines[number - 1]

    def path(self, file: str) -> Path | None:
        """Where a source file lies; None where it is not at hand."""
        candidates = [folder / file for folder in self._folders]
        alike = [path for path in self._files if path.name == file.rpartition("/")[2]]
        exact = [path for path in alike if path.as_posix().endswith("/" + file) or path.as_posix() == file]
        candidates += exact or (alike if len(alike) == 1 else [])
        return next((path for path in candidates if path.is_file()), None)

    def relative(self, file: str, base: Path) -> str:
        """The same as text, below `base` where it lies there; else the name as it is given."""
        path = self.path(file)
        try:
            return path.resolve().relative_to(base.resolve()).as_posix() if path is not None else file
        except ValueError:
            return file

    def _read(self, file: str) -> list[str] | None:
        path = self.path(file)
        try:
            return path.read_text(encoding="utf-8", errors="replace").splitlines() if path is not None else None
        except OSError:
            return None
