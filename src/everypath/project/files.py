"""Finds files below a folder."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["files_below"]


def files_below(folder: Path, suffix: str) -> list[Path]:
    """The files with this suffix below a folder, sorted; folders whose name starts with a dot are passed over."""
    found: list[Path] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        found += [Path(parent, name) for name in files if name.endswith(suffix)]
    return sorted(found)
