"""Test sources as files: ours begin with a line by which they are known, and a file without it is never overwritten."""

from __future__ import annotations

from pathlib import Path

__all__ = ["MARK", "MARKED_LINES", "is_kept", "save_source"]

MARK = "// Written by everypath, which may overwrite it. Without this line, it never will."
"""The first line of each file that is ours."""
MARKED_LINES = 1
"""By how many lines the text of a test is moved down in its file."""

_HEAD = 4096
"""Bytes among which the line is looked for: other tools put a licence before it."""


def is_kept(path: Path) -> bool:
    """Whether there is a file that somebody else wrote, or made their own."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return MARK.encode("ascii") not in (line.strip() for line in head.splitlines())


def save_source(path: Path, text: str) -> None:
    """Write a source with the line before it. Raises `OSError` where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{MARK}\n{text}", encoding="ascii", newline="\n")
