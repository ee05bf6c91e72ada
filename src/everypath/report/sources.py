"""Finds the source lines of results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everypath.run import Finding

_NULL = re.compile(r'because (?:the return value of )?"(.+)" is null$')


def _as_written(named: str) -> re.Pattern[str]:
    """A pattern of the ways to write an expression of a message in source: ``this.last`` as ``last``, a call by its
    name.
    """
    call = re.fullmatch(r"[\w.$]*?([\w$]+)\(.*\)", named)
    if call is not None:
        return re.compile(rf"(?<![\w$])({re.escape(call.group(1))})\s*\(")
    written = re.escape(named.removeprefix("this.")).replace(r"\.", r"\s*\.\s*")
    prefix = r"(?:this\s*\.\s*)?" if named.startswith("this.") else ""
    return re.compile(rf"(?<![\w$.])({prefix}{written})(?![\w$]|\s*\()")


class Sources:
    """Source files under some folders, by the name a class file gives (``shop/Fee.java``), read once.

    A file of ``files`` is also found by its name alone if it is not in the folder of its package and no other file has
    that name.
    """

    def __init__(self, folders: Sequence[Path] = (), files: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._files = tuple(files)
        self._lines: dict[str, list[str] | None] = {}

    def line(self, file: str, number: int) -> str | None:
        """The text of a line, without its line end; None if the file or the line is not found."""
        lines = self.lines(file)
        if lines is None or not 0 < number <= len(lines):
            return None
        return lines[number - 1]

    def lines(self, file: str) -> list[str] | None:
        """The texts of all lines; None if the file is not found."""
        if file not in self._lines:
            self._lines[file] = self._read(file)
        return self._lines[file]

    def null_at(self, finding: Finding) -> tuple[int, int] | None:
        """The position, in its line, of the expression that was null: the first character and the character after the
        last, counted from 0. The JVM's message names the expression. None if it does not, or if the line does not have
        the expression exactly once.
        """
        named = _NULL.search(finding.message or "")
        line = self.line(finding.file, finding.line)
        if named is None or line is None:
            return None
        found = list(_as_written(named.group(1)).finditer(line))
        return found[0].span(1) if len(found) == 1 else None

    def columns(self, finding: Finding) -> tuple[int, int] | None:
        """The position of `null_at` as columns, counted from 1 in UTF-16 code units; None as for `null_at`."""
        found, line = self.null_at(finding), self.line(finding.file, finding.line)
        if found is None or line is None:
            return None
        first, end = (len(line[:at].encode("utf-16-le", "surrogatepass")) // 2 + 1 for at in found)
        return first, end

    def path(self, file: str) -> Path | None:
        """The path of a source file; None if it is not found."""
        candidates = [folder / file for folder in self._folders]
        alike = [path for path in self._files if path.name == file.rpartition("/")[2]]
        exact = [path for path in alike if path.as_posix().endswith("/" + file) or path.as_posix() == file]
        candidates += exact or (alike if len(alike) == 1 else [])
        return next((path for path in candidates if path.is_file()), None)

    def relative(self, file: str, base: Path) -> str:
        """The path of a source file as text, relative to ``base``; ``file`` itself if it is not below ``base``."""
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
