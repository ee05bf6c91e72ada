"""Finding the source line a result speaks about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class Sources:
    """Source files under some folders, by the name a class file gives (``shop/Fee.java``), read once."""

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

    def _read(self, file: str) -> list[str] | None:
        candidates = [folder / file for folder in self._folders]
        candidates += [path for path in self._files if path.as_posix().endswith("/" + file) or path.as_posix() == file]
        for path in candidates:
            if path.is_file():
                try:
                    return path.read_text(encoding="utf-8", errors="replace").splitlines()
                except OSError:
                    continue
        return None
