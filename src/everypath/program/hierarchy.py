"""Who extends what, read from the heads of class files without linking them, and remembered on disk for archives."""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from everypath.classfile import ClassFile, ClassPath, ClassSource, Directory
from everypath.errors import ClassFormatError

_FORMAT: Final = 1
_Children = dict[str, list[str]]

_known: dict[str, Hierarchy] = {}


class Hierarchy:
    """The direct subclasses and subinterfaces by the name of the supertype."""

    def __init__(self, children: _Children) -> None:
        self._children = children

    @classmethod
    def of_classes(cls, source: ClassSource | ClassPath, names: Iterable[str]) -> Hierarchy:
        """The hierarchy of some classes of a source; classes that cannot be read are left out."""
        children: _Children = {}
        for name in names:
            try:
                data = source.find(name)
                if data is None:
                    continue
                file = ClassFile(data)
            except ClassFormatError:
                continue
            for parent in (file.super_name, *file.interfaces):
                if parent is not None and parent != "java/lang/Object":
                    children.setdefault(parent, []).append(name)
        return cls(children)

    def below(self, name: str, most: int | None = None) -> list[str] | None:
        """All proper descendants of a class, in breadth-first order; ``None`` where there are more than ``most``.

        ``Object`` has none here: what is below it is everything.
        """
        found = dict.fromkeys(self._children.get(name, ()))
        work = list(found)
        for parent in work:
            if most is not None and len(found) > most:
                return None
            for child in self._children.get(parent, ()):
                if child not in found:
                    found[child] = None
                    work.append(child)
        return list(found) if most is None or len(found) <= most else None


def hierarchy_of(source: ClassSource | ClassPath) -> Hierarchy:
    """The hierarchy of all classes of a source.

    Of a jar or image it is kept in the user's cache directory, keyed by path, size and time of change: reading the
    whole JDK takes half a second, reading it back a few milliseconds.
    """
    if isinstance(source, ClassPath):
        return _merged(hierarchy_of(entry) for entry in source.entries)
    if isinstance(source, Directory):
        return Hierarchy.of_classes(source, source.names())
    key = _key(source.path)
    hierarchy = _known.get(key)
    if hierarchy is None:
        children = _read_cache(key)
        if children is None:
            hierarchy = Hierarchy.of_classes(source, source.names())
            _write_cache(key, hierarchy._children)
        else:
            hierarchy = Hierarchy(children)
        _known[key] = hierarchy
    return hierarchy


def _merged(parts: Iterable[Hierarchy]) -> Hierarchy:
    children: _Children = {}
    for part in parts:
        for parent, names in part._children.items():
            children.setdefault(parent, []).extend(names)
    return Hierarchy(children)


def cache_directory() -> Path:
    """Where everypath keeps what it can compute again, per user."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "everypath"


def _key(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return f"{path}"
    text = f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}|{_FORMAT}|{sys.implementation.cache_tag}"
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _read_cache(key: str) -> _Children | None:
    try:
        children = marshal.loads((cache_directory() / f"hierarchy-{key}.bin").read_bytes())
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return children if isinstance(children, dict) else None


def _write_cache(key: str, children: _Children) -> None:
    """Write beside the goal and rename, so that a reader never sees half of it. Not being able to write is no error."""
    directory = cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=directory, prefix="hierarchy-")
        with os.fdopen(handle, "wb") as file:
            file.write(marshal.dumps(children))
        os.replace(temporary, directory / f"hierarchy-{key}.bin")
    except OSError:
        return
