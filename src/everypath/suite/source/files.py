"""Test sources as files. Files of everypath begin with a mark; a file without it is never overwritten."""

from __future__ import annotations

from pathlib import Path

__all__ = ["MARK", "MARKED_LINES", "is_kept", "replace_file", "save_source"]

MARK = "// Written by everypath, which may overwrite it. Without this line, it never will."
"""The first line of each file that everypath writes."""
MARKED_LINES = 1
"""The number of lines by which the mark moves the text of a test down."""

_PART = ".part"
"""The end of the name of a file that is being written: no compiler takes it for a source."""

_HEAD = 4096
"""Bytes that are searched for the mark: other tools put a licence before it."""


def is_kept(path: Path) -> bool:
    """True if the file exists and has no mark: someone else wrote it or took it over."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return MARK.encode("ascii") not in (line.strip() for line in head.splitlines())


def save_source(path: Path, text: str) -> None:
    """Write a source with the mark before it. The file is replaced as a whole, so it is complete at every moment.

    Raises `OSError` if it cannot be written.
    """
    replace_file(path, f"{MARK}\n{text}".encode("ascii"))


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as a whole: whenever this is interrupted, the file has its old or its new content.

    Raises `OSError` if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}{_PART}")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
