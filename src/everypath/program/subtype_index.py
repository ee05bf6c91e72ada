"""Finds subtypes by the name of the supertype. It reads class files without linking them and caches archives."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from everypath import usercache
from everypath.classfile import ClassFile, ClassPath, ClassSource, Directory
from everypath.errors import ClassFormatError

_FORMAT: Final = 1
_Children = dict[str, list[str]]

_known: dict[str, SubtypeIndex] = {}


class SubtypeIndex:
    """The direct subclasses and subinterfaces by the name of the supertype."""

    def __init__(self, children: _Children) -> None:
        self._children = children

    @classmethod
    def of_classes(cls, source: ClassSource | ClassPath, names: Iterable[str]) -> SubtypeIndex:
        """The index of some classes of a source; classes that cannot be read are left out."""
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
        """All descendants of a class without the class itself, breadth first. ``None`` if there are more than ``most``.

        ``Object`` has none here, because all classes are below it.
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


def subtype_index(source: ClassSource | ClassPath) -> SubtypeIndex:
    """The index of all classes of a source.

    The index of a jar or image is kept in the user's cache, keyed by path, size and time of change. Reading the whole
    JDK takes a second or two, reading its index from the cache a few milliseconds.
    """
    if isinstance(source, ClassPath):
        return _merged(subtype_index(entry) for entry in source.entries)
    if isinstance(source, Directory):
        return SubtypeIndex.of_classes(source, source.names())
    key = _key(source.path)
    if key is None:
        return SubtypeIndex.of_classes(source, source.names())
    hierarchy = _known.get(key)
    if hierarchy is None:
        children = _read_cache(key)
        if children is None:
            hierarchy = SubtypeIndex.of_classes(source, source.names())
            usercache.save("hierarchy", key, marshal.dumps(hierarchy._children))
        else:
            hierarchy = SubtypeIndex(children)
        _known[key] = hierarchy
    return hierarchy


def _merged(parts: Iterable[SubtypeIndex]) -> SubtypeIndex:
    children: _Children = {}
    for part in parts:
        for parent, names in part._children.items():
            children.setdefault(parent, []).extend(names)
    return SubtypeIndex(children)


def _key(path: Path) -> str | None:
    """The key of an archive in the cache: path, size and time of change. None if the file cannot be read."""
    try:
        identity = usercache.identity_of(path)
    except OSError:
        return None
    return f"{identity}|{_FORMAT}|{sys.implementation.cache_tag}"


def _read_cache(key: str) -> _Children | None:
    data = usercache.load("hierarchy", key)
    try:
        children = marshal.loads(data) if data is not None else None
    except (ValueError, EOFError, TypeError):
        return None
    return children if isinstance(children, dict) else None
