"""Instrumented JDK classes that replace the originals: one folder per module for ``--patch-module``."""

from __future__ import annotations

import base64
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Self, TypeAlias, cast

from everypath.bridge.guard import GUARD_CLASSES, guarded
from everypath.bridge.messages import Json
from everypath.bridge.processes.java_build import JavaSide
from everypath.classfile import dotted, internal_name
from everypath.dataclass import dataclass
from everypath.errors import BridgeError

SendRequest: TypeAlias = "Callable[[dict[str, Json]], dict[str, Json]]"

PATCHED = "everypath.patched"
"""The property with the names of the patched classes, which ``Containment.java`` reads."""
_BASE, _PROBES = "java.base", "everypath/probes"


@dataclass(frozen=True, slots=True)
class Patch:
    """The folder with the patched classes, the flags that use it, and the request that made them."""

    folder: tempfile.TemporaryDirectory[str]
    flags: tuple[str, ...]
    originals: list[Json]

    @classmethod
    def of(cls, names: Sequence[str], send: SendRequest, side: JavaSide, version: str) -> Self:
        """Instrument JDK classes and those nested in them.

        A name like ``java/lang/Class#forName`` instruments only the methods of that name. ``send`` sends a request to
        the library process of this JDK.
        """
        whole = [dotted(name) for name in names if "#" not in name]
        watched = instrumented_methods(names, whole)
        classes = _jdk_class_files(whole, send, version)
        classes += [each for each in _jdk_class_files(watched, send, version) if each[1] in watched]
        requested: list[Json] = [[name, data, list[Json](watched.get(name, ()))] for _, name, data in classes]
        answer = send({"op": "patch", "classes": requested})
        return cls.write(classes, cast("list[str]", answer["classes"]), side, requested)

    @classmethod
    def write(
        cls, classes: Sequence[Sequence[str]], patched: Sequence[str], side: JavaSide, originals: list[Json]
    ) -> Self:
        """Write the patched bytes of ``classes`` (module, dotted name, original bytes), all in base 64.

        ``originals`` is the request that gave them, which another process needs to number the same probes.
        The JVM uses classes such as ``Optional`` before it looks at the boot class path: the probes become a part of
        the module ``java.base``. The sinks of patched classes are instrumented here, and what they call becomes one.
        """
        temporary = tempfile.TemporaryDirectory(prefix="everypath-patch-")
        folder = Path(temporary.name)
        modules: dict[str, None] = {}
        for (module, name, _), data in zip(classes, patched, strict=True):
            path = folder / module / (internal_name(name) + ".class")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(guarded(internal_name(name), base64.b64decode(data)))
            modules[module] = None
        shutil.copytree(side.boot / _PROBES, folder / _BASE / _PROBES)
        guard = folder / _BASE / "java" / "lang"
        guard.mkdir(parents=True, exist_ok=True)
        for each in GUARD_CLASSES:
            shutil.copy(side.guard / f"{each}.class", guard)
        users = ",".join(["ALL-UNNAMED", *(module for module in modules if module != _BASE)])
        flags = ["--add-exports", f"{_BASE}/{dotted(_PROBES)}={users}"]
        for module in {_BASE: None} | modules:
            flags += ["--patch-module", f"{module}={folder / module}", "--add-reads", f"{module}=ALL-UNNAMED"]
        flags.append(f"-D{PATCHED}={','.join(internal_name(name) for _, name, _ in classes)}")
        return cls(temporary, tuple(flags), originals)

    def remove(self) -> None:
        """Delete the folder."""
        self.folder.cleanup()


def _jdk_class_files(names: Iterable[str], send: SendRequest, version: str) -> list[list[str]]:
    """Module, dotted name and bytes in base 64 of JDK classes and those nested in them."""
    asked = list(names)
    if not asked:
        return []
    answer = send({"op": "platform", "classes": list[Json](asked)})
    missing = cast("list[str]", answer["missing"])
    if missing:
        raise BridgeError(f"no class {missing[0]} in JDK {version}")
    return cast("list[list[str]]", answer["classes"])


def instrumented_methods(names: Iterable[str], whole: Collection[str]) -> dict[str, list[str]]:
    """The methods in names like ``java/lang/Class#forName``, by dotted class. Classes in ``whole`` are left out."""
    watched: dict[str, list[str]] = {}
    for name in names:
        owner, mark, method = dotted(name).partition("#")
        if mark and owner not in whole:
            watched.setdefault(owner, []).append(method)
    return watched
