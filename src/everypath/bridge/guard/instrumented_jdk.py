"""The classes of a JDK with their sinks instrumented, made once for each JDK and kept in the user's cache."""

from __future__ import annotations

import atexit
import contextlib
import shutil
import struct
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from everypath import usercache
from everypath.bridge.guard.class_patching import Insertion, insert_calls
from everypath.bridge.guard.sinks import find_sink, sinks_by_owner
from everypath.classfile import Jdk, encode_modified_utf8
from everypath.errors import BridgeError, ClassFormatError

__all__ = ["GUARD_CLASSES", "guard_folder", "guarded", "has_sinks"]

GUARD_CLASSES = ("SinkGuard", "SinkGuard$Refusal")
"""The classes in ``java.lang`` that decide, the one that is called first."""

_AGENT = """Manifest-Version: 1.0
Launcher-Agent-Class: everypath.bridge.Agent
Can-Redefine-Classes: true
Can-Retransform-Classes: true
"""
_made: dict[str, Path] = {}
"""Folders that could not be moved into the cache because it cannot be written."""


def guarded(owner: str, data: bytes) -> bytes:
    """The class file of a JDK class with its sinks instrumented, unchanged where it has none."""
    return _instrumented(owner, data)[0]


def has_sinks(owner: str) -> bool:
    """True if a class, by its internal name, may have sinks."""
    return owner in sinks_by_owner()


def _instrumented(owner: str, data: bytes) -> tuple[bytes, frozenset[int]]:
    if owner not in sinks_by_owner():
        return data, frozenset()

    def choose(name: str, descriptor: str) -> Insertion | None:
        found = find_sink(owner, name, descriptor)
        return found[1].insertion(found[0]) if found is not None else None

    return insert_calls(data, choose)


def instrumented_classes(jdk: Jdk) -> Iterator[tuple[str, bytes, frozenset[int]]]:
    """Name, class file and the numbers of its sinks, of each class of a JDK that has some."""
    image = jdk.image()
    for owner in sinks_by_owner():
        data = image.find(owner)
        if data is not None:
            changed, numbers = _instrumented(owner, data)
            if numbers:
                yield owner, changed, numbers


def guard_folder(jdk: Jdk, guard_classes: Path) -> Path:
    """The folder with ``guard.bin`` and ``agent.jar`` for a JDK, which are made where they are not cached.

    ``guard_classes`` is the folder of the compiled `GUARD_CLASSES`. Raises ``BridgeError`` where the JDK's classes
    cannot be read or nothing can be written.
    """
    return _folder(jdk, guard_classes)


@lru_cache(maxsize=8)
def _folder(jdk: Jdk, guard_classes: Path) -> Path:
    try:
        own = [(guard_classes / f"{name}.class").read_bytes() for name in GUARD_CLASSES]
        sources = usercache.version_of("bridge/guard", "classfile")
        name = usercache.digest_of("guard", sources, usercache.identity_of(jdk.modules), *own)
        known = usercache.folder("bridge", name) or _made.get(name)
        return known if known is not None else _make(jdk, own, name)
    except (OSError, ClassFormatError) as error:
        raise BridgeError(f"the classes of {jdk.home} could not be instrumented: {error}") from error


def _make(jdk: Jdk, own: list[bytes], name: str) -> Path:
    work = usercache.new_folder("bridge")
    entries = [("", data) for data in own]
    entries += [(owner, data) for owner, data, _ in instrumented_classes(jdk)]
    with (work / "guard.bin").open("wb") as file:
        for owner, data in entries:
            encoded = encode_modified_utf8(owner)
            file.write(struct.pack(">H", len(encoded)) + encoded + struct.pack(">I", len(data)) + data)
    with zipfile.ZipFile(work / "agent.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", _AGENT)
    place = usercache.keep_folder("bridge", name, work)
    if place == work:
        _made[name] = place
        atexit.register(_remove, place)
    return place


def _remove(place: Path) -> None:
    with contextlib.suppress(OSError):
        shutil.rmtree(place)
