"""Instrumented JDK classes in the place of the originals: a folder per module for ``--patch-module``."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from everypath.bridge.plan import Json


@dataclass(frozen=True, slots=True)
class Patch:
    """The folder with the patched classes, the flags that use it, and the original classes (name, base 64)."""

    folder: tempfile.TemporaryDirectory[str]
    flags: tuple[str, ...]
    originals: list[Json]

    @classmethod
    def write(cls, classes: Sequence[Sequence[str]], patched: Sequence[str]) -> Self:
        """Write the patched bytes of ``classes`` (module, dotted name, original bytes), all in base 64."""
        temporary = tempfile.TemporaryDirectory(prefix="everypath-patch-")
        folder = Path(temporary.name)
        modules: dict[str, None] = {}
        for (module, name, _), data in zip(classes, patched, strict=True):
            path = folder / module / (name.replace(".", "/") + ".class")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(data))
            modules[module] = None
        flags: list[str] = []
        for module in modules:
            flags += ["--patch-module", f"{module}={folder / module}", "--add-reads", f"{module}=ALL-UNNAMED"]
        return cls(temporary, tuple(flags), [[name, data] for _, name, data in classes])

    def remove(self) -> None:
        """Delete the folder."""
        self.folder.cleanup()
