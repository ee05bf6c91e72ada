"""Instrumented JDK classes in the place of the originals: a folder per module for ``--patch-module``."""

from __future__ import annotations

import base64
import shutil
import tempfile
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Self

from everypath.bridge.plan import Json
from everypath.dataclass import dataclass

_BASE, _PROBES = "java.base", "everypath/probes"


@dataclass(frozen=True, slots=True)
class Patch:
    """The folder with the patched classes, the flags that use it, and the request that made them."""

    folder: tempfile.TemporaryDirectory[str]
    flags: tuple[str, ...]
    originals: list[Json]

    @classmethod
    def write(cls, classes: Sequence[Sequence[str]], patched: Sequence[str], boot: Path, originals: list[Json]) -> Self:
        """Write the patched bytes of ``classes`` (module, dotted name, original bytes), all in base 64.

        ``originals`` is the request that gave them, which tells another process of the same probes.
        The JVM uses classes such as ``Optional`` before it looks at the boot class path: the probes, in the folder
        ``boot``, become a part of the module ``java.base``.
        """
        temporary = tempfile.TemporaryDirectory(prefix="everypath-patch-")
        folder = Path(temporary.name)
        modules: dict[str, None] = {}
        for (module, name, _), data in zip(classes, patched, strict=True):
            path = folder / module / (name.replace(".", "/") + ".class")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(data))
            modules[module] = None
        shutil.copytree(boot / _PROBES, folder / _BASE / _PROBES)
        users = ",".join(["ALL-UNNAMED", *(module for module in modules if module != _BASE)])
        flags = ["--add-exports", f"{_BASE}/{_PROBES.replace('/', '.')}={users}"]
        for module in {_BASE: None} | modules:
            flags += ["--patch-module", f"{module}={folder / module}", "--add-reads", f"{module}=ALL-UNNAMED"]
        return cls(temporary, tuple(flags), originals)

    def remove(self) -> None:
        """Delete the folder."""
        self.folder.cleanup()


def watched_methods(names: Iterable[str], whole: Collection[str]) -> dict[str, list[str]]:
    """Of names such as ``java/lang/Class#forName`` the methods by dotted class, unless it gets probes as a whole."""
    watched: dict[str, list[str]] = {}
    for name in names:
        owner, mark, method = name.replace("/", ".").partition("#")
        if mark and owner not in whole:
            watched.setdefault(owner, []).append(method)
    return watched
